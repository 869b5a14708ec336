/**
 * The score sheet for paper: printed, checked and signed.
 */

import { get } from "./ask.js";
import { button, fill, heading, moment, section, settled } from "./bookparts.js";
import { h } from "./dom.js";
import { rulesName } from "./newmatch.js";
import { endText, seatName, sheetColumns, useWordsOf } from "./sheet.js";
import { points, said, t } from "./text.js";

/** Fill the page. */
export async function show(main, number) {
  const view = await get(`/api/matches/${number}`);
  const { match } = view;
  useWordsOf(match);
  fill(
    main,
    heading(t("sheet.title", { n: match.number }), h("p", { text: [moment(match.started), rulesName(match.rules), endText(view)].filter(Boolean).join(" · ") })),
    h("div", { class: "book-tools no-print" }, button(t("sheet.print"), () => print(), { class: "primary" }), h("a", { class: "button", href: `/matches/${number}`, text: t("sheet.back") })),
    view.rows.length ? lines(view) : h("p", { class: "empty-note", text: t("matches.no_deal") }),
    view.fault ? h("p", { class: "trouble", text: said(view.fault) }) : null,
    match.state === "ended" ? result(match) : h("p", { text: t("sheet.unfinished") }),
    section(t("sheet.signatures"), signatures(match)),
  );
}

function lines(view) {
  const columns = [[t("sheet.deal"), (row) => row.deal], ...sheetColumns(view.match)];
  return h(
    "table",
    { class: "paper" },
    h("caption", { class: "unseen", text: t("matches.sheet") }),
    h("thead", {}, h("tr", {}, columns.map(([title, , kind]) => h("th", { scope: "col", class: kind, text: title })))),
    h("tbody", {}, view.rows.map((row) => h("tr", {}, columns.map(([, make, kind]) => h("td", { class: kind }, make(row)))))),
  );
}

function result(match) {
  const order = [...match.seats].sort((one, other) => one.place - other.place || one.seat - other.seat);
  return h(
    "table",
    { class: "paper result-paper" },
    h("caption", { text: t("matches.result") }),
    h(
      "tbody",
      {},
      order.map((seat) =>
        h(
          "tr",
          {},
          h("td", { text: t(`place.${seat.place}`) }),
          h("th", { scope: "row", text: seatName(seat) }),
          h("td", { class: "number", text: points(seat.score) }),
          seat.points === null ? null : h("td", { class: "number strong", text: settled(seat.points) }),
          seat.rating ? h("td", { class: "number", text: `${t("standings.rating")} ${seat.rating[0]} → ${seat.rating[1]}` }) : null,
        ),
      ),
    ),
  );
}

function signatures(match) {
  const names = [...match.seats.map(seatName), t("sheet.referee")];
  return h("div", { class: "signatures" }, names.map((name) => h("div", { class: "signature" }, h("span", { class: "line" }), h("span", { text: name }))));
}

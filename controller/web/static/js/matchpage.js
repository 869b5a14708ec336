/**
 * One match: its deals to be replayed, its score sheet, and what can be taken away of it.
 */

import { get } from "./ask.js";
import { button, fill, heading, moment, playerLink, section, settled, stateText, table } from "./bookparts.js";
import { h } from "./dom.js";
import { rulesName } from "./newmatch.js";
import { svgAsPng } from "./picture.js";
import { endText, sheetColumns, useWordsOf } from "./sheet.js";
import { currentLanguage, points, rankName, t } from "./text.js";
import { attempt, trouble } from "./trouble.js";
import { Viewer } from "./viewer.js";

let viewer = null;
let stop = new AbortController();

/** Fill the page. */
export async function show(main, number) {
  stop.abort();
  stop = new AbortController();
  viewer?.play(false);
  const view = await get(`/api/matches/${number}`);
  const { match } = view;
  useWordsOf(match);
  const stage = h("div", { class: "viewer" });
  const deals = view.rows.filter((row) => row.index !== null);
  const later = h("p", { class: "small", hidden: true, text: t("matches.hands_later") });
  fill(
    main,
    heading(t("matches.title_n", { n: match.number }), h("p", { class: "quiet", text: facts(view) })),
    deals.length ? stage : h("p", { class: "empty-note", text: t("matches.no_deal") }),
    later,
    match.state === "ended" ? section(t("matches.result"), standings(match), view.refusal ? h("p", { class: "small", text: t("matches.unrated") }) : null) : null,
    deals.length ? section(t("matches.sheet"), sheet(view)) : null,
    deals.length ? section(t("matches.take"), downloads(view)) : null,
  );
  if (deals.length) start(stage, number, deals, (replay) => (later.hidden = replay.hands));
}

function facts(view) {
  const { match } = view;
  return [moment(match.started), rulesName(match.rules), match.ranked ? t("matches.ranked") : null, stateText(match.state), endText(view)].filter(Boolean).join(" · ");
}

/** Put the viewer on its stage, with the deal the address names, or the first; `tell` is called with each deal shown. */
function start(stage, number, deals, tell) {
  viewer = new Viewer(stage);
  const wanted = Number(/^#deal-(\d+)$/.exec(location.hash)?.[1] ?? 0);
  let shown = -1;

  async function open(index, options) {
    if (index < 0 || index >= deals.length) return;
    await attempt(async () => {
      const replay = await get(`/api/matches/${number}/deals/${index}`);
      viewer.load(replay, options);
      tell(replay);
      shown = index;
      history.replaceState(null, "", `#deal-${index}`);
      for (const row of document.querySelectorAll("[data-deal]")) row.closest("tr").classList.toggle("shown", row.dataset.deal === String(index));
    });
  }

  viewer.addEventListener(
    "over",
    async () => {
      if (shown + 1 >= deals.length) return;
      await open(shown + 1);
      viewer.play(true);
    },
    { signal: stop.signal },
  );
  viewer.addEventListener("deal", ({ detail }) => open(shown + detail), { signal: stop.signal });
  document.addEventListener(
    "click",
    (event) => {
      const chosen = event.target.closest("[data-deal]");
      if (!chosen) return;
      open(Number(chosen.dataset.deal));
      stage.scrollIntoView({ block: "start" });
    },
    { signal: stop.signal },
  );
  open(Math.min(wanted, deals.length - 1));
}

function standings(match) {
  const order = [...match.seats].sort((one, other) => one.place - other.place || one.seat - other.seat);
  return table(
    t("matches.result"),
    [
      [t("final.place"), (seat) => t(`place.${seat.place}`), "tight"],
      [t("final.name"), (seat) => playerLink(seat.name, seat.kind)],
      [t("final.score"), (seat) => points(seat.score), "number"],
      ...(order[0].points === null ? [] : [[t("final.points"), (seat) => settled(seat.points), "number strong"]]),
      ...(order[0].rating === null ? [] : ratingColumns()),
    ],
    order,
  );
}

function ratingColumns() {
  return [
    [t("standings.rating"), (seat) => (seat.rating ? `${seat.rating[1].toLocaleString("en-US")} (${points(seat.rating[1] - seat.rating[0], true)})` : "–"), "number"],
    [t("standings.rank"), rankChange],
  ];
}

function rankChange({ rank }) {
  if (!rank) return "–";
  const [before, after] = rank;
  return before === after ? rankName(after) : `${rankName(before)} → ${rankName(after)}`;
}

function sheet(view) {
  const replay = (row) =>
    row.index === null ? row.deal : h("button", { type: "button", class: "link", data: { deal: String(row.index) }, title: t("viewer.replay"), text: row.deal });
  return table(t("matches.sheet"), [[t("sheet.deal"), replay], ...sheetColumns(view.match)], view.rows);
}

function downloads(view) {
  const { number } = view.match;
  const names = { mjai: "mjai", tenhou: "tenhou.net/6", csv: t("matches.csv"), json: t("matches.json") };
  const picture = `/api/matches/${number}/picture.svg?language=${currentLanguage()}`;
  return h(
    "div",
    { class: "downloads" },
    h("a", { class: "button primary", href: `/matches/${number}/sheet`, text: t("sheet.print_page") }),
    view.formats.map((form) => h("a", { class: "button", href: `/api/matches/${number}/export/${form}`, download: "", text: names[form] })),
    view.match.state === "ended" ? h("a", { class: "button", href: picture, download: `match-${number}.svg`, text: t("matches.picture_svg") }) : null,
    view.match.state === "ended" ? button(t("matches.picture_png"), () => save(picture, `match-${number}.png`)) : null,
    view.fault ? h("p", { class: "trouble", text: view.fault }) : null,
  );
}

async function save(picture, name) {
  try {
    const link = h("a", { href: URL.createObjectURL(await svgAsPng(picture)), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    trouble(error);
  }
}

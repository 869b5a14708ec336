/**
 * All matches, newest first.
 */

import { get } from "./ask.js";
import { button, fill, heading, moment, playerLink, stateText, table } from "./bookparts.js";
import { h } from "./dom.js";
import { rulesName } from "./newmatch.js";
import { points, t } from "./text.js";
import { attempt } from "./trouble.js";

const AT_ONCE = 50;

/** Fill the page. */
export async function show(main) {
  const player = new URLSearchParams(location.search).get("player");
  const matches = [];
  const list = h("div");
  const more = button(t("matches.more"), () => attempt(load));

  async function load() {
    const who = player ? `&player=${encodeURIComponent(player)}` : "";
    const view = await get(`/api/matches?offset=${matches.length}&limit=${AT_ONCE}${who}`);
    matches.push(...view.matches);
    more.hidden = matches.length >= view.total;
    list.replaceChildren(matches.length ? lines(matches) : h("p", { class: "empty-note", text: t("matches.none") }));
  }

  await load();
  fill(main, heading(player ? t("matches.of", { name: player }) : t("book.matches")), list, more);
}

function lines(matches) {
  return table(
    t("book.matches"),
    [
      [t("matches.number"), (match) => h("a", { class: "big-link", href: `/matches/${match.number}`, text: String(match.number) })],
      [t("matches.day"), (match) => moment(match.started)],
      [t("matches.rules"), (match) => [rulesName(match.rules), match.ranked ? h("span", { class: "tag", text: t("matches.ranked") }) : null].flatMap((part) => (part ? [part, " "] : []))],
      [t("matches.deals"), (match) => String(match.deals), "number"],
      [t("matches.state"), (match) => stateText(match.state)],
      [t("matches.players"), people],
    ],
    matches,
    { cards: true },
  );
}

function people(match) {
  const order = [...match.seats].sort((one, other) => (one.place ?? 0) - (other.place ?? 0) || one.seat - other.seat);
  return h(
    "ol",
    { class: "people" },
    order.map((seat) =>
      h(
        "li",
        {},
        seat.place ? h("span", { class: "place", text: `${t(`place.${seat.place}`)} ` }) : null,
        playerLink(seat.name, seat.kind),
        seat.score === null ? null : h("span", { class: "number", text: ` ${points(seat.score)}` }),
      ),
    ),
  );
}

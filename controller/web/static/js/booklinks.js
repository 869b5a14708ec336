/**
 * From the pages of the game to those of players, records and the referee, and of the seats.
 */

import { h } from "./dom.js";
import { t } from "./text.js";

/** The links, for a page's menu. */
export function bookLinks() {
  const links = { "/players": t("book.players"), "/standings": t("book.standings"), "/matches": t("book.matches"), "/referee": t("referee.title") };
  return h(
    "nav",
    { class: "book-links", "aria-label": t("book.nav") },
    Object.entries(links).map(([href, text]) => h("a", { class: "button", href, text })),
  );
}

/** The links to the pages of the four seats. */
export function seatLinks() {
  const link = (seat) => h("a", { class: "button", href: `/seat/${seat}`, text: String(seat + 1), "aria-label": `${t("seat.pages")}: ${seat + 1}` });
  return h("nav", { class: "book-links", "aria-label": t("seat.pages") }, h("span", { text: t("seat.pages") }), [0, 1, 2, 3].map(link));
}

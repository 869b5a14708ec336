/**
 * From the pages of the game to those of players and records.
 */

import { h } from "./dom.js";
import { t } from "./text.js";

/** The links, for a page's menu. */
export function bookLinks() {
  const links = { "/players": t("book.players"), "/standings": t("book.standings"), "/matches": t("book.matches") };
  return h(
    "nav",
    { class: "book-links", "aria-label": t("book.nav") },
    Object.entries(links).map(([href, text]) => h("a", { class: "button", href, text })),
  );
}

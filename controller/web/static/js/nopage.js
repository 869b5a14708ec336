/**
 * An address where there is no page: says so, and why if there is more to say.
 */

import { get, Refused } from "./ask.js";
import { fill, heading } from "./bookparts.js";
import { h } from "./dom.js";
import { said, t } from "./text.js";

/** Fill the page. */
export async function show(main) {
  fill(
    main,
    heading(t("book.no_page")),
    h("p", { class: "empty-note", text: await why() }),
    h("p", {}, h("a", { href: "/", text: t("book.to_scoreboard") })),
  );
}

/** What the table answers to a program that asks for this address. */
async function why() {
  try {
    await get(location.pathname);
  } catch (error) {
    if (error instanceof Refused) return said(error.message);
    throw error;
  }
  return "";
}

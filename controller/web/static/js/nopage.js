/**
 * An address where there is no page: says so, and why if there is more to say.
 */

import { get, Refused } from "./ask.js";
import { fill, heading } from "./bookparts.js";
import { h } from "./dom.js";
import { said, t } from "./text.js";

/** Fill the page. */
export async function show(main) {
  const reason = await why();
  fill(
    main,
    heading(t("book.no_page")),
    reason ? h("p", { class: "empty-note", text: reason }) : null,
    h("p", {}, h("a", { href: "/", text: t("book.to_scoreboard") })),
  );
}

/** What the table answers to a program that asks for this address; nothing if it only has no place for such a one. */
async function why() {
  try {
    await get(location.pathname);
  } catch (error) {
    if (error instanceof Refused) return error.status === 404 ? said(error.message) : "";
    throw error;
  }
  return "";
}

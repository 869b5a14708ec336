/**
 * One line of a page that says what went wrong.
 */

import { said, t } from "./text.js";

let tell = () => {};

/** Have what goes wrong told here: called with a sentence, or "" when all is well again. */
export function onTrouble(listener) {
  tell = listener;
}

/** Say what is wrong: an error's text, or that the table cannot be reached. */
export function trouble(error) {
  tell(error === null ? "" : said(error.message) || t("link.lost"));
}

/** Do something and say what went wrong with it; resolves to whether it went well. */
export async function attempt(work) {
  trouble(null);
  try {
    await work();
    return true;
  } catch (error) {
    trouble(error);
    return false;
  }
}

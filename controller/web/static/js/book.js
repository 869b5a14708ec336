/**
 * The pages of players and records: one frame, and a module for each page, chosen by the address. An address of no page
 * has one that says so.
 */

import { Refused } from "./ask.js";
import { redrawAll } from "./dom.js";
import { connectMenus } from "./menus.js";
import { applyTheme, preferenceFields } from "./prefs.js";
import { preferredLanguage, useLanguage } from "./text.js";
import { showTileNames } from "./tilenames.js";
import { onTrouble, trouble } from "./trouble.js";

const PAGES = [
  [/^\/players\/(.+)$/, "./playerpage.js"],
  [/^\/players$/, "./playerspage.js"],
  [/^\/standings$/, "./standingspage.js"],
  [/^\/matches\/(\d+)\/sheet$/, "./sheetpage.js"],
  [/^\/matches\/(\d+)$/, "./matchpage.js"],
  [/^\/matches$/, "./matchespage.js"],
];

const main = document.getElementById("main");
const alarm = document.getElementById("trouble");

onTrouble((text) => {
  alarm.hidden = !text;
  alarm.textContent = text;
});

/** Find the page of this address: its module, and what the address names. */
function wanted() {
  for (const [pattern, module] of PAGES) {
    const found = pattern.exec(location.pathname);
    if (found) return [module, found[1] === undefined ? null : decodeURIComponent(found[1])];
  }
  return ["./nopage.js", null];
}

const [module, name] = wanted();
const page = await import(module);

/** Draw everything in the chosen language. */
async function draw() {
  await useLanguage(preferredLanguage());
  redrawAll();
  document.getElementById("prefs").replaceChildren(...preferenceFields(draw));
  for (const link of document.querySelectorAll("#nav a")) {
    if (location.pathname.startsWith(link.getAttribute("href"))) link.setAttribute("aria-current", "page");
  }
  try {
    await page.show(main, name);
  } catch (error) {
    trouble(error);
    if (!(error instanceof Refused)) throw error;
  }
}

applyTheme();
connectMenus();
showTileNames();
await draw();
document.body.dataset.ready = "";

/**
 * The public scoreboard.
 */

import { Page, element } from "./page.js";
import { turnPages } from "./pageturner.js";
import { showFinal, showResult } from "./result.js";
import { t } from "./text.js";

const page = new Page();
/** `/?bottom=2`: the seat that sits below the display. */
const bottom = Number(new URLSearchParams(location.search).get("bottom")) % 4 || 0;
page.board.viewpoint = bottom;

page.link.addEventListener("hello", ({ detail }) => {
  const play = element("play");
  play.hidden = detail.control === null;
  play.dataset.text = detail.control?.person ? "app.play" : "table.title";
  play.textContent = t(play.dataset.text);
});

await page.start((view) => {
  showResult(element("result"), view, { viewpoint: bottom });
  showFinal(element("final"), view);
  turnPages(element("result"), view.result && !view.final ? JSON.stringify(view.result.scores) : null);
});

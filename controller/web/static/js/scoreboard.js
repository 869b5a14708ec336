/**
 * The public scoreboard.
 */

import { Page, element } from "./page.js";
import { showFinal, showResult } from "./result.js";
import { t } from "./text.js";

const page = new Page();

// A touch on a score shows the differences to that seat, a second one the scores again.
element("scores").addEventListener("click", (event) => {
  const row = event.target.closest(".score-row");
  if (!row || !page.view) return;
  const seat = page.view.seats[[...row.parentNode.children].indexOf(row)].seat;
  page.relativeTo = page.relativeTo === seat ? null : seat;
  page.refresh();
});

page.link.addEventListener("hello", ({ detail }) => {
  const play = element("play");
  play.hidden = detail.control === null;
  play.dataset.text = detail.control?.person ? "app.play" : "table.title";
  play.textContent = t(play.dataset.text);
});

await page.start((view) => {
  showResult(element("result"), view);
  showFinal(element("final"), view);
});

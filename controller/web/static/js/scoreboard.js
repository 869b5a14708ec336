/**
 * The public scoreboard.
 */

import { Page, element } from "./page.js";
import { showFinal, showResult } from "./result.js";

const page = new Page();

// A touch on a score shows the differences to that seat, a second one the scores again.
element("scores").addEventListener("click", (event) => {
  const row = event.target.closest(".score-row");
  if (!row || !page.view) return;
  const seat = page.view.seats[[...row.parentNode.children].indexOf(row)].seat;
  page.relativeTo = page.relativeTo === seat ? null : seat;
  page.refresh();
});

await page.start((view) => {
  showResult(element("result"), view);
  showFinal(element("final"), view);
  element("play").hidden = !view.simulated;
});

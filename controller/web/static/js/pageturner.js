/**
 * Turns the pages of a panel that is longer than its window: nobody can scroll a display on the wall.
 */

const READ = 6000;

let timer = 0;
let turned = null;

/** Show what is below, a window further every few seconds, and begin again; `shown` tells one content from the next. */
export function turnPages(panel, shown) {
  if (shown === turned) return;
  turned = shown;
  clearInterval(timer);
  panel.scrollTop = 0;
  if (shown === null) return;
  timer = setInterval(() => {
    const last = panel.scrollHeight - panel.clientHeight;
    if (last <= 4 || panel.matches(":hover, :focus-within")) return;
    const next = panel.scrollTop >= last - 4 ? 0 : Math.min(last, panel.scrollTop + panel.clientHeight * 0.85);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    panel.scrollTo({ top: next, behavior: still ? "instant" : "smooth" });
  }, READ);
}

/**
 * The way of a rating, as a line over the matches.
 */

import { svg } from "./dom.js";
import { t } from "./text.js";

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [720, 220, 56, 26, 12];
const MARKS = [1600, 1800, 2000];

/** A picture of the ratings before the first of `entries` (oldest first) and after each. */
export function ratingCurve(entries) {
  const values = [entries[0].rating[0], ...entries.map((entry) => entry.rating[1])];
  const low = Math.floor((Math.min(...values) - 10) / 50) * 50;
  const high = Math.ceil((Math.max(...values) + 10) / 50) * 50;
  const x = (index) => LEFT + ((WIDTH - LEFT - 12) * index) / (values.length - 1);
  const y = (value) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - value)) / (high - low);
  const label = t("player.curve_label", { first: values[0], last: values.at(-1), matches: entries.length });
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "curve", role: "img", "aria-label": label },
    ...[low, (low + high) / 2, high].flatMap((value) => [
      svg("path", { class: "curve-grid", d: `M${LEFT} ${y(value)}H${WIDTH - 12}` }),
      text(LEFT - 8, y(value) + 5, value.toLocaleString("en-US"), "end"),
    ]),
    ...MARKS.filter((value) => value > low && value < high).map((value) =>
      svg("path", { class: "curve-mark", d: `M${LEFT} ${y(value)}H${WIDTH - 12}` }),
    ),
    svg("path", { class: "curve-line", d: values.map((value, index) => `${index ? "L" : "M"}${x(index)} ${y(value)}`).join("") }),
    svg("circle", { class: "curve-end", cx: x(values.length - 1), cy: y(values.at(-1)), r: 5 }),
    text(LEFT, HEIGHT - 6, `#${entries[0].number}`, "start"),
    text(WIDTH - 12, HEIGHT - 6, `#${entries.at(-1).number}`, "end"),
  );
}

function text(x, y, content, anchor) {
  const element = svg("text", { x, y, class: "curve-text", "text-anchor": anchor });
  element.textContent = content;
  return element;
}

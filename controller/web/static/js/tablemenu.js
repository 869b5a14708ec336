/**
 * The simulated table's own settings: speed, pause, habits of the page, a new match.
 */

import { h } from "./dom.js";
import { choice } from "./prefs.js";
import { t } from "./text.js";

const SPEEDS = [0.5, 1, 2, 4, 10, 25, 50];
const LEVELS = ["novice", "intermediate", "advanced"];

/** Draws the menu; sends commands by `command`, shows the fields of `onOptions()`. */
export class TableMenu {
  #shows = "";
  #rules = null;
  #level = "intermediate";
  #speed = 1;

  constructor(element, { command, onOptions }) {
    this.element = element;
    this.command = command;
    this.onOptions = onOptions;
  }

  /** Draw what has changed. */
  update(control, view) {
    if (!control || !view) return;
    const shows = JSON.stringify([control, view.speed, document.documentElement.lang, view.rules]);
    if (shows !== this.#shows) this.redraw(control, view);
    this.#shows = shows;
  }

  /** Draw anew. */
  redraw(control, view) {
    if (!control || !view) return;
    const paused = view.speed === 0;
    if (!paused) this.#speed = view.speed;
    const speed = this.#speedField();
    const pause = h("button", {
      type: "button",
      text: t(paused ? "table.resume" : "table.pause"),
      "aria-pressed": String(paused),
      on: { click: () => this.command({ type: "pause", paused: !paused }) },
    });
    this.element.replaceChildren(
      h("div", { class: "menu-row" }, speed, pause),
      ...(control.seat === null ? [] : this.onOptions()),
      this.#newMatch(control, view),
    );
  }

  #speedField() {
    const speeds = [...new Set([...SPEEDS, this.#speed])].sort((one, other) => one - other);
    const options = speeds.map((speed) => [String(speed), `${speed}×`]);
    // A list of pairs keeps its order; as keys of an object whole numbers would come first.
    return choice(t("table.speed"), options, String(this.#speed), (value) =>
      this.command({ type: "speed", factor: Number(value) }),
    );
  }

  #newMatch(control, view) {
    this.#rules ??= control.rules.includes(view.rules) ? view.rules : control.rules[0];
    const rules = Object.fromEntries(control.rules.map((name) => [name, name]));
    const levels = Object.fromEntries(LEVELS.map((level) => [level, t(`table.level_${level}`)]));
    const start = () => this.command({ type: "new_match", rules: this.#rules, level: this.#level });
    return h(
      "details",
      { class: "new-match" },
      h("summary", { text: `${t("table.new_match")} …` }),
      choice(t("table.rules"), rules, this.#rules, (value) => (this.#rules = value)),
      choice(t("table.level"), levels, this.#level, (value) => (this.#level = value)),
      h("p", { class: "small", text: t("table.new_match_confirm") }),
      h("button", { type: "button", class: "primary", text: t("table.yes"), on: { click: start } }),
    );
  }
}

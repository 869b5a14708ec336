/**
 * The simulated table's own settings: speed, pause, the bots' pace, habits of the page, faults, a new match.
 */

import { h } from "./dom.js";
import { NewMatch } from "./newmatch.js";
import { choice } from "./prefs.js";
import { t } from "./text.js";

const SPEEDS = [0.5, 1, 2, 4, 10, 25, 50];
const PACES = ["leisurely", "normal", "quick"];
const FAULTS = ["phone_on_rack", "phone_on_river", "reboot", "unplug", "plug_in", "shadow", "dead_tag", "all_well"];

/** Draws the menu; sends commands by `command`, shows the fields of `onOptions()`. */
export class TableMenu {
  #shows = "";
  #speed = 1;
  #pace = null;
  #faultSeat = 1;
  #opened = new Set();

  constructor(element, { command, onOptions }) {
    this.element = element;
    this.command = command;
    this.onOptions = onOptions;
    /** Whether this page has begun a match and is about to show a seat of it. */
    this.starting = false;
    this.newMatch = new NewMatch({ start: (wish) => this.#start(wish), changed: () => this.redraw(this.control, this.view) });
  }

  /** Draw what has changed. */
  update(control, view) {
    if (!control || !view) return;
    const names = view.seats.map((seat) => seat.name);
    const shows = JSON.stringify([control, view.speed, document.documentElement.lang, view.rules, names]);
    if (shows !== this.#shows) this.redraw(control, view);
    this.#shows = shows;
  }

  /** Draw anew. */
  redraw(control, view) {
    if (!control || !view) return;
    [this.control, this.view] = [control, view];
    const paused = view.speed === 0;
    if (!paused) this.#speed = view.speed;
    const pause = h("button", {
      type: "button",
      text: t(paused ? "table.resume" : "table.pause"),
      "aria-pressed": String(paused),
      on: { click: () => this.command({ type: "pause", paused: !paused }) },
    });
    this.element.replaceChildren(
      h("div", { class: "menu-row" }, this.#speedField(), pause),
      this.#paceField(control),
      ...(control.seat === null ? [] : this.onOptions()),
      this.#section("faults", t("table.faults"), () => this.#faults(view)),
      this.#section("new-match", `${t("table.new_match")} …`, () => this.newMatch.content(control, view)),
    );
  }

  /** Open the form for a new match. */
  async openNewMatch() {
    this.#opened.add("new-match");
    await this.newMatch.load();
    this.redraw(this.control, this.view);
    this.element.querySelector(".new-match select").focus();
  }

  #section(name, title, content) {
    const details = h("details", { class: name, open: this.#opened.has(name) }, h("summary", { text: title }), content());
    details.addEventListener("toggle", () => {
      if (details.open) this.#opened.add(name);
      else this.#opened.delete(name);
      if (details.open && name === "new-match") this.newMatch.load();
    });
    return details;
  }

  #speedField() {
    const speeds = [...new Set([...SPEEDS, this.#speed])].sort((one, other) => one - other);
    const options = speeds.map((speed) => [String(speed), `${speed}×`]);
    // A list of pairs keeps its order; as keys of an object whole numbers would come first.
    return choice(t("table.speed"), options, String(this.#speed), (value) =>
      this.command({ type: "speed", factor: Number(value) }),
    );
  }

  #paceField(control) {
    const pace = this.#pace ?? control.pace;
    return choice(t("table.pace"), PACES.map((name) => [name, t(`table.pace_${name}`)]), pace, (value) => {
      this.#pace = value;
      this.command({ type: "pace", pace: value });
    });
  }

  #faults(view) {
    const seats = view.seats.map((seat) => [String(seat.seat), seat.name]);
    const button = (kind) =>
      h("button", {
        type: "button",
        class: kind === "all_well" ? "primary" : "",
        text: t(`fault.${kind}`),
        on: { click: () => this.command({ type: "fault", kind, seat: this.#faultSeat }) },
      });
    return [
      h("p", { class: "small", text: t("table.faults_about") }),
      choice(t("table.fault_seat"), seats, String(this.#faultSeat), (value) => (this.#faultSeat = Number(value))),
      h("div", { class: "fault-buttons" }, FAULTS.map(button)),
    ];
  }

  /** Begin the match, then show the page of the first person's seat (or watch). */
  async #start(wish) {
    this.starting = true;
    const refused = await this.command(wish);
    this.starting = !refused;
    if (refused) return;
    const own = wish.seats.indexOf("person");
    const stays = this.control.seat !== null && wish.seats[this.control.seat] === "person";
    const address = own < 0 || stays ? location.pathname + location.search : `/table?seat=${own}`;
    location.assign(own < 0 ? "/table" : address);
  }
}

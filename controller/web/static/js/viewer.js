/**
 * A deal step by step: the table, what happened, and the controls. Knows nothing of where the steps come from.
 */

import { Board } from "./board.js";
import { h, show } from "./dom.js";
import { nameSeats } from "./names.js";
import { choice } from "./prefs.js";
import { showResult } from "./result.js";
import { has, roundName, t, tileName, useFamily } from "./text.js";

const SPEEDS = { 0.5: "½×", 1: "1×", 2: "2×", 4: "4×", 8: "8×" };
const STEP_MS = 1000;
/** Events that are announced, and as what. */
const CALLS = {
  chi: "chi",
  pon: "pon",
  open_kan: "kan",
  concealed_kan: "kan",
  added_kan: "kan",
  riichi: "riichi",
  flower: "flower",
};

/**
 * Events: `deal` (detail: -1 or 1) when the deal before or after is wanted; `over` when autoplay has come to the end.
 */
export class Viewer extends EventTarget {
  #steps = [];
  #notes = [];
  #index = 0;
  #timer = 0;
  #speed = Number(sessionStorage.getItem("viewer.speed") ?? 1);
  #parts;
  #board;

  constructor(element) {
    super();
    this.#parts = {
      board: h("div", { role: "group", "aria-label": t("board.label") }),
      result: h("section", { class: "result", "aria-live": "polite", hidden: true }),
      event: h("p", { class: "step-text", role: "status", "aria-live": "polite", text: "…" }),
      notes: h("ul", { class: "step-notes" }),
      torn: h("p", { class: "small", text: t("viewer.not_whole"), hidden: true }),
      slider: h("input", { type: "range", min: 0, value: 0, class: "step-slider", "aria-label": t("viewer.jump"), on: { input: (event) => this.go(Number(event.target.value)) } }),
      count: h("span", { class: "step-count number" }),
      play: h("button", { type: "button", class: "primary", on: { click: () => this.play(!this.playing) } }),
    };
    const parts = this.#parts;
    this.#board = new Board(parts.board);
    const viewpoint = choice(t("viewer.viewpoint"), [0, 1, 2, 3].map((seat) => [String(seat), String(seat + 1)]), "0", (seat) => this.turn(Number(seat)));
    this.viewpoint = viewpoint.querySelector("select");
    element.replaceChildren(
      h("div", { class: "viewer-stage" }, parts.board, parts.result),
      h(
        "div",
        { class: "viewer-controls" },
        parts.event,
        h("div", { class: "step-line" }, parts.slider, parts.count),
        h(
          "div",
          { class: "step-buttons" },
          this.#button("«", t("viewer.deal_before"), () => this.#ask(-1)),
          this.#button("‹", t("viewer.back"), () => this.step(-1)),
          parts.play,
          this.#button("›", t("viewer.forward"), () => this.step(1)),
          this.#button("»", t("viewer.deal_after"), () => this.#ask(1)),
        ),
        h(
          "div",
          { class: "step-fields" },
          choice(t("table.speed"), Object.entries(SPEEDS), String(this.#speed), (speed) => this.#useSpeed(Number(speed))),
          viewpoint,
        ),
        parts.notes,
        parts.torn,
        h("p", { class: "small", text: t("viewer.keys") }),
      ),
    );
    this.#showPlay();
    addEventListener("keydown", (event) => this.#key(event));
  }

  /** Whether the steps go on by themselves. */
  get playing() {
    return this.#timer !== 0;
  }

  /** Show a deal from its first step, or (`last`) its last. */
  load(replay, { last = false } = {}) {
    for (const step of replay.steps) nameSeats(step.view);
    this.#steps = replay.steps;
    this.#notes = replay.notes;
    this.#parts.torn.hidden = replay.whole;
    this.#parts.slider.max = String(replay.steps.length - 1);
    const names = replay.steps[0].view.seats.map((seat) => seat.name);
    [...this.viewpoint.options].forEach((option, index) => (option.textContent = names[index]));
    useFamily(replay.steps[0].view.family);
    this.go(last ? replay.steps.length - 1 : 0);
  }

  /** Show a step. */
  go(index) {
    this.#index = Math.max(0, Math.min(this.#steps.length - 1, index));
    this.#draw();
  }

  /** Some steps forward, or back. */
  step(by) {
    this.go(this.#index + by);
  }

  /** Who sits at the bottom. */
  turn(seat) {
    this.#board.viewpoint = seat;
    this.#draw();
  }

  /** Go on by itself, or stop. */
  play(on) {
    clearInterval(this.#timer);
    this.#timer = 0;
    if (on) {
      if (this.#index === this.#steps.length - 1) this.go(0);
      this.#timer = setInterval(() => this.#tick(), STEP_MS / this.#speed);
    }
    this.#showPlay();
  }

  #tick() {
    if (!this.#steps.length) return undefined; // still being loaded
    if (this.#index < this.#steps.length - 1) return this.step(1);
    this.play(false);
    return this.dispatchEvent(new Event("over"));
  }

  #useSpeed(speed) {
    this.#speed = speed;
    sessionStorage.setItem("viewer.speed", String(speed));
    if (this.playing) this.play(true);
  }

  #draw() {
    const step = this.#steps[this.#index];
    if (!step) return;
    const { view } = step;
    const { result, event, notes, slider, count } = this.#parts;
    this.#board.update(view, step.hands);
    this.#announce(step);
    showResult(result, view, { viewpoint: this.#board.viewpoint });
    event.textContent = `${roundName(view.round)} · ${stepText(step)}`;
    slider.value = String(this.#index);
    slider.setAttribute("aria-valuetext", event.textContent);
    count.textContent = `${this.#index + 1}/${this.#steps.length}`;
    const passed = this.#notes.filter((note) => note.at <= step.at);
    show(notes, passed, (list) => list.map((note) => h("li", { text: noteText(note, view) })));
  }

  /** A call stands at its seat as long as its step is shown. */
  #announce({ event, seat, view }) {
    const call = CALLS[event];
    for (const each of view.seats) {
      const shown = call && each.seat === seat ? [h("span", { class: `call call-${call}`, text: t(`call.${call}`) })] : [];
      this.#board.areaOf(each.seat).replaceChildren(...shown);
    }
  }

  #ask(by) {
    this.dispatchEvent(new CustomEvent("deal", { detail: by }));
  }

  #showPlay() {
    const text = this.playing ? t("table.pause") : t("viewer.play");
    this.#parts.play.replaceChildren(h("span", { "aria-hidden": "true", text: this.playing ? "❚❚" : "▶" }), text);
  }

  #button(sign, name, onClick) {
    return h("button", { type: "button", text: sign, title: name, "aria-label": name, on: { click: onClick } });
  }

  #key(event) {
    if (event.target.closest("select, input:not([type=range]), textarea, button, a, summary") && event.key === " ") return;
    if (event.target.closest("select, input, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      ArrowDown: () => this.#ask(1),
      ArrowUp: () => this.#ask(-1),
      Home: () => this.go(0),
      End: () => this.go(this.#steps.length - 1),
      " ": () => this.play(!this.playing),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}

/** What happened in a step, as a sentence. */
function stepText(step) {
  const name = step.seat === null ? "" : step.view.seats[step.seat].name;
  const tile = step.tile ? tileName(step.tile) : t("viewer.a_tile");
  switch (step.event) {
    case "deal":
      return t("viewer.dealt");
    case "draw":
      return t("viewer.draws", { name, tile });
    case "discard":
      return t("viewer.discards", { name, tile });
    case "indicator":
      return t("viewer.indicator", { tile });
    case "drawn_deal":
      return t(`draw.${step.view.result?.reason ?? "exhaustive"}`);
    case "win":
      return winText(step.view);
    default:
      return `${name}: ${t(`call.${CALLS[step.event]}`)}`;
  }
}

function winText(view) {
  const wins = view.result?.wins ?? [];
  return wins.map((win) => `${view.seats[win.seat].name}: ${t(win.source === null ? "call.tsumo" : "call.ron")}`).join(", ");
}

/** Something that happened besides the events. */
function noteText(note, view) {
  const names = note.seats.map((seat) => view.seats[seat].name).join(t("list.separator"));
  const key = `incident.${note.name}.what`;
  switch (note.kind) {
    case "incident_opened":
      return has(key) ? t(key, { seats: names }) : note.name;
    case "ruling_applied":
      return t("viewer.ruling", { what: has(`ruling.${note.name}`) ? t(`ruling.${note.name}`) : note.name });
    case "events_withdrawn":
    case "result_withdrawn":
      return t("viewer.withdrawn");
    case "deal_abandoned":
      return t("viewer.dealt_anew");
    default:
      return t("viewer.points", { cause: note.name });
  }
}

/**
 * Training: what is recommended and why, and how dangerous the own tiles are. The table sends both with the view of
 * the seat while it is in training mode; what of it is shown is chosen here and kept in this browser.
 */

import { h, show } from "./dom.js";
import { tick } from "./prefs.js";
import { points, t, tileName } from "./text.js";
import { tiles } from "./tiles.js";

const LEVELS = ["safe", "low", "medium", "high"];
/** The button of the table for a recommended action; a discard has none. */
const BUTTONS = { riichi: "RIICHI", win: "WIN", nine_terminals: "MENU", chi: "CHI", pon: "PON", kan: "KAN", pass: "PASS" };

/** Draws the hint into an element; `switchOn(on)` asks the table for training mode and resolves when it answered. */
export class Training {
  #asking = false;

  constructor(element, { switchOn, onChange }) {
    this.element = element;
    this.switchOn = switchOn;
    this.onChange = onChange;
    this.hints = localStorage.getItem("hints") === "on";
    this.dangers = localStorage.getItem("dangers") === "on";
    this.waits = localStorage.getItem("waits") === "on";
  }

  /** The switches, for the page's menu. */
  fields() {
    return h(
      "fieldset",
      { class: "training-fields" },
      h("legend", { text: t("training.title") }),
      tick(t("training.hints"), this.hints, (on) => this.#choose("hints", on)),
      tick(t("training.dangers"), this.dangers, (on) => this.#choose("dangers", on)),
      tick(t("training.waits"), this.waits, (on) => this.#choose("waits", on)),
    );
  }

  /** Ask for training mode if the person wants it and the table (another page, a restart) has it off. */
  async follow(seat) {
    if (seat.training || this.#asking || !this.wanted) return;
    await this.#ask(true);
  }

  /** Draw the hint of a seat view. */
  update(view, seat) {
    const { hint, dangers, waits, furiten } = this.#chosen(seat);
    const wanted = Boolean(seat.training) && this.wanted;
    this.element.hidden = !wanted;
    const names = view.seats.map((entry) => entry.name);
    const asked = Boolean(seat.training?.hint);
    const model = { hint, dangers, waits, furiten, wanted, showsDangers: this.dangers, asked, names };
    show(this.element, model, () => [
      ...waitContent(waits, furiten),
      ...hintContent(hint, seat, names),
      ...this.#legend(model),
    ]);
  }

  /** Whether any help is wanted. */
  get wanted() {
    return this.hints || this.dangers || this.waits;
  }

  /** Ids of the own tiles the hint is about. */
  advised(seat) {
    return new Set(this.#chosen(seat).hint?.tiles ?? []);
  }

  /** The button the hint is about, or null. */
  button(seat) {
    return BUTTONS[this.#chosen(seat).hint?.action] ?? null;
  }

  /** By id of an own tile: its worst `level` and a `text` that says against whom and why. */
  marks(view, seat) {
    const marks = new Map();
    for (const danger of this.#chosen(seat).dangers) {
      for (const id of danger.tiles) {
        const mark = marks.get(id) ?? { level: danger.level, texts: [] };
        if (LEVELS.indexOf(danger.level) > LEVELS.indexOf(mark.level)) mark.level = danger.level;
        mark.texts.push(dangerText(danger, view.seats[danger.seat].name));
        marks.set(id, mark);
      }
    }
    return marks;
  }

  #chosen(seat) {
    const given = seat.training;
    return {
      hint: this.hints ? (given?.hint ?? null) : null,
      dangers: this.dangers ? (given?.dangers ?? []) : [],
      waits: this.waits ? (given?.waits ?? []) : [],
      furiten: this.waits ? (given?.furiten ?? null) : null,
    };
  }

  #choose(what, on) {
    this[what] = on;
    localStorage.setItem(what, on ? "on" : "off");
    this.#ask(this.wanted);
    this.onChange();
  }

  async #ask(on) {
    this.#asking = true;
    await this.switchOn(on);
    this.#asking = false;
  }

  #legend({ dangers, showsDangers, asked }) {
    if (!showsDangers || !asked) return [];
    if (!dangers.length) return [h("p", { class: "small", text: t("training.nobody_ready") })];
    const entry = (level) => h("li", { data: { danger: level }, text: t(`danger.${level}`) });
    return [h("ul", { class: "danger-legend" }, LEVELS.map(entry))];
  }
}

function waitContent(waits, furiten) {
  if (!waits.length) return [];
  const wait = ({ tile: name, left }) =>
    h("span", { class: "wait" }, tiles([name]), h("span", { class: "number", text: `×${left}`, title: t("training.left", { n: left }) }));
  return [
    h("div", { class: "waits" }, h("span", { class: "small", text: t("training.waiting") }), waits.map(wait)),
    furiten ? h("p", { class: "furiten", text: t(`furiten.${furiten}`) }) : null,
  ].filter(Boolean);
}

function hintContent(hint, seat, names) {
  if (!hint) return [];
  const held = hint.tiles.map((id) => seat.hand.find((own) => own.id === id)?.tile).filter(Boolean);
  const one = ["discard", "riichi"].includes(hint.action);
  const shown = one ? held.slice(0, 1) : held;
  return [
    h("h2", { class: "hint-action" }, h("span", { text: t(`hint.${hint.action}`) }), tiles(shown)),
    h("ul", { class: "hint-reasons" }, hint.reasons.map((reason) => h("li", {}, reasonContent(reason, names)))),
  ];
}

function reasonContent({ code, values }, names) {
  const filled = { ...values };
  if ("seat" in values) filled.seat = names[values.seat];
  if ("marks" in values) filled.marks = listed(values.marks.map((mark) => t(`mark.${mark}`)));
  if ("points" in values) filled.points = points(values.points);
  if ("unit" in values) filled.value = t(`value.${values.unit}`, { n: values.value });
  if ("plan" in values) filled.plan = planName(values.plan);
  const sentence = h("span", { text: t(`reason.${code}`, filled) });
  return "kinds" in values ? [sentence, h("span", { class: "kinds" }, tiles(values.kinds))] : [sentence];
}

function planName(plan) {
  const [name, suit] = plan.split(":");
  return t(`plan.${name}`, suit ? { suit: t(`suit.${suit}`) } : {});
}

function dangerText(danger, name) {
  const marks = listed(danger.marks.map((mark) => t(`mark.${mark}`)));
  return t(danger.level === "safe" ? "reason.safe" : "reason.danger", { seat: name, percent: danger.percent, marks });
}

function listed(words) {
  return words.join(t("list.separator"));
}

/** What a tile of the rack is called for people who hear the page, with its help. */
export function helpedName(name, { advised, mark }) {
  const parts = [tileName(name)];
  if (advised) parts.push(t("training.recommended"));
  if (mark) parts.push(t(`danger.${mark.level}`));
  return listed(parts);
}

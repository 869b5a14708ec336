/**
 * A new match at the simulated table: rules, a few house rules, who plays each seat, how wrong the antennas are.
 */

import { h } from "./dom.js";
import { choice, tick } from "./prefs.js";
import { has, t } from "./text.js";

const SEATS = ["person", "novice", "intermediate", "advanced"];
const NOISES = ["none", "typical", "harsh"];
/** Fields of a rule set that people change from evening to evening, by family. */
const FIELDS = {
  riichi: [
    "match_length",
    "ranked",
    "level",
    "open_tanyao",
    "red_fives",
    "start_points",
    "multiple_ron",
    "nine_terminals_draw",
    "kiriage_mangan",
    "kazoe_yakuman",
    "double_yakuman",
    "agari_yame",
    "bankruptcy_ends",
  ],
  fan: ["match_length", "ranked", "minimum_fan", "flowers", "fan_base", "start_points"],
};
/** How long a match may be, by family. */
export const LENGTHS = { riichi: ["single", "tonpuusen", "hanchan"], fan: ["single", "east", "full"] };
const START_POINTS = { riichi: [1000, 20000, 25000, 30000, 35000], fan: [500, 1000, 2000] };
const RED_FIVES = [0, 3, 4];

/** The form. `start(command)` begins the match and resolves to "" or to what was wrong. */
export class NewMatch {
  #sets = [];
  #rules = null;
  #changes = {};
  #seats = null;
  #noise = null;
  #clocks = false;

  constructor({ start, changed }) {
    this.start = start;
    this.changed = changed;
  }

  /** Load the rule sets there are, once. */
  async load() {
    if (this.#sets.length) return;
    const answer = await fetch("/api/rules");
    if (!answer.ok) return;
    this.#sets = await answer.json();
    this.changed();
  }

  /** The fields as they are chosen now; `view` says what is played at present. */
  content(control, view) {
    this.#rules ??= control.rules.includes(view.rules) ? view.rules : control.rules[0];
    this.#seats ??= [0, 1, 2, 3].map((seat) => (control.seats.includes(seat) ? "person" : "intermediate"));
    const rules = this.#sets.find((entry) => entry.name === this.#rules);
    return [
      choice(t("table.rules"), control.rules.map((name) => [name, rulesName(name)]), this.#rules, (value) => {
        this.#rules = value;
        this.#changes = {};
        this.changed();
      }),
      rules ? h("details", { class: "house-rules", open: Object.keys(this.#changes).length > 0 }, h("summary", { text: t("table.house_rules") }), this.#fields(rules)) : null,
      h("fieldset", { class: "seat-choices" }, h("legend", { text: t("table.seats") }), this.#seatFields()),
      choice(t("table.noise"), NOISES.map((name) => [name, t(`table.noise_${name}`)]), this.#noise ?? control.noise, (value) => (this.#noise = value)),
      tick(t("table.clocks"), this.#clocks, (on) => (this.#clocks = on)),
      h("p", { class: "small", text: t("table.new_match_confirm") }),
      h("button", { type: "button", class: "primary", text: t("table.yes"), on: { click: () => this.#begin() } }),
    ].filter(Boolean);
  }

  #seatFields() {
    return this.#seats.map((chosen, seat) =>
      choice(t("table.seat_n", { n: seat + 1 }), SEATS.map((who) => [who, t(`table.who_${who}`)]), chosen, (value) => (this.#seats[seat] = value)),
    );
  }

  #fields(rules) {
    const values = Object.fromEntries(rules.fields.map((field) => [field.name, field.value]));
    return FIELDS[rules.family].map((name) => {
      const value = name in this.#changes ? this.#changes[name] : values[name];
      const change = (to) => {
        if (to === values[name]) delete this.#changes[name];
        else this.#changes[name] = to;
      };
      if (typeof value === "boolean") return tick(t(`rule.${name}`), value, change);
      const options = this.#options(rules, name, value);
      const index = String(options.findIndex((option) => option === value));
      return choice(t(`rule.${name}`), options.map((option, at) => [String(at), valueName(name, option)]), index, (at) => change(options[Number(at)]));
    });
  }

  #options({ family, fields }, name, value) {
    if (name === "match_length") return LENGTHS[family];
    if (name === "start_points") return withValue(START_POINTS[family], value);
    if (name === "red_fives") return withValue(RED_FIVES, value);
    return fields.find((field) => field.name === name).allowed;
  }

  async #begin() {
    await this.start({
      type: "new_match",
      rules: this.#rules,
      changes: this.#changes,
      clocks: this.#clocks,
      seats: this.#seats,
      ...(this.#noise === null ? {} : { noise: this.#noise }),
    });
  }
}

function withValue(options, value) {
  return options.includes(value) ? options : [...options, value].sort((one, other) => one - other);
}

/** A rule set's name for people. */
export function rulesName(name) {
  return has(`rules.${name}`) ? t(`rules.${name}`) : name;
}

function valueName(field, value) {
  if (value === null) return t("rule.none");
  const key = `rule.${field}.${value}`;
  return has(key) ? t(key) : typeof value === "number" ? value.toLocaleString("en-US") : String(value);
}

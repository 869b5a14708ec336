/**
 * The form that starts a match with who is seated: rules, ranked or not, time limit, first dealer.
 */

import { h } from "./dom.js";
import { personName } from "./names.js";
import { LENGTHS, rulesName } from "./newmatch.js";
import { choice, tick } from "./prefs.js";
import { t } from "./text.js";

const MINUTES = ["", "40", "50", "60", "75", "90", "120"];
const RANKED = {
  rules: {},
  novice: { ranked: true, level: "novice" },
  advanced: { ranked: true, level: "advanced" },
  season: { ranked: true },
  party: { ranked: false, level: "none" },
};

/** Remembers what is chosen while the page is drawn anew. `start(match)` begins it and resolves to whether it went well. */
export class MatchForm {
  #rules = null;
  #length = "";
  #ranked = "rules";
  #minutes = "";
  #finish = true;
  #dealer = "";

  constructor(start) {
    this.start = start;
  }

  /** The form, for the table as it is. */
  content(table) {
    this.#rules ??= table.presets.some((preset) => preset.name === table.rules) ? table.rules : table.presets[0].name;
    const preset = table.presets.find((entry) => entry.name === this.#rules) ?? table.presets[0];
    const redraw = () => this.form.replaceWith(this.content(table));
    const seats = table.next.map((sitter) => [String(sitter.seat), personName(sitter.name, sitter.kind === "bot")]);
    this.form = h(
      "form",
      {
        class: "match-form",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.#submit(table);
          },
        },
      },
      choice(t("table.rules"), table.presets.map(({ name }) => [name, rulesName(name)]), this.#rules, (name) => {
        this.#rules = name;
        this.#length = "";
        this.#ranked = "rules";
        redraw();
      }),
      choice(t("players.length"), ["", ...LENGTHS[preset.family]].map((length) => [length, length ? t(`length.${length}`) : t("players.by_rules")]), this.#length, (length) => (this.#length = length)),
      choice(t("players.counts"), rankedOptions(preset), this.#ranked, (ranked) => (this.#ranked = ranked)),
      choice(t("players.limit"), MINUTES.map((minutes) => [minutes, limitText(minutes, preset)]), this.#minutes, (minutes) => {
        this.#minutes = minutes;
        redraw();
      }),
      this.#minutes ? tick(t("players.finish_deal"), this.#finish, (on) => (this.#finish = on)) : null,
      choice(t("players.first_dealer"), [["", t("players.dice")], ...seats], this.#dealer, (dealer) => (this.#dealer = dealer)),
      h("button", { type: "submit", class: "primary", text: t("players.start") }),
      table.playing ? h("p", { class: "small", text: t("players.playing_now") }) : null,
    );
    return this.form;
  }

  #submit(table) {
    if (table.playing && !confirm(t("players.break_off"))) return;
    this.start({
      rules: this.#rules,
      set: { ...RANKED[this.#ranked], ...(this.#length ? { match_length: this.#length } : {}) },
      minutes: this.#minutes ? Number(this.#minutes) : null,
      time_up: this.#finish ? "finish_deal" : "at_once",
      first_dealer: this.#dealer === "" ? null : Number(this.#dealer),
      instead: table.playing,
    });
  }
}

function rankedOptions(preset) {
  const names = preset.family === "fan" ? ["rules", "season", "party"] : ["rules", "novice", "advanced", "party"];
  return names.map((name) => [name, t(`counts.${name}`)]);
}

function limitText(minutes, preset) {
  if (minutes) return t("players.minutes", { n: minutes });
  return preset.match_minutes === null ? t("players.no_limit") : t("players.minutes", { n: preset.match_minutes });
}

/**
 * Sounds and spoken calls, made by the browser itself: no files. Each kind can be switched off, and the choice is
 * kept in this browser. Nothing is heard before the page was touched once: browsers ask for that.
 */

import { h } from "./dom.js";
import { tick } from "./prefs.js";
import { t } from "./text.js";
import { speak } from "./voice.js";

/** Notes of each sound: frequency in Hz, start and length in seconds, wave. */
const TUNES = {
  call: [[660, 0, 0.09, "triangle"], [880, 0.08, 0.14, "triangle"]],
  riichi: [[440, 0, 0.1, "square"], [660, 0.1, 0.1, "square"], [880, 0.2, 0.26, "square"]],
  win: [[523, 0, 0.16, "triangle"], [659, 0.14, 0.16, "triangle"], [784, 0.28, 0.16, "triangle"], [1047, 0.42, 0.5, "triangle"]],
  time: [[1200, 0, 0.06, "sine"]],
  incident: [[330, 0, 0.22, "sawtooth"], [247, 0.24, 0.34, "sawtooth"]],
  turn: [[784, 0, 0.09, "sine"]],
};
const KINDS = ["calls", "riichi", "win", "time", "incident", "turn"];
const LOUDNESS = { square: 0.05, sawtooth: 0.06, triangle: 0.16, sine: 0.14 };

/** Listens to what happens on a page, and makes it heard. */
export class Sounds {
  #context = null;
  #incidents = null;
  #asked = true;

  /** `page`: its `calls` and `clocks` are listened to. `own`: only the time of this seat is told, null: of all. */
  constructor(page) {
    this.own = null;
    page.calls.addEventListener("call", ({ detail }) => this.#call(detail));
    page.clocks.addEventListener("short", ({ detail }) => this.#time(detail));
    // A page that was touched may be heard.
    for (const type of ["pointerdown", "keydown"]) addEventListener(type, () => this.#wake(), { passive: true });
  }

  /** Hear what a view tells beside calls and clocks. */
  update(view) {
    const open = view.incidents.map((incident) => incident.number);
    if (this.#incidents && open.some((number) => !this.#incidents.includes(number))) this.#play("incident");
    this.#incidents = open;
  }

  /** Tell once that the person is asked for something. */
  ask(asked) {
    if (asked && !this.#asked) this.#play("turn");
    this.#asked = asked;
  }

  /** The switches, for the page's menu. */
  fields() {
    const field = (kind) => tick(t(`sound.${kind}`), isOn(kind), (on) => this.#choose(kind, on));
    return h("fieldset", { class: "sound-fields" }, h("legend", { text: t("sound.title") }), KINDS.map(field), field("voice"));
  }

  #choose(kind, on) {
    localStorage.setItem(`sound.${kind}`, on ? "on" : "off");
    if (!on) return;
    if (kind === "voice") speak(t("call.riichi"), 0);
    else this.#play(kind === "calls" ? "call" : kind);
  }

  #call({ seat, call }) {
    const isWin = ["ron", "tsumo"].includes(call);
    const kind = isWin ? "win" : call === "riichi" ? "riichi" : "calls";
    this.#play(kind === "calls" ? "call" : kind, kind);
    if (isOn("voice")) speak(t(`call.${call}`), seat);
  }

  #time({ seat }) {
    if (this.own === null || seat === null || seat === this.own) this.#play("time");
  }

  #wake() {
    this.#context ??= new AudioContext();
    if (this.#context.state === "suspended") this.#context.resume();
  }

  #play(tune, kind = tune) {
    const context = this.#context;
    if (!context || context.state !== "running" || !isOn(kind === "call" ? "calls" : kind)) return;
    document.body.dataset.heard = tune;
    for (const [frequency, start, length, wave] of TUNES[tune]) note(context, frequency, start, length, wave);
  }
}

/** Whether a kind of sound is on: sounds are at first, speech is not. */
function isOn(kind) {
  return (localStorage.getItem(`sound.${kind}`) ?? (kind === "voice" ? "off" : "on")) === "on";
}

function note(context, frequency, start, length, wave) {
  const begin = context.currentTime + start;
  const [source, gain] = [context.createOscillator(), context.createGain()];
  source.type = wave;
  source.frequency.value = frequency;
  gain.gain.setValueAtTime(0, begin);
  gain.gain.linearRampToValueAtTime(LOUDNESS[wave], begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.001, begin + length);
  source.connect(gain).connect(context.destination);
  source.start(begin);
  source.stop(begin + length + 0.02);
}

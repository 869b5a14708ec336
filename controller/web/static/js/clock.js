/**
 * Clocks that count down between two views by the page's own time.
 */

import { h, show } from "./dom.js";
import { t } from "./text.js";

/**
 * Shows the clocks of the latest view. An `EventTarget` with the event `short` (detail: the clock) for each of the
 * last seconds of a turn or a call.
 */
export class Clocks extends EventTarget {
  #element;
  #view = null;
  #received = 0;
  #warned = "";

  constructor(element) {
    super();
    this.#element = element;
    setInterval(() => this.#draw(), 250);
  }

  update(view) {
    this.#view = view;
    this.#received = performance.now();
    this.#draw();
  }

  #draw() {
    const view = this.#view;
    if (!view) return;
    const elapsed = (performance.now() - this.#received) * view.speed;
    const clocks = view.clocks.map((clock) => {
      const left = clock.running ? Math.max(0, clock.remaining - elapsed) : clock.remaining;
      return { ...clock, seconds: Math.ceil(left / 1000), part: clock.limit ? Math.round((left / clock.limit) * 50) / 50 : 0 };
    });
    this.#warn(clocks);
    const named = clocks.map((clock) => [
      clock.kind,
      view.seats.find((seat) => seat.seat === clock.seat)?.name ?? "",
      clock.seconds,
      clock.part,
      clock.running,
    ]);
    show(this.#element, named, () => named.map((clock) => clockRow(...clock)));
  }

  #warn(clocks) {
    const short = clocks.find((clock) => ["turn", "claim"].includes(clock.kind) && isShort(clock));
    const warned = short ? `${short.kind} ${short.seat} ${short.seconds}` : "";
    if (warned && warned !== this.#warned && short.seconds) this.dispatchEvent(new CustomEvent("short", { detail: short }));
    this.#warned = warned;
  }
}

function isShort({ kind, seconds, part, running }) {
  return running && seconds <= 5 && part <= 0.5 && kind !== "pause";
}

function clockRow(kind, name, seconds, part, running) {
  const short = isShort({ kind, seconds, part, running });
  const time = seconds >= 60 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}` : String(seconds);
  return h(
    "div",
    { class: `clock ${short ? "short" : ""} ${running ? "" : "stopped"}` },
    h("span", { class: "clock-name", text: `${t(`clock.${kind}`)}${name ? ` · ${name}` : ""}` }),
    h("span", { class: "clock-time", text: running ? time : `${time} ‖` }),
    h("span", { class: "clock-bar", style: { "--part": String(part) } }),
  );
}

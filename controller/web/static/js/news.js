/**
 * What has just happened: calls as they are made, and incidents with what to do.
 */

import { h, show } from "./dom.js";
import { incidentWords } from "./incidenttext.js";
import { said, t } from "./text.js";
import { tiles } from "./tiles.js";

const CALL_SECONDS = 2.2;

/**
 * Announces each call once, at its seat and to screen readers. An `EventTarget` with the events `call` (detail:
 * `{seat, call}`) and `over`: the announcement of a call has been shown long enough.
 */
export class Calls extends EventTarget {
  #known = null;
  /** By seat: the call that is being announced. */
  recent = new Map();

  constructor(board, live) {
    super();
    this.board = board;
    this.live = live;
  }

  update(view) {
    const known = new Set();
    for (const call of view.calls) {
      const key = `${call.seat} ${call.call} ${call.number}`;
      known.add(key);
      // Calls that were made before this page was opened are history.
      if (this.#known && !this.#known.has(key)) this.#announce(call, view);
    }
    this.#known = known;
    // A new deal has begun: nothing of the last one stays on the table.
    if (!known.size) {
      this.recent.clear();
      for (const seat of view.seats) this.board?.areaOf(seat.seat).replaceChildren();
    }
  }

  #announce(call, view) {
    const text = t(`call.${call.call}`);
    const name = view.seats.find((seat) => seat.seat === call.seat)?.name ?? "";
    this.live.textContent = `${name}: ${text}`;
    const bubble = h("span", { class: `call call-${call.call}`, text });
    this.board?.areaOf(call.seat).replaceChildren(bubble);
    this.recent.set(call.seat, call.call);
    this.dispatchEvent(new CustomEvent("call", { detail: { seat: call.seat, call: call.call } }));
    setTimeout(() => {
      bubble.remove();
      if (this.recent.get(call.seat) === call.call) this.recent.delete(call.seat);
      this.dispatchEvent(new Event("over"));
    }, CALL_SECONDS * 1000);
  }
}

/** Show the open incidents. */
export function showIncidents(element, view) {
  const names = view.seats.map((seat) => seat.name);
  show(element, [view.incidents, view.paused, view.revealed, view.put_back, names], () => [
    ...(view.paused ? [noticeCard(t("board.paused"))] : []),
    ...(view.revealed ? [noticeCard(t("referee.revealed"))] : []),
    ...(view.put_back === null ? [] : [noticeCard(t("board.put_back", { name: names[view.put_back] }))]),
    ...view.incidents.map((incident) => incidentCard(incident, names)),
  ]);
}

/** What everybody is told though nothing is wrong: that the match is paused, that hidden tiles are looked at, that a draw was overtaken. */
function noticeCard(text) {
  return h(
    "article",
    { class: "incident", role: "status" },
    h("span", { class: "incident-mark", "aria-hidden": "true", text: "!" }),
    h("div", { class: "incident-text" }, h("strong", { text })),
  );
}

function incidentCard(incident, names) {
  const { what, remedy } = incidentWords(incident, names);
  return h(
    "article",
    { class: "incident", role: "alert" },
    h("span", { class: "incident-mark", "aria-hidden": "true", text: "!" }),
    h(
      "div",
      { class: "incident-text" },
      h("strong", { text: what }),
      h("span", { text: remedy }),
      incident.penalty === "refused"
        ? null
        : h("span", { class: "small", text: t("incident.by_rules", { penalty: t(`penalty.${incident.penalty}`) }) }),
      incident.clocks_stopped ? h("span", { class: "small", text: t("incident.clocks_stopped") }) : null,
    ),
    incident.tiles.length ? h("span", { class: "row incident-tiles" }, tiles(incident.tiles)) : null,
  );
}

/** Show what is wrong with the service itself, in its own words (a reader that cannot be reached, a full disk). */
export function showProblems(element, problems) {
  element.hidden = problems.length === 0;
  show(element, problems, () => problems.map((problem) => h("p", { text: said(problem) })));
}

/**
 * The referee page's lists: open incidents, the deal's events with the preview of an undo, and who ruled what.
 */

import { get } from "./ask.js";
import { h, show } from "./dom.js";
import { choiceName, label, rulingName } from "./formparts.js";
import { incidentWords } from "./incidenttext.js";
import { currentLanguage, points, said, t } from "./text.js";
import { tiles } from "./tiles.js";

/** Draw the open incidents with the rulings that make sense. `quick(name, details)` opens a ruling's form. */
export function showOpenIncidents(place, view, names, quick) {
  const key = view.incidents.map((one) => [one.incident, one.rulings]);
  show(place, [key, names], () =>
    view.incidents.length
      ? view.incidents.map((one) => incidentCard(one, names, quick))
      : [h("p", { class: "small calm", text: t("referee.no_incidents") })],
  );
  for (const one of view.incidents) {
    const element = place.querySelector(`[data-incident="${one.incident.number}"] .open-for`);
    if (element) element.textContent = t("referee.open_for", { time: clock(one.open_for), patience: clock(one.patience) });
  }
}

function incidentCard({ incident, rule, rulings }, names, quick) {
  const { what, remedy } = incidentWords(incident, names);
  const preset = { incident: incident.number, seat: incident.seats[0] };
  return h(
    "article",
    { class: "incident desk-incident", data: { incident: incident.number } },
    h("span", { class: "incident-mark", "aria-hidden": "true", text: "!" }),
    h(
      "div",
      { class: "incident-text" },
      h("strong", { text: what }),
      h("span", { text: remedy }),
      rule && !incident.why ? h("span", { class: "small", text: t("referee.rule_broken", { rule }) }) : null,
      incident.penalty === "refused"
        ? null
        : h("span", { class: "small", text: t("incident.by_rules", { penalty: t(`penalty.${incident.penalty}`) }) }),
      h("span", { class: "small open-for" }),
      incident.clocks_stopped ? h("span", { class: "small", text: t("incident.clocks_stopped") }) : null,
      incident.tiles.length ? h("span", { class: "row incident-tiles" }, tiles(incident.tiles)) : null,
      h(
        "div",
        { class: "choices" },
        rulings.map((name, rank) =>
          h("button", { type: "button", class: rank ? "" : "primary", data: { ruling: name }, text: rulingName(name), on: { click: () => quick(name, preset) } }),
        ),
      ),
    ),
  );
}

/** Milliseconds as minutes and seconds. */
function clock(millis) {
  const seconds = Math.floor(millis / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** One event of the deal, in words and tiles. */
function eventLine(event, names) {
  return h(
    "span",
    { class: "event" },
    h("span", { class: "event-seat", text: event.seat === null ? "" : (names[event.seat] ?? "") }),
    h("span", { text: t(`event.${event.name}`) }),
    h("span", { class: "row" }, tiles(event.tiles)),
  );
}

/** The panel for going back: events, newest first; a preview before anything is done. */
export class UndoPanel {
  #place;
  #rule;

  /** `rule(name, details)` carries a ruling out. */
  constructor(place, rule) {
    this.#place = place;
    this.#rule = rule;
    this.list = h("ol", { class: "events" });
    this.preview = h("div", { class: "preview", role: "status" });
    place.replaceChildren(h("p", { class: "small", text: t("referee.undo_help") }), this.preview, this.list);
  }

  update(view, names) {
    this.names = names;
    show(this.list, [view.events, names], () => {
      const lines = [...view.events].reverse().map((event) => this.#line(event, event.number - 1));
      return lines.length ? lines : [h("li", { class: "small", text: t("referee.no_events") })];
    });
  }

  #line(event, to) {
    return h(
      "li",
      {},
      h("span", { class: "number small", text: String(event.number) }),
      eventLine(event, this.names),
      h("button", { type: "button", class: "slim", data: { to }, text: t("referee.before_this"), on: { click: () => this.#show(to) } }),
    );
  }

  async #show(to) {
    try {
      const found = await get(`/api/referee/undo?to=${to}`);
      this.preview.replaceChildren(this.#card(found));
      this.preview.querySelector("button").focus();
    } catch (error) {
      this.preview.replaceChildren(h("p", { class: "fault", role: "alert", text: said(error.message) }));
    }
  }

  #card(found) {
    const done = () => this.preview.replaceChildren();
    return h(
      "article",
      { class: "preview-card" },
      h("strong", { text: t("referee.preview", { n: found.taken_back }) }),
      h("p", { text: t("referee.preview_turn", { seat: this.names[found.turn] ?? found.turn + 1 }) }),
      h("p", { text: t("referee.preview_tiles", { n: found.to_put_back }) }),
      h("dl", { class: "preview-scores" }, found.scores.flatMap((score, seat) => [
        h("dt", { text: this.names[seat] ?? "" }), h("dd", { class: "number", text: points(score) })])),
      found.deposits ? h("p", { class: "small", text: t("referee.preview_deposits", { n: found.deposits }) }) : null,
      found.last.length ? h("p", { class: "small", text: t("referee.preview_last") }) : null,
      found.last.length ? h("ol", { class: "events" }, found.last.map((event) => h("li", {}, eventLine(event, this.names)))) : null,
      h(
        "div",
        { class: "choices" },
        h("button", {
          type: "button",
          class: "primary",
          data: { ruling: "undo" },
          text: t("ruling.undo"),
          on: { click: async () => (await this.#rule("undo", { to: found.to })) && done() },
        }),
        h("button", { type: "button", text: t("referee.leave"), on: { click: done } }),
      ),
    );
  }
}

/** Who ruled what and when, newest first. */
export async function showAudit(place) {
  const lines = await get("/api/referee/audit?limit=200");
  const time = new Intl.DateTimeFormat(currentLanguage(), { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  place.replaceChildren(
    lines.length
      ? h("ol", { class: "audit" }, lines.map((line) =>
          h("li", { class: line.refused ? "refused" : "" },
            h("span", { class: "number small", text: line.when ? time.format(new Date(line.when)) : clock(line.at) }),
            h("strong", { text: line.who }),
            h("span", { text: rulingName(line.what) }),
            h("span", { class: "small", text: detailsText(line.details) }),
            line.refused ? h("span", { class: "small", text: `${t("referee.refused")}: ${said(line.refused)}` }) : null)))
      : h("p", { class: "small", text: t("referee.no_audit") }),
  );
}

function detailsText(details) {
  return Object.entries(details).map(([name, value]) => `${label({ name })}: ${detailText(value)}`).join(t("list.separator"));
}

function detailText(value) {
  if (typeof value === "boolean") return value ? "✓" : "✗";
  return typeof value === "object" ? JSON.stringify(value) : choiceName(String(value));
}

/**
 * The table as the sensors see it, beside the game as the rules see it, zone by zone; differences are marked.
 */

import { h, show } from "./dom.js";
import { has, points, t } from "./text.js";
import { tile, tiles, meld } from "./tiles.js";

const DOUBTFUL = 0.6;

/** Draw all seats and the centre. `codes`: sign-in codes shown at seats now. `quick(name, details)` opens a ruling's form. */
export function showTable(place, view, publicView, codes, quick) {
  const names = publicView?.seats ?? [];
  if (place.children.length !== 5) {
    place.replaceChildren(...[0, 1, 2, 3, 4].map((n) => h("article", { class: "desk-seat", data: { seat: n } })));
  }
  for (const seat of [0, 1, 2, 3]) {
    const zones = view.zones.filter((zone) => zone.seat === seat);
    const game = view.game.find((one) => one.seat === seat) ?? null;
    const person = names[seat] ?? null;
    const facts = [zones, game, person && [person.name, person.wind, person.score, person.absent], view.bots, publicView?.turn, codes[seat] ?? null];
    show(place.children[seat], facts.map(withoutAges), () => [
      seatHead(seat, person, view, publicView, codes[seat], quick),
      ...zones.map((zone) => zoneRow(zone, gameTiles(zone, game), quick)),
    ]);
  }
  const centre = view.zones.filter((zone) => zone.seat === null);
  place.children[4].classList.add("desk-centre");
  show(place.children[4], [centre, view.indicators, view.in_air].map(withoutAges), () => [
    h("header", { class: "desk-seat-head" }, h("strong", { text: t("referee.centre") })),
    ...centre.map((zone) => zoneRow(zone, zone.zone === "dora" ? tiles(view.indicators) : [], quick)),
    view.in_air.length
      ? h("div", { class: "zone-row" }, h("span", { class: "zone-name", text: t("referee.in_air") }),
          h("div", { class: "zone-lines" }, h("div", { class: "zone-tiles" }, view.in_air.map(sensedTile))))
      : null,
  ]);
}

/** How old a scan is changes with every view, and is not worth a new drawing. */
function withoutAges(fact) {
  return JSON.parse(JSON.stringify(fact ?? null, (key, value) => (key === "age" || key === "tags" ? undefined : value)));
}

function seatHead(seat, person, view, publicView, code, quick) {
  const flags = [];
  if (view.absent.includes(seat)) flags.push(t("seat.absent"));
  if (view.bots.includes(seat)) flags.push(t("referee.bot"));
  if (code) flags.push(t("referee.seat_code", { code }));
  if (publicView?.turn === seat) flags.push(t("seat.turn"));
  return h(
    "header",
    { class: "desk-seat-head" },
    h("span", { class: "wind-badge", text: person ? t(`wind.short.${person.wind}`) : String(seat + 1) }),
    h("strong", { class: "name", text: person?.name ?? t("referee.seat", { n: seat + 1 }) }),
    flags.map((flag) => h("span", { class: "flag", text: flag })),
    person ? h("span", { class: "number score", text: points(person.score) }) : null,
    h("button", {
      type: "button",
      class: "slim",
      text: t(view.absent.includes(seat) ? "ruling.present" : "ruling.absent"),
      on: { click: () => quick(view.absent.includes(seat) ? "present" : "absent", { seat }) },
    }),
  );
}

function gameTiles(zone, game) {
  if (!game) return [];
  const kind = zone.zone.split(":")[0];
  if (kind === "hand") return tiles(game.hand);
  if (kind === "river") return tiles(game.river);
  return [...game.melds.map((view) => meld(view)), ...tiles(game.flowers)];
}

function zoneRow(zone, game, quick) {
  const kind = zone.zone.split(":")[0];
  const unread = zone.reading === "unread";
  return h(
    "div",
    { class: `zone-row reading-${zone.reading}`, data: { zone: zone.zone } },
    h(
      "details",
      { class: "zone-name" },
      h("summary", {}, h("span", { class: "reading-mark", "aria-hidden": "true" }), h("span", { text: t(`zone.${kind}`) })),
      h("p", { class: "small", text: t(`reading.${zone.reading}`) }),
      zone.antennas.map(antennaLine),
      zone.antennas.length
        ? h("button", {
            type: "button",
            class: "slim",
            text: t(unread ? "ruling.read_again" : "ruling.unread"),
            on: { click: () => quick(unread ? "read_again" : "unread", { zone: zone.zone }) },
          })
        : null,
    ),
    h(
      "div",
      { class: "zone-lines" },
      h("div", { class: "zone-tiles sensed", "aria-label": t("referee.sensed") }, zone.tiles.map(sensedTile)),
      h(
        "div",
        { class: "zone-tiles game", "aria-label": t("referee.game") },
        game,
        zone.missing.length
          ? h("span", { class: "missing", title: t("referee.missing") },
              h("span", { class: "small", text: t("referee.missing") }), tiles(zone.missing))
          : null,
      ),
    ),
  );
}

function sensedTile(one) {
  const marks = [];
  if (one.wrong) marks.push("wrong");
  if (!one.in_sight) marks.push("unseen-now");
  if (one.confidence < DOUBTFUL) marks.push("doubtful");
  const told = [`${Math.round(one.confidence * 100)} %`];
  if (one.wrong) told.push(t("referee.wrong"));
  if (one.sighted.length) told.push(t("referee.sighted", { zones: one.sighted.map(zoneName).join(", ") }));
  return h("span", { class: `sensed-tile ${marks.join(" ")}`, title: told.join("; ") }, tile(one.tile),
    one.wrong ? h("span", { class: "unseen", text: t("referee.wrong") }) : null);
}

function antennaLine(antenna) {
  const state = !antenna.live ? "offline" : antenna.covered ? "blind" : "read";
  return h("p", { class: `small antenna reading-${state}` },
    h("span", { class: "reading-mark", "aria-hidden": "true" }), `${antenna.name}: ${t(`reading.${state}`)}`);
}

/** `river:2` for people. */
export function zoneName(zone, names = []) {
  const [kind, seat] = zone.split(":");
  const what = has(`zone.${kind}`) ? t(`zone.${kind}`) : kind;
  return seat === undefined ? what : `${names[seat] ?? t("referee.seat", { n: Number(seat) + 1 })}: ${what}`;
}

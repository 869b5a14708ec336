/**
 * The table as the sensors see it, beside the game as the rules see it, zone by zone; differences are marked.
 */

import { h, show } from "./dom.js";
import { has, points, t } from "./text.js";
import { tile, tiles, meld } from "./tiles.js";

const DOUBTFUL = 0.6;

/**
 * Draw all seats and the centre. `codes`: sign-in codes shown at seats now. `quick(name, details)` opens a ruling's form.
 * What stands stays: a view comes several times a second, and nobody could press a button that is made anew each time.
 */
export function showTable(place, view, publicView, codes, quick) {
  const names = publicView?.seats ?? [];
  if (place.children.length !== 5) {
    place.replaceChildren(...[0, 1, 2, 3, 4].map((n) => h("article", { class: "desk-seat", data: { seat: n } })));
  }
  for (const seat of [0, 1, 2, 3]) {
    const zones = view.zones.filter((zone) => zone.seat === seat);
    const game = view.game.find((one) => one.seat === seat) ?? null;
    const person = names[seat] ?? null;
    const [head, rows] = frame(place.children[seat], zones);
    const facts = [person && [person.name, person.wind, person.score], view.absent, view.bots, publicView?.turn, codes[seat] ?? null];
    show(head, facts, () => seatHead(seat, person, view, publicView, codes[seat], quick));
    zones.forEach((zone, n) => showZone(rows[n], zone, gameTiles(zone, game), quick));
  }
  const centre = view.zones.filter((zone) => zone.seat === null);
  place.children[4].classList.add("desk-centre");
  const [head, rows] = frame(place.children[4], [...centre, { zone: "air" }]);
  show(head, t("referee.centre"), (name) => h("strong", { text: name }));
  centre.forEach((zone, n) => showZone(rows[n], zone, zone.zone === "dora" ? view.indicators : [], quick));
  showAir(rows[centre.length], view.in_air);
}

/** The head of an article and a row for each zone, made once. */
function frame(article, zones) {
  show(article, zones.map((zone) => zone.zone), (names) => [
    h("header", { class: "desk-seat-head" }),
    ...names.map((name) =>
      h("div", { class: "zone-row", data: { zone: name } },
        name === "air" ? h("span", { class: "zone-name" }) : h("details", { class: "zone-name" }),
        h("div", { class: "zone-lines" }))),
  ]);
  const [head, ...rows] = article.children;
  return [head, rows];
}

function showAir(row, tilesInAir) {
  row.hidden = !tilesInAir.length;
  show(row.children[0], t("referee.in_air"), (name) => h("span", { text: name }));
  show(row.children[1], withoutAges(tilesInAir), () => h("div", { class: "zone-tiles" }, tilesInAir.map(sensedTile)));
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
  return [
    h("span", { class: "wind-badge", text: person ? t(`wind.short.${person.wind}`) : String(seat + 1) }),
    h("strong", { class: "name", text: person?.name ?? t("referee.seat", { n: seat + 1 }) }),
    ...flags.map((flag) => h("span", { class: "flag", text: flag })),
    person ? h("span", { class: "number score", text: points(person.score) }) : null,
    h("button", {
      type: "button",
      class: "slim",
      text: t(view.absent.includes(seat) ? "ruling.present" : "ruling.absent"),
      on: { click: () => quick(view.absent.includes(seat) ? "present" : "absent", { seat }) },
    }),
  ];
}

/** What the game has in a zone: tiles, and for melds the sets before them. */
function gameTiles(zone, game) {
  if (!game) return [];
  const kind = zone.zone.split(":")[0];
  if (kind === "hand") return game.hand;
  if (kind === "river") return game.river;
  return { melds: game.melds, flowers: game.flowers };
}

function showZone(row, zone, game, quick) {
  const kind = zone.zone.split(":")[0];
  const unread = zone.reading === "unread";
  const [name, lines] = row.children;
  row.className = `zone-row reading-${zone.reading}`;
  show(name, [zone.reading, withoutAges(zone.antennas)], () => [
    h(
      "summary",
      {},
      h("span", { class: "reading-mark", "aria-hidden": "true" }),
      h("span", {}, t(`zone.${kind}`), h("span", { class: "zone-reading small", text: t(`reading.${zone.reading}`) })),
    ),
    ...zone.antennas.map(antennaLine),
    zone.antennas.length
      ? h("button", {
          type: "button",
          class: "slim",
          text: t(unread ? "ruling.read_again" : "ruling.unread"),
          on: { click: () => quick(unread ? "read_again" : "unread", { zone: zone.zone }) },
        })
      : null,
  ]);
  show(lines, [zone.tiles, zone.missing, game].map(withoutAges), () => [
    h("div", { class: "zone-tiles sensed", "aria-label": t("referee.sensed") }, zone.tiles.map(sensedTile)),
    h(
      "div",
      { class: "zone-tiles game", "aria-label": t("referee.game") },
      Array.isArray(game) ? tiles(game) : [...game.melds.map((view) => meld(view)), ...tiles(game.flowers)],
      zone.missing.length
        ? h("span", { class: "missing", title: t("referee.missing") },
            h("span", { class: "small", text: t("referee.missing") }), tiles(zone.missing))
        : null,
    ),
  ]);
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

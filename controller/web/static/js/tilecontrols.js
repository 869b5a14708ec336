/**
 * Controls for tiles in a ruling's form: one tile by its picture, a row of tiles, sets laid open.
 */

import { h } from "./dom.js";
import { grouped, labelled } from "./formparts.js";
import { t, tileName } from "./text.js";
import { sortKey, tile } from "./tiles.js";

const SUITS = { m: "1234506789", p: "1234506789", s: "1234506789", z: "1234567" };
const FLOWERS = ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"];
const MELDS = ["chi", "pon", "daiminkan", "ankan", "kakan"];
const MOST_MELDS = 4;

let groups = 0;

function faces(around) {
  const names = Object.entries(SUITS).flatMap(([suit, ranks]) => [...ranks].map((rank) => rank + suit));
  return around.family === "fan" ? [...names, ...FLOWERS] : names;
}

/** Tiles written as mpsz (`123m05p`), each by its name; what is no tile is left out. */
export function splitTiles(text) {
  return [...text.matchAll(/(\d+)([mpszf])/g)].flatMap(([, ranks, suit]) => [...ranks].map((rank) => rank + suit));
}

/** Tiles in mpsz, suit by suit. */
export function joinTiles(names) {
  const sorted = [...names].sort((one, other) => sortKey(one) - sortKey(other));
  return sorted.map((name, index) => (sorted[index + 1]?.[1] === name[1] ? name[0] : name)).join("");
}

/** One tile, chosen by its picture. */
export function tileControl(field, around, preset) {
  groups += 1;
  const group = `tile-${groups}`;
  const radios = faces(around).map((name) => {
    const radio = h("input", { type: "radio", class: "unseen", name: group, value: name, required: field.required, checked: name === preset });
    return { radio, element: h("label", { class: "pick", title: tileName(name) }, radio, tile(name)) };
  });
  return {
    element: grouped(field, h("div", { class: "picks" }, radios.map((one) => one.element))),
    value: () => radios.find((one) => one.radio.checked)?.radio.value ?? null,
  };
}

/** Several tiles: written in mpsz, or picked from pictures; a tile of the row is taken out again by pressing it. */
export function tilesControl(field, around, preset) {
  const row = tileRow(around, preset);
  return { element: grouped(field, row.element), value: row.value };
}

function tileRow(around, preset = "", name = t("field.tiles")) {
  const input = h("input", { type: "text", maxlength: 60, value: preset, "aria-label": name, placeholder: "123m055p77z", on: { input: () => draw() } });
  const row = h("div", { class: "picks picked" });
  const put = (names) => {
    input.value = joinTiles(names);
    draw();
  };
  const draw = () => {
    const names = splitTiles(input.value);
    row.replaceChildren(...names.map((one, index) => button(one, t("referee.take_out", { tile: tileName(one) }), () => put(names.toSpliced(index, 1)))));
  };
  const palette = h("details", { class: "palette" }, h("summary", { class: "small", text: t("referee.pick_tiles") }),
    h("div", { class: "picks" }, faces(around).map((one) => button(one, tileName(one), () => put([...splitTiles(input.value), one])))));
  draw();
  return { element: h("div", { class: "tile-row" }, input, row, palette), value: () => input.value.trim() };
}

function button(name, text, act) {
  return h("button", { type: "button", class: "pick", "aria-label": text, title: text, on: { click: act } }, tile(name, "", { named: false }));
}

/** Sets laid open, each a kind and its tiles: `chi:123m pon:555z`. */
export function meldsControl(field, around) {
  const sets = [];
  const list = h("div", { class: "melds-given" });
  const add = h("button", { type: "button", class: "slim", text: t("referee.add_meld"), on: { click: () => addSet() } });
  const addSet = () => {
    const kind = h("select", {}, MELDS.map((name) => h("option", { value: name, text: t(`event.${name}`) })));
    const row = tileRow(around);
    sets.push({ kind, row });
    list.append(h("div", { class: "group" }, labelled({ name: "kind" }, kind), row.element));
    add.disabled = sets.length === MOST_MELDS;
  };
  return {
    element: grouped(field, list, add),
    value: () => sets.filter(({ row }) => row.value()).map(({ kind, row }) => `${kind.value}:${row.value()}`).join(" "),
  };
}

/**
 * The control of each type of field a ruling may have.
 *
 * `around` tells what may be chosen: `{names, zones, incidents, events, family}`.
 */

import { h } from "./dom.js";
import { choiceName, grouped, label, labelled, selectControl, ticksControl } from "./formparts.js";
import { incidentWords } from "./incidenttext.js";
import { zoneName } from "./refereetable.js";
import { points, t } from "./text.js";
import { meldsControl, tileControl, tilesControl } from "./tilecontrols.js";

/** A control for a field: its name, its element, and its value (null: left out). */
export function control(field, around, preset) {
  const make = CONTROLS[field.type] ?? textControl;
  return { name: field.name, ...make(field, around, preset) };
}

/** Show a control, or hide it so that a browser does not insist on what is required in it. */
export function ask(element, wanted) {
  element.hidden = !wanted;
  element.toggleAttribute("disabled", !wanted);
}

/** Whether the rules being played know a field at all. */
export function isKnown(field, around) {
  return around.family === "riichi" || !field.riichi_only;
}

function textControl(field, _around, preset) {
  const input = h("input", { type: "text", maxlength: 200, required: field.required, value: preset ?? "" });
  return { element: labelled(field, input), value: () => input.value.trim() };
}

function numberControl(field, _around, preset) {
  const bounds = field.least === field.most ? {} : { min: field.least, max: field.most };
  const input = h("input", { type: "number", ...bounds, required: field.required, value: preset ?? "" });
  return { element: labelled(field, input), value: () => (input.value === "" ? null : Number(input.value)) };
}

function seatPairs(around) {
  return [0, 1, 2, 3].map((seat) => [seat, around.names[seat] ?? t("referee.seat", { n: seat + 1 })]);
}

function orderControl(field, around) {
  const selects = seatPairs(around).map(([seat]) => ({
    select: h("select", {}, [["", "–"], ...seatPairs(around)].map(([value, name]) =>
      h("option", { value, text: name, selected: false }))),
    seat,
  }));
  const values = () => selects.map((one) => one.select.value);
  return {
    element: grouped(field, selects.map((one) =>
      h("label", { class: "field" }, h("span", { text: t("referee.seat", { n: one.seat + 1 }) }), one.select))),
    value: () => (values().every((value) => value === "") ? null : values().map(Number)),
  };
}

function pointsControl(field, around, preset = [0, 0, 0, 0]) {
  const told = h("p", { class: "small", role: "status" });
  const tell = () => {
    const sum = inputs.reduce((total, { input }) => total + Number(input.value || 0), 0);
    told.textContent = sum ? t("referee.sum_changes", { n: points(sum, true) }) : "";
  };
  const inputs = seatPairs(around).map(([seat, text]) => {
    const input = h("input", { type: "number", step: 100, value: preset[seat], on: { input: () => tell() } });
    return { input, element: h("label", { class: "field" }, h("span", { text }), input) };
  });
  return {
    element: grouped(field, [...inputs.map((one) => one.element), told]),
    value: () => inputs.map((one) => Number(one.input.value || 0)),
  };
}

function flagControl(field, _around, preset) {
  const box = h("input", { type: "checkbox", checked: Boolean(preset) });
  return { element: h("label", { class: "field tick" }, box, h("span", { text: label(field) })), value: () => box.checked };
}

/** Chance is the page's own: nobody types a seed. Where it is not required, a box says whether lots are drawn. */
function seedControl(field) {
  const seed = () => Math.floor((crypto.getRandomValues(new Uint32Array(1))[0] / 2 ** 32) * (field.most + 1));
  if (field.required) return { element: h("input", { type: "hidden" }), value: seed };
  const drawn = flagControl(field);
  return { element: drawn.element, value: () => (drawn.value() ? seed() : null) };
}

function zoneControl(field, around, preset) {
  const zones = around.zones.map((zone) => [zone, zoneName(zone, around.names)]);
  return selectControl(field, [...zones, ["elsewhere", t("zone.elsewhere")]], preset);
}

/** The choices that the rules being played know. */
function choicePairs(field, around) {
  const choices = field.choices.filter((choice) => around.family === "riichi" || !field.riichi_choices.includes(choice));
  return choices.map((choice) => [choice, choiceName(choice)]);
}

function incidentControl(field, around, preset) {
  const pairs = around.incidents.map(({ incident }) => [incident.number, `${incident.number}: ${incidentWords(incident, around.names).what}`]);
  return selectControl(field, pairs, preset, Number);
}

function eventControl(field, around, preset) {
  return numberControl({ ...field, least: 0, most: around.events.length }, around, preset);
}

const CONTROLS = {
  seat: (field, around, preset) => selectControl(field, seatPairs(around), preset, Number),
  seats: (field, around, preset) => ticksControl(field, seatPairs(around), preset),
  seat_order: orderControl,
  tile: tileControl,
  face: tileControl,
  tiles: tilesControl,
  melds: meldsControl,
  zone: zoneControl,
  text: textControl,
  number: numberControl,
  seed: seedControl,
  points: pointsControl,
  choice: (field, around, preset) => selectControl(field, choicePairs(field, around), preset),
  choices: (field, around, preset) => ticksControl(field, choicePairs(field, around), preset),
  flag: flagControl,
  incident: incidentControl,
  event: eventControl,
};

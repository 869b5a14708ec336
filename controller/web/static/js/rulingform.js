/**
 * A ruling as a form, made from the table's own catalogue: one control for each type of field.
 */

import { h } from "./dom.js";
import { zoneName } from "./refereetable.js";
import { has, points, t, tileName } from "./text.js";
import { tile } from "./tiles.js";

const SUITS = { m: "1234506789", p: "1234506789", s: "1234506789", z: "1234567" };
const FLOWERS = ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"];

/** What a ruling is called. */
export function rulingName(name) {
  return has(`ruling.${name}`) ? t(`ruling.${name}`) : name;
}

/**
 * The form of a ruling. `around` tells what may be chosen: `{names, zones, incidents, events, family}`; `preset` has
 * values to begin with. `submit(details)` is called with what was filled in.
 */
export function rulingForm(form, winFields, around, preset, submit) {
  const controls = form.fields.map((field) => control(field, winFields, around, preset[field.name]));
  const made = h(
    "form",
    { class: "ruling-form", data: { ruling: form.name } },
    h("h3", { text: rulingName(form.name) }),
    h("p", { class: "small", text: has(`ruling.${form.name}.help`) ? t(`ruling.${form.name}.help`) : form.help }),
    controls.map((one) => one.element),
    h("button", { type: "submit", class: "primary", text: t("referee.rule") }),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(collect(controls));
  });
  return made;
}

function collect(controls) {
  const details = {};
  for (const one of controls) {
    const value = one.value();
    if (value !== null && value !== undefined && value !== "") details[one.name] = value;
  }
  return details;
}

/** The name of a ruling's field. */
export function label(field) {
  return has(`field.${field.name}`) ? t(`field.${field.name}`) : field.name.replaceAll("_", " ");
}

/** A labelled control: its element, and its value (null: left out). */
function control(field, winFields, around, preset) {
  const make = CONTROLS[field.type] ?? textControl;
  const made = make(field, around, preset, winFields);
  return { name: field.name, ...made };
}

function labelled(field, element) {
  return h("label", { class: "field", title: field.help }, h("span", { text: label(field) }), element);
}

function grouped(field, ...content) {
  return h("fieldset", { class: "group", title: field.help }, h("legend", { text: label(field) }), ...content);
}

function selectControl(field, pairs, preset, read = (value) => value) {
  const blank = field.required && preset !== undefined ? [] : [["", "–"]];
  const select = h(
    "select",
    { required: field.required },
    [...blank, ...pairs].map(([value, text]) => h("option", { value, text, selected: String(value) === String(preset ?? "") })),
  );
  return { element: labelled(field, select), value: () => (select.value === "" ? null : read(select.value)) };
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

function seatsControl(field, around, preset = []) {
  const boxes = seatPairs(around).map(([seat, text]) => {
    const box = h("input", { type: "checkbox", value: seat, checked: preset.includes(seat) });
    return { box, element: h("label", { class: "field tick" }, box, h("span", { text })) };
  });
  const chosen = () => boxes.filter((one) => one.box.checked).map((one) => Number(one.box.value));
  return {
    element: grouped(field, boxes.map((one) => one.element)),
    value: () => (chosen().length ? chosen() : null),
  };
}

function orderControl(field, around) {
  const selects = seatPairs(around).map(([seat, text]) => ({
    text,
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
  return { element: h("label", { class: "field tick", title: field.help }, box, h("span", { text: label(field) })), value: () => box.checked };
}

function tileControl(field, around, preset) {
  const names = Object.entries(SUITS).flatMap(([suit, ranks]) => [...ranks].map((rank) => rank + suit));
  if (around.family === "fan") names.push(...FLOWERS);
  const group = `tile-${Math.random()}`;
  const radios = names.map((name) => {
    const radio = h("input", { type: "radio", class: "unseen", name: group, value: name, required: field.required, checked: name === preset });
    return { radio, element: h("label", { class: "pick", title: tileName(name) }, radio, tile(name)) };
  });
  return {
    element: grouped(field, h("div", { class: "picks" }, radios.map((one) => one.element))),
    value: () => radios.find((one) => one.radio.checked)?.radio.value ?? null,
  };
}

function zoneControl(field, around, preset) {
  const zones = around.zones.map((zone) => [zone, zoneName(zone, around.names)]);
  return selectControl(field, [...zones, ["elsewhere", t("zone.elsewhere")]], preset);
}

/** What a choice is called; anything else is called what it is. */
export function choiceName(choice) {
  const key = [`choice.${choice}`, `penalty.${choice}`, `draw.${choice}`, `button.${choice}`].find(has);
  return key ? t(key) : choice;
}

function choiceControl(field, _around, preset) {
  const pairs = field.choices.map((choice) => [choice, choiceName(choice)]);
  return selectControl(field, pairs, preset);
}

function incidentControl(field, around, preset) {
  const pairs = around.incidents.map(({ incident }) => [incident.number, `${incident.number}: ${incident.sentence}`]);
  return selectControl(field, pairs, preset, Number);
}

function eventControl(field, around, preset) {
  return numberControl({ ...field, least: 0, most: around.events.length }, around, preset);
}

function winsControl(field, around, _preset, winFields) {
  const winners = [];
  const list = h("div", { class: "winners" });
  const add = h("button", { type: "button", class: "slim", text: t("referee.add_winner"), on: { click: () => addWinner() } });
  function addWinner() {
    if (winners.length === 3) return;
    const controls = winFields.map((one) => control({ ...one, required: false }, winFields, around, undefined));
    winners.push(controls);
    list.append(h("fieldset", { class: "group" }, h("legend", { text: `${label(field)} ${winners.length}` }), controls.map((one) => one.element)));
    add.disabled = winners.length === 3;
  }
  return {
    element: grouped(field, list, add),
    value: () => {
      const filled = winners.map(collect).filter((win) => Object.keys(win).length);
      return filled.length ? filled : null;
    },
  };
}

const CONTROLS = {
  seat: (field, around, preset) => selectControl(field, seatPairs(around), preset, Number),
  seats: seatsControl,
  seat_order: orderControl,
  tile: tileControl,
  zone: zoneControl,
  text: textControl,
  number: numberControl,
  points: pointsControl,
  choice: choiceControl,
  flag: flagControl,
  incident: incidentControl,
  event: eventControl,
  wins: winsControl,
};

/**
 * What every control of a ruling's form is made of: labels, groups, lists to choose from.
 *
 * A control is `{element, value()}`; a value of null, undefined or "" is left out of the ruling.
 */

import { h } from "./dom.js";
import { has, t } from "./text.js";

/** What a ruling is called. */
export function rulingName(name) {
  return has(`ruling.${name}`) ? t(`ruling.${name}`) : name;
}

/** The name of a ruling's field. */
export function label(field) {
  return has(`field.${field.name}`) ? t(`field.${field.name}`) : field.name.replaceAll("_", " ");
}

/** What a choice is called; anything else is called what it is. */
export function choiceName(choice) {
  const key = [`choice.${choice}`, `penalty.${choice}`, `draw.${choice}`, `button.${choice}`, `yaku.${choice}`].find(has);
  return key ? t(key) : choice;
}

function hint(field) {
  return has(`about.${field.name}`) ? h("span", { class: "small hint", text: t(`about.${field.name}`) }) : null;
}

/** A control with its name before it. */
export function labelled(field, element) {
  return h("label", { class: "field" }, h("span", {}, label(field), hint(field)), element);
}

/** Several controls that say one thing together. */
export function grouped(field, ...content) {
  return h("fieldset", { class: "group" }, h("legend", { text: label(field) }), hint(field), ...content);
}

/** A list of `[value, text]` pairs to choose from; what is left open has a name where that means something. */
export function selectControl(field, pairs, preset, read = (value) => value) {
  const open = has(`blank.${field.name}`) ? t(`blank.${field.name}`) : "–";
  const blank = field.required && preset !== undefined ? [] : [["", open]];
  const select = h(
    "select",
    { required: field.required },
    [...blank, ...pairs].map(([value, text]) => h("option", { value, text, selected: String(value) === String(preset ?? "") })),
  );
  return { element: labelled(field, select), value: () => (select.value === "" ? null : read(select.value)) };
}

/** Boxes to tick, of `[value, text]` pairs: the list of those ticked, or null. */
export function ticksControl(field, pairs, preset = []) {
  const boxes = pairs.map(([value, text]) => {
    const box = h("input", { type: "checkbox", checked: preset.includes(value) });
    return { box, value, element: h("label", { class: "field tick" }, box, h("span", { text })) };
  });
  const chosen = () => boxes.filter((one) => one.box.checked).map((one) => one.value);
  return {
    element: grouped(field, h("div", { class: "ticks" }, boxes.map((one) => one.element))),
    value: () => (chosen().length ? chosen() : null),
  };
}

/** What was filled into controls, by field. */
export function collect(controls) {
  const details = {};
  for (const one of controls) {
    const value = one.value();
    if (value !== null && value !== undefined && value !== "") details[one.name] = value;
  }
  return details;
}

/**
 * A ruling as a form, made from the table's own catalogue: one control for each field, shown where it is needed.
 */

import { h } from "./dom.js";
import { collect, rulingName } from "./formparts.js";
import { ask, control, isKnown } from "./rulingcontrols.js";
import { has, t } from "./text.js";
import { winsControl } from "./winnerform.js";

/**
 * The form of a ruling. `around` tells what may be chosen: `{names, zones, incidents, events, family}`; `preset` has
 * values to begin with. `submit(details)` is called with what was filled in.
 */
export function rulingForm(form, winFields, around, preset, submit) {
  const fields = form.fields.filter((field) => isKnown(field, around));
  const controls = fields.map((field) => ({
    with: field.asked_with,
    ...(field.type === "wins" ? winsControl(field, winFields, around) : control(field, around, preset[field.name])),
  }));
  const depends = controls.some((one) => one.with.length);
  const asked = () => controls.filter((one, index) => !depends || !index || isAsked(one, controls[0].value()));
  const draw = () => {
    const now = asked();
    for (const one of controls) ask(one.element, now.includes(one));
  };
  draw();
  const made = h(
    "form",
    { class: "ruling-form", data: { ruling: form.name }, on: { change: draw } },
    h("h3", { text: rulingName(form.name) }),
    h("p", { class: "small", text: has(`ruling.${form.name}.help`) ? t(`ruling.${form.name}.help`) : form.help }),
    controls.map((one) => one.element),
    h("button", { type: "submit", class: "primary", text: t("referee.rule") }),
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    submit(collect(asked()));
  });
  return made;
}

/** Whether a field is asked for beside what was chosen in the form's first one (null: nothing yet). */
function isAsked(one, chosen) {
  return chosen !== null && (!one.with.length || one.with.includes(chosen));
}

/**
 * The winners in a score entry: who won, on whose tile, and what the hand was worth in one of several ways.
 */

import { h } from "./dom.js";
import { collect, label, labelled } from "./formparts.js";
import { ask, control, isKnown } from "./rulingcontrols.js";
import { t } from "./text.js";

const MOST_WINNERS = 3;

/** One winner to begin with, more on request; the value is the list of those filled in. */
export function winsControl(field, winFields, around) {
  const winners = [];
  const list = h("div", { class: "winners" });
  const add = h("button", { type: "button", class: "slim", text: t("referee.add_winner"), on: { click: () => addWinner() } });
  const draw = () => {
    list.replaceChildren(...winners.map((winner, index) => {
      winner.legend.textContent = `${label(field)} ${index + 1}`;
      winner.remove.hidden = winners.length === 1;
      return winner.element;
    }));
    add.disabled = winners.length === MOST_WINNERS;
  };
  const addWinner = () => {
    const winner = winnerForm(winFields, around, () => {
      winners.splice(winners.indexOf(winner), 1);
      draw();
    });
    winners.push(winner);
    draw();
  };
  addWinner();
  const value = () => winners.map((winner) => winner.value()).filter((win) => Object.keys(win).length);
  return { name: field.name, element: h("fieldset", { class: "bare" }, list, add), value: () => (value().length ? value() : null) };
}

function winnerForm(winFields, around, leave) {
  const fields = winFields.filter((field) => isKnown(field, around));
  const ways = [...new Set(fields.map((field) => field.way).filter(Boolean))];
  const controls = fields.map((field) => ({ way: field.way, ...control(field, around, undefined) }));
  const way = h("select", { on: { change: () => draw() } }, ways.map((name) => h("option", { value: name, text: t(`way.${name}`) })));
  const asked = () => controls.filter((one) => !one.way || one.way === way.value);
  const draw = () => {
    for (const one of controls) ask(one.element, asked().includes(one));
  };
  draw();
  const legend = h("legend", {});
  const remove = h("button", { type: "button", class: "slim", text: t("referee.remove_winner"), on: { click: leave } });
  const first = controls.findIndex((one) => one.way);
  const [before, after] = [controls.slice(0, first), controls.slice(first)].map((part) => part.map((one) => one.element));
  const element = h("fieldset", { class: "group" }, legend, before, labelled({ name: "way" }, way), after, remove);
  return { element, legend, remove, value: () => collect(asked()) };
}

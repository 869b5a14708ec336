/**
 * What the person may do now: a sentence, and the buttons that mean something.
 */

import { h, show } from "./dom.js";
import { t, tileName } from "./text.js";
import { tile } from "./tiles.js";

/** Draws the action bar; reports `onDraw()`, `onPutBack()`, `onButton(button)`, `onLay(lay)`, `onFlower(id)`,
 * `onCancel()`. */
export class Actions {
  constructor(element, handlers) {
    this.handlers = handlers;
    this.message = h("p", { class: "message", role: "status", "aria-live": "polite" });
    this.buttons = h("div", { class: "buttons", role: "group" });
    element.replaceChildren(this.message, this.buttons);
  }

  /**
   * `choosing`: the button whose set is being chosen, or null. `autoDraw`: drawing needs no button. `advised`: the
   * button recommended in training, or null.
   */
  update(view, seat, { choosing, autoDraw, note, advised }) {
    const sentence = note || this.#sentence(view, seat, choosing);
    if (this.message.textContent !== sentence) this.message.textContent = sentence;
    this.message.classList.toggle("note", Boolean(note));
    this.message.classList.toggle("asks", asksPerson(view, seat));
    const { paused } = view;
    const lays = paused ? [] : choosing ? seat.lays.filter((lay) => lay.button === choosing) : seat.granted ? seat.lays : [];
    const model = {
      buttons: paused || choosing || seat.granted ? [] : seat.buttons,
      lays,
      draw: paused ? null : seat.may_draw,
      surplus: seat.surplus,
      autoDraw,
      choosing,
      stage: view.stage,
      flowers: paused ? [] : seat.flowers,
      advised,
    };
    this.buttons.setAttribute("aria-label", t("play.buttons"));
    show(this.buttons, model, (state) => this.#content(state, seat));
  }

  #sentence(view, seat, choosing) {
    if (view.paused) return t("play.paused");
    if (choosing) return t("play.choose");
    if (seat.granted) return t("play.lay");
    if (seat.buttons.includes("WIN")) return t("play.may_win");
    if (seat.riichi_declared) return t("play.riichi_turn");
    if (seat.flowers.length) return t("play.flower");
    if (seat.discards.length) return t("play.your_turn");
    if (seat.buttons.includes("PASS")) return t("play.may_call");
    if (seat.may_draw) return t(seat.may_draw === "wall" ? "play.your_turn_draw" : "play.draw_replacement");
    if (view.stage === "dealing") return t("play.dealing");
    if (view.stage !== "playing" || view.turn === null || view.turn === seat.seat) return "";
    return t("play.wait", { name: view.seats[view.turn].name });
  }

  #content(state, seat) {
    const { handlers } = this;
    const content = state.lays.map((lay) => layButton(lay, () => handlers.onLay(lay)));
    if (state.choosing) {
      content.push(h("button", { type: "button", text: t("play.cancel"), on: { click: () => handlers.onCancel() } }));
      return content;
    }
    if (state.surplus.length) {
      const click = () => handlers.onPutBack();
      content.push(h("button", { type: "button", class: "primary put-back", text: t("play.put_back"), on: { click } }));
    }
    for (const id of state.flowers) {
      const name = seat.hand.find((own) => own.id === id)?.tile;
      content.push(
        h("button", { type: "button", class: "primary", on: { click: () => handlers.onFlower(id) } }, t("play.flower"), name ? tile(name) : null),
      );
    }
    for (const button of state.buttons) {
      // The panel with the result has its own button to go on.
      if (state.stage === "between") continue;
      content.push(this.#button(button, state));
    }
    if (state.draw && (!state.autoDraw || state.buttons.length)) {
      const text = t(state.draw === "wall" ? "play.draw" : "play.draw_replacement");
      content.push(h("button", { type: "button", class: "draw", text, data: { key: "d" }, on: { click: () => handlers.onDraw() } }));
    }
    return content;
  }

  #button(button, { stage, advised }) {
    // OK/MENU means "nine terminals" while a deal is played.
    const key = button === "MENU" && stage === "playing" ? "NINE" : button;
    const classes = ["WIN", "RIICHI", "MENU"].includes(button) ? `primary button-${button}` : `button-${button}`;
    const help = button === advised ? " advised" : "";
    return h(
      "button",
      { type: "button", class: classes + help, data: { button }, on: { click: () => this.handlers.onButton(button) } },
      h("span", { text: t(`button.${key}`) }),
      help && h("span", { class: "unseen", text: t("training.recommended") }),
      h("kbd", { text: KEYS[button], "aria-hidden": "true" }),
    );
  }
}

/** Keys of the keyboard for the buttons. */
export const KEYS = { CHI: "C", PON: "P", KAN: "K", RIICHI: "R", WIN: "W", PASS: "X", MENU: "O", DIFF: "F" };

/** Whether the person is asked for something. */
export function asksPerson(view, seat) {
  if (view.paused) return false;
  const { discards, buttons, flowers, surplus } = seat;
  return Boolean(seat.granted || seat.may_draw || [discards, buttons, flowers, surplus].some((list) => list.length));
}

function layButton(lay, onClick) {
  const all = lay.taken ? [...lay.own, lay.taken] : lay.own;
  const name = `${t(`button.${lay.button}`)}: ${all.map((own) => tileName(own.tile)).join(", ")}`;
  return h(
    "button",
    { type: "button", class: "lay", "aria-label": name, on: { click: onClick } },
    h("span", { text: t(`button.${lay.button}`) }),
    h("span", { class: "row" }, lay.own.map((own) => tile(own.tile)), lay.taken ? tile(lay.taken.tile, "taken") : null),
  );
}

/**
 * The person's own rack: tiles to click, tap, drag or walk through with the arrow keys.
 */

import { h } from "./dom.js";
import { t, tileName } from "./text.js";
import { tile as picture, sortKey, tileSource } from "./tiles.js";
import { helpedName } from "./training.js";

const DRAG_START = 8;
const DRAG_OUT = 45;

/**
 * Draws the rack and reports choices: `onDiscard(id)`, `onTakeBack(id)`, `onLift(id)`: a finger lifted a tile. Tile elements live as long as their tile,
 * so that focus and drags survive updates.
 */
export class Hand {
  #tiles = new Map();
  #order = [];
  #lifted = null;
  #touch = false;
  #dragged = false;

  constructor(element, { onDiscard, onTakeBack, onLift }) {
    this.element = element;
    this.onLift = onLift;
    this.onDiscard = onDiscard;
    this.onTakeBack = onTakeBack;
    this.sorted = localStorage.getItem("sort") !== "off";
    this.rack = h("div", { class: "rack", role: "group" });
    this.loose = h("div", { class: "loose" });
    element.replaceChildren(this.rack, this.loose);
    this.rack.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Draw a seat view. `marked`: ids to mark; `leaving`: ids on their way off the rack; `advised`, `dangers`: help in
   * training, see `Training`.
   */
  update(seat, { marked, leaving, takeBack, advised, dangers }) {
    const shown = seat.hand.filter((tile) => !leaving.has(tile.id));
    this.#order = this.#arrange(shown, seat.drawn);
    const legal = new Set(seat.discards);
    for (const [id, element] of this.#tiles) {
      if (!shown.some((tile) => tile.id === id)) {
        element.remove();
        this.#tiles.delete(id);
        if (this.#lifted === id) this.#lifted = null;
      }
    }
    this.#order.forEach((tile, index) => {
      const element = this.#tiles.get(tile.id) ?? this.#make(tile);
      element.classList.toggle("drawn", tile.id === seat.drawn && index === this.#order.length - 1);
      element.classList.toggle("marked", marked.includes(tile.id));
      element.classList.toggle("dim", legal.size > 0 && !legal.has(tile.id));
      element.classList.toggle("playable", legal.has(tile.id));
      const [image, source] = [element.firstChild, tileSource(tile.tile)];
      if (image.getAttribute("src") !== source) image.src = source;
      image.dataset.name = tileName(tile.tile);
      this.#help(element, tile, advised.has(tile.id), dangers.get(tile.id));
      if (this.rack.children[index] !== element) this.rack.insertBefore(element, this.rack.children[index] ?? null);
    });
    this.#roveTo(this.#focusable());
    this.rack.setAttribute("aria-label", t("play.hand"));
    this.#showLoose(takeBack ? seat.loose : []);
  }

  #help(element, tile, advised, mark) {
    element.classList.toggle("advised", advised);
    if (mark) element.dataset.danger = mark.level;
    else delete element.dataset.danger;
    element.title = mark ? mark.texts.join("\n") : "";
    element.setAttribute("aria-label", helpedName(tile.tile, { advised, mark }));
  }

  /** Give the keyboard to the rack (its drawn tile). */
  focus() {
    const last = this.#order.at(-1);
    if (last) this.#tiles.get(last.id).focus();
  }

  #arrange(tiles, drawn) {
    const known = new Map(this.#order.map((tile, index) => [tile.id, index]));
    const place = (tile) => known.get(tile.id) ?? 100;
    const order = [...tiles].sort((one, other) =>
      this.sorted ? sortKey(one.tile) - sortKey(other.tile) || one.id - other.id : place(one) - place(other),
    );
    const last = order.findIndex((tile) => tile.id === drawn);
    if (last >= 0) order.push(...order.splice(last, 1));
    return order;
  }

  #make(tile) {
    const element = h(
      "button",
      { class: "hand-tile", type: "button", tabindex: "-1", data: { id: String(tile.id) } },
      picture(tile.tile, "", { named: false }),
    );
    this.#tiles.set(tile.id, element);
    element.addEventListener("click", () => this.#click(tile.id));
    element.addEventListener("pointerdown", (event) => this.#drag(event, tile.id, element));
    return element;
  }

  /** A mouse or key plays at once; a finger lifts the tile first, so that a slip costs nothing. */
  #click(id) {
    if (this.#dragged) return;
    if (this.#touch && this.#lifted !== id) {
      this.#lift(id);
      this.onLift(id);
      return;
    }
    this.#lift(null);
    this.onDiscard(id);
  }

  #lift(id) {
    this.#tiles.get(this.#lifted)?.classList.remove("lifted");
    this.#lifted = id;
    this.#tiles.get(id)?.classList.add("lifted");
  }

  #drag(down, id, element) {
    this.#touch = down.pointerType === "touch";
    if (down.button !== 0) return;
    let dragging = false;
    const move = (event) => {
      const [dx, dy] = [event.clientX - down.clientX, event.clientY - down.clientY];
      if (!dragging && Math.hypot(dx, dy) < DRAG_START) return;
      if (!dragging) element.setPointerCapture(event.pointerId);
      dragging = true;
      element.classList.add("dragging");
      element.style.transform = `translate(${dx}px, ${dy}px)`;
    };
    const stop = (event) => {
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerup", stop);
      element.removeEventListener("pointercancel", stop);
      element.classList.remove("dragging");
      element.style.transform = "";
      if (!dragging || event.type === "pointercancel") return;
      // The click that follows a drag is no click.
      this.#dragged = true;
      setTimeout(() => (this.#dragged = false), 0);
      if (event.clientY - down.clientY < -DRAG_OUT) this.onDiscard(id);
      else this.#moveTo(id, event.clientX);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerup", stop);
    element.addEventListener("pointercancel", stop);
  }

  /** Put a tile where it was dropped within the rack; the hand is no longer sorted for the person. */
  #moveTo(id, x) {
    const from = this.#order.findIndex((tile) => tile.id === id);
    const [tile] = this.#order.splice(from, 1);
    const before = this.#order.findIndex((other) => {
      const box = this.#tiles.get(other.id).getBoundingClientRect();
      return x < box.left + box.width / 2;
    });
    this.#order.splice(before < 0 ? this.#order.length : before, 0, tile);
    this.sorted = false;
    this.#order.forEach((other) => this.rack.append(this.#tiles.get(other.id)));
    this.element.dispatchEvent(new CustomEvent("rearranged"));
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = this.#order.findIndex((tile) => this.#tiles.get(tile.id) === document.activeElement);
    const next = Math.max(0, Math.min(this.#order.length - 1, at + step));
    const element = this.#tiles.get(this.#order[next]?.id);
    this.#roveTo(element);
    element?.focus();
  }

  /** One tile of the rack is in the page's focus order; the arrow keys move on from it. */
  #roveTo(element) {
    for (const other of this.#tiles.values()) other.tabIndex = other === element ? 0 : -1;
  }

  #focusable() {
    const focused = [...this.#tiles.values()].find((element) => element === document.activeElement);
    const last = this.#order.at(-1);
    return focused ?? (last && this.#tiles.get(last.id));
  }

  #showLoose(tiles) {
    this.loose.hidden = tiles.length === 0;
    this.loose.replaceChildren(
      ...tiles.map((tile) =>
        h(
          "button",
          { type: "button", on: { click: () => this.onTakeBack(tile.id) } },
          picture(tile.tile, "", { named: false }),
          h("span", { text: `${t("play.take_back")} (${tileName(tile.tile)})` }),
        ),
      ),
    );
  }
}

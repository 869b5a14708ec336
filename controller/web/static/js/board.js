/**
 * The table seen from above: rivers, melds and backs of the hands around the centre.
 */

import { h, show } from "./dom.js";
import { ratingMarks } from "./scores.js";
import { points, roundName, t } from "./text.js";
import { meld, tile, tiles } from "./tiles.js";

const SIDES = ["bottom", "right", "top", "left"];

/** Draws a table into an element. `viewpoint` is the seat that sits at the bottom. */
export class Board {
  #areas = [];
  #centre;

  constructor(element, { viewpoint = 0, ownHand = false } = {}) {
    this.viewpoint = viewpoint;
    this.ownHand = ownHand;
    this.element = element;
    element.classList.add("board");
    this.#centre = {
      round: h("div", { class: "centre-round" }),
      wall: h("div", { class: "centre-wall" }),
      dora: h("div", { class: "centre-dora" }),
      sticks: h("div", { class: "centre-sticks" }),
    };
    const middle = h("div", { class: "centre-middle" }, Object.values(this.#centre));
    this.centre = h("div", { class: "centre" }, middle);
    element.replaceChildren(h("div", { class: "felt" }), this.centre);
    for (const side of SIDES) this.#areas.push(new SeatArea(element, this.centre, side));
  }

  /** Show a view. `hands`: the hands by seat, where they may be seen. */
  update(view, hands = []) {
    this.element.classList.toggle("empty", !view.round);
    show(this.#centre.round, view.round, (round) => (round ? [roundName(round)] : []));
    show(this.#centre.wall, view.wall_left, (left) =>
      left === null ? [] : [h("b", { text: left }), h("span", { text: t("wall.left") })],
    );
    show(this.#centre.dora, view.dora_shown_as === "dora" ? view.dora : view.indicators, (names) => tiles(names));
    show(this.#centre.sticks, [view.round?.honba, view.round?.deposits, view.family], ([honba, deposits, family]) => [
      // Where no sticks are laid the dealer's repeats are told in words.
      honba && family === "fan" ? h("span", { text: t("round.honba_n", { n: honba }) }) : null,
      honba && family === "riichi" ? h("span", { class: "stick-count honba", text: honba, title: t("round.honba_n", { n: honba }) }) : null,
      deposits ? h("span", { class: "stick-count deposit", text: deposits, title: t("round.deposits_n", { n: deposits }) }) : null,
    ]);
    for (const seat of view.seats) {
      const place = (seat.seat - this.viewpoint + 4) % 4;
      this.#areas[place].update(seat, view, { hideHand: this.ownHand && place === 0, open: hands[seat.seat] ?? null });
    }
  }

  /** Where to show something that concerns a seat (a call). */
  areaOf(seat) {
    return this.#areas[(seat - this.viewpoint + 4) % 4].bubble;
  }
}

class SeatArea {
  constructor(board, centre, side) {
    this.river = h("div", { class: "river" });
    this.hand = h("div", { class: "backs" });
    this.melds = h("div", { class: "melds" });
    this.plate = h("div", { class: "plate" });
    this.stick = h("div", { class: "riichi-stick", hidden: true });
    this.bubble = h("div", { class: `bubble bubble-${side}` });
    this.score = h("div", { class: "centre-score" });
    this.area = h(
      "section",
      { class: `seat-area ${side}` },
      this.stick,
      this.river,
      this.plate,
      h("div", { class: "edge" }, this.hand, h("div", { class: "edge-gap" }), this.melds),
    );
    this.side = h("div", { class: `centre-side ${side}` }, this.score);
    board.append(this.area, this.bubble);
    centre.append(this.side);
  }

  update(seat, view, { hideHand, open }) {
    const turn = view.turn === seat.seat && view.stage === "playing";
    this.side.classList.toggle("turn", turn);
    this.area.setAttribute("aria-label", `${seat.name}, ${t(`wind.${seat.wind}`)}`);
    this.stick.hidden = !seat.riichi;
    show(this.score, [seat.wind, seat.dealer, seat.score], ([wind, dealer, score]) => [
      h("span", { class: dealer ? "wind dealer" : "wind", text: t(`wind.short.${wind}`), title: t(`wind.${wind}`) }),
      h("span", { class: "number", text: points(score) }),
    ]);
    show(this.plate, [seat.name, seat.absent, seat.riichi, seat.marks], ([name, absent, riichi]) => [
      h("span", { class: "plate-name", text: name }),
      ratingMarks(seat),
      riichi ? h("span", { class: "plate-riichi", text: t("call.riichi") }) : null,
      absent ? h("span", { class: "plate-absent", text: t("seat.absent") }) : null,
    ]);
    show(this.river, seat.river, (river) => riverRows(river).map((row) => h("div", { class: "river-row" }, row.map(riverTile))));
    show(this.hand, [hideHand ? 0 : seat.hand_size, open], ([size, hand]) => (hand ? openHand(hand) : backs(size)));
    show(this.melds, [seat.melds, seat.flowers], ([melds, flowers]) => [
      flowers.length ? h("span", { class: "meld flowers" }, tiles(flowers)) : null,
      melds.map((view) => meld(view)),
    ]);
  }
}

function backs(size) {
  return Array.from({ length: size }, () => h("i", { class: "back" }));
}

/** A hand that may be seen, the drawn tile apart. */
function openHand(hand) {
  return [...tiles(hand.hand, "open"), hand.drawn ? tile(hand.drawn, "open drawn") : null];
}

/** Six tiles a row; what exceeds three rows goes on in the third. */
function riverRows(river) {
  return [river.slice(0, 6), river.slice(6, 12), river.slice(12)].filter((row) => row.length);
}

function riverTile(view) {
  const marks = ["river-tile"];
  if (view.drawn) marks.push("drawn");
  if (view.claimed_by !== null) marks.push("claimed");
  if (view.last) marks.push("last");
  if (view.riichi) marks.push("sideways");
  return h("span", { class: marks.join(" ") }, tile(view.tile));
}

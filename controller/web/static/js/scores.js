/**
 * The list of seats with their scores, and the strip that says which deal it is.
 */

import { h, show } from "./dom.js";
import { points, roundName, t } from "./text.js";
import { tiles } from "./tiles.js";

/**
 * Show the four scores, that of seat `first` on top. `relativeTo`: a seat whose differences are shown instead, or null.
 * `calls`: by seat, the call that was just made.
 */
export function showScores(element, view, { relativeTo = null, calls = new Map(), first = 0 } = {}) {
  const ordered = [...view.seats.slice(first), ...view.seats.slice(0, first)];
  const rows = ordered.map((seat) => ({
    ...seat,
    river: undefined,
    melds: undefined,
    flowers: undefined,
    hand_size: undefined,
    turn: view.turn === seat.seat && view.stage === "playing",
    call: calls.get(seat.seat) ?? null,
  }));
  for (const row of rows) row.placed = placeText(row, rows);
  const base = relativeTo === null ? null : view.seats.find((seat) => seat.seat === relativeTo)?.score;
  const focused = document.activeElement?.dataset?.seat;
  const changed = show(element, [rows, relativeTo, base], () =>
    rows.map((seat) => {
      const chosen = seat.seat === relativeTo;
      return h("li", {}, scoreRow(seat, chosen ? null : base, chosen));
    }),
  );
  // A row that was drawn anew keeps the keyboard.
  if (changed && focused) element.querySelector(`[data-seat="${focused}"]`)?.focus();
}

/** A seat's row: a button, since a press shows the differences to this seat. */
function scoreRow(seat, base, chosen) {
  const classes = ["score-row", seat.turn ? "turn" : "", seat.dealer ? "dealer" : "", `place-${seat.place}`];
  const wind = t(`wind.${seat.wind}`);
  const shown = base === null || base === undefined ? points(seat.score) : points(seat.score - base, true);
  return h(
    "button",
    {
      type: "button",
      class: classes.join(" "),
      title: t("scores.differences"),
      "aria-pressed": String(chosen),
      data: { seat: String(seat.seat) },
    },
    h("span", { class: "wind-badge", text: t(`wind.short.${seat.wind}`), title: wind, "aria-label": wind }),
    h(
      "span",
      { class: "who" },
      h("span", { class: "name-line" }, h("span", { class: "name", text: seat.name }), ratingMarks(seat)),
      h(
        "span",
        { class: "tags" },
        seat.dealer ? h("span", { class: "tag dealer-tag", text: t("seat.dealer") }) : null,
        seat.riichi ? h("span", { class: "tag riichi-tag", text: t("call.riichi") }) : null,
        seat.absent ? h("span", { class: "tag", text: t("seat.absent") }) : null,
        seat.turn ? h("span", { class: "tag turn-tag", text: t("seat.turn") }) : null,
        seat.call ? h("span", { class: "tag call-tag", text: t(`call.${seat.call}`) }) : null,
      ),
    ),
    h("span", { class: "number", text: shown }),
    h("span", { class: "place", text: seat.placed }),
  );
}

/** A seat's place; nobody has one while all are equal, and who shares one is told so. */
function placeText(seat, seats) {
  const equal = seats.filter((other) => other.place === seat.place).length;
  if (equal === seats.length) return "";
  const place = t(`place.${seat.place}`);
  return equal > 1 ? t("place.tied", { place }) : place;
}

/** One mark each for a rating of 1,600, 1,800 and 2,000; nothing below. */
export function ratingMarks({ marks, rating }) {
  if (!marks) return null;
  const name = rating ? t("seat.rating", { n: points(rating) }) : t(`seat.marks_${marks}`);
  return h("span", { class: "marks", role: "img", "aria-label": name, title: name, text: "◆".repeat(marks) });
}

/** Show the deal: round, honba, deposits, dora, wall. */
export function showDeal(element, view) {
  const facts = [view.round, view.indicators, view.dora, view.wall_left, view.family];
  show(element, facts, ([round, indicators, dora, wall, family]) => {
    if (!round) {
      // At a real table the people begin; a page begins at a simulated one.
      const how = view.simulated ? null : h("p", { class: "waiting", text: t("stage.begin") });
      return [h("h1", { class: "deal-name", text: t("app.name") }), h("p", { class: "waiting", text: t("stage.waiting") }), how];
    }
    return [
      h("h1", { class: "deal-name", text: roundName(round) }),
      h(
        "dl",
        { class: "deal-facts" },
        family === "riichi" || round.honba ? fact(t("round.honba"), String(round.honba)) : null,
        family === "riichi" ? fact(t("round.deposits"), String(round.deposits)) : null,
        wall === null ? null : fact(t("wall.left"), String(wall)),
      ),
      indicators.length
        ? h(
            "div",
            { class: "dora" },
            group(t("dora.indicator"), indicators),
            h("span", { class: "dora-arrow", "aria-hidden": "true", text: "›" }),
            group(t("dora.dora"), dora),
          )
        : null,
    ];
  });
}

function fact(name, value) {
  return h("div", { class: "fact" }, h("dt", { text: name }), h("dd", { text: value }));
}

function group(name, names) {
  return h("div", { class: "dora-group" }, h("span", { class: "small", text: name }), h("span", { class: "row" }, tiles(names)));
}

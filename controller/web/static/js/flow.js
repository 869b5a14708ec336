/**
 * How points flow between the seats, as a small picture: seats where they sit, arrows with amounts.
 */

import { svg } from "./dom.js";
import { points } from "./text.js";

const WIDTH = 360;
const HEIGHT = 250;
const PLACES = [
  { x: 180, y: 222 },
  { x: 306, y: 125 },
  { x: 180, y: 28 },
  { x: 54, y: 125 },
];
const STICKS = { x: 180, y: 125 };
const CLEAR = { x: 58, y: 26 };

/** The picture for payments among `seats`; `viewpoint` sits at the bottom. */
export function flowPicture(payments, seats, viewpoint, label) {
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "flow", role: "img", "aria-label": label });
  picture.append(arrowHead());
  const place = (seat) => (seat === null ? STICKS : PLACES[(seat - viewpoint + 4) % 4]);
  const amounts = [];
  for (const payment of payments) {
    const [line, amount] = arrow(place(payment.payer), place(payment.payee), payment.points);
    picture.append(line);
    amounts.push(amount);
  }
  if (payments.some((payment) => payment.payer === null || payment.payee === null)) picture.append(sticks());
  for (const seat of seats) picture.append(node(seat, place(seat.seat), payments));
  picture.append(...amounts);
  return picture;
}

function arrowHead() {
  return svg(
    "defs",
    {},
    svg(
      "marker",
      { id: "flow-head", viewBox: "0 0 10 10", refX: 8, refY: 5, markerWidth: 6, markerHeight: 6, orient: "auto-start-reverse" },
      svg("path", { d: "M0 0L10 5L0 10Z", class: "flow-head" }),
    ),
  );
}

/** A slightly bent arrow from the edge of one box to the edge of the other, and its amount. */
function arrow(from, to, amount) {
  const [start, end] = [leave(from, to), leave(to, from)];
  const bend = from === STICKS || to === STICKS ? 0 : 0.12;
  const middle = {
    x: (start.x + end.x) / 2 - (end.y - start.y) * bend,
    y: (start.y + end.y) / 2 + (end.x - start.x) * bend,
  };
  const line = svg("path", {
    d: `M${start.x} ${start.y}Q${middle.x} ${middle.y} ${end.x} ${end.y}`,
    class: "flow-line",
    "marker-end": "url(#flow-head)",
  });
  const at = { x: (start.x + 2 * middle.x + end.x) / 4, y: (start.y + 2 * middle.y + end.y) / 4 };
  const text = svg("text", { x: at.x, y: at.y + 5, class: "flow-amount" });
  text.textContent = points(amount);
  return [line, text];
}

/** Where the line from `from` towards `to` leaves the box around `from`. */
function leave(from, to) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const box = from === STICKS ? { x: 24, y: 16 } : CLEAR;
  const part = Math.min(box.x / Math.max(Math.abs(dx), 0.01), box.y / Math.max(Math.abs(dy), 0.01));
  return { x: from.x + dx * part, y: from.y + dy * part };
}

function node(seat, at, payments) {
  const gains = payments.some((payment) => payment.payee === seat.seat);
  const pays = payments.some((payment) => payment.payer === seat.seat);
  const name = svg("text", { x: at.x, y: at.y + 6, class: "flow-name" });
  name.textContent = seat.name.length > 12 ? `${seat.name.slice(0, 11)}…` : seat.name;
  return svg(
    "g",
    { class: `flow-seat ${gains ? "gains" : ""} ${pays ? "pays" : ""}` },
    svg("rect", { x: at.x - 52, y: at.y - 20, width: 104, height: 40, rx: 10 }),
    name,
  );
}

function sticks() {
  return svg(
    "g",
    { class: "flow-sticks" },
    svg("rect", { x: STICKS.x - 20, y: STICKS.y - 4, width: 40, height: 8, rx: 4 }),
    svg("circle", { cx: STICKS.x, cy: STICKS.y, r: 2.4 }),
  );
}

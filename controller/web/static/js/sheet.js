/**
 * The score sheet's columns, for the page of a match and for paper.
 */

import { h } from "./dom.js";
import { personName } from "./names.js";
import { has, points, t, useFamily } from "./text.js";

/** What happened, for each seat its score and how it changed, the deposits and the sum. */
export function sheetColumns({ seats, family }) {
  return [
    [t("sheet.what"), (row) => whatText(row, seats), "what"],
    ...seats.map((seat) => [seatName(seat), (row) => scoreCell(row, seat.seat), "number"]),
    ...(family === "fan" ? [] : [[t("round.deposits"), (row) => points(row.deposits), "number"]]),
    [t("sheet.sum"), (row) => points(row.sum), "number"],
  ];
}

/** Somebody's name, or the seat's number. */
export function seatName(seat) {
  return personName(seat.name, seat.kind === "bot") ?? t("matches.seat_n", { n: seat.seat + 1 });
}

function scoreCell(row, seat) {
  const value = row.changes[seat];
  const kind = value > 0 ? "plus" : value < 0 ? "minus" : "";
  return [h("b", { text: points(row.scores[seat]) }), h("span", { class: `change ${kind}`, text: value ? points(value, true) : "" })];
}

/** A line of the sheet in words. */
function whatText(row, seats) {
  const name = (seat) => seatName(seats[seat]);
  const riichi = row.riichi.length ? ` · ${t("call.riichi")}: ${row.riichi.map(name).join(t("list.separator"))}` : "";
  if (row.kind === "start") return t("sheet.start");
  if (row.kind === "reseated") return t("sheet.reseated", { names: row.detail.split(" ").map(name).join(t("list.separator")) });
  if (row.kind === "penalty") return t("sheet.penalty", { cause: row.detail.replaceAll("_", " ") });
  if (row.kind === "ryukyoku") return t(`draw.${row.detail}`) + riichi;
  return row.wins.map((win) => winText(win, name)).join("; ") + riichi;
}

function winText(win, name) {
  const from = win.source === null ? t("result.tsumo", { winner: name(win.seat) }) : t("result.ron", { winner: name(win.seat), loser: name(win.source) });
  const yaku = win.yaku.map((one) => (has(`yaku.${one}`) ? t(`yaku.${one}`) : one)).join(t("list.separator"));
  return `${from} (${yaku}${worth(win) ? `; ${worth(win)}` : ""})`;
}

function worth(win) {
  if (win.limit) return win.yakuman > 1 ? t("limit.yakuman_n", { n: win.yakuman }) : t(`limit.${win.limit}`);
  if (win.han === null) return "";
  return win.fu ? t("value.han_fu", { han: win.han, fu: win.fu }) : t("value.fan", { n: win.han });
}

/** Why the match ended, where that is worth saying. */
export function endText(view) {
  if (view.why === "time_limit") return t("matches.time_limit");
  return view.why && view.why !== "played_out" ? t("matches.ended_by", { why: view.why }) : "";
}

/** Speak in the words of the match's family. */
export function useWordsOf(match) {
  useFamily(match.family);
}

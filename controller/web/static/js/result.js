/**
 * The result of a deal, and the end of a match.
 */

import { h, show } from "./dom.js";
import { flowPicture } from "./flow.js";
import { has, points, rankName, t } from "./text.js";
import { meld, tile, tiles } from "./tiles.js";

/** Show the result of the deal, or hide the panel. */
export function showResult(panel, view, { viewpoint = 0 } = {}) {
  const result = view.final ? null : view.result;
  panel.hidden = result === null;
  if (result === null) return;
  const seats = view.seats.map(({ seat, name, wind }) => ({ seat, name, wind }));
  const changed = show(panel, [result, seats, view.family, viewpoint], () => [
    h("h2", { class: "result-title", text: title(result, seats) }),
    h("div", { class: "result-hands" }, hands(result, seats, view.family)),
    h(
      "div",
      { class: "result-money" },
      result.payments.length ? flowPicture(result.payments, seats, viewpoint, flowLabel(result, seats)) : null,
      standings(result, seats),
    ),
  ]);
  if (changed) panel.scrollTop = 0;
}

function title(result, seats) {
  if (result.kind === "draw") return t(`draw.${result.reason ?? "exhaustive"}`);
  const [win] = result.wins;
  if (win.source === null) return t("result.tsumo", { winner: seats[win.seat].name });
  const winners = result.wins.map((entry) => seats[entry.seat].name).join(" + ");
  return t("result.ron", { winner: winners, loser: seats[win.source].name });
}

function flowLabel(result, seats) {
  const name = (seat) => (seat === null ? t("round.deposits") : seats[seat].name);
  return result.payments
    .map((entry) => t("result.pays", { payer: name(entry.payer), payee: name(entry.payee), points: points(entry.points) }))
    .join("; ");
}

function hands(result, seats, family) {
  if (result.kind === "win") return result.wins.map((win) => winCard(win, seats, family, result.wins.length > 1));
  if (result.nagashi.length) {
    const names = result.nagashi.map((seat) => seats[seat].name).join(", ");
    return [h("p", { class: "result-note", text: t("result.nagashi", { names }) })];
  }
  if (!result.shown.length) {
    const waited = result.reason === "exhaustive" && family === "riichi";
    const text = waited ? "result.nobody_ready" : "result.again";
    return [h("p", { class: "result-note", text: t(text) })];
  }
  return result.shown.map((hand) =>
    h(
      "article",
      { class: "win" },
      h("h3", { class: "win-name" }, t("result.ready", { name: seats[hand.seat].name })),
      h("div", { class: "win-hand" }, h("span", { class: "row" }, tiles(hand.hand)), hand.melds.map((view) => meld(view))),
    ),
  );
}

function winCard(win, seats, family, named) {
  return h(
    "article",
    { class: "win" },
    named ? h("h3", { class: "win-name", text: seats[win.seat].name }) : null,
    // A score that was entered by hand may have no tiles.
    win.hand.length || win.melds.length || win.tile ? winningHand(win) : null,
    indicators(win),
    h("ul", { class: "yaku" }, yakuLines(win, family)),
    total(win, family, seats),
    fuLine(win),
  );
}

function winningHand(win) {
  return h(
    "div",
    { class: "win-hand" },
    h("span", { class: "row" }, tiles(win.hand)),
    win.melds.map((view) => meld(view)),
    win.tile &&
      h(
        "span",
        { class: "win-tile" },
        tile(win.tile),
        h("span", { class: "small", text: t(win.source === null ? "call.tsumo" : "call.ron") }),
      ),
    win.flowers.length ? h("span", { class: "row flowers" }, tiles(win.flowers)) : null,
  );
}

function indicators(win) {
  if (!win.indicators.length) return null;
  return h(
    "div",
    { class: "win-dora" },
    h("span", { class: "small", text: t("dora.indicator") }),
    h("span", { class: "row" }, tiles(win.indicators)),
    win.ura_indicators.length ? h("span", { class: "small", text: t("dora.ura_indicator") }) : null,
    win.ura_indicators.length ? h("span", { class: "row" }, tiles(win.ura_indicators)) : null,
  );
}

function yakuLines(win, family) {
  const unit = family === "fan" ? "value.fan" : "value.han";
  const line = (name, value) =>
    h("li", {}, h("span", { text: name }), h("span", { class: "value", text: t(unit, { n: value }) }));
  const lines = win.yaku.map((yaku) =>
    win.yakuman ? h("li", {}, h("span", { text: t(`yaku.${yaku.name}`) }), h("span", { class: "value", text: "★" })) : line(t(`yaku.${yaku.name}`), yaku.value),
  );
  for (const kind of ["dora", "aka", "ura"]) if (win[kind]) lines.push(line(t(`dora.${kind}`), win[kind]));
  return lines;
}

function total(win, family) {
  const parts = [];
  if (family === "fan") parts.push(t("value.fan", { n: win.han }));
  else if (!win.yakuman) parts.push(t("value.han_fu", { han: win.han, fu: win.fu }));
  if (win.limit) parts.push(win.yakuman > 1 ? t("limit.yakuman_n", { n: win.yakuman }) : t(`limit.${win.limit}`));
  return h(
    "p",
    { class: "win-total" },
    h("span", { class: "win-value", text: parts.join(" · ") }),
    h("span", { class: "win-points", text: t("value.points", { n: points(win.total, true) }) }),
  );
}

function fuLine(win) {
  if (!win.fu_parts.length) return null;
  return h(
    "p",
    { class: "fu" },
    h("span", { class: "small", text: `${t("fu.title")} ` }),
    win.fu_parts.map((part) =>
      h(
        "span",
        { class: "fu-part" },
        part.tiles.length ? h("span", { class: "row" }, tiles(part.tiles)) : null,
        `${t(`fu.${part.name}`)} ${part.fu > 0 ? "+" : ""}${part.fu}`,
      ),
    ),
  );
}

function standings(result, seats) {
  const order = [...seats].sort((one, other) => result.places[one.seat] - result.places[other.seat]);
  return h(
    "table",
    { class: "standings" },
    h("caption", { class: "unseen", text: t("result.standings") }),
    h(
      "tbody",
      {},
      order.map(({ seat, name }) => {
        const change = result.changes[seat];
        const kind = change > 0 ? "plus" : change < 0 ? "minus" : "";
        return h(
          "tr",
          {},
          h("td", { class: "place", text: t(`place.${result.places[seat]}`) }),
          h("th", { scope: "row", text: name }),
          h("td", { class: `change ${kind}`, text: change ? points(change, true) : "" }),
          h("td", { class: "number", text: points(result.scores[seat]) }),
          h("td", { class: "ready", text: result.ready.includes(seat) ? "✓" : "", title: result.ready.includes(seat) ? t("result.ok") : null }),
        );
      }),
    ),
  );
}

/** Show the final table, or hide the panel. */
export function showFinal(panel, view) {
  panel.hidden = view.final === null;
  if (view.final === null) return;
  const { standings: lines, reason } = view.final;
  const settled = lines.some((line) => line.points !== null);
  const rated = lines.some((line) => line.rating !== null);
  const ranked = lines.some((line) => line.rank !== null);
  const first = lines.filter((line) => line.place === lines[0].place).map((line) => line.name);
  show(panel, [view.final], () => [
    h("h2", { class: "result-title", text: t("final.title", { name: first.join(" + ") }) }),
    reason ? h("p", { class: "small", text: t(has(`final.reason.${reason}`) ? `final.reason.${reason}` : "final.reason.ruling") }) : null,
    h(
      "table",
      { class: "standings final" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", text: t("final.place") }),
          h("th", { scope: "col", text: t("final.name") }),
          h("th", { scope: "col", class: "number", text: t("final.score") }),
          settled ? h("th", { scope: "col", class: "number", text: t("final.bonus") }) : null,
          settled ? h("th", { scope: "col", class: "number", text: t("final.points") }) : null,
          rated ? h("th", { scope: "col", class: "number", text: t("final.rating") }) : null,
          ranked ? h("th", { scope: "col", text: t("final.rank") }) : null,
        ),
      ),
      h(
        "tbody",
        {},
        lines.map((line) =>
          h(
            "tr",
            { class: `place-${line.place}` },
            h("td", { class: "place", text: t(`place.${line.place}`) }),
            h("th", { scope: "row", text: line.name }),
            h("td", { class: "number", text: points(line.score) }),
            settled ? h("td", { class: "number", text: decimal(line.bonus) }) : null,
            settled ? h("td", { class: "number strong", text: decimal(line.points) }) : null,
            rated ? h("td", { class: "number" }, ratingChange(line)) : null,
            ranked ? h("td", { class: "rank" }, rankChange(line)) : null,
          ),
        ),
      ),
    ),
  ]);
}

function ratingChange({ rating, rating_change: change }) {
  if (rating === null) return null;
  const kind = change > 0 ? "plus" : change < 0 ? "minus" : "";
  return [`${points(rating)} `, h("span", { class: `change ${kind}`, text: `(${change ? points(change, true) : "±0"})` })];
}

function rankChange({ rank, rank_change: change }) {
  if (rank === null) return null;
  const text = t(change > 0 ? "rank.up" : "rank.down");
  const sign = change ? h("span", { class: `change ${change > 0 ? "plus" : "minus"}`, role: "img", "aria-label": text, title: text, text: change > 0 ? " ▲" : " ▼" }) : null;
  return [rankName(rank), sign];
}

function decimal(value) {
  const digits = Math.abs(value).toFixed(1);
  return value < 0 ? `−${digits}` : value > 0 ? `+${digits}` : digits;
}

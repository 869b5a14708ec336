/**
 * The overlay of a broadcast, as a browser source over the camera's picture: every hand with what it waits for. It
 * shows the delayed views alone, never the live ones, and needs a token: `/overlay#token=...`.
 */

import { Refused, post } from "./ask.js";
import { h, show } from "./dom.js";
import { Link } from "./link.js";
import { element } from "./page.js";
import { ratingMarks } from "./scores.js";
import { points, preferredLanguage, roundName, said, t, useFamily, useLanguage } from "./text.js";
import { meld, tile, tiles } from "./tiles.js";

const CALL_SECONDS = 3;

const link = new Link({ overlay: true });
const calls = new Map();
let known = null;
let latest = null;

document.documentElement.dataset.theme = "dark";
await useLanguage(preferredLanguage());
await enter();
link.addEventListener("hello", ({ detail }) => {
  const allowed = detail.audiences.includes("overlay");
  notice(allowed ? (latest ? "" : t("overlay.waiting")) : t("overlay.token_needed"));
});
link.addEventListener("overlay", ({ detail }) => {
  latest = detail.view;
  notice("");
  hear(latest.public);
  draw();
});
link.open();

/** Sign in with the token of the address; it stays in the fragment, which no server is ever sent. */
async function enter() {
  const token = new URLSearchParams(location.hash.slice(1)).get("token");
  if (!token) return;
  try {
    await post("/api/access/token", { token });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    notice(said(error.message));
  }
}

/** Note the calls that are new since the last view. */
function hear(view) {
  const keys = view.calls.map((call) => `${call.seat} ${call.call} ${call.number}`);
  view.calls.forEach((call, at) => {
    if (!known || known.has(keys[at])) return;
    calls.set(call.seat, call.call);
    setTimeout(() => {
      if (calls.get(call.seat) === call.call) calls.delete(call.seat);
      draw();
    }, CALL_SECONDS * 1000);
  });
  known = new Set(keys);
}

function draw() {
  if (!latest) return;
  const { public: view, hands } = latest;
  useFamily(view.family);
  document.body.dataset.stage = view.stage;
  drawDeal(view);
  show(element("seats"), [view.seats, view.turn, hands, [...calls]], () =>
    view.seats.map((seat) => seatPanel(seat, view, hands.find((hand) => hand.seat === seat.seat))),
  );
  drawResult(view);
}

function drawDeal(view) {
  const place = element("deal");
  place.hidden = !view.round;
  const shown = view.dora_shown_as === "dora" ? view.dora : view.indicators;
  show(place, [view.round, shown, view.wall_left, view.family, view.paused], ([round]) =>
    round
      ? [
          h("strong", { text: roundName(round) }),
          view.family === "riichi" || round.honba ? h("span", { text: `${t("round.honba")} ${round.honba}` }) : null,
          view.family === "riichi" ? h("span", { text: `${t("round.deposits")} ${round.deposits}` }) : null,
          view.wall_left === null ? null : h("span", { text: `${t("wall.left")} ${view.wall_left}` }),
          h("span", { class: "row" }, tiles(shown)),
          view.paused ? h("span", { class: "tag", text: t("referee.paused") }) : null,
        ]
      : [],
  );
}

function seatPanel(seat, view, hand) {
  const call = calls.get(seat.seat);
  const classes = ["overlay-seat", view.turn === seat.seat && view.stage === "playing" ? "turn" : "", seat.riichi ? "riichi" : ""];
  return h(
    "li",
    { class: classes.join(" ") },
    call ? h("span", { class: `overlay-call call-${call}`, text: t(`call.${call}`) }) : null,
    h(
      "div",
      { class: "overlay-name" },
      h("span", { class: seat.dealer ? "wind dealer" : "wind", text: t(`wind.short.${seat.wind}`) }),
      h("span", { class: "name", text: seat.name }),
      ratingMarks(seat),
      seat.riichi ? h("span", { class: "tag", text: t("call.riichi") }) : null,
      h("span", { class: "number", text: points(seat.score) }),
      h("span", { class: "place", text: t(`place.${seat.place}`) }),
    ),
    h(
      "div",
      { class: "overlay-hand" },
      hand ? h("span", { class: "row" }, tiles(hand.hand)) : null,
      hand?.drawn ? tile(hand.drawn, "drawn") : null,
      seat.melds.map((view) => meld(view)),
      seat.flowers.length ? h("span", { class: "row" }, tiles(seat.flowers)) : null,
    ),
    hand?.waits.length ? waitLine(hand) : null,
  );
}

function waitLine(hand) {
  return h(
    "div",
    { class: "overlay-waits" },
    h("span", { text: t("training.waiting") }),
    hand.waits.map((wait) => h("span", { class: "wait" }, tile(wait.tile), h("b", { text: `×${wait.left}` }))),
    hand.furiten ? h("span", { class: "tag", text: t("overlay.furiten") }) : null,
  );
}

function drawResult(view) {
  const place = element("result");
  const { result, final } = view;
  place.hidden = !result && !final;
  if (final) show(place, final, () => final.standings.map(standing));
  if (!result || final) return;
  show(place, [result, view.family], () =>
    result.wins.length
      ? result.wins.map((win) => {
          const value = view.family === "fan" ? t("value.fan", { n: win.han }) : win.yakuman ? "" : t("value.han_fu", { han: win.han, fu: win.fu });
          const limit = win.limit ? t(win.yakuman > 1 ? "limit.yakuman_n" : `limit.${win.limit}`, { n: win.yakuman }) : "";
          return h(
            "p",
            {},
            h("strong", { text: `${view.seats[win.seat].name} · ${t(win.source === null ? "call.tsumo" : "call.ron")}` }),
            h("span", { text: win.yaku.map((yaku) => t(`yaku.${yaku.name}`)).join(t("list.separator")) }),
            h("span", { text: [value, limit].filter(Boolean).join(" · ") }),
            h("b", { text: points(win.total, true) }),
          );
        })
      : h("p", {}, h("strong", { text: t(`draw.${result.reason ?? "exhaustive"}`) })),
  );
}

function standing(line) {
  return h(
    "p",
    {},
    h("span", { text: t(`place.${line.place}`) }),
    h("strong", { text: line.name }),
    h("span", { class: "number", text: points(line.score) }),
    line.points === null ? null : h("b", { text: `${line.points > 0 ? "+" : ""}${line.points.toFixed(1)}` }),
  );
}

function notice(text) {
  element("notice").hidden = !text;
  element("notice").textContent = text;
}

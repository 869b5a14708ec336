/**
 * The table page of a simulated table: the person at one seat, or four bots to watch.
 */

import { Actions, KEYS, asksPerson } from "./actions.js";
import { h } from "./dom.js";
import { Hand } from "./hand.js";
import { Page, element } from "./page.js";
import { tick } from "./prefs.js";
import { showFinal, showResult } from "./result.js";
import { TableMenu } from "./tablemenu.js";
import { said, t } from "./text.js";
import { Training } from "./training.js";

const DRAW_DELAY = 350;
/** So long until a draw that was refused (the table was not ready for it) is tried again. */
const DRAW_AGAIN = 1000;
const NOTE_SECONDS = 3.5;

const training = new Training(element("training"), {
  switchOn: (on) => page.link.command({ type: "training", on }),
  onChange: () => page.refresh(),
});
/** Which seat's page this is: by its address, otherwise one's own. */
const asked = new URLSearchParams(location.search).get("seat");
const page = new Page({ seat: asked ?? true, ownHand: true, preferences: () => [training.fields()] });
let seat = null;
let control = null;
let persons = null;
/** What the person at this page is called in the game. */
let ownName = null;
let choosing = null;
let chosen = null;
let laying = false;
let drawing = 0;
let note = "";
let noteTimer = 0;
/** Whether the match was paused when last drawn: what the person's side does by itself goes on when that ends. */
let paused = false;
/** Tiles sent off the rack that the table still reports there. */
const leaving = new Set();
const options = {
  autoDraw: localStorage.getItem("autodraw") !== "off",
  free: localStorage.getItem("free") === "on",
};

const hand = new Hand(element("hand"), {
  onDiscard: discard,
  onTakeBack: (id) => move([id], "hand"),
  onLift: (id) => {
    if (!refusesPaused() && seat.discards.includes(id)) say(t("play.tap_again"), { alarm: false });
  },
});
const actions = new Actions(element("actions"), {
  onDraw: () => draw(),
  onPutBack: () => command({ type: "put_back" }),
  onButton: (button) => press(button),
  onLay: (lay) => callWith(lay),
  onFlower: (id) => move([id], "melds"),
  onCancel: () => choose(null),
});
const menu = new TableMenu(element("table-menu"), { command, onOptions: () => optionFields() });

page.link.addEventListener("hello", ({ detail }) => {
  control = detail.control;
  page.board.viewpoint = control?.seat ?? 0;
  page.board.ownHand = control?.seat !== null;
  page.sounds.own = control?.seat ?? null;
  document.body.classList.toggle("watching", control?.seat === null);
  menu.update(control, page.view);
});
page.link.addEventListener("seat", ({ detail }) => {
  seat = detail.view;
  training.follow(seat);
  follow();
  page.refresh();
});

await page.start((view) => {
  const own = control?.seat ?? null;
  keepSeat(view, own);
  showResult(element("result"), view, { viewpoint: own ?? 0 });
  showFinal(element("final"), view);
  showDialogActions(view);
  menu.update(control, view);
  if (own === null || !seat) return;
  if (view.paused !== paused) {
    paused = view.paused;
    follow();
  }
  drawSeat(view);
});

/** The one button that leads on from a result or a finished match. */
function showDialogActions(view) {
  const bar = element("dialog-actions");
  const ok = view.stage === "between" && seat?.buttons.includes("MENU");
  const waits = view.stage === "between" && control?.seat !== null && !ok;
  bar.hidden = !(ok || waits || view.final);
  const key = `${ok} ${waits} ${Boolean(view.final)} ${document.documentElement.lang}`;
  if (bar.dataset.shows === key) return;
  bar.dataset.shows = key;
  const button = (text, click) => h("button", { type: "button", class: "primary", text, on: { click } });
  if (view.final) {
    const other = h("button", { type: "button", text: t("table.other_match"), on: { click: openNewMatch } });
    bar.replaceChildren(button(t("table.same_again"), () => command({ type: "new_match" })), other);
  }
  else if (ok) bar.replaceChildren(button(t("result.continue"), () => press("MENU")));
  else bar.replaceChildren(h("span", { class: "small", text: t("result.waiting") }));
  bar.querySelector("button")?.focus({ preventScroll: true });
}

/**
 * After a change of places go where one's name went. When another page has begun a match in which other people play, a
 * seat may have become another's: ask anew which is one's own.
 */
function keepSeat(view, own) {
  if (!view.seats.length || menu.starting) return;
  const moved = view.seats.find((entry) => !entry.bot && entry.name === ownName);
  if (own !== null && moved && moved.seat !== own) {
    location.search = new URLSearchParams({ seat: moved.seat });
    return;
  }
  ownName = own === null ? null : view.seats[own].name;
  persons ??= personsOf(view);
  if (personsOf(view) !== persons) location.reload();
}

/** The seats that people play at a view's table, as a text. */
function personsOf(view) {
  return view.seats.filter((entry) => !entry.bot).map((entry) => entry.seat).join();
}

function openNewMatch() {
  element("table-menu").closest("details").open = true;
  menu.openNewMatch();
}

function drawSeat(view) {
  for (const id of leaving) if (!seat.hand.some((tile) => tile.id === id)) leaving.delete(id);
  const mine = view.incidents.some((incident) => incident.seats.includes(seat.seat));
  hand.update(seat, {
    marked: seat.riichi_declared ? seat.riichi_discards : [],
    leaving,
    takeBack: mine,
    advised: training.advised(seat),
    dangers: training.marks(view, seat),
  });
  actions.update(view, seat, { choosing, autoDraw: options.autoDraw, note, advised: training.button(seat) });
  training.update(view, seat);
  page.sounds.ask(asksPerson(view, seat));
}

/** What goes on by itself after a new view of the seat: laying a granted set, drawing. */
function follow() {
  if (choosing && !seat.lays.some((lay) => lay.button === choosing)) choose(null);
  if (seat.granted && !paused) layGranted();
  else if (!seat.granted) laying = false;
  if (!seat.granted && chosen && !seat.lays.length) chosen = null;
  drawSoon(DRAW_DELAY);
}

function drawSoon(delay) {
  clearTimeout(drawing);
  if (options.autoDraw && !paused && seat.may_draw && !seat.buttons.length && !seat.granted) {
    drawing = setTimeout(() => drawByItself(), delay);
  }
}

function layGranted() {
  const lays = seat.lays.filter((lay) => lay.button === seat.granted);
  const lay = lays.find((entry) => chosen && sameTiles(entry, chosen)) ?? (lays.length === 1 ? lays[0] : null);
  if (lay && !laying) layTiles(lay);
}

function layTiles(lay) {
  laying = true;
  chosen = null;
  choose(null);
  move([...(lay.taken ? [lay.taken] : []), ...lay.own].map((tile) => tile.id), "melds");
}

/** A set was chosen: press its button, and lay it when the call is granted (one's own kan at once). */
function callWith(lay) {
  if (seat.granted === lay.button) {
    layTiles(lay);
    return;
  }
  chosen = lay;
  choose(null);
  command({ type: "press", button: lay.button });
  if (!lay.taken) layTiles(lay);
}

/** While a deal is paused no move counts: say so instead of moving anything. Tells whether it did. */
function refusesPaused() {
  const refuses = Boolean(page.view?.paused) && page.view.stage === "playing";
  if (refuses) say(t("play.paused"));
  return refuses;
}

function press(button) {
  if (refusesPaused()) return;
  const lays = seat?.lays.filter((lay) => lay.button === button) ?? [];
  if (lays.length > 1) choose(button);
  else if (lays.length === 1) callWith(lays[0]);
  else command({ type: "press", button });
}

function choose(button) {
  choosing = button;
  if (page.view && seat) drawSeat(page.view);
}

function draw() {
  clearTimeout(drawing);
  if (refusesPaused()) return;
  if (seat?.may_draw) command({ type: "take", source: seat.may_draw, only_if_due: !options.free });
}

/** Draw unless another page of this seat was quicker, which the person need not be told. */
async function drawByItself() {
  if (!seat?.may_draw) return;
  const refused = await page.link.command({ type: "take", source: seat.may_draw, only_if_due: true });
  // Nothing but a new view of the seat would bring the draw up again, and none need come.
  if (refused) drawSoon(DRAW_AGAIN);
}

function discard(id) {
  const view = page.view;
  if (!seat || !view || (leaving.size && !options.free)) return;
  if (!options.free && refusesPaused()) return;
  if (!options.free && !seat.discards.includes(id)) {
    say(t(seat.discards.length ? "play.wrong_tile" : "play.not_yet"));
    return;
  }
  move([id], "river");
}

async function move(ids, zone) {
  for (const id of ids) leaving.add(id);
  drawSeat(page.view);
  const refused = await command({ type: "move", tiles: ids, target: `${zone}:${seat.seat}` });
  if (refused || zone === "hand") for (const id of ids) leaving.delete(id);
  if (refused) laying = false;
  drawSeat(page.view);
}

async function command(wish) {
  const refused = await page.link.command(wish);
  if (refused) say(refused === "offline" ? t("play.offline") : said(refused));
  return refused;
}

/** Show a sentence for a moment; `alarm`: something could not be done. */
function say(text, { alarm = true } = {}) {
  note = text;
  document.body.classList.toggle("alarm-note", alarm);
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => {
    note = "";
    if (page.view && seat) drawSeat(page.view);
  }, NOTE_SECONDS * 1000);
  if (page.view && seat) drawSeat(page.view);
}

function sameTiles(one, other) {
  const ids = (lay) => lay.own.map((tile) => tile.id).join();
  return one.button === other.button && ids(one) === ids(other);
}

function optionFields() {
  const remember = (key, on) => localStorage.setItem(key, on ? "on" : "off");
  return [
    tick(t("table.auto_draw"), options.autoDraw, (on) => {
      options.autoDraw = on;
      remember("autodraw", on);
      if (seat) follow();
      page.refresh();
    }),
    tick(t("table.sort"), hand.sorted, (on) => {
      hand.sorted = on;
      remember("sort", on);
      page.refresh();
    }),
    tick(t("table.free"), options.free, (on) => {
      options.free = on;
      remember("free", on);
    }),
  ];
}

element("hand").addEventListener("rearranged", () => menu.redraw(control, page.view));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, summary")) return;
  const key = event.key.toUpperCase();
  const button = Object.keys(KEYS).find((name) => KEYS[name] === key);
  if (button && seat?.buttons.includes(button)) press(button);
  else if (key === "D" && seat?.may_draw) draw();
  else if (key === "ESCAPE" && choosing) choose(null);
  else if (["ARROWLEFT", "ARROWRIGHT"].includes(key) && !event.target.closest?.("button")) hand.focus();
});

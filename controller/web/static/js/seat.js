/**
 * The page of one seat, on a phone or a small screen beside it: own score and differences, buttons, clock; in training
 * mode the hand as the table reads it, with help.
 */

import { KEYS } from "./actions.js";
import { Refused, get, post } from "./ask.js";
import { h, show } from "./dom.js";
import { Page, element } from "./page.js";
import { tick } from "./prefs.js";
import { showFinal, showResult } from "./result.js";
import { said, t, tileName } from "./text.js";
import { sortKey, tile } from "./tiles.js";
import { Training, helpedName } from "./training.js";

const NOTE_SECONDS = 2.5;

const number = Number(location.pathname.split("/").at(-1));
const training = new Training(element("training"), { switchOn: async () => {}, onChange: () => page.refresh() });
const page = new Page({ seat: number, preferences: () => [buttonField(), training.fields()] });
page.relativeTo = number;
page.firstSeat = number;
page.sounds.own = number;
let seat = null;
let allowed = false;
let closed = null;
let noteTimer = 0;
let ownTurn = false;

page.link.addEventListener("hello", ({ detail }) => {
  allowed = detail.seat === number;
  element("entrance").hidden = allowed;
  if (!allowed) showEntrance();
  page.refresh();
});
page.link.addEventListener("seat", ({ detail }) => {
  seat = detail.view;
  page.refresh();
});

await page.start((view) => {
  drawResult(view);
  tellTurn(view.stage === "playing" && view.turn === number);
  const shown = allowed && seat !== null;
  element("buttons").hidden = !shown || !hasButtons();
  if (!shown) return;
  drawButtons(view);
  drawHand(view);
  training.update(view, seat);
});

/** Tell the person's turn to ears too: by a tone, and to who has the page read out. */
function tellTurn(turn) {
  page.sounds.ask(turn);
  if (turn && !ownTurn) element("live").textContent = t("panel.turn");
  ownTurn = turn;
}

/** The result stays until the person has pressed OK here, or the next deal comes. */
function drawResult(view) {
  const key = view.result ? JSON.stringify(view.result.scores) : null;
  if (key !== closed) closed = null;
  const hidden = closed !== null ? { ...view, result: null } : view;
  showResult(element("result"), hidden, { viewpoint: number });
  showFinal(element("final"), view);
  const panel = element("result");
  if (!panel.hidden && !panel.querySelector(".result-ok")) {
    panel.append(h("button", { type: "button", class: "primary result-ok", text: t("result.continue"), on: { click: () => accept(key) } }));
  }
}

function accept(key) {
  closed = key;
  if (allowed) press("MENU");
  page.refresh();
}

function drawButtons(view) {
  const advised = training.button(seat);
  show(element("buttons"), [seat.panel, seat.buttons, advised, view.stage, view.comparing === number], () =>
    seat.panel.map((button) => {
      const classes = [`button-${button}`, seat.buttons.includes(button) ? "lit" : "", button === advised ? "advised" : ""];
      return h(
        "button",
        { type: "button", class: classes.join(" "), "aria-keyshortcuts": KEYS[button], data: { button }, on: { click: () => press(button) } },
        h("span", { text: t(`button.${button}`) }),
        classes.includes("lit") ? h("span", { class: "unseen", text: t("seat.lit") }) : null,
        h("kbd", { text: KEYS[button], "aria-hidden": "true" }),
      );
    }),
  );
}

/** Only in training mode does the table send the hand. */
function drawHand(view) {
  const place = element("own-hand");
  const wanted = seat.training && training.wanted && seat.hand.length > 0;
  place.hidden = !wanted;
  if (!wanted) return;
  const [advised, marks] = [training.advised(seat), training.marks(view, seat)];
  const hand = [...seat.hand].sort((one, other) => sortKey(one.tile) - sortKey(other.tile) || one.id - other.id);
  const drawn = hand.findIndex((own) => own.id === seat.drawn);
  if (drawn >= 0) hand.push(...hand.splice(drawn, 1));
  const model = hand.map((own) => ({ ...own, advised: advised.has(own.id), mark: marks.get(own.id), drawn: own.id === seat.drawn }));
  show(place, model, () =>
    model.map((own) =>
      h(
        "span",
        {
          class: `hand-tile ${own.advised ? "advised" : ""} ${own.drawn ? "drawn" : ""}`,
          role: "img",
          "aria-label": helpedName(own.tile, own),
          title: own.mark ? own.mark.texts.join("\n") : tileName(own.tile),
          data: own.mark ? { danger: own.mark.level } : {},
        },
        tile(own.tile, "", { named: false }),
      ),
    ),
  );
}

async function press(button) {
  const refused = await page.link.command({ type: "press", button });
  say(refused ? (refused === "offline" ? t("play.offline") : said(refused)) : t("seat.pressed", { button: t(`button.${button}`) }), Boolean(refused));
}

function say(text, alarm = false) {
  element("message").textContent = text;
  document.body.classList.toggle("alarm-note", alarm);
  clearTimeout(noteTimer);
  noteTimer = setTimeout(() => (element("message").textContent = ""), NOTE_SECONDS * 1000);
}

function hasButtons() {
  return localStorage.getItem("seatbuttons") !== "off";
}

function buttonField() {
  return tick(t("seat.buttons"), hasButtons(), (on) => {
    localStorage.setItem("seatbuttons", on ? "on" : "off");
    page.refresh();
  });
}

/** Whoever can read the code on the seat's own panel sits there. */
function showEntrance() {
  const code = h("input", { inputmode: "numeric", autocomplete: "one-time-code", maxlength: 16, size: 6, required: true });
  const fault = h("p", { class: "fault", role: "alert" });
  const ask = h("button", { type: "button", text: t("seat.show_code"), on: { click: () => attempt(async () => {
    await post("/api/access/codes", { seat: number });
    code.focus();
  }) } });
  const form = h(
    "form",
    { class: "entrance-form" },
    h("h2", { text: t("seat.enter_title") }),
    h("p", { class: "small", text: t("seat.enter_help") }),
    ask,
    h("label", { class: "field" }, h("span", { text: t("seat.code") }), code),
    fault,
    h("button", { type: "submit", class: "primary", text: t("seat.enter") }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(async () => {
      await post("/api/access/seat", { seat: number, code: code.value });
      page.link.reopen();
    });
  });
  const attempt = async (act) => {
    fault.textContent = "";
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      fault.textContent = said(error.message) || t("link.lost");
    }
  };
  element("entrance").replaceChildren(form);
  get("/api/access").then((me) => {
    if (me.seat !== null && me.seat !== number) fault.textContent = t("seat.other", { n: me.seat + 1 });
  });
}

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest?.("input, select, summary")) return;
  const button = Object.keys(KEYS).find((name) => KEYS[name] === event.key.toUpperCase());
  if (button && allowed && seat?.panel.includes(button)) press(button);
});

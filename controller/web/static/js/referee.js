/**
 * The referee page: table and game side by side, incidents, rulings, undo with preview, clocks, and who ruled what.
 */

import { Refused, get, post } from "./ask.js";
import { Clocks } from "./clock.js";
import { h, redrawAll, show } from "./dom.js";
import { rulingName } from "./formparts.js";
import { showKeys } from "./keys.js";
import { Link } from "./link.js";
import { connectMenus } from "./menus.js";
import { rulesName } from "./newmatch.js";
import { showProblems } from "./news.js";
import { element } from "./page.js";
import { applyTheme, preferenceFields } from "./prefs.js";
import { UndoPanel, showAudit, showOpenIncidents } from "./refereelists.js";
import { showTable } from "./refereetable.js";
import { rulingForm } from "./rulingform.js";
import { roleName, showEntrance, whoAmI } from "./signin.js";
import { labelPage, preferredLanguage, roundName, said, t, useFamily, useLanguage } from "./text.js";

const ANSWER_SECONDS = 8;
const TABS = ["rulings", "undo", "audit"];

let view = null;
let publicView = null;
let me = null;
let catalogue = { rulings: [], win_fields: [] };
let tab = "rulings";
let open = null;
let undoPanel = null;
let answerTimer = 0;
let codes = {};
const clocks = new Clocks(element("clocks"));

applyTheme();
await useLanguage(preferredLanguage());
showPreferences();
connectMenus();
await enter();

element("sign-out").addEventListener("click", async () => {
  await post("/api/access/sign-out");
  location.reload();
});
element("reveal").addEventListener("click", () => rule("reveal", { on: !view?.revealed }));

/** Show the desk to a referee, the entrance to everybody else. */
async function enter() {
  me = await whoAmI();
  const allowed = me.roles.includes("referee") || me.roles.includes("admin");
  element("desk").hidden = !allowed;
  element("entrance").hidden = allowed;
  if (!allowed) {
    showEntrance(element("entrance"), me, enter);
    return;
  }
  element("who").textContent = [me.home ? t("access.local_user") : me.name, me.roles.includes("admin") ? roleName("admin") : roleName("referee")].filter(Boolean).join(", ");
  element("sign-out").hidden = me.home;
  catalogue = await get("/api/referee/rulings");
  showTabs();
  follow();
}

function follow() {
  const link = new Link({ referee: true });
  link.addEventListener("view", ({ detail }) => {
    publicView = detail.view;
    document.body.dataset.stage = publicView.stage;
    if (useFamily(publicView.family)) labelPage();
    clocks.update(publicView);
    draw();
  });
  link.addEventListener("referee", ({ detail }) => {
    view = detail.view;
    document.body.dataset.version = detail.version;
    draw();
  });
  link.addEventListener("health", ({ detail }) => {
    showProblems(element("problems"), detail.problems);
    codes = detail.seat_codes ?? {};
    draw();
  });
  link.addEventListener("hello", ({ detail }) => {
    // The session has ended (the service was started anew, the PIN changed): sign in again.
    if (!detail.audiences.includes("referee")) location.reload();
  });
  link.addEventListener("lost", () => showLink(false));
  link.addEventListener("back", () => showLink(true));
  link.open();
}

function showLink(up) {
  element("link-lost").hidden = up;
  document.body.classList.toggle("offline", !up);
}

function names() {
  return publicView?.seats.map((seat) => seat.name) ?? [];
}

function draw() {
  if (!view || !publicView) return;
  const round = publicView.round;
  show(element("deal"), [round, publicView.rules, publicView.wall_left, view.paused, view.adjourned, view.restoring], () => [
    h("strong", { text: round ? roundName(round) : t(`stage.${publicView.stage}`) }),
    round ? h("span", { class: "small", text: t("referee.honba", { honba: round.honba, deposits: round.deposits }) }) : null,
    publicView.wall_left === null ? null : h("span", { class: "small", text: t("referee.wall", { n: publicView.wall_left }) }),
    h("span", { class: "small", text: publicView.rules && rulesName(publicView.rules) }),
    view.paused ? h("span", { class: "flag", text: t("referee.paused") }) : null,
    view.adjourned === null ? null : h("span", { class: "flag", text: t("referee.adjourned") }),
    view.restoring ? h("span", { class: "flag", text: t("referee.restoring") }) : null,
  ]);
  show(element("differences"), view.differences, (count) => [
    h("span", { class: count ? "flag wrong" : "flag", text: count ? t("referee.differences", { n: count }) : t("referee.no_differences") }),
  ]);
  const reveal = element("reveal");
  reveal.setAttribute("aria-pressed", String(view.revealed));
  reveal.textContent = t(view.revealed ? "referee.hide" : "referee.reveal");
  reveal.disabled = !view.possible.includes("reveal");
  showTable(element("seats"), view, publicView, codes, quick);
  showOpenIncidents(element("incidents"), view, names(), quick);
  if (tab === "undo") undoPanel?.update(view, names());
  if (tab === "rulings" && !open) showCatalogue();
}

function showTabs() {
  const wanted = me.roles.includes("admin") ? [...TABS, "keys"] : TABS;
  element("tabs").replaceChildren(
    ...wanted.map((name) =>
      h("button", {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-selected": String(name === tab),
        tabindex: name === tab ? 0 : -1,
        text: t(`referee.tab_${name}`),
        on: { click: () => choose(name), keydown: (event) => step(event, wanted, name) },
      }),
    ),
  );
  choose(tab);
}

/** Arrow keys go from tab to tab. */
function step(event, wanted, name) {
  const move = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!move) return;
  event.preventDefault();
  const next = wanted[(wanted.indexOf(name) + move + wanted.length) % wanted.length];
  choose(next);
  element(`tab-${next}`).focus();
}

function choose(name) {
  tab = name;
  open = null;
  for (const button of element("tabs").children) {
    const chosen = button.id === `tab-${name}`;
    button.setAttribute("aria-selected", String(chosen));
    button.tabIndex = chosen ? 0 : -1;
  }
  const panel = element("panel");
  panel.setAttribute("aria-labelledby", `tab-${name}`);
  panel.replaceChildren();
  redrawAll(panel);
  undoPanel = name === "undo" ? new UndoPanel(panel, rule) : null;
  if (name === "rulings") showCatalogue();
  if (name === "undo" && view) undoPanel.update(view, names());
  if (name === "audit") attempt(() => showAudit(panel));
  if (name === "keys") attempt(() => showKeys(panel, attempt));
}

/** Every ruling by what it is about; in each group what an open incident calls for comes first. */
function showCatalogue() {
  const panel = element("panel");
  const possible = view?.possible ?? [];
  const likely = [...new Set(view?.incidents.flatMap((one) => one.rulings) ?? [])];
  if (!panel.querySelector(".catalogue")) panel.replaceChildren(h("div", { class: "catalogue" }));
  show(panel.querySelector(".catalogue"), [possible, likely], () =>
    [...new Set(catalogue.rulings.map((form) => form.group))].map((group) => {
      const forms = catalogue.rulings.filter((form) => form.group === group);
      const rank = (form) => (likely.includes(form.name) ? likely.indexOf(form.name) : likely.length);
      return h(
        "section",
        { class: "ruling-group", "aria-labelledby": `group-${group}` },
        h("h3", { id: `group-${group}`, text: t(`group.${group}`) }),
        h("div", { class: "choices" }, forms.sort((one, other) => rank(one) - rank(other)).map((form) => rulingButton(form, possible, likely))),
      );
    }),
  );
}

function rulingButton(form, possible, likely) {
  return h("button", {
    type: "button",
    class: likely.includes(form.name) ? "likely" : "",
    data: { ruling: form.name },
    disabled: !possible.includes(form.name),
    text: rulingName(form.name),
    on: { click: () => quick(form.name, {}) },
  });
}

/** Open a ruling's form with values filled in; one that needs nothing more is carried out at once. */
function quick(name, preset) {
  const form = catalogue.rulings.find((one) => one.name === name);
  if (!form) return;
  if (name === "undo") {
    choose("undo");
    element("panel").focus();
    return;
  }
  const known = Object.fromEntries(form.fields.filter((field) => preset[field.name] !== undefined).map((field) => [field.name, preset[field.name]]));
  if (form.fields.every((field) => field.name in known)) {
    rule(name, known);
    return;
  }
  choose("rulings");
  open = name;
  const around = {
    names: names(),
    zones: view?.zones.map((zone) => zone.zone) ?? [],
    incidents: view?.incidents ?? [],
    events: view?.events ?? [],
    family: publicView?.family ?? "riichi",
  };
  const panel = element("panel");
  panel.replaceChildren(
    h("button", { type: "button", class: "slim", text: t("referee.all_rulings"), on: { click: () => choose("rulings") } }),
    rulingForm(form, catalogue.win_fields, around, known, async (details) => (await rule(name, details)) && choose("rulings")),
  );
  panel.querySelector("select, input, form button")?.focus();
}

/** Have a ruling carried out; says what the referee said. Resolves to whether it was. */
async function rule(what, details) {
  return attempt(async () => {
    await post("/api/referee/rule", { what, details });
    return t("referee.done", { what: rulingName(what) });
  });
}

/** Do something and say how it went. */
async function attempt(act) {
  try {
    const told = await act();
    if (typeof told === "string") answer(told, true);
    return true;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) location.reload();
    answer(said(error.message) || t("link.lost"), false);
    return false;
  }
}

function answer(text, good) {
  const place = element("answer");
  place.hidden = false;
  place.className = good ? "answer good" : "answer bad";
  place.textContent = text;
  clearTimeout(answerTimer);
  answerTimer = setTimeout(() => (place.hidden = true), ANSWER_SECONDS * 1000);
}

function showPreferences() {
  element("prefs").replaceChildren(...preferenceFields(async (what) => {
    if (what === "language") {
      await useLanguage(preferredLanguage());
      showPreferences();
      if (me) await enterAgain();
    }
    redrawAll();
    draw();
  }));
}

/** Draw what has texts of its own in the new language. */
async function enterAgain() {
  if (element("desk").hidden) showEntrance(element("entrance"), me, enter);
  else showTabs();
}

/**
 * What the pages of players and records are made of: headings, tables, numbers, links.
 */

import { h } from "./dom.js";
import { personName } from "./names.js";
import { currentLanguage, points, rankName, t } from "./text.js";

/** The page's heading; also the window's title. */
export function heading(text, ...more) {
  document.title = `${text} · Jantaku`;
  return h("header", { class: "book-title" }, h("h1", { text }), ...more);
}

/** Fill the page; what is null or false is left out. */
export function fill(main, ...content) {
  main.replaceChildren(...content.flat().filter(Boolean));
}

/** A section with a heading. */
export function section(title, ...content) {
  return h("section", { class: "book-section" }, h("h2", { text: title }), ...content);
}

/**
 * A table. `columns`: `[heading, cell(row), class]`; a class `number` puts it to the right. The first column heads its
 * row. `cards`: on a narrow window each row is a card.
 */
export function table(caption, columns, rows, { cards = false } = {}) {
  return h(
    "div",
    { class: "table-frame", tabindex: "0", role: "region", "aria-label": caption },
    h(
      "table",
      { class: cards ? "book-table cards" : "book-table" },
      h("caption", { class: "unseen", text: caption }),
      h("thead", {}, h("tr", {}, columns.map(([title, , kind]) => h("th", { scope: "col", class: kind, text: title })))),
      h("tbody", {}, rows.map((row) => h("tr", {}, columns.map((column, index) => cell(column, row, index === 0))))),
    ),
  );
}

function cell([, make, kind], row, heads) {
  const content = make(row);
  return h(heads ? "th" : "td", { class: kind, scope: heads ? "row" : null }, content ?? "–");
}

/** A day and a time as the page's language writes them. */
export function moment(iso) {
  return new Date(iso).toLocaleString(currentLanguage(), { dateStyle: "medium", timeStyle: "short" });
}

/** A day. */
export function day(iso) {
  return new Date(iso).toLocaleDateString(currentLanguage(), { dateStyle: "medium" });
}

/** A share of 0 to 1 as percents; null: a dash. */
export function percent(share) {
  return share === null ? "–" : `${(share * 100).toFixed(1)} %`;
}

/** A number with so many decimals; null: a dash. */
export function decimal(value, digits = 2) {
  return value === null ? "–" : value.toFixed(digits);
}

/** Final points with their sign; null: a dash. */
export function settled(value) {
  if (value === null || value === undefined) return "–";
  const digits = Math.abs(value).toFixed(1);
  return value < 0 ? `−${digits}` : value > 0 ? `+${digits}` : digits;
}

/** The link to a player's page, with a season's ratings if one is named; a plain name for who has none. */
export function playerLink(name, kind = "person", season = null) {
  if (!name) return h("span", { class: "quiet", text: t("matches.forgotten") });
  if (kind === "guest") return h("span", {}, personName(name), " ", h("span", { class: "tag", text: t("players.guest") }));
  const bot = kind === "bot";
  const query = new URLSearchParams({ ...(bot ? { bot } : {}), ...(season ? { season } : {}) }).toString();
  return h(
    "span",
    {},
    h("a", { href: `/players/${encodeURIComponent(name)}${query ? `?${query}` : ""}`, text: personName(name, bot) }),
    bot ? [" ", h("span", { class: "tag", text: t("players.bot") })] : null,
  );
}

/** A rating with its marks. */
export function ratingText(player) {
  return `${player.rating.toLocaleString("en-US")}${player.marks ? ` ${"★".repeat(player.marks)}` : ""}`;
}

/** A rank and its points: "3rd kyu 50/100". */
export function rankText(player) {
  const needs = player.rank_needs === null ? "" : `/${player.rank_needs.toLocaleString("en-US")}`;
  return `${rankName(player.rank_number)} · ${player.rank_points.toLocaleString("en-US")}${needs}`;
}

/** A change of points, its sign told by its class too. */
function change(value) {
  return h("span", { class: `change ${value > 0 ? "plus" : value < 0 ? "minus" : ""}`, text: value ? points(value, true) : "0" });
}

/** How a match stands: "finished", "being played" ... */
export function stateText(state) {
  return { ended: t("matches.ended"), unfinished: t("matches.unfinished"), broken_off: t("matches.broken_off") }[state];
}

/** A button. */
export function button(text, onClick, extra = {}) {
  return h("button", { type: "button", text, on: { click: onClick }, ...extra });
}

/**
 * Who sits where, the next match, and everybody who may sign in.
 */

import { get, post } from "./ask.js";
import { button, day, fill, heading, section, table } from "./bookparts.js";
import { h } from "./dom.js";
import { MatchForm } from "./matchform.js";
import { personName } from "./names.js";
import { tick } from "./prefs.js";
import { whoAmI } from "./signin.js";
import { t } from "./text.js";
import { attempt, trouble } from "./trouble.js";

const SEATS = [0, 1, 2, 3];
const REFRESH_MS = 5000;

let refresh = 0;

/** What the page shows: the visitor, the seats, the people; `draw` shows it anew. */
class Club {
  constructor(main) {
    this.main = main;
    this.form = new MatchForm((match) => this.act(() => post("/api/matches", match)));
  }

  async load() {
    [this.me, { people: this.people }, this.table] = await Promise.all([whoAmI(), get("/api/players"), get("/api/seats").catch(() => null)]);
  }

  get referee() {
    return this.me.roles.includes("referee") || this.me.roles.includes("admin");
  }

  /** May this visitor say who sits at a seat? */
  maySeat(seat) {
    return this.referee || (this.me.roles.includes("seat") && this.me.seat === seat);
  }

  /** Do something at the table, then show how things stand. */
  async act(work) {
    const done = await attempt(async () => {
      await work();
      await this.load();
    });
    if (done) this.draw();
    return done;
  }

  /** Take the seats' news, unless somebody is just typing. */
  async follow() {
    const table = await get("/api/seats").catch(() => null);
    const typing = this.main.contains(document.activeElement) && document.activeElement.matches("input, select");
    if (typing || JSON.stringify(table) === JSON.stringify(this.table)) return;
    this.table = table;
    this.draw();
  }

  draw() {
    fill(
      this.main,
      heading(t("book.players")),
      this.table ? section(t("players.seats"), this.#seats()) : h("p", { class: "empty-note", text: t("players.no_table") }),
      this.table && this.referee ? section(t("players.next_match"), this.form.content(this.table)) : null,
      this.referee ? null : h("p", { class: "small" }, `${t("players.referee_starts")} `, h("a", { href: "/referee", text: t("access.sign_in") })),
      section(t("players.everybody"), this.#people()),
      h("datalist", { id: "people" }, this.people.map((person) => h("option", { value: person.name }))),
    );
  }

  #seats() {
    return [
      h("p", { class: "small", text: this.table.playing ? t("players.explained_playing") : t("players.explained") }),
      h("div", { class: "seats" }, SEATS.map((seat) => this.#seat(seat))),
      this.referee && this.table.next.filter((sitter) => sitter.kind !== "bot").length > 1 ? h("div", { class: "book-tools" }, button(t("players.draw"), () => this.act(() => post("/api/seats/draw")))) : null,
    ];
  }

  #seat(seat) {
    const next = this.table.next[seat];
    const now = this.table.now[seat];
    return h(
      "article",
      { class: "seat-card", data: { seat: String(seat) } },
      h("h3", { text: t("matches.seat_n", { n: seat + 1 }) }),
      h("p", { class: "sitter" }, who(next)),
      now && now.name !== next.name ? h("p", { class: "small", text: t("players.now", { name: personName(now.name, now.kind === "bot") }) }) : null,
      this.table.left.includes(seat) ? h("p", { class: "small", text: t("players.left") }) : null,
      next.kind !== "bot" && this.maySeat(seat) ? this.#signIn(seat) : null,
      next.kind !== "bot" && !this.maySeat(seat) ? h("a", { class: "button", href: `/seat/${seat}`, text: t("players.unlock") }) : null,
      this.referee && this.table.new_cards.includes(seat) ? this.#card(seat) : null,
    );
  }

  #signIn(seat) {
    const name = h("input", { type: "text", maxlength: 24, list: "people", autocomplete: "off", "aria-label": t("players.name_for", { n: seat + 1 }), placeholder: t("players.name") });
    let guest = false;
    return h(
      "form",
      {
        class: "sign-in",
        on: {
          submit: (event) => {
            event.preventDefault();
            const wish = { name: name.value, guest };
            this.act(() => (this.referee ? post("/api/seats", { seats: { [seat]: wish } }) : post(`/api/seats/${seat}`, wish)));
          },
        },
      },
      name,
      tick(t("players.as_guest"), false, (on) => (guest = on)),
      h("button", { type: "submit", class: "primary", text: t("players.sit") }),
    );
  }

  #card(seat) {
    const name = h("input", { type: "text", maxlength: 24, list: "people", autocomplete: "off", required: true, "aria-label": t("players.card_of") });
    return h(
      "form",
      {
        class: "sign-in",
        on: {
          submit: (event) => {
            event.preventDefault();
            this.act(() => post("/api/cards", { seat, name: name.value }));
          },
        },
      },
      h("p", { class: "small", text: t("players.new_card") }),
      name,
      h("button", { type: "submit", text: t("players.give_card") }),
    );
  }

  #people() {
    if (!this.people.length) return h("p", { class: "empty-note", text: t("players.nobody") });
    const columns = [
      [t("final.name"), (person) => h("a", { href: `/players/${encodeURIComponent(person.name)}`, text: personName(person.name) })],
      [t("standings.matches"), (person) => h("a", { href: `/matches?player=${encodeURIComponent(person.name)}`, text: String(person.matches) }), "number"],
      [t("players.since"), (person) => day(person.since)],
      [t("players.cards"), (person) => String(person.cards), "number"],
    ];
    if (this.referee) columns.push([t("players.change"), (person) => this.#changes(person)]);
    return [
      table(t("players.everybody"), columns, this.people, { cards: true }),
      h("p", { class: "small", text: t("players.privacy") }),
    ];
  }

  #changes(person) {
    const path = `/api/players/${encodeURIComponent(person.name)}`;
    const rename = () => {
      const name = prompt(t("players.rename_to", { name: person.name }), person.name);
      if (name) this.act(() => post(`${path}/rename`, { name }));
    };
    const forget = () => {
      if (confirm(t("players.delete_confirm", { name: person.name }))) this.act(() => post(`${path}/delete`));
    };
    return h(
      "span",
      { class: "row-buttons" },
      button(t("players.rename"), rename),
      person.cards ? button(t("players.take_cards"), () => this.act(() => post(`${path}/take-cards`))) : null,
      button(t("players.delete"), forget),
    );
  }
}

/** Fill the page, and follow the seats from then on: a card laid on the table signs in too. */
export async function show(main) {
  clearInterval(refresh);
  const club = new Club(main);
  await club.load();
  club.draw();
  refresh = setInterval(() => {
    if (document.visibilityState === "visible") club.follow().catch(trouble);
  }, REFRESH_MS);
}

function who(sitter) {
  const tag = { guest: t("players.guest"), bot: t("players.bot") }[sitter.kind];
  return [personName(sitter.name, sitter.kind === "bot"), tag ? h("span", { class: "tag", text: tag }) : null].flatMap((part) => (part ? [part, " "] : []));
}

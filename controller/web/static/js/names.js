/**
 * What people are called: the table's own names, of bots and of those who gave none, in the page's language.
 */

import { has, t } from "./text.js";

/** Names the table gives by number: of people, guests and seats nobody is named for. */
const NUMBERED = /^(Player|Guest|Seat) ([1-4])$/;

/** Somebody's name as the page shows it. A person's own name stays as it is, also one that a bot has too. */
export function personName(name, bot = false) {
  const [, kind, n] = NUMBERED.exec(name ?? "") ?? [];
  if (kind) return t(`person.${kind}`, { n });
  if (name === "You") return t("person.You");
  return bot && has(`bot.${name}`) ? t(`bot.${name}`) : name;
}

/** Let the names in a view always be those of the language in use. */
export function nameSeats(view) {
  const bots = new Set(view.seats.filter((seat) => seat.bot).map((seat) => seat.seat));
  for (const one of [...view.seats, ...(view.final?.standings ?? [])]) {
    const given = one.name;
    Object.defineProperty(one, "name", { get: () => personName(given, bots.has(one.seat)), enumerable: true });
  }
}

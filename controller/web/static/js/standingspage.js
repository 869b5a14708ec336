/**
 * Ratings and ranks of all players, and of a season.
 */

import { get } from "./ask.js";
import { decimal, fill, heading, playerLink, rankText, ratingText, table } from "./bookparts.js";
import { h } from "./dom.js";
import { choice, tick } from "./prefs.js";
import { t } from "./text.js";

let bots = false;

/** Fill the page. */
export async function show(main) {
  const season = new URLSearchParams(location.search).get("season");
  const view = await get(`/api/standings${season ? `?season=${encodeURIComponent(season)}` : ""}`);
  const players = view.players.filter((player) => bots || !player.bot);
  const options = [["", t("standings.all_time")], ...view.seasons.map((name) => [name, name])];
  fill(
    main,
    heading(t("book.standings")),
    h(
      "div",
      { class: "book-tools" },
      view.seasons.length ? choice(t("standings.season"), options, season ?? "", (name) => location.assign(name ? `?season=${encodeURIComponent(name)}` : location.pathname)) : null,
      tick(t("standings.bots"), bots, (on) => {
        bots = on;
        show(main);
      }),
    ),
    players.length ? table(t("book.standings"), columns(view.season), players) : h("p", { class: "empty-note", text: t("standings.nobody") }),
    h("p", { class: "small", text: t("standings.explained") }),
  );
}

function columns(season) {
  return [
    [t("final.name"), (player) => playerLink(player.name, player.bot ? "bot" : "person", season)],
    ...(season ? [[t("standings.season_rating"), (player) => player.season_rating.toLocaleString("en-US"), "number strong"]] : []),
    ...(season ? [[t("standings.season_matches"), (player) => String(player.season_matches), "number"]] : []),
    [t("standings.rank"), rankText, "tight"],
    [t("standings.rating"), ratingText, "number strong"],
    [t("standings.matches"), (player) => String(player.matches), "number"],
    ...[1, 2, 3, 4].map((place) => [t(`place.${place}`), (player) => String(player.places[place - 1]), "number"]),
    [t("stats.average_place"), (player) => decimal(player.average_place), "number"],
  ];
}

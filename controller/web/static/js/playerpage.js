/**
 * One player: standing, the way of the rating, statistics, head-to-head, matches.
 */

import { get, Refused } from "./ask.js";
import { day, decimal, fill, heading, percent, playerLink, rankText, ratingText, section, settled, table } from "./bookparts.js";
import { ratingCurve } from "./curve.js";
import { h } from "./dom.js";
import { personName } from "./names.js";
import { rulesName } from "./newmatch.js";
import { points, t, useFamily } from "./text.js";

/** Fill the page. */
export async function show(main, name) {
  const asked = new URLSearchParams(location.search);
  const [bot, season] = [asked.get("bot") === "true", asked.get("season")];
  const title = heading(personName(name, bot), bot ? h("span", { class: "tag", text: t("players.bot") }) : null);
  let view;
  try {
    view = await get(`/api/standings/${encodeURIComponent(name)}?${asked}`);
  } catch (error) {
    if (!(error instanceof Refused) || error.status !== 404) throw error;
    fill(main, title, h("p", { class: "empty-note", text: t("player.no_match") }), matchesLink(name, bot));
    return;
  }
  const { player } = view;
  const rated = view.matches.filter((entry) => entry.counts && entry.family === "riichi").reverse();
  fill(
    main,
    title,
    h(
      "dl",
      { class: "facts" },
      fact(t("standings.rank"), rankText(player)),
      fact(t("standings.rating"), ratingText(player)),
      season ? fact(`${t("standings.season_rating")}: ${season}`, String(player.season_rating)) : null,
      fact(t("standings.matches"), String(player.matches)),
      fact(t("stats.average_place"), decimal(player.average_place)),
    ),
    rated.length > 1 ? section(t("player.curve"), ratingCurve(rated)) : null,
    ...view.statistics.map(statistics),
    view.opponents.length ? section(t("player.opponents"), opponents(view.opponents)) : null,
    section(t("book.matches"), matches(view.matches)),
  );
}

/** The way to the matches somebody has sat in, finished or not. */
function matchesLink(name, bot) {
  return h("p", {}, h("a", { href: `/matches?player=${encodeURIComponent(name)}`, text: t("matches.of", { name: personName(name, bot) }) }));
}

function fact(name, value) {
  return h("div", { class: "fact" }, h("dt", { text: name }), h("dd", { text: value }));
}

/** The numbers of one family, in that family's words. */
function statistics(numbers) {
  const fan = numbers.family === "fan";
  useFamily(numbers.family);
  const value = (points_) => (points_ === null ? "–" : points(Math.round(points_)));
  const lines = [
    [t("stats.places"), numbers.places.map((count) => percent(numbers.matches ? count / numbers.matches : null)).join(" · ")],
    [t("stats.average_place"), decimal(numbers.average_place)],
    [t("stats.deals"), String(numbers.deals)],
    [t("stats.win_rate"), percent(numbers.win_rate)],
    [t("stats.deal_in_rate"), percent(numbers.deal_in_rate)],
    fan ? null : [t("stats.riichi_rate"), percent(numbers.riichi_rate)],
    [t("stats.call_rate"), percent(numbers.call_rate)],
    [t("stats.tsumo_share"), percent(numbers.tsumo_share)],
    [t("stats.average_win"), value(numbers.average_win)],
    [t("stats.average_win_turn"), decimal(numbers.average_win_turn, 1)],
    [t("stats.average_deal_in"), value(numbers.average_deal_in)],
    fan ? null : [t("stats.riichi_win_rate"), percent(numbers.riichi_win_rate)],
    fan ? null : [t("stats.riichi_deal_in_rate"), percent(numbers.riichi_deal_in_rate)],
    [t("stats.open_win_rate"), percent(numbers.open_win_rate)],
    [t("stats.draw_rate"), percent(numbers.draw_rate)],
    fan ? null : [t("stats.ready_rate"), percent(numbers.ready_rate)],
    [t("stats.limit_share"), percent(numbers.limit_share)],
    fan ? null : [t("stats.yakuman"), String(numbers.yakuman)],
  ];
  const title = fan ? t("stats.title_fan") : t("stats.title_riichi");
  const grid = h("dl", { class: "stats" }, lines.filter(Boolean).map(([name, text]) => fact(name, text)));
  useFamily("riichi");
  return section(title, grid);
}

function opponents(lines) {
  return table(
    t("player.opponents"),
    [
      [t("final.name"), (line) => playerLink(line.name, line.bot ? "bot" : "person")],
      [t("standings.matches"), (line) => String(line.matches), "number"],
      [t("player.above"), (line) => `${line.above} : ${line.below}`, "number"],
      [t("player.places"), (line) => `${decimal(line.average_place)} : ${decimal(line.their_average_place)}`, "number"],
      [t("player.won_from"), (line) => `${line.rons} (${points(line.ron_points)})`, "number"],
      [t("player.lost_to"), (line) => `${line.deal_ins} (${points(line.deal_in_points)})`, "number"],
    ],
    lines,
  );
}

function matches(entries) {
  return table(
    t("book.matches"),
    [
      [t("matches.number"), (entry) => h("a", { href: `/matches/${entry.number}`, text: String(entry.number) })],
      [t("matches.day"), (entry) => day(entry.started), "tight"],
      [t("matches.rules"), (entry) => rulesName(entry.rules), "tight"],
      [t("final.place"), (entry) => t(`place.${entry.place}`), "tight"],
      [t("final.score"), (entry) => points(entry.score), "number"],
      [t("final.points"), (entry) => settled(entry.points), "number"],
      [t("standings.rating"), ratingChange, "number"],
    ],
    entries,
  );
}

function ratingChange(entry) {
  const [before, after] = entry.rating;
  return entry.counts ? `${after.toLocaleString("en-US")} (${points(after - before, true)})` : "–";
}

/**
 * What the pages of a game share: language, link, the game as everybody sees it.
 */

import { keepAwake } from "./awake.js";
import { Board } from "./board.js";
import { bookLinks, seatLinks } from "./booklinks.js";
import { Clocks } from "./clock.js";
import { redrawAll, show } from "./dom.js";
import { Link } from "./link.js";
import { connectMenus } from "./menus.js";
import { Calls, showIncidents, showProblems } from "./news.js";
import { rulesName } from "./newmatch.js";
import { applyTheme, preferenceFields } from "./prefs.js";
import { showDeal, showScores } from "./scores.js";
import { Sounds } from "./sound.js";
import { labelPage, preferredLanguage, t, useFamily, useLanguage } from "./text.js";
import { showTileNames } from "./tilenames.js";

/** One page: finds its places by id (a page may do without the board), follows the link, draws each view. */
export class Page {
  view = null;
  relativeTo = null;
  /** The seat whose row comes first among the scores. */
  firstSeat = 0;

  /**
   * `seat`: whose views are followed too, see `Link`. `preferences`: makes the fields of the page's menu that only this
   * page has.
   */
  constructor({ seat = false, ownHand = false, preferences = () => [] } = {}) {
    this.preferences = preferences;
    this.link = new Link({ seat });
    const board = document.getElementById("board");
    this.board = board && new Board(board, { ownHand });
    this.clocks = new Clocks(element("clocks"));
    this.calls = new Calls(this.board, element("live"));
    this.calls.addEventListener("over", () => this.refresh());
    this.sounds = new Sounds(this);
    element("scores").addEventListener("click", (event) => this.#compare(event.target.closest(".score-row")));
    this.link.addEventListener("view", (event) => this.#take(event.detail));
    this.link.addEventListener("health", ({ detail }) => this.#showHealth(detail));
    this.link.addEventListener("lost", () => this.#showLink(false));
    this.link.addEventListener("back", () => this.#showLink(true));
  }

  /** Load the texts, then open the link. `draw(view)` is called after the common parts are drawn. */
  async start(draw) {
    this.draw = draw;
    applyTheme();
    await useLanguage(preferredLanguage());
    this.#showMenu();
    connectMenus();
    showTileNames();
    keepAwake();
    this.link.open();
  }

  /** Draw everything anew from the latest view. */
  async redraw() {
    await useLanguage(preferredLanguage());
    redrawAll();
    this.#showMenu();
    this.refresh();
  }

  /** Draw what has changed. */
  refresh() {
    const view = this.view;
    if (!view) return;
    if (useFamily(view.family)) {
      labelPage();
      redrawAll();
    }
    document.body.dataset.stage = view.stage;
    document.body.dataset.family = view.family;
    this.board?.update(view);
    this.calls.update(view);
    showDeal(element("deal"), view);
    showScores(element("scores"), view, {
      relativeTo: this.relativeTo ?? view.comparing,
      calls: this.calls.recent,
      first: this.firstSeat,
    });
    showIncidents(element("incidents"), view);
    this.clocks.update(view);
    this.sounds.update(view);
    show(element("rules-name"), view.rules, (rules) => [rulesName(rules)]);
    this.draw(view);
  }

  /** A press on a score shows the differences to that seat, a second one the scores again. */
  #compare(row) {
    if (!row) return;
    const seat = Number(row.dataset.seat);
    this.relativeTo = this.relativeTo === seat ? null : seat;
    this.refresh();
  }

  #take(message) {
    this.view = message.view;
    document.body.dataset.version = message.version;
    this.refresh();
  }

  /** What is wrong with the service; on the table's own display the code of the first set-up too. */
  #showHealth({ problems, setup_code: code }) {
    showProblems(element("problems"), code ? [...problems, t("access.setup_code", { code })] : problems);
  }

  #showLink(up) {
    element("link-lost").hidden = up;
    document.body.classList.toggle("offline", !up);
    element("live").textContent = t(up ? "link.back" : "link.lost");
  }

  #showMenu() {
    element("prefs").replaceChildren(
      ...preferenceFields(() => this.redraw()),
      this.sounds.fields(),
      ...this.preferences(),
      seatLinks(),
      bookLinks(),
    );
  }
}

/** The element with an id; every id a page needs is in its HTML. */
export function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element ${id}`);
  return found;
}

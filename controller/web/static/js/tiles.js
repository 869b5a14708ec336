/**
 * Tile pictures.
 */

import { h } from "./dom.js";
import { tileName } from "./text.js";

const STYLES = ["classic", "large"];

const chosen = localStorage.getItem("tiles");
let style = STYLES.includes(chosen) ? chosen : "classic";

/** The tile set in use: `classic`, or `large` pictures with numbers. */
export function tileStyle() {
  return style;
}

/** Change the tile set of this page. */
export function useTileStyle(wanted) {
  style = wanted;
  localStorage.setItem("tiles", wanted);
}

/** The address of a tile's picture. */
export function tileSource(name) {
  return `/tiles/${style}/${name}.svg`;
}

/** A tile as a picture with its name. `named`: false where the name is told by what the picture is part of. */
export function tile(name, extra = "", { named = true } = {}) {
  return h("img", {
    class: `tile ${extra}`,
    src: tileSource(name),
    alt: named ? tileName(name) : "",
    data: { name: tileName(name) },
    draggable: "false",
    width: 60,
    height: 80,
  });
}

/** A row of tiles. */
export function tiles(names, extra = "") {
  return names.map((name) => tile(name, extra));
}

/** A shown set as it lies on the table, taken tiles sideways. */
export function meld(view, extra = "") {
  return h(
    "span",
    { class: "meld" },
    view.tiles.map((name, index) =>
      view.sideways.includes(index)
        ? h("span", { class: "sideways" }, tile(name, extra))
        : tile(name, extra),
    ),
  );
}

/** Order of tiles in a sorted hand: suits, honours, flowers; a red five before the others. */
export function sortKey(name) {
  const rank = name[0] === "0" ? 4.5 : Number(name[0]);
  return "mpszf".indexOf(name[1]) * 10 + rank;
}

/**
 * The name of a tile, shown while it has the focus, is touched, or the pointer rests on it. Can be switched off.
 */

import { h } from "./dom.js";

const LONG_ENOUGH = 1800;
const REST = 500;

const label = h("div", { class: "tile-name", hidden: true, "aria-hidden": "true" });
let timer = 0;

/** Whether names are shown on this page. */
export function tileNamesOn() {
  return localStorage.getItem("tilenames") !== "off";
}

/** Switch the names. */
export function useTileNames(on) {
  localStorage.setItem("tilenames", on ? "on" : "off");
  if (!on) hide();
}

/** Begin to show the names of whatever tiles the page has. */
export function showTileNames() {
  document.body.append(label);
  document.addEventListener("focusin", (event) => say(event.target, 0));
  document.addEventListener("focusout", hide);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "mouse") say(event.target, REST);
  });
  document.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "mouse") hide();
    else say(event.target, 0, LONG_ENOUGH);
  });
  addEventListener("scroll", hide, { capture: true, passive: true });
}

function say(target, after, during = 0) {
  hide();
  const place = target.closest?.(".hand-tile, .tile");
  if (!place || !tileNamesOn()) return;
  const image = place.matches(".tile") ? place : place.querySelector(".tile");
  const name = image?.dataset.name;
  if (!name) return;
  timer = setTimeout(() => {
    put(name, place);
    if (during) timer = setTimeout(hide, during);
  }, after);
}

function put(name, place) {
  label.textContent = name;
  label.hidden = false;
  const [box, own] = [place.getBoundingClientRect(), label.getBoundingClientRect()];
  const left = Math.max(4, Math.min(innerWidth - own.width - 4, box.left + box.width / 2 - own.width / 2));
  const above = box.top - own.height - 6;
  label.style.left = `${left}px`;
  label.style.top = `${above >= 4 ? above : box.bottom + 6}px`;
}

function hide() {
  clearTimeout(timer);
  label.hidden = true;
}

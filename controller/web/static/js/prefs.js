/**
 * What a person may choose for this page: language, light or dark, tile set. Kept in this browser.
 */

import { h } from "./dom.js";
import { LANGUAGES, currentLanguage, t } from "./text.js";
import { tileNamesOn, useTileNames } from "./tilenames.js";
import { tileStyle, useTileStyle } from "./tiles.js";

/** Apply the chosen theme, before anything is drawn. */
export function applyTheme() {
  const theme = localStorage.getItem("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** The choices as labelled fields. `changed("language" | "tiles")` is called when the page must be drawn anew. */
export function preferenceFields(changed) {
  return [
    choice(t("prefs.language"), LANGUAGES, currentLanguage(), (value) => {
      localStorage.setItem("language", value);
      forgetAddress("lang");
      changed("language");
    }),
    choice(
      t("prefs.theme"),
      { auto: t("prefs.theme_auto"), light: t("prefs.theme_light"), dark: t("prefs.theme_dark") },
      localStorage.getItem("theme") ?? "auto",
      (value) => {
        localStorage.setItem("theme", value);
        applyTheme();
      },
    ),
    choice(
      t("prefs.tiles"),
      { classic: t("prefs.tiles_classic"), large: t("prefs.tiles_large") },
      tileStyle(),
      (value) => {
        useTileStyle(value);
        changed("tiles");
      },
    ),
    tick(t("prefs.tile_names"), tileNamesOn(), useTileNames),
  ];
}

/** What was chosen on the page counts more than what its address said. */
function forgetAddress(name) {
  const address = new URL(location.href);
  address.searchParams.delete(name);
  history.replaceState(null, "", address);
}

/** A labelled list of choices: `options` maps values to texts, or is a list of pairs of them. */
export function choice(label, options, value, onChange) {
  const pairs = Array.isArray(options) ? options : Object.entries(options);
  const select = h(
    "select",
    { on: { change: (event) => onChange(event.target.value) } },
    pairs.map(([key, text]) => h("option", { value: key, selected: key === value, text })),
  );
  return h("label", { class: "field" }, h("span", { text: label }), select);
}

/** A labelled box to tick. */
export function tick(label, value, onChange) {
  const box = h("input", { type: "checkbox", checked: value, on: { change: (event) => onChange(event.target.checked) } });
  return h("label", { class: "field tick" }, box, h("span", { text: label }));
}

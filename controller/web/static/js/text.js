/**
 * Texts of the page in its language. All come from `/static/text/<language>.json`.
 */

/** What the table and the rules say in English, with its translations. */
const SENTENCES = ["refusals", "engine"];

export const LANGUAGES = { en: "English", ja: "日本語", "zh-Hant": "繁體中文" };

let texts = {};
let refusals = null;
let language = "en";
let family = "riichi";

/** Load the texts of a language and put them wherever the page has `data-text` or `data-label`. */
export async function useLanguage(wanted) {
  language = wanted in LANGUAGES ? wanted : "en";
  const answer = await fetch(`/static/text/${language}.json`);
  if (!answer.ok) throw new Error(`no texts for ${language}`);
  texts = await answer.json();
  if (language !== "en") refusals ??= Object.assign({}, ...(await Promise.all(SENTENCES.map(sentences))));
  document.documentElement.lang = language;
  labelPage();
}

async function sentences(file) {
  return (await fetch(`/static/text/${file}.json`)).json();
}

/** Put the texts wherever the page has `data-text` or `data-label`. */
export function labelPage() {
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = t(element.dataset.text);
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", t(element.dataset.label));
    element.title = t(element.dataset.label);
  }
}

/** The language in use. */
export function currentLanguage() {
  return language;
}

/** The language to start with: the address's (`?lang=ja`), what was chosen here before, or the browser's. */
export function preferredLanguage() {
  const chosen = new URLSearchParams(location.search).get("lang") ?? localStorage.getItem("language");
  if (chosen in LANGUAGES) return chosen;
  for (const wish of navigator.languages ?? []) {
    if (wish.startsWith("ja")) return "ja";
    if (wish.startsWith("zh")) return "zh-Hant";
    if (wish.startsWith("en")) return "en";
  }
  return "en";
}

/** Use the words of a rule family from now on (`fan:call.pon` for `call.pon`). Returns whether it is another one. */
export function useFamily(wanted) {
  const changed = wanted !== family;
  family = wanted;
  return changed;
}

/** The text of a key, in the words of the rule family played, with its `{placeholders}` filled in. */
export function t(key, values = {}) {
  const text = texts[`${family}:${key}`] ?? texts[key];
  if (text === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
}

/** What the table answered, which it says in English, in the page's language as far as it is known. */
export function said(sentence) {
  return (language === "en" || !refusals || !sentence ? null : put(sentence)) ?? sentence;
}

/** A sentence in the page's language: as it stands in the texts, or by the pattern whose gaps (`{}`) it fills. */
function put(sentence) {
  // A sentence within another one may have lost its full stop, or got one; the engine adds the name of a broken rule.
  const bare = sentence.trim().replace(/ \[\w+\]$/, "").replace(/\.$/, "");
  const whole = refusals[sentence] ?? refusals[`${bare}.`] ?? refusals[bare];
  if (whole) return whole[language];
  for (const { gaps, put: putting } of patterns()) {
    const values = gaps.exec(sentence) ?? gaps.exec(bare) ?? gaps.exec(`${bare}.`);
    if (values) return putting[language].replace(/\{(\d)\}/g, (_, n) => value(values[n]));
  }
  return null;
}

/** Stands between several sentences in one gap. */
const SEVERAL = " · ";

/** What fills a gap may be sentences, a ruling or one of its fields; anything else stays as it is. */
function value(text) {
  if (text.includes(SEVERAL)) return text.split(SEVERAL).map(value).join(SEVERAL);
  const key = [`ruling.${text}`, `field.${text}`].find(has);
  return key ? t(key) : (put(text) ?? text);
}

let made = null;

/** The sentences with gaps, those that say most of themselves first. */
function patterns() {
  made ??= Object.keys(refusals)
    .filter((sentence) => sentence.includes("{}"))
    .sort((one, other) => other.replaceAll("{}", "").length - one.replaceAll("{}", "").length)
    .map((sentence) => ({ gaps: new RegExp(`^${sentence.split("{}").map(escaped).join("(.+?)")}$`, "s"), put: refusals[sentence] }));
  return made;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Whether a key has a text. */
export function has(key) {
  return key in texts;
}

/** Points with thousands separated; `sign` writes + and − too. */
export function points(value, sign = false) {
  const digits = Math.abs(value).toLocaleString("en-US");
  if (value < 0) return `−${digits}`;
  return sign && value > 0 ? `+${digits}` : digits;
}

/** The name of a tile for people who hear the page. */
export function tileName(name) {
  if (name === "back") return t("tile.back");
  const [rank, suit] = name;
  if ("zf".includes(suit)) return t(`tile.${name}`);
  const text = t(`tile.${suit}`, { n: t(`number.${rank === "0" ? 5 : rank}`) });
  return rank === "0" ? t("tile.red", { tile: text }) : text;
}

/** The name of a rank: 0 Novice, 1-9 for 9th to 1st kyu, 10-19 for 1st to 10th dan. */
export function rankName(rank) {
  if (rank === 0) return t("rank.novice");
  return rank < 10 ? t("rank.kyu", { n: 10 - rank }) : t("rank.dan", { n: rank - 9 });
}

/** "East 1", "東1局". */
export function roundName(round) {
  return t("round.name", { wind: t(`wind.${round.wind}`), n: round.number });
}

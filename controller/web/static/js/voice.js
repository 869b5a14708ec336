/**
 * Calls spoken by the browser's own speech, in the page's language, with a voice a seat.
 */

import { currentLanguage } from "./text.js";

const TAGS = { en: "en-US", ja: "ja-JP", "zh-Hant": "zh-TW" };
/** Where a device has fewer voices than seats, pitch tells them apart. */
const PITCHES = [1, 1.35, 0.75, 1.15];

/** Say a word with the voice of a seat; a device without speech stays silent. */
export function speak(text, seat) {
  const speech = globalThis.speechSynthesis;
  if (!speech) return;
  const tag = TAGS[currentLanguage()];
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = tag;
  const voices = voicesFor(speech.getVoices(), tag);
  if (voices.length) utterance.voice = voices[seat % voices.length];
  utterance.pitch = PITCHES[seat % PITCHES.length];
  utterance.rate = 1.1;
  document.body.dataset.spoken = text;
  speech.speak(utterance);
}

/** The voices of a language, those of the exact region first. */
function voicesFor(voices, tag) {
  const own = voices.filter((voice) => voice.lang.replace("_", "-") === tag);
  return own.length ? own : voices.filter((voice) => voice.lang.slice(0, 2) === tag.slice(0, 2));
}

// @ts-check
/** The studio's texts in the language that its reader has chosen, else the browser's. */

import { isolated } from "../shared/bidi.js";

/**
 * @typedef {typeof import("./words/en.js").en & typeof import("./words/platforms.en.js").en} Texts
 */
/** @typedef {keyof Texts} Word */

const NAME = "ovation.language";

/** @returns {"en" | "zh"} */
function chosen() {
  const kept = localStorage.getItem(NAME);
  if (kept === "en" || kept === "zh") return kept;
  const first = navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag));
  return first?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

/**
 * What begins the names of the files that are loaded: those of views come when they are opened first.
 * @type {Set<string>}
 */
const files = new Set([""]);

/**
 * The server's reasons by their codes, in the chosen language; empty in English, which it speaks itself.
 * @type {Record<string, string>}
 */
let reasons = {};

/** @param {"en" | "zh"} tag @returns {Promise<Texts>} */
async function load(tag) {
  const modules = await Promise.all([...files].map((file) => import(`./words/${file}${tag}.js`)));
  const hasReasons = tag === "zh" && files.has("platforms.");
  reasons = hasReasons ? (await import("./words/reasons.zh.js")).reasons : {};
  return Object.assign({}, ...modules.map((module) => module[tag]));
}

let language = chosen();
let texts = await load(language);
document.documentElement.lang = language;

export function languageNow() {
  return language;
}

/**
 * Adds the texts of a view that has files of its own: `words/{view}.en.js` and so on.
 * @param {string} view
 */
export async function addWords(view) {
  if (files.has(`${view}.`)) return;
  files.add(`${view}.`);
  try {
    texts = await load(language);
  } catch (error) {
    files.delete(`${view}.`);
    throw error;
  }
}

/** @param {"en" | "zh"} next */
export async function setLanguage(next) {
  texts = await load(next);
  language = next;
  localStorage.setItem(NAME, next);
  document.documentElement.lang = next;
}

/**
 * What settings mean, by their paths, in the chosen language; `{}` for English, which the server's schema has.
 * @returns {Promise<Record<string, string>>}
 */
export async function loadMeanings() {
  return language === "zh" ? (await import("./words/settings.zh.js")).meanings : {};
}

/**
 * A text, with `{name}` replaced by the value of that name.
 * @param {Word} word @param {Record<string, string | number>} [values]
 */
export function t(word, values = {}) {
  return filled(texts[word], values);
}

/**
 * A text with values in the places of their names.
 * @param {string} text @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    values[name] === undefined ? whole : isolated(String(values[name])));
}

/**
 * Parts of a line with dots between them; a part's direction leaves the others where they are.
 * @param {(string | undefined)[]} parts empty ones are left out
 */
export function dotted(parts) {
  return parts.flatMap((part) => part ? [isolated(part)] : []).join(" · ");
}

/**
 * Whether there is such a text.
 * @param {string} word @returns {word is Word}
 */
export function isWord(word) {
  return word in texts;
}

/**
 * Why something came to nothing, in the chosen language.
 * @param {{reason: string, code?: string, about?: string | null}} why as the server tells it
 */
export function because({ reason, code = "", about }) {
  const text = reasons[code];
  if (text === undefined) return reason;
  return filled(text, { about: about && isWord(about) ? t(about) : about ?? "" }).trim();
}

/**
 * A length of time as 1:24.
 * @param {number} seconds
 */
export function countdown(seconds) {
  // Rounded down: the text is drawn once a second, and some of the second has passed by then.
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/**
 * A short length of time: 16 ms, 11.8 s.
 * @param {number} seconds
 */
export function span(seconds) {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return countdown(seconds);
}

/**
 * A number with thousands separators.
 * @param {number} value
 */
export function grouped(value) {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * The local hours and minutes of an RFC 3339 time; `precise`: with seconds and hundredths.
 * @param {string} at @param {boolean} [precise]
 */
export function timeOfDay(at, precise = false) {
  const date = new Date(at);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const short = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (!precise) return short;
  return `${short}:${two(date.getSeconds())}.${two(Math.floor(date.getMilliseconds() / 10))}`;
}

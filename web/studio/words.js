// @ts-check
/** The studio's texts in the reader's language, which is the chosen one, or else the browser's. */

import { isolated } from "../shared/bidi.js";

/**
 * @typedef {typeof import("./words/en.js").en & typeof import("./words/platforms.en.js").en
 *   & typeof import("./words/alerts.en.js").en} Texts
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
 * The prefixes of the loaded text files. A view with its own files adds its prefix when it is first opened.
 * @type {Set<string>}
 */
const files = new Set([""]);

/**
 * The server's reasons by their codes, in the chosen language; empty in English, the server's own language.
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
 * Adds the texts of a view with its own files: `words/{view}.en.js` and so on.
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
 * Returns the descriptions of settings by their paths, in the chosen language; `{}` for English, the language of the
 * server's schema.
 * @returns {Promise<Record<string, string>>}
 */
export async function loadMeanings() {
  return language === "zh" ? (await import("./words/settings.zh.js")).meanings : {};
}

/**
 * Returns a text, with each `{name}` replaced by its value.
 * @param {Word} word @param {Record<string, string | number>} [values]
 */
export function t(word, values = {}) {
  return filled(texts[word], values);
}

/**
 * Replaces each `{name}` in a text by its value, isolated from the text's direction.
 * @param {string} text @param {Record<string, string | number>} values
 */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) =>
    values[name] === undefined ? whole : isolated(String(values[name])));
}

/**
 * Joins the parts of a line with dots. Each part is isolated, so that its direction does not reorder the others.
 * @param {(string | undefined)[]} parts empty parts are left out
 */
export function dotted(parts) {
  return parts.flatMap((part) => part ? [isolated(part)] : []).join(" · ");
}

/**
 * Tells if a text with this name exists.
 * @param {string} word @returns {word is Word}
 */
export function isWord(word) {
  return word in texts;
}

/**
 * Returns the reason of a refused or ignored delivery, in the chosen language.
 * @param {{reason: string, code?: string, about?: string | null}} why as the server sends it
 */
export function because({ reason, code = "", about }) {
  const text = reasons[code];
  if (text === undefined) return reason;
  return filled(text, { about: about && isWord(about) ? t(about) : about ?? "" }).trim();
}

/**
 * Formats a duration as 1:24.
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
 * Formats a short duration: 16 ms, 11.8 s.
 * @param {number} seconds
 */
export function span(seconds) {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  return countdown(seconds);
}

/**
 * Formats a number with thousands separators.
 * @param {number} value
 */
export function grouped(value) {
  return new Intl.NumberFormat(language).format(value);
}

/**
 * Formats the local day and time of an RFC 3339 time.
 * @param {string} at
 */
export function momentText(at) {
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(new Date(at));
}

/**
 * Formats the local time of day of an RFC 3339 time; `precise` adds seconds and hundredths.
 * @param {string} at @param {boolean} [precise]
 */
export function timeOfDay(at, precise = false) {
  const date = new Date(at);
  const two = (/** @type {number} */ value) => String(value).padStart(2, "0");
  const short = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (!precise) return short;
  return `${short}:${two(date.getSeconds())}.${two(Math.floor(date.getMilliseconds() / 10))}`;
}

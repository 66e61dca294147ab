// @ts-check
/** Loads the texts of the view Looks in the studio's language, and formats them. */

import { filled, languageNow } from "../words.js";

/** @typedef {typeof import("./en.js").en} Texts */
/** @typedef {keyof Texts} Word */

/** @type {Texts} */
let texts;

/** Loads the texts in the current language. */
export async function loadWords() {
  texts = languageNow() === "zh" ? (await import("./zh.js")).zh : (await import("./en.js")).en;
}

/**
 * Returns a text, with each `{name}` replaced by its value.
 * @param {Word} word @param {Record<string, string | number>} [values]
 */
export function w(word, values = {}) {
  return filled(texts[word], values);
}

/**
 * Tells if a text with this name exists.
 * @param {string} word @returns {word is Word}
 */
export function isText(word) {
  return word in texts;
}

// @ts-check
/** The texts of the view Looks, which come with it. */

import { filled, languageNow } from "../words.js";

/** @typedef {typeof import("./en.js").en} Texts */
/** @typedef {keyof Texts} Word */

/** @type {Texts} */
let texts;

/** Loads them in the language of now. */
export async function loadWords() {
  texts = languageNow() === "zh" ? (await import("./zh.js")).zh : (await import("./en.js")).en;
}

/**
 * A text, with `{name}` replaced by the value of that name.
 * @param {Word} word @param {Record<string, string | number>} [values]
 */
export function w(word, values = {}) {
  return filled(texts[word], values);
}

/**
 * Whether there is such a text.
 * @param {string} word @returns {word is Word}
 */
export function isText(word) {
  return word in texts;
}

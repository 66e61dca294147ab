// @ts-check
/**
 * Parses and formats the setting `sources.blocked`, a text of words separated by commas, with `*` for parts of longer
 * words.
 */

/**
 * @typedef {"whole" | "anywhere" | "start" | "end"} Reach the position of the match within words of a text
 * @typedef {{word: string, reach: Reach}} BlockedWord
 */

/** @type {Record<Reach, (word: string) => string>} */
const FORMS = {
  whole: (word) => word, anywhere: (word) => `*${word}*`, start: (word) => `${word}*`, end: (word) => `*${word}`,
};

/** @param {string} text @returns {BlockedWord[]} each word once */
export function parseBlocked(text) {
  const all = text.split(",").map((part) => part.trim()).flatMap((part) => {
    const word = part.replace(/^\*+|\*+$/g, "").trim();
    if (word === "") return [];
    const [before, after] = [part.startsWith("*"), part.endsWith("*")];
    /** @type {Reach} */
    const reach = before && after ? "anywhere" : before ? "end" : after ? "start" : "whole";
    return [{ word, reach }];
  });
  return [...new Map(all.map((one) => [one.word, one])).values()];
}

/** @param {BlockedWord[]} words */
export function formatBlocked(words) {
  return words.map(({ word, reach }) => FORMS[reach](word)).join(", ");
}

/**
 * Tells if the server can match a word as a whole word: only if it begins or ends with an ASCII letter or digit.
 * @param {string} word
 */
export function hasEdges(word) {
  return /^[a-z0-9]|[a-z0-9]$/i.test(word);
}

// @ts-check
/** Blocked words as the setting `sources.blocked` has them: separated by commas, with `*` for longer words. */

/**
 * @typedef {"whole" | "anywhere" | "start" | "end"} Reach where in a text the word is found
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
 * Tells if the server can find a word as a whole word: only if it begins or ends with an ASCII letter or digit.
 * @param {string} word
 */
export function hasEdges(word) {
  return /^[a-z0-9]|[a-z0-9]$/i.test(word);
}

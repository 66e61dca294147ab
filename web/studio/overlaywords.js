// @ts-check
/** The default words that the overlay draws, in the languages of the studio. */

/** @typedef {"en" | "zh"} Language */
/** @typedef {{sent: string, give: string, calling: string}} Words */

/** @type {Record<Language, Words>} */
export const OVERLAY_WORDS = {
  en: { sent: "sent", give: "gave", calling: "is calling" },
  zh: { sent: "送出", give: "送出", calling: "来电中" },
};

/** A default of earlier versions, which stored configurations still have. */
const EARLIER = { Give: "gave" };

/**
 * Returns the language that has these default words; null if the room has words of its own.
 * @param {Partial<Words> | undefined} words of the room's look
 * @returns {Language | null}
 */
export function languageOf(words) {
  const tags = /** @type {Language[]} */ (Object.keys(OVERLAY_WORDS));
  return tags.find((tag) => Object.entries(OVERLAY_WORDS[tag]).every(([key, word]) => {
    const own = words?.[/** @type {keyof Words} */ (key)];
    return own === word || (own !== undefined && EARLIER[/** @type {"Give"} */ (own)] === word);
  })) ?? null;
}

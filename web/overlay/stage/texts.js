// @ts-check
/**
 * Limits what a text of a viewer can do to the picture: long runs of one character, stacks of marks, and floods of emoji.
 * Only the drawing has these limits. The server, the history and the studio keep each text as it is.
 */

import { graphemes } from "../../shared/text.js";

/** The longest run of one character. Longer runs are cut to it. */
const MOST_ALIKE = 8;
/** The longest run of one digit: no number of the server has more. */
const MOST_DIGITS = 20;
/** The number of emoji in a text. The page does not draw further ones. */
const MOST_EMOJI = 20;
/**
 * The number of letters or pictures in one character. The longest that people use have six: a kiss of two people in two skin
 * tones, or five Devanagari consonants with a sign. An ellipsis replaces a character with more than this, because no line can
 * break within it.
 */
const MOST_LETTERS = 8;
const ELLIPSIS = "…";
/** The number of pictures in the largest emoji that fonts have: a family of four. */
const MOST_JOINED = 4;
/**
 * The different marks on one letter that stack: Arabic, Lao and polytonic Greek need three. In scripts that write letters or
 * vowels below each other, or tones beside vowels, a letter can have six, of all kinds of marks. No script stacks the same
 * mark twice.
 */
const MOST_STACKED = 3;
const MOST_MARKS = 6;
/** A text that is not longer exceeds no limit. */
const SHORT = 2;
const KNOWN = 500;

const PLAIN = /^[\x20-\x7E]*$/;
const RUN = new RegExp(`(.)\\1{${MOST_ALIKE}}`);
const MARKS = /[\p{M}\p{DI}]{2,}/gu;
const MARK = /\p{M}/u;
const STACKING = /[\p{Mn}\p{Me}]/u;
const INVISIBLE = /^\p{DI}+$/u;
/** Scripts whose letters can have more marks that stack. */
const TALL =
  /[\p{Script=Hebrew}\p{Script=Tibetan}\p{Script=Myanmar}\p{Script=Tai_Tham}\p{Script=Balinese}\p{Script=Javanese}]/u;
const DIGIT = /^\p{Nd}$/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Regional_Indicator}|[\uFE0F\u20E3]/u;
const LETTERS = /[^\p{M}\p{DI}]/gu;
const PICTURES = /\p{Extended_Pictographic}/gu;

/** The fields of nodes with texts of viewers. The `text` of counters and of the leaders' title is the streamer's own. */
const TEXTS = /** @type {const} */ (["title", "message", "name", "sender", "gift", "amount", "addedBy"]);

/** @typedef {import("./stage.js").Node} Node */

/**
 * Limits the texts of a new or changed node.
 * @param {Node} node with the change @param {Partial<Node>} change
 */
export function limitTexts(node, change) {
  for (let i = 0; i < TEXTS.length; i++) {
    const text = change[TEXTS[i]];
    if (typeof text === "string") node[TEXTS[i]] = limited(text);
  }
}

/**
 * Limited texts, by the text.
 * @type {Map<string, string>}
 */
const known = new Map();

/**
 * Returns a text within all limits. It is never longer, and the same if it is within them.
 * @param {string} text
 */
export function limited(text) {
  if (text.length <= SHORT || PLAIN.test(text) && !RUN.test(text)) return text;
  let value = known.get(text);
  if (value === undefined) {
    if (known.size >= KNOWN) known.clear();
    known.set(text, (value = limit(text)));
  }
  return value;
}

/**
 * Repeats the limits until the text stays the same: without a dropped character, its neighbors can become one character. Each
 * round makes the text shorter.
 * @param {string} text
 */
function limit(text) {
  for (;;) {
    const glyphs = graphemes(thinned(text)).map(shown);
    const shorter = keptOf(glyphs).map((index) => glyphs[index]).join("");
    if (shorter === text) return text;
    text = shorter;
  }
}

/**
 * Returns the characters of a caption that the page draws: their texts, and their indices; null if it draws all as they are.
 * @param {string[]} glyphs
 */
export function limitedGlyphs(glyphs) {
  const thin = glyphs.map((glyph) => shown(thinned(glyph)));
  const from = keptOf(thin);
  if (from.length === glyphs.length && thin.every((glyph, index) => glyph === glyphs[index])) return null;
  return { glyphs: from.map((index) => thin[index]), from };
}

/**
 * Returns a text with fewer marks on letters that have too many.
 * @param {string} text
 */
function thinned(text) {
  return text.replace(MARKS, (marks) => {
    let count = 0;
    let stacked = 0;
    let kept = "";
    for (const mark of marks) {
      // Joiners and other invisible characters begin no new letter.
      if (MARK.test(mark) && !INVISIBLE.test(mark)) {
        const stacks = STACKING.test(mark);
        if (count === MOST_MARKS || stacks && (kept.includes(mark) || stacked >= MOST_STACKED && !TALL.test(mark))) continue;
        count++;
        if (stacks) stacked++;
      }
      kept += mark;
    }
    return kept;
  });
}

/**
 * Returns a character, or an ellipsis for one of too many letters.
 * @param {string} glyph
 */
function shown(glyph) {
  return glyph.length > MOST_LETTERS && count(glyph, LETTERS) > MOST_LETTERS ? ELLIPSIS : glyph;
}

/**
 * Returns the indices of the characters that are drawn.
 * @param {string[]} glyphs
 */
function keptOf(glyphs) {
  /** @type {number[]} */
  const kept = [];
  let last = "";
  let run = 0;
  let emoji = 0;
  let isAfterDropped = false;
  for (let i = 0; i < glyphs.length; i++) {
    const glyph = glyphs[i];
    if (!INVISIBLE.test(glyph)) {
      const isSame = glyph === last;
      const more = emojiIn(glyph);
      const isRun = isSame && run >= (DIGIT.test(glyph) ? MOST_DIGITS : MOST_ALIKE);
      // The spaces around an emoji become one.
      if (isRun || emoji + more > MOST_EMOJI || isAfterDropped && isSame && glyph === " ") {
        isAfterDropped = true;
        continue;
      }
      isAfterDropped = false;
      emoji += more;
      run = isSame ? run + 1 : 1;
      last = glyph;
    }
    kept.push(i);
  }
  return kept;
}

/**
 * Returns the number of emoji as which a character counts. A chain that no font has as one picture counts as all of its emoji.
 * @param {string} glyph
 */
function emojiIn(glyph) {
  if (!EMOJI.test(glyph)) return 0;
  const pictures = count(glyph, PICTURES);
  return pictures > MOST_JOINED ? pictures : 1;
}

/** @param {string} text @param {RegExp} pattern */
function count(text, pattern) {
  return text.match(pattern)?.length ?? 0;
}

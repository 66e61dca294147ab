// @ts-check
/** Isolates names and messages within sentences, so that their direction does not reorder other words (UAX #9). */

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
/** Embeddings, overrides, isolates and their ends. An unclosed one would affect the text after the name. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Right-to-left letters, direction marks and controls, which can move the digits and signs next to them. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * Returns a name or a message for use in a sentence. A text that can change direction gets its own isolate;
 * its controls are removed if they are unbalanced.
 * @param {string} text
 */
export function isolated(text) {
  if (!TURNS.test(text)) return text;
  return FIRST_STRONG_ISOLATE + (isBalanced(text) ? text : text.replace(CONTROLS, "")) + POP_ISOLATE;
}

/**
 * Tells if every isolate is closed and the text contains no embedding and no override.
 * @param {string} text
 */
function isBalanced(text) {
  let depth = 0;
  for (const [control] of text.matchAll(CONTROLS)) {
    if (control < "\u2066") return false;
    depth += control === POP_ISOLATE ? -1 : 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}

/**
 * Returns a sentence without its isolated texts, which do not count for its direction (rule P2).
 * @param {string} text
 */
export function withoutIsolates(text) {
  let depth = 0;
  let rest = "";
  for (const character of text) {
    if (/[\u2066-\u2068]/.test(character)) depth++;
    else if (character === POP_ISOLATE) depth = Math.max(0, depth - 1);
    else if (depth === 0) rest += character;
  }
  return rest;
}

// @ts-check
/** Names and messages within sentences: their direction must not reorder the words beside them (UAX #9). */

const [FIRST_STRONG_ISOLATE, POP_ISOLATE] = ["\u2068", "\u2069"];
/** Embeddings, overrides and isolates: one without its end would reach beyond the name, or end its isolate. */
const CONTROLS = /[\u202A-\u202E\u2066-\u2069]/g;
/** Letters that run from the right, marks and controls; digits and signs beside them change their places. */
const TURNS = /[\u0590-\u08FF\u200E\u200F\u202A-\u202E\u2066-\u2069\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * A name or a message as a sentence has it: in an isolate of its own, if it has anything that turns.
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
 * A sentence without its isolated texts: the direction follows from the rest (rule P2).
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

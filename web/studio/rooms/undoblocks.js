// @ts-check
/** Reverses one key's changes of the blocklist. */

import { foldedEntry } from "../entries.js";

const NEWEST = 2 ** 53 - 1;
const PAGE = 1000;
const TOO_MANY = 429;
const NOT_FOUND = 404;

/** @typedef {{entry: string, method: "PUT" | "DELETE"}} Reversal */
/**
 * @typedef {object} EntryState
 * @property {string} entry as it was written first
 * @property {number} seq of the newest change
 * @property {boolean} isBlocked
 * @property {boolean | null} before whether it was blocked before the key's changes; null if another key changed it last
 */

/**
 * Returns the requests that reverse a key's changes that are still in effect, the newest change first. A change is in effect
 * if no other key has changed the same entry later. A repeated block is recorded, but changes nothing. Equivalent
 * entries count as one.
 * @param {any[]} events all `block` and `unblock` events, the newest first
 * @param {string} key its ID
 * @returns {Reversal[]}
 */
export function reversalsOf(events, key) {
  /** @type {Map<string, EntryState>} */
  const states = new Map();
  for (const { seq, type, entry, by } of [...events].reverse()) {
    const isBlocked = type === "block";
    const folded = foldedEntry(entry);
    const last = states.get(folded);
    // Without an earlier event, the oldest known change had an effect.
    const before = by === key ? last?.before ?? last?.isBlocked ?? !isBlocked : null;
    states.set(folded, { entry: last?.isBlocked ? last.entry : entry, seq, isBlocked, before });
  }
  return [...states.values()].filter(({ isBlocked, before }) => before !== null && before !== isBlocked)
    .sort((one, other) => other.seq - one.seq)
    .map(({ entry, before }) => ({ entry, method: before ? "PUT" : "DELETE" }));
}

/**
 * Reverses a key's changes that are still in effect.
 * @param {import("../actions.js").Actions} actions @param {string} key its ID
 * @returns {Promise<{count: number, answer: import("../actions.js").Answer}>} the number of reversed changes, and the last
 *   answer: if it is a refusal, the other changes remain
 */
export async function undoBlocks(actions, key) {
  /** @type {any[]} */
  const events = [];
  let count = 0;
  /** @type {number | null} */
  let before = NEWEST;
  let answer = await patient(() => actions.ask("GET", "blocklist"));
  const listed = new Set(answer.ok ? answer.body.entries.map(foldedEntry) : []);
  while (answer.ok && before !== null) {
    const query = `events?before=${before}&type=block,unblock&limit=${PAGE}`;
    answer = await patient(() => actions.ask("GET", query));
    if (!answer.ok) break;
    events.push(...answer.body.events);
    before = answer.body.next;
  }
  if (!answer.ok) return { count, answer };
  for (const { entry, method } of reversalsOf(events, key)) {
    if (listed.has(foldedEntry(entry)) === (method === "PUT")) continue;
    answer = await patient(() => actions.ask(method, `blocklist/${encodeURIComponent(entry)}`));
    if (answer.ok) count++;
    else if (answer.status !== NOT_FOUND) return { count, answer };
  }
  return { count, answer: { ...answer, ok: true } };
}

/**
 * Repeats a request when the server asks for a pause.
 * @param {() => Promise<import("../actions.js").Answer>} request
 */
async function patient(request) {
  for (;;) {
    const answer = await request();
    if (answer.status !== TOO_MANY || answer.retrySeconds === 0) return answer;
    await new Promise((resolve) => setTimeout(resolve, answer.retrySeconds * 1000));
  }
}

// @ts-check
/** The rights of each role: the studio shows only controls that the key's role may use. */

/**
 * @typedef {"steer" | "post" | "configure" | "history" | "totals" | "sources" | "viewers" | "keys" | "rooms"} Right
 *   steer: control, the queue, replays, taking back, what waits for approval; post: gifts, calls, captions, counters
 *   and goals; viewers: the pages that show the room, and its frames; keys: the room's keys, and so the overlay's address
 */

/** @type {Right[]} */
const ALL = ["steer", "post", "configure", "history", "totals", "sources", "viewers", "keys", "rooms"];

/**
 * The roles that the studio opens for.
 * @type {Map<string, Right[]>}
 */
const RIGHTS = new Map([["deck", ["steer"]], ["owner", ALL], ["admin", ALL]]);

/**
 * The least that a role does for which the studio opens. A page may know fewer roles than the server.
 * @type {Right[]}
 */
const LEAST = ["steer"];

/** @param {string} role @returns {ReadonlySet<Right>} */
export function rightsOf(role) {
  return new Set(RIGHTS.get(role) ?? LEAST);
}

/**
 * The role that a key's letter names (`ov_d_…`), known before the server says hello. Without a key, and with a key
 * that does not open the studio, the page looks as an owner's until the server answers.
 * @param {string | null} key
 */
export function roleOfKey(key) {
  const letter = /^ov_([a-z])_/.exec(key ?? "")?.[1];
  return [...RIGHTS.keys()].find((role) => role[0] === letter) ?? "owner";
}

// @ts-check
/** The rights of each role of access keys. The studio shows only the controls that the key's role may use. */

/**
 * @typedef {"steer" | "messages" | "block" | "post" | "configure" | "history" | "totals" | "sources" | "viewers" | "keys" | "rooms"} Right
 *   steer: control, the queue, replays, retractions and approvals; messages: hiding the messages of alerts; block: the
 *   blocklist of words and senders;   post: gifts, calls, captions, counters and goals; viewers: the pages that show the room, and its frames; keys: the room's keys, and so the overlay's address
 */

/** @type {Right[]} */
const ALL = ["steer", "messages", "block", "post", "configure", "history", "totals", "sources", "viewers", "keys", "rooms"];

/**
 * The rights of the roles that can open the studio.
 * @type {Map<string, Right[]>}
 */
const RIGHTS = new Map([["deck", ["steer"]], ["moderator", ["steer", "messages", "block", "totals"]], ["owner", ALL], ["admin", ALL]]);

/**
 * The rights of roles that this page does not know: a newer server may have more roles.
 * @type {Right[]}
 */
const LEAST = ["steer"];

/** @param {string} role @returns {ReadonlySet<Right>} */
export function rightsOf(role) {
  return new Set(RIGHTS.get(role) ?? LEAST);
}

/**
 * Returns the role that a key's letter names (`ov_d_…`), before the server confirms it. Without a key, or with a key
 * that does not open the studio, the page looks like an owner's until the server answers.
 * @param {string | null} key
 */
export function roleOfKey(key) {
  const letter = /^ov_([a-z])_/.exec(key ?? "")?.[1];
  return [...RIGHTS.keys()].find((role) => role[0] === letter) ?? "owner";
}

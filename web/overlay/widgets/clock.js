// @ts-check
/** Tells clocks from other counters. The server sends both as nodes of one kind. */

/** @typedef {import("../stage/stage.js").Node} Node */

/** A time within a text: `1 02:03:04`, `41:07` or `0:41:07`. */
const TIME = /(?:(\d+) )?(?:(\d+):)?(\d+):(\d\d)(?!\d)/;

/** @type {WeakMap<Node, {text: string, value: number, isTime: boolean}>} */
const known = new WeakMap();

/**
 * Tells if a counter is a clock: its text is a time of as many seconds as its value, or it has the instants of a clock.
 * @param {Node} node
 */
export function isClock(node) {
  return node.ended === true || node.addedAt !== undefined || isTime(node);
}

/** @param {Node} node */
function isTime(node) {
  const { text = "", value = 0 } = node;
  let found = known.get(node);
  if (found?.text !== text || found.value !== value) {
    known.set(node, (found = { text, value, isTime: secondsIn(text).includes(value) }));
  }
  return found.isTime;
}

/**
 * Returns the seconds that the time in a text may mean. A number before it can be days, or belong to other words.
 * @param {string} text
 */
function secondsIn(text) {
  const found = TIME.exec(text);
  if (found === null) return [];
  const [days, hours, minutes, seconds] = found.slice(1).map((digits) => Number(digits ?? 0));
  const withinDay = (hours * 60 + minutes) * 60 + seconds;
  return [withinDay, days * 86_400 + withinDay];
}

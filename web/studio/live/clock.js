// @ts-check
/** The time that a timer has left, its state in words, and the requests that steer it. */

import { countdown, t } from "../words.js";

/** @typedef {import("../timer/clocks.js").Clock} Clock */

/**
 * Returns the time that a timer has left, in seconds.
 * @param {Clock} clock @param {import("../overview.js").Overview} overview @param {number} now by `performance.now()`
 */
export function leftOf({ left, running, ended }, overview, now) {
  if (!running || ended) return left;
  return Math.max(0, left - (overview.roomTime(now) - overview.time) / 1e6);
}

/** @param {number} seconds */
export function clockText(seconds) {
  return countdown(Math.ceil(seconds));
}

/** @param {Clock} clock @param {boolean} isRoomRunning */
export function stateText({ running, ended }, isRoomRunning) {
  if (ended) return t("timerEnded");
  return t(!running ? "timerStopped" : isRoomRunning ? "timerRuns" : "timerWaits");
}

/**
 * Starts or stops a timer, or adds time.
 * @param {import("../actions.js").Actions} actions @param {string} name @param {{addSeconds?: number, running?: boolean}} change
 */
export function changeClock(actions, name, change) {
  return actions.press("POST", clockPart(name), change);
}

/**
 * Returns the part of the room that steers a timer.
 * @param {string} name
 */
export function clockPart(name) {
  return `counters/${encodeURIComponent(name)}/clock`;
}

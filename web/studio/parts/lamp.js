// @ts-check
/** Whether OBS shows the room: the first of these states that holds. */

import { isOBS } from "../overview.js";

/**
 * @typedef {"key" | "gone" | "journal" | "none" | "tab" | "old" | "hidden" | "off" | "held" | "long" |
 *   "ok" | "wait"} LampState wait: not known yet
 * @typedef {object} Lamp
 * @property {LampState} state
 * @property {"ok" | "hidden" | "warning" | "gone"} shape
 * @property {number} n how many wait
 * @property {number} seconds until the last of them is shown
 * @property {number} fps of the slowest page that shows it
 * @property {boolean} stands whether room time stands still for want of a viewer
 */

const LONG_QUEUE = 50;
const LONG_SECONDS = 120;
/** A fault that is not the disk's. */
const OTHER_FAULTS = /frame clock|going down/;

/** @type {Record<LampState, Lamp["shape"]>} */
const SHAPES = {
  key: "gone", gone: "gone", journal: "warning", none: "hidden", tab: "warning", old: "warning",
  hidden: "hidden", off: "hidden", held: "warning", long: "warning", ok: "ok", wait: "hidden",
};

/**
 * @param {Pick<import("../store.js").State, "link" | "hello" | "overview">} known
 * @param {boolean} silent whether the server has been away for too long to wait any more
 * @param {number} now by `performance.now()`
 * @returns {Lamp}
 */
export function lampOf(known, silent, now) {
  const { overview } = known;
  const left = overview === null || overview.lastAt === null
    ? 0 : (overview.lastAt - overview.roomTime(now)) / 1e6;
  const seconds = Math.max(0, left);
  const state = stateOf(known, silent, seconds);
  const speeds = overview?.viewers.flatMap(({ visible, fps }) => (visible && fps ? [fps] : [])) ?? [];
  return {
    state,
    shape: SHAPES[state],
    n: overview === null ? 0 : overview.queueLength + overview.waitingCalls,
    seconds,
    fps: speeds.length > 0 ? Math.round(Math.min(...speeds)) : 0,
    stands: overview !== null && !overview.running && ["none", "tab", "hidden"].includes(state),
  };
}

/**
 * @param {Pick<import("../store.js").State, "link" | "hello" | "overview">} known
 * @param {boolean} silent @param {number} seconds
 * @returns {LampState}
 */
function stateOf({ link, hello, overview }, silent, seconds) {
  if (link === "key") return "key";
  if (silent || link === "deleted") return "gone";
  if (overview === null) return "wait";
  if (overview.faults.some((fault) => !OTHER_FAULTS.test(fault))) return "journal";
  if (overview.viewers.length === 0) return "none";
  const sources = overview.viewers.filter(isOBS);
  if (sources.length === 0) return "tab";
  if (sources.some(({ build }) => build !== undefined && build !== hello?.build)) return "old";
  if (!sources.some(({ visible }) => visible)) return "hidden";
  if (!sources.some(({ visible, active }) => visible && active !== false)) return "off";
  if (overview.held) return "held";
  if (overview.queueLength > LONG_QUEUE || seconds > LONG_SECONDS) return "long";
  return "ok";
}

// @ts-check
/** Computes the lamp's state, which is the most important fact about how OBS shows the room. */

import { fits } from "../address.js";
import { unanswered } from "../missed.js";
import { isOBS } from "../overview.js";

/** @typedef {import("../overview.js").Viewer} Viewer */
/** @typedef {Pick<import("../store.js").State, "link" | "hello" | "overview" | "config" | "lostAt">} Known */

/**
 * @typedef {"key" | "gone" | "journal" | "lost" | "none" | "tab" | "old" | "hidden" | "size" | "off" | "held" |
 *   "long" | "missed" | "currency" | "ok" | "connected" | "wait"} LampState missed: the server did not know or refused a
 *   delivery; currency: the room does not count the currency of a donation; connected: the server answers, and the
 *   role may not see the pages that show the room; wait: not known yet
 * @typedef {object} Lamp
 * @property {LampState} state
 * @property {"ok" | "hidden" | "warning" | "gone"} shape
 * @property {number} n the number of waiting combos, calls and alerts
 * @property {number} seconds until the last combo of the queue is shown
 * @property {number} fps of the slowest visible page
 * @property {number | null} lostAt when OBS disconnected, by `Date.now()`
 * @property {Viewer | null} strange a page in OBS with other proportions than the stage
 * @property {{width: number, height: number}} stage
 * @property {import("../missed.js").Missed[]} missed deliveries that the streamer has not dismissed, the newest first
 * @property {boolean} stands true if room time is stopped because no viewer shows the room
 */

const LONG_QUEUE = 50;
const LONG_SECONDS = 120;
/** A reload of the page or a change of scenes takes less than this. */
const LOST_MILLISECONDS = 4000;
/** Matches faults that are not about the disk. */
const OTHER_FAULTS = /frame clock|going down/;
/** @type {import("../missed.js").Settled} */
const NOTHING_SETTLED = { currency: null, dismissed: {} };

/** @type {Record<LampState, Lamp["shape"]>} */
const SHAPES = {
  key: "gone", gone: "gone", journal: "warning", lost: "gone", none: "hidden", tab: "warning", old: "warning",
  hidden: "hidden", size: "warning", off: "hidden", held: "warning", long: "warning",
  missed: "warning", currency: "warning", ok: "ok", connected: "ok", wait: "hidden",
};

/**
 * @param {Known} known
 * @param {boolean} silent true if the server has not answered for too long
 * @param {number} now by `performance.now()`
 * @param {number} wall by `Date.now()`
 * @param {import("../missed.js").Settled} settled
 * @returns {Lamp}
 */
export function lampOf(known, silent, now, wall = Date.now(), settled = NOTHING_SETTLED) {
  const { overview } = known;
  const left = overview === null || overview.lastAt === null
    ? 0 : (overview.lastAt - overview.roomTime(now)) / 1e6;
  const seconds = Math.max(0, left);
  const stage = stageOf(known);
  const strange = overview?.viewers?.find((viewer) => isOBS(viewer) && !fits(viewer, stage)) ?? null;
  const missed = unanswered(overview?.missed ?? [], settled.dismissed, wall);
  const trouble = stateOf(known, silent, seconds, strange, wall);
  const state = trouble === "ok" ? moneyState(overview, missed, settled) : trouble;
  const speeds = overview?.viewers?.flatMap(({ visible, fps }) => (visible && fps ? [fps] : [])) ?? [];
  return {
    state,
    shape: SHAPES[state],
    n: overview === null ? 0 : overview.queueLength + overview.waitingCalls + overview.alerts.length,
    seconds,
    fps: speeds.length > 0 ? Math.round(Math.min(...speeds)) : 0,
    stands: overview !== null && !overview.running && ["none", "lost", "tab", "hidden", "connected"].includes(state),
    lostAt: known.lostAt ?? null,
    strange,
    stage,
    missed,
  };
}

/**
 * Returns the state of a room without other trouble: problems with the counted money, or ok.
 * @param {Known["overview"]} overview @param {Lamp["missed"]} missed @param {import("../missed.js").Settled} settled
 * @returns {LampState}
 */
function moneyState(overview, missed, settled) {
  if (missed.length > 0) return "missed";
  const other = overview?.otherCurrency ?? null;
  return other !== null && other !== settled.currency ? "currency" : "ok";
}

/**
 * Returns the stage's size.
 * @param {Pick<Known, "config" | "hello">} known
 * @returns {{width: number, height: number}}
 */
export function stageOf({ config, hello }) {
  return config?.stage ?? hello?.stage ?? { width: 960, height: 540 };
}

/**
 * @param {Known} known
 * @param {boolean} silent @param {number} seconds @param {Viewer | null} strange @param {number} wall
 * @returns {LampState}
 */
function stateOf({ link, hello, overview, lostAt = null }, silent, seconds, strange, wall) {
  if (link === "key") return "key";
  if (silent || link === "deleted") return "gone";
  if (overview === null) return "wait";
  if (overview.faults.some((fault) => !OTHER_FAULTS.test(fault))) return "journal";
  if (overview.viewers === null) return queueState(overview, seconds) ?? "connected";
  const sources = overview.viewers.filter(isOBS);
  if (lostAt !== null && sources.length === 0) return wall - lostAt < LOST_MILLISECONDS ? "wait" : "lost";
  if (overview.viewers.length === 0) return "none";
  if (sources.length === 0) return "tab";
  if (sources.some(({ build }) => build !== undefined && build !== hello?.build)) return "old";
  if (!sources.some(({ visible }) => visible)) return "hidden";
  if (strange !== null) return "size";
  if (!sources.some(({ visible, active }) => visible && active !== false)) return "off";
  return queueState(overview, seconds) ?? "ok";
}

/**
 * @param {import("../overview.js").Overview} overview @param {number} seconds
 * @returns {"held" | "long" | null} null if there is nothing to report
 */
function queueState({ held, queueLength }, seconds) {
  if (held) return "held";
  return queueLength > LONG_QUEUE || seconds > LONG_SECONDS ? "long" : null;
}

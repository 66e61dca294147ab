// @ts-check
/** The timers of a room, and the rules that add time to them, without a page. */

import { cleaned } from "../alerts/rules.js";

/**
 * @typedef {object} Clock A timer, as the overview has it.
 * @property {string} name
 * @property {number} left in seconds, at the overview's time
 * @property {boolean} running
 * @property {number} max in seconds
 * @property {boolean} ended
 *
 * @typedef {object} ClockRule
 * @property {string} name
 * @property {string} counter
 * @property {import("../alerts/rules.js").When} when
 * @property {number} seconds
 * @property {"event" | "count" | "worth"} per
 * @property {number} unit
 *
 * @typedef {object} ClockSettings The settings of a timer that only its newest event has.
 * @property {number} max
 * @property {"room" | "wall"} stands
 * @property {string} format
 * @property {string} prefix
 * @property {string} suffix
 */

export const MOST_SECONDS = 10_000_000;
export const MOST_RULES = 100;
const NEWEST = Number.MAX_SAFE_INTEGER;
const EVENTS = 1000;

/**
 * Returns a rule with all keys, in the server's order.
 * @param {Partial<ClockRule> & {name: string, counter: string}} rule @returns {ClockRule}
 */
export function wholeRule({ name, counter, when = {}, seconds = 60, per = "event", unit = 1 }) {
  return { name, counter, when: cleaned(when), seconds, per, unit };
}

/** @param {any} config @returns {ClockRule[]} */
export function clockRulesOf(config) {
  return (config?.clocks?.rules ?? []).map(wholeRule);
}

/**
 * Returns the newest settings of a timer, for a change that keeps them: the room's state has only the time left.
 * @param {import("../actions.js").Actions} actions @param {string} name
 * @returns {Promise<ClockSettings>}
 */
export async function settingsOf(actions, name) {
  const { ok, body } = await actions.ask("GET", `events?before=${NEWEST}&type=counter&limit=${EVENTS}`);
  const made = ok ? body.events.find((/** @type {any} */ event) => event.name === name && event.clock !== undefined) : undefined;
  const { clock = {}, format = "h:mm:ss", prefix = "", suffix = "" } = made ?? {};
  return { max: clock.max ?? MOST_SECONDS, stands: clock.stands ?? "room", format, prefix, suffix };
}

/**
 * Returns the request that sets a timer.
 * @param {string} name @param {number} seconds @param {boolean} running @param {ClockSettings} settings
 */
export function setting(name, seconds, running, { max, stands, format, prefix, suffix }) {
  return { method: "PUT", part: partOf(name), body: { clock: { seconds, running, max, stands }, format, prefix, suffix } };
}

/** @param {string} name */
export function partOf(name) {
  return `counters/${encodeURIComponent(name)}`;
}

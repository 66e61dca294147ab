// @ts-check
/** A sample stage in a layout: what the overlay draws in a busy moment. */

import { graphemes } from "../../shared/text.js";
import { poppedAt } from "../looks/scenes.js";
import { w } from "../looks/words.js";
import { t } from "../words.js";

/** The instants of the sample, in seconds since its movement began. */
const ENTERS = 0.6;
const CALLS = 1.6;
const SLIDE_SECONDS = 0.25;
const LONG_MICROSECONDS = 60_000_000;

/**
 * The gift of the highest tier, which enters while the picture moves.
 * @param {{x: number, width: number}} gifts @param {number} seconds
 */
function castleAt({ x, width }, seconds) {
  if (seconds === 0) return { x, alpha: 1, flourish: { tier: 4, seed: 9, born: -LONG_MICROSECONDS } };
  const share = Math.min(1, Math.max(0, (seconds - ENTERS) / SLIDE_SECONDS));
  const eased = share * share * (3 - 2 * share);
  return { x: x - width * (1 - eased), alpha: eased, flourish: { tier: 4, seed: 9, born: ENTERS * 1_000_000 } };
}

/** @param {number} seconds */
function callAt(seconds) {
  if (seconds === 0) return { alpha: 1, born: -LONG_MICROSECONDS };
  return { alpha: Math.min(1, Math.max(0, (seconds - CALLS) / SLIDE_SECONDS)), born: CALLS * 1_000_000 };
}

/**
 * @param {any} layout the patch of a preset, or a room's configuration
 * @param {number} scale device pixels per point
 * @returns {import("../looks/scenes.js").Scene}
 */
export function layoutScene({ stage, gifts, counters, goals, calls, captions }, scale) {
  const row = (/** @type {any} */ section, /** @type {number} */ index) => section.y + index * (section.height + section.gap);
  const text = t("captionText");
  // A room can have a widget off, or only one row of it.
  const rows = new Map([["gifts", gifts.channels], ["counter", 1], ["goal", goals.max], ["caption", 1], ["call", 1]]);
  for (const [kind, section] of Object.entries({ gifts, counter: counters, goal: goals, caption: captions, call: calls })) {
    if (section.enabled === false) rows.set(kind, 0);
  }
  const isShown = (/** @type {{id: string}} */ { id }) => {
    const [kind, place] = id.split("/");
    return (place === "1" || place === "b" ? 1 : 0) < (rows.get(kind) ?? 0);
  };
  return {
    ...stage, scale, seconds: 8, rest: 0,
    nodes: () => [
      { id: "gifts/0", kind: "gift", x: gifts.x, y: row(gifts, 0), width: gifts.width, height: gifts.height, alpha: 1, combo: "a",
        sender: t("nameAnn"), gift: t("giftRose"), image: "/web/gifts/rose.svg", ...poppedAt(2, 0) },
      { id: "gifts/1", kind: "gift", y: row(gifts, 1), width: gifts.width, height: gifts.height, combo: "b",
        sender: t("nameMira"), gift: w("film_castle"), image: "/web/gifts/castle.svg", count: 1, digitScale: 1, ...castleAt(gifts, 0) },
      { id: "counter/a", kind: "counter", x: counters.x, y: row(counters, 0), width: 0, height: counters.height, alpha: 1,
        text: `${t("counterPrefix")}1,284`, value: 1284 },
      { id: "goal/a", kind: "goal", x: goals.x, y: row(goals, 0), width: goals.width, height: goals.height, alpha: 1,
        title: t("giftRocket"), value: 31, target: 50, level: 0.62 },
      { id: "goal/b", kind: "goal", x: goals.x, y: row(goals, 1), width: goals.width, height: goals.height, alpha: 1,
        title: t("giftRose"), value: 100, target: 100, level: 1, reached: true },
      { id: "caption/a", kind: "caption", x: captions.x, y: captions.y, width: 0, height: captions.height, alpha: 1, text,
        effect: "fade", align: captions.align, glyphs: graphemes(text) },
      { id: "call/a", kind: "call", x: calls.x ?? (stage.width - calls.width) / 2, y: calls.y + calls.top, width: calls.width, height: calls.height,
        name: t("nameCaller"), ...callAt(0) },
    ].filter(isShown),
    at: (seconds) => [
      { id: "gifts/0", ...poppedAt(2, seconds) },
      { id: "gifts/1", ...castleAt(gifts, seconds) },
      { id: "goal/a", amplitude: seconds === 0 ? 0 : 2, phase: seconds * 6 },
      { id: "call/a", ...callAt(seconds) },
    ].filter(isShown),
  };
}

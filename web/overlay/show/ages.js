// @ts-check
/** Computes how long ago the entrance, pop, rise and exit of a decorated gift were, at the room time that is shown. */

import { ease, span } from "./ease.js";

/** The decoration of a node rests after this time from its newest instant, in milliseconds. */
export const REST = 4000;
/** The age at which loops start to slow down, in milliseconds. */
const SLOWS = 3000;
/** The age of a node without a flourish, in milliseconds. */
const LONG = 1e7;

/** The ages of the node that was read last, in milliseconds; negative: the instant is absent. */
export const ages = {
  tier: 0, seed: 0,
  /** since the entrance began */
  born: LONG,
  /** since the newest pop began */
  pop: -1,
  /** since the tier last rose */
  rise: -1,
  /** since the exit began */
  exit: -1,
  /** the count before the newest pop */
  roll: /** @type {number | undefined} */ (undefined),
};

/**
 * Reads a flourish into `ages`, and keeps the page drawing until the decoration rests. Without motion it always rests.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {import("../widgets/flourish.js").Flourish | undefined} flourish absent in tier 0
 * @param {number} [delay] the delay of the drawn pop after the server's pop, in milliseconds
 */
export function readAges(brush, flourish, delay = 0) {
  if (flourish === undefined || brush.pen.isStill) {
    ages.tier = flourish?.tier ?? 0;
    ages.seed = flourish?.seed ?? 0;
    ages.born = LONG;
    ages.pop = ages.rise = ages.exit = -1;
    ages.roll = undefined;
    return ages;
  }
  const { time } = brush;
  ages.tier = flourish.tier;
  ages.seed = flourish.seed;
  ages.born = since(time, flourish.born);
  ages.pop = since(time - delay, flourish.popped);
  ages.rise = since(time, flourish.rose);
  ages.exit = since(time, flourish.left);
  ages.roll = flourish.roll;
  brush.keepMoving(newestOf(flourish) / 1000 + delay + REST);
  return ages;
}

/** @param {number} time in milliseconds @param {number | undefined} instant in microseconds */
export function since(time, instant) {
  return instant === undefined ? -1 : time - instant / 1000;
}

/**
 * Returns the age of an instant that a decoration starts from, in milliseconds; negative: the instant is absent or ahead.
 * Without motion it is always absent.
 * @param {import("../paint/brush.js").Brush} brush @param {number | undefined} instant in microseconds
 */
export function movesSince({ time, pen }, instant) {
  return pen.isStill ? -1 : since(time, instant);
}

/** @param {import("../widgets/flourish.js").Flourish} flourish */
function newestOf({ born, popped = born, rose = born, left = born }) {
  return Math.max(born, popped, rose, left);
}

/**
 * Returns the amplitude of loops: 1 until they slow down, 0 at rest.
 * @param {number} age
 */
export function motion(age) {
  return age < 0 ? 0 : 1 - span(age, SLOWS, REST, ease.inOut);
}

/**
 * Returns the time that loops have turned. It slows down with them and stops at rest.
 * @param {number} age
 */
export function turned(age) {
  if (age <= SLOWS) return Math.max(age, 0);
  const p = Math.min(1, (age - SLOWS) / (REST - SLOWS));
  return SLOWS + (REST - SLOWS) * (p - p ** 3 + p ** 4 / 2);
}

/** The end of a jump, in milliseconds after its pop. */
const JUMP = 1500;

/**
 * Returns the height of a picture's jump at a pop: 1 at the start, 0 at rest.
 * @param {number} pop the pop's age in milliseconds
 */
export function jumped(pop) {
  return pop < 0 || pop > JUMP ? 0 : Math.exp(-pop / 110) * Math.cos(pop / 62);
}

// @ts-check
/**
 * Chooses the bursts of particles that a theme throws in each tier, and when a count reaches a special number such as
 * 99.
 */

import { rung, style } from "../../shared/palette.js";
import { bit } from "./bits.js";
import { TAU } from "./ease.js";
import { paintStreak } from "./lights.js";
import { tint } from "./tone.js";

/** @typedef {import("./art.js").Art} Art @typedef {import("./burst.js").Burst} Burst */

/**
 * @typedef {object} Kit
 * @property {string} one the tier's colors
 * @property {string} two
 * @property {string} bright a light one
 * @property {Burst} pop
 * @property {Burst} tick as a pop, for counts that pop in quick succession
 * @property {Burst} dash
 * @property {Burst} rise
 * @property {Burst} ember
 */

/** The numbers of particles, by tier. */
const POPS = [0, 6, 12, 16, 20];
const RISES = [0, 10, 20, 28, 40];
const EMBERS = [0, 0, 0, 12, 18];
const DASHES = [0, 0, 6, 10, 14];
/**
 * The sizes of the particles of pops and of embers, by tier. The highest tier has larger ones, so that hearts and petals
 * do not look like dust.
 * @type {[least: number, most: number][]}
 */
const POP_SIZES = [[0.35, 0.8], [0.35, 0.8], [0.4, 0.85], [0.45, 0.95], [0.6, 1.15]];
/** @type {[least: number, most: number][]} */
const EMBER_SIZES = [[0.2, 0.5], [0.2, 0.5], [0.2, 0.5], [0.3, 0.6], [0.4, 0.8]];

/** @param {Art} art @param {number} tier @returns {Kit} */
function makeKit(art, tier) {
  const [one, two] = rung(tier);
  const pictures = style.bits.flatMap((shape) => [one, two, tint(one, 0.45)].map((color) => bit(art, shape, color)));
  const snap = style.snap ?? 0;
  /** @type {Burst} */
  const pop = { pictures, snap, n: POPS[tier], life: [320, 620], speed: [70, 190], drag: 4, g: 120, size: POP_SIZES[tier], spin: 7 };
  return {
    one, two, bright: tint(two, 0.5), pop,
    tick: { ...pop, life: [240, 440] },
    rise: {
      pictures, snap, n: RISES[tier], life: [500, 1200], speed: [60, 240], angle: -0.3, spread: 4, drag: 3.2, g: 170,
      size: [0.4, 1], spin: 8 },
    ember: {
      pictures, snap, n: EMBERS[tier], life: [700, 1500], speed: [8, 40], spread: 0.8, drag: 0.6, g: -26, size: EMBER_SIZES[tier],
      delay: 1800, flutter: 6, area: [180, 8], spin: 5 },
    dash: {
      pictures: [art.keep(paintStreak, tint(two, 0.2), 30)], n: DASHES[tier], life: [160, 340], speed: [180, 400], drag: 6,
      size: [0.7, 1.2], stretch: 0.8, isLight: true },
  };
}

/** @param {Art} art @param {number} tier 0 to 4 */
export function kitOf(art, tier) {
  return art.keep(makeKit, tier);
}

/**
 * Counts that are celebrated, the highest first.
 * @type {[count: number, shape: string, color: string, n: number][]}
 */
const MILESTONES = [
  [10000, "star", "#ffd34a", 40], [1314, "heart", "#ff4f9a", 32], [520, "heart", "#ff2d5e", 26], [99, "petal", "#ff6fa0", 22],
  [66, "star", "#39e28a", 18], [10, "spark", "#7df0ff", 12]];

/** @param {Art} art @returns {Burst[]} */
function makeMilestones(art) {
  return MILESTONES.map(([, shape, color, n]) => ({
    pictures: [bit(art, shape, color), bit(art, shape, tint(color, 0.5))], n, life: [700, 1400], speed: [50, 190], drag: 3,
    g: 90, size: [0.7, 1.3], spin: 4, flutter: 8 }));
}

/**
 * The burst of the highest milestone that a count came to; null: it came to none.
 * @param {Art} art @param {number | undefined} roll the count before @param {number} count
 */
export function milestoneOf(art, roll, count) {
  const i = roll === undefined ? -1 : highestOf(roll, count);
  return i < 0 ? null : art.keep(makeMilestones)[i];
}

/**
 * Tells if a count came to a milestone. A count that does not tell the one before grew by one.
 * @param {number | undefined} roll the count before @param {number} count
 */
export function isMilestone(roll, count) {
  return highestOf(roll ?? count - 1, count) >= 0;
}

/**
 * Returns the index of the highest milestone above one count and up to another; negative: there is none.
 * @param {number} roll @param {number} count
 */
function highestOf(roll, count) {
  for (let i = 0; i < MILESTONES.length; i++) {
    const milestone = MILESTONES[i][0];
    if (roll < milestone && milestone <= count) return i;
  }
  return -1;
}

/** Particles that are light, and no pieces that could fall. */
const SPARKS = ["spark"];
/** The shapes of confetti in themes that throw only light and paper. */
const PIECES = ["paper", "ribbon", "dot"];

/** @param {Art} art @returns {Burst} */
function makeConfetti(art) {
  const own = style.bits.filter((shape) => !SPARKS.includes(shape));
  const shapes = own.length === 0 || own.includes("paper") ? PIECES : own;
  const colors = [1, 2, 3, 4, 4].map((tier, i) => rung(tier)[i === 4 ? 1 : 0]);
  const faces = (/** @type {(color: string) => string} */ shade) => {
    return colors.flatMap((color) => shapes.map((shape) => bit(art, shape, shade(color))));
  };
  return {
    pictures: faces((color) => tint(color, 0.1)), backs: faces((color) => tint(color, -0.35)), n: 34, life: [1100, 2600],
    speed: [110, 420], angle: -TAU / 4, spread: 2.1, drag: 2.3, g: 200, size: [0.8, 1.5], spin: 7, flutter: 14,
    snap: style.snap ?? 0 };
}

/** @param {Art} art */
export function confettiOf(art) {
  return art.keep(makeConfetti);
}

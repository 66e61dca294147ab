// @ts-check
/** Easings, keyframes and random numbers, for decorations that move between the server's frames. */

export const TAU = Math.PI * 2;

/** @param {number} value @param {number} [least] @param {number} [most] */
export function clamp(value, least = 0, most = 1) {
  return value < least ? least : value > most ? most : value;
}

/** @param {number} from @param {number} to @param {number} share */
export function lerp(from, to, share) {
  return from + (to - from) * share;
}

/**
 * A random number from 0 to 1, which depends only on the seed and the place in its row.
 * @param {number} seed @param {number} index
 */
export function hash(seed, index) {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) / 4294967296;
}

export const ease = {
  linear: (/** @type {number} */ p) => p,
  in: (/** @type {number} */ p) => p * p * p,
  out: (/** @type {number} */ p) => 1 - (1 - p) ** 3,
  inOut: (/** @type {number} */ p) => p * p * (3 - 2 * p),
  /** Overshoots by 10 % and returns. */
  back: (/** @type {number} */ p) => 1 + 2.70158 * (p - 1) ** 3 + 1.70158 * (p - 1) ** 2,
  /** Moves backwards before it starts. */
  wind: (/** @type {number} */ p) => 2.70158 * p ** 3 - 1.70158 * p * p,
  /** Swings about its end twice. */
  spring: (/** @type {number} */ p) => (p >= 1 ? 1 : 1 - Math.exp(-6 * p) * Math.cos(14 * p)),
};

/**
 * Returns the eased share of the way from one instant to another at a time.
 * @param {number} time @param {number} from @param {number} to @param {(share: number) => number} [easing]
 */
export function span(time, from, to, easing = ease.linear) {
  return easing(clamp((time - from) / (to - from)));
}

/**
 * Returns a value that rises from 0 to 1 within [a, b] and falls to 0 within [c, d].
 * @param {number} time @param {number} a @param {number} b @param {number} c @param {number} d
 */
export function arch(time, a, b, c, d) {
  return span(time, a, b, ease.out) * (1 - span(time, c, d, ease.inOut));
}

/** @typedef {[time: number, value: number, easing?: keyof typeof ease]} Key The easing leads to this key. */

/**
 * The value of keyframes at a time.
 * @param {Key[]} keys @param {number} time
 */
export function track(keys, time) {
  if (time <= keys[0][0]) return keys[0][1];
  for (let i = 1; i < keys.length; i++) {
    const to = keys[i];
    if (time >= to[0]) continue;
    const from = keys[i - 1];
    return lerp(from[1], to[1], ease[to[2] ?? "inOut"]((time - from[0]) / (to[0] - from[0])));
  }
  return keys[keys.length - 1][1];
}

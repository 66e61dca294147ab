// @ts-check
/**
 * Computes the size at which the count of a ticker's card is drawn during a pop. The server's digit pops with the
 * previous number, and settles with the next one. The page holds the pop back until the number has changed, so that the
 * new number pops.
 */

/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Swell
 * @property {number} count the newest number
 * @property {{time: number, scale: number}[]} samples the digit's scale in frames, in milliseconds of room time
 * @property {number} start the start of the newest pop; NaN before the first
 * @property {boolean} turns true if the newest pop has not changed the number yet
 * @property {number} delay the time by which pops are held back; NaN until known
 */

/** @type {WeakMap<Node, Swell>} */
const swells = new WeakMap();

/** A digit of at least this scale pops. While it settles it grows less. */
const POPS = 1.2;
/** A pop's length, until one was seen. */
const POP_MILLISECONDS = 250;
/** A longer time between two frames is a rest. */
const FRAME_MILLISECONDS = 50;
/** The time for which samples older than the delay are kept. */
const KEPT_MILLISECONDS = 2000;

/**
 * Records the count and the digit's scale of a card in a frame.
 * @param {Node} node @param {number} time of the frame, in milliseconds
 */
export function noteSwell(node, time) {
  const { count = 1, digitScale: scale = 1 } = node;
  let swell = swells.get(node);
  if (swell === undefined) swells.set(node, (swell = { count, samples: [], start: NaN, turns: false, delay: NaN }));
  const { samples } = swell;
  const last = samples[samples.length - 1];
  if (last !== undefined && last.scale < POPS && scale >= POPS) {
    const step = Math.min(time - last.time, FRAME_MILLISECONDS);
    swell.start = time - step * (scale - 1) / (scale - Math.min(last.scale, 1));
    swell.turns = true;
  }
  // A pop that keeps the number, such as the first one, ends its turn when the digit settles.
  if (swell.turns && (count !== swell.count || settles(samples, scale))) {
    swell.delay = time - swell.start;
    swell.turns = false;
  }
  swell.count = count;
  const oldest = time - KEPT_MILLISECONDS - (swell.delay || 0);
  // A sample that is too old is used again.
  let sample = null;
  while (samples.length > 1 && samples[1].time < oldest) sample = samples.shift() ?? null;
  sample ??= { time, scale };
  sample.time = time;
  sample.scale = scale;
  samples.push(sample);
}

/**
 * Tells if the digit is small again after its pop, and grows or rests.
 * @param {{scale: number}[]} samples @param {number} scale the newest
 */
function settles(samples, scale) {
  const last = samples[samples.length - 1].scale;
  return last < POPS && scale < POPS && scale >= last;
}

/**
 * Returns the drawn scale of a card's count.
 * @param {Node} node @param {number} time room time, in milliseconds
 */
export function swellOf(node, time) {
  const swell = swells.get(node);
  if (swell === undefined || Number.isNaN(swell.start)) return node.digitScale ?? 1;
  if (Number.isNaN(swell.delay)) return 1;
  return scaleAt(swell.samples, time - swell.delay);
}

/**
 * Returns the delay of a card's pop after the pop of the server's digit, in milliseconds.
 * @param {Node} node
 */
export function delayOf(node) {
  const delay = swells.get(node)?.delay ?? NaN;
  return Number.isNaN(delay) ? POP_MILLISECONDS : delay;
}

/**
 * Returns the room time in milliseconds until which a card's count moves without new frames; -Infinity at rest.
 * @param {Node} node
 */
export function swellEnd(node) {
  const swell = swells.get(node);
  if (swell === undefined || Number.isNaN(swell.delay)) return -Infinity;
  return swell.samples[swell.samples.length - 1].time + swell.delay;
}

/** @param {Swell["samples"]} samples @param {number} time */
function scaleAt(samples, time) {
  let next = 0;
  while (next < samples.length && samples[next].time <= time) next++;
  if (next === samples.length) return samples[next - 1].scale;
  if (next === 0) return 1;
  const one = samples[next - 1];
  const other = samples[next];
  // The digit rested between the two samples, until the next pop began.
  if (other.time - one.time > FRAME_MILLISECONDS) return one.scale;
  return one.scale + (other.scale - one.scale) * (time - one.time) / (other.time - one.time);
}

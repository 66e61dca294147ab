// @ts-check
/** Reads from the bytes of an animated picture how long each frame is shown (GIF, APNG, WebP). */

import { bookOf } from "./gif.js";

/**
 * @typedef {object} Timing
 * @property {string} type
 * @property {number[]} ends the end of each picture, in microseconds since the start of the first
 * @property {number} runs the number of times that the animation plays
 */

/** The duration of pictures with no duration or one of at most `LEAST`, in microseconds. Browsers use the same. */
const PICTURE = 100_000;
const LEAST = 10_000;
/** The number of pictures after which the rest is ignored. */
const MOST_PICTURES = 10_000;

/** @param {Uint8Array} bytes @returns {Timing | null} null for other file types */
export function timingOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text(bytes, 0, 4) === "GIF8") {
    const book = bookOf(bytes);
    return book && timing("image/gif", book.pages.map((page) => page.microseconds), book.runs);
  }
  if (text(bytes, 1, 3) === "PNG") return png(bytes, view);
  if (text(bytes, 0, 4) === "RIFF" && text(bytes, 8, 4) === "WEBP") return webp(bytes, view);
  return null;
}

/** @param {string} type @param {number[]} durations @param {number} runs @returns {Timing} */
function timing(type, durations, runs) {
  let end = 0;
  const ends = durations.slice(0, MOST_PICTURES).map((one) => (end += one > LEAST ? one : PICTURE));
  // A still picture has no durations.
  return { type, ends: ends.length > 0 ? ends : [PICTURE], runs };
}

/** @param {Uint8Array} bytes @param {DataView} view */
function png(bytes, view) {
  let runs = 1;
  const durations = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = text(bytes, at + 4, 4);
    if (name === "acTL" && at + 16 <= bytes.length) runs = view.getUint32(at + 12) || Infinity;
    if (name === "fcTL" && at + 32 <= bytes.length) {
      const share = view.getUint16(at + 30) || 100;
      durations.push(Math.round((view.getUint16(at + 28) * 1e6) / share));
    }
  }
  return timing("image/png", durations, runs);
}

/** @param {Uint8Array} bytes @param {DataView} view */
function webp(bytes, view) {
  let runs = 1;
  const durations = [];
  for (let at = 12; at + 8 <= bytes.length;) {
    const [name, size] = [text(bytes, at, 4), view.getUint32(at + 4, true)];
    if (name === "ANIM" && at + 14 <= bytes.length) runs = view.getUint16(at + 12, true) || Infinity;
    if (name === "ANMF" && at + 24 <= bytes.length) {
      durations.push((view.getUint32(at + 20, true) & 0xffffff) * 1000);
    }
    at += 8 + size + (size & 1);
  }
  return timing("image/webp", durations, runs);
}

/** @param {Uint8Array} bytes @param {number} at @param {number} length */
function text(bytes, at, length) {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}

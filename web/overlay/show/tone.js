// @ts-check
/** Computes colors from other colors, such as mixtures, tints and translucent ones. */

import { lerp } from "./ease.js";

/** @type {Map<string, [number, number, number]>} */
const parsed = new Map();

/** @type {CanvasRenderingContext2D | null} */
let probe = null;

/**
 * The red, green and blue of a color that a canvas knows, each 0 to 255.
 * @param {string} color @returns {[number, number, number]}
 */
function partsOf(color) {
  let parts = parsed.get(color);
  if (parts === undefined) parsed.set(color, (parts = read(color)));
  return parts;
}

/** @param {string} color @returns {[number, number, number]} */
function read(color) {
  if (/^#[0-9a-f]{6}$/i.test(color)) {
    const number = parseInt(color.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  }
  probe ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  probe.fillStyle = "#000000";
  probe.fillStyle = color;
  const style = String(probe.fillStyle);
  if (style.startsWith("#")) return read(style);
  const [red, green, blue] = (style.match(/[\d.]+/g) ?? []).map(Number);
  return [red || 0, green || 0, blue || 0];
}

/**
 * A color with another opacity.
 * @param {string} color @param {number} alpha 0 to 1
 */
export function rgba(color, alpha) {
  const [red, green, blue] = partsOf(color);
  return `rgba(${red},${green},${blue},${Number(alpha.toFixed(4))})`;
}

/**
 * A color between two, as `#rrggbb`.
 * @param {string} one @param {string} other @param {number} share of the other one
 */
export function mix(one, other, share) {
  const [a, b] = [partsOf(one), partsOf(other)];
  const number = a.reduce((sum, part, i) => sum * 256 + Math.round(lerp(part, b[i], share)), 1);
  return `#${number.toString(16).slice(1)}`;
}

/**
 * Returns how bright a color looks: 0 for black, 1 for white (WCAG 2's relative luminance).
 * @param {string} color
 */
function luminance(color) {
  const [red, green, blue] = partsOf(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/**
 * Returns the contrast of two colors, 1 to 21 (WCAG 2's contrast ratio).
 * @param {string} one @param {string} other
 */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The contrast at which small words are readable (WCAG 2, level AA). */
const READABLE = 4.5;
/** The size of a step of a color towards black or white. */
const NEARER = 0.04;

/**
 * Returns a color as it is, or as much darker as it must be to stand out from a light color; from a dark color it gets
 * lighter. Rooms may choose the colors of tiers, so no fixed shade is always dark enough.
 * @param {string} color @param {string} other @param {number} [least] contrast
 */
export function apart(color, other, least = READABLE) {
  const end = luminance(other) > 0.18 ? "#000000" : "#ffffff";
  let share = 0;
  while (share < 1 && contrast(mix(color, end, share), other) < least) share += NEARER;
  return mix(color, end, Math.min(1, share));
}

/**
 * Returns a color with at least a lightness (that of HSL), for words on dark outlines.
 * @param {string} color @param {number} least 0 to 1
 */
export function light(color, least) {
  const parts = partsOf(color);
  const own = (Math.min(...parts) + Math.max(...parts)) / 510;
  return own >= least ? color : mix(color, "#ffffff", (least - own) / (1 - own));
}

/** @type {Map<string, Map<number, string>>} */
const tints = new Map();

/**
 * A color nearer to white, or to black.
 * @param {string} color @param {number} share -1: black; 1: white
 */
export function tint(color, share) {
  let known = tints.get(color);
  if (known === undefined) tints.set(color, (known = new Map()));
  let value = known.get(share);
  if (value === undefined) {
    value = share < 0 ? mix(color, "#000000", -share) : mix(color, "#ffffff", share);
    known.set(share, value);
  }
  return value;
}

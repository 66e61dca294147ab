// @ts-check
/** Computes colors from other colors, such as mixtures, tints and translucent ones. */

import { lerp } from "./ease.js";

/** @type {Map<string, [number, number, number]>} */
const parsed = new Map();

/** @type {CanvasRenderingContext2D | null} */
let probe = null;

/**
 * The red, green and blue of a colour that a canvas knows, each 0 to 255.
 * @param {string} colour @returns {[number, number, number]}
 */
function partsOf(colour) {
  let parts = parsed.get(colour);
  if (parts === undefined) parsed.set(colour, (parts = read(colour)));
  return parts;
}

/** @param {string} colour @returns {[number, number, number]} */
function read(colour) {
  if (/^#[0-9a-f]{6}$/i.test(colour)) {
    const number = parseInt(colour.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255];
  }
  probe ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  probe.fillStyle = "#000000";
  probe.fillStyle = colour;
  const style = String(probe.fillStyle);
  if (style.startsWith("#")) return read(style);
  const [red, green, blue] = (style.match(/[\d.]+/g) ?? []).map(Number);
  return [red || 0, green || 0, blue || 0];
}

/**
 * A colour with another opacity.
 * @param {string} colour @param {number} alpha 0 to 1
 */
export function rgba(colour, alpha) {
  const [red, green, blue] = partsOf(colour);
  return `rgba(${red},${green},${blue},${Number(alpha.toFixed(4))})`;
}

/**
 * A colour between two, as `#rrggbb`.
 * @param {string} one @param {string} other @param {number} share of the other one
 */
export function mix(one, other, share) {
  const [a, b] = [partsOf(one), partsOf(other)];
  const number = a.reduce((sum, part, i) => sum * 256 + Math.round(lerp(part, b[i], share)), 1);
  return `#${number.toString(16).slice(1)}`;
}

/**
 * Returns how bright a color looks: 0 for black, 1 for white (WCAG 2's relative luminance).
 * @param {string} colour
 */
function luminance(colour) {
  const [red, green, blue] = partsOf(colour).map((part) => {
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
 * @param {string} colour @param {string} other @param {number} [least] contrast
 */
export function apart(colour, other, least = READABLE) {
  const end = luminance(other) > 0.18 ? "#000000" : "#ffffff";
  let share = 0;
  while (share < 1 && contrast(mix(colour, end, share), other) < least) share += NEARER;
  return mix(colour, end, Math.min(1, share));
}

/**
 * Returns a color with at least a lightness (that of HSL), for words on dark outlines.
 * @param {string} colour @param {number} least 0 to 1
 */
export function light(colour, least) {
  const parts = partsOf(colour);
  const own = (Math.min(...parts) + Math.max(...parts)) / 510;
  return own >= least ? colour : mix(colour, "#ffffff", (least - own) / (1 - own));
}

/** @type {Map<string, Map<number, string>>} */
const tints = new Map();

/**
 * A colour nearer to white, or to black.
 * @param {string} colour @param {number} share -1: black; 1: white
 */
export function tint(colour, share) {
  let known = tints.get(colour);
  if (known === undefined) tints.set(colour, (known = new Map()));
  let value = known.get(share);
  if (value === undefined) {
    value = share < 0 ? mix(colour, "#000000", -share) : mix(colour, "#ffffff", share);
    known.set(share, value);
  }
  return value;
}

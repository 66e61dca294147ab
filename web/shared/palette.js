// @ts-check
/** The colors, corner radii and fonts of the look that the page shows, shared by all painting code. */

import { themes } from "./themes.js";

/** The system fonts of Windows, macOS and Linux; then fonts for scripts that those lack; then emoji. */
const SANS = [
  '"Segoe UI"', '"SF Pro Text"', '"Helvetica Neue"', '"Noto Sans"', "Roboto",
  '"PingFang SC"', '"Hiragino Sans"', '"Microsoft YaHei UI"', '"Yu Gothic UI"', '"Malgun Gothic"',
  '"Noto Sans CJK SC"', '"Noto Sans Arabic"', '"Noto Sans Hebrew"', '"Noto Sans Devanagari"',
  '"Noto Sans Thai"', '"Apple Color Emoji"', '"Segoe UI Emoji"', '"Noto Color Emoji"',
  "sans-serif",
].join(", ");

/** Colors, each named for the thing that it paints. */
export const color = { ...themes.classic.colors };

/** Radii of corners, in points. */
export const radius = { ...themes.classic.radii };

/** Serif and monospaced families, before all others. */
const FAMILIES = {
  sans: SANS,
  serif: `"Noto Serif", Georgia, "Noto Serif CJK SC", ${SANS}`,
  mono: `"Noto Sans Mono", "Cascadia Mono", Consolas, "DejaVu Sans Mono", ${SANS}`,
};

/**
 * @typedef {object} Look
 * @property {import("./themes.js").Colors} colors
 * @property {import("./themes.js").Radii} radii
 * @property {string} family before all other families; empty: none
 * @property {import("./styles.js").Style} [style] absent: the classic theme's
 * @property {string[]} [own] the colors and radii that are not the theme's
 */

/** @type {Look} */
let look = { ...themes.classic, family: "" };
let own = new Set(look.own);
/** The material, fonts and figures of the look. */
export let style = themes.classic.style;
/** @type {import("./styles.js").Pair[]} */
let ladder = [];

/**
 * Replaces the look. Callers must repaint everything that was painted with the old one.
 * @param {Look} next
 */
export function wear(next) {
  Object.assign(color, next.colors);
  Object.assign(radius, next.radii);
  look = next;
  own = new Set(next.own);
  style = next.style ?? themes.classic.style;
  for (const sizes of Object.values(fonts).flat()) sizes.clear();
  ladder = [];
}

/** The look that is worn: the same object until another one is. */
export function worn() {
  return look;
}

/**
 * Tells if the room or the page overrides a color or radius of the theme.
 * @param {string} key
 */
export function isOwn(key) {
  return own.has(key);
}

/**
 * The two colors of a tier.
 * @param {number} tier 0 to 4
 */
export function rung(tier) {
  if (ladder.length === 0) {
    const { colors: c } = look;
    ladder = [
      [c.tierZero, c.tierZeroEnd], [c.tierOne, c.tierOneEnd], [c.tierTwo, c.tierTwoEnd], [c.tierThree, c.tierThreeEnd],
      [c.tierFour, c.tierFourEnd]];
  }
  return ladder[tier];
}

/**
 * The canvas fonts by size, for each family six lists: three weights, each upright and italic.
 * @type {Record<"sans" | "serif" | "mono", Map<number, string>[]>}
 */
const fonts = { sans: sixMaps(), serif: sixMaps(), mono: sixMaps() };
/** The most sizes in a list. */
const MOST_SIZES = 100;

/** @returns {Map<number, string>[]} */
function sixMaps() {
  return Array.from({ length: 6 }, () => new Map());
}

/**
 * Returns the canvas font for a size in points.
 * @param {number} size
 * @param {400 | 600 | 700} [weight]
 * @param {"normal" | "italic"} [slant]
 */
export function font(size, weight = 400, slant = "normal") {
  return fontOf(style.text, size, weight, slant);
}

/**
 * The canvas font of the words below a name, of a size in points. Dark strokes on a light plate look thinner, so these are
 * heavier.
 * @param {number} size
 */
export function detail(size) {
  return font(size, style.isLight === true ? 600 : 400);
}

/**
 * The canvas font of names and figures, of a size in points.
 * @param {number} size
 * @param {400 | 600 | 700} [weight]
 */
export function display(size, weight = 700) {
  return fontOf(style.display, size, weight, "normal");
}

/** @param {"sans" | "serif" | "mono"} kind @param {number} size @param {number} weight @param {string} slant */
function fontOf(kind, size, weight, slant) {
  const sizes = fonts[kind][(weight === 700 ? 4 : weight === 600 ? 2 : 0) + (slant === "italic" ? 1 : 0)];
  let value = sizes.get(size);
  if (value === undefined) {
    if (sizes.size >= MOST_SIZES) sizes.clear();
    value = `${slant} ${weight} ${size.toFixed(2)}px ${look.family === "" ? "" : `${look.family}, `}${FAMILIES[kind]}`;
    sizes.set(size, value);
  }
  return value;
}

/**
 * Returns a hue in degrees that is always the same for a name.
 * @param {string} name
 */
export function hue(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  }
  return (hash >>> 0) % 360;
}

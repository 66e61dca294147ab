// @ts-check
/** The colors, corner radii and fonts of the current look, shared by all painting code. */

import { themes } from "./themes.js";

/** The system fonts of Windows, macOS and Linux; then fonts for scripts that those lack; then emoji. */
const FAMILIES = [
  '"Segoe UI"', '"SF Pro Text"', '"Helvetica Neue"', '"Noto Sans"', "Roboto",
  '"PingFang SC"', '"Hiragino Sans"', '"Microsoft YaHei UI"', '"Yu Gothic UI"', '"Malgun Gothic"',
  '"Noto Sans CJK SC"', '"Noto Sans Arabic"', '"Noto Sans Hebrew"', '"Noto Sans Devanagari"',
  '"Noto Sans Thai"', '"Apple Color Emoji"', '"Segoe UI Emoji"', '"Noto Color Emoji"',
  "sans-serif",
].join(", ");

/** Colors, each named for the thing that it paints. */
export const colour = { ...themes.classic.colours };

/** Radii of corners, in points. */
export const radius = { ...themes.classic.radii };

/** The family that precedes all others, with its comma; empty for none. */
let family = "";

/**
 * Replaces the look. Callers must repaint everything that was painted with the old one.
 * @param {{colours: import("./themes.js").Colours, radii: import("./themes.js").Radii,
 *   family: string}} look
 */
export function wear(look) {
  Object.assign(colour, look.colours);
  Object.assign(radius, look.radii);
  family = look.family === "" ? "" : `${look.family}, `;
  fonts.clear();
}

/** @type {Map<string, string>} */
const fonts = new Map();

/**
 * Returns the canvas font for a size in points.
 * @param {number} size
 * @param {400 | 600 | 700} [weight]
 * @param {"normal" | "italic"} [style]
 */
export function font(size, weight = 400, style = "normal") {
  const key = `${style} ${weight} ${size.toFixed(2)}px`;
  let value = fonts.get(key);
  if (value === undefined) {
    if (fonts.size > 200) fonts.clear();
    value = `${key} ${family}${FAMILIES}`;
    fonts.set(key, value);
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

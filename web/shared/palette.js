// @ts-check
/** What everything is painted with: the colours, corners and font of the look that is worn. */

import { themes } from "./themes.js";

/** Windows, macOS and Linux in turn; then scripts the first lack; then emoji. */
const FAMILIES = [
  '"Segoe UI"', '"SF Pro Text"', '"Helvetica Neue"', '"Noto Sans"', "Roboto",
  '"PingFang SC"', '"Hiragino Sans"', '"Microsoft YaHei UI"', '"Yu Gothic UI"', '"Malgun Gothic"',
  '"Noto Sans CJK SC"', '"Noto Sans Arabic"', '"Noto Sans Hebrew"', '"Noto Sans Devanagari"',
  '"Noto Sans Thai"', '"Apple Color Emoji"', '"Segoe UI Emoji"', '"Noto Color Emoji"',
  "sans-serif",
].join(", ");

/** Colours, each named for what it paints. */
export const colour = { ...themes.classic.colours };

/** Radii of corners, in points. */
export const radius = { ...themes.classic.radii };

/** What comes before all other families; empty: nothing. */
let family = "";

/**
 * Puts another look on. What was painted in the one before is to be painted anew.
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
 * The canvas font of a size in points.
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
 * A hue in degrees that is always the same for the same name.
 * @param {string} name
 */
export function hue(name) {
  let hash = 2166136261;
  for (let i = 0; i < name.length; i++) {
    hash = Math.imul(hash ^ name.charCodeAt(i), 16777619);
  }
  return (hash >>> 0) % 360;
}

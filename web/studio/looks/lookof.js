// @ts-check
/** Lists the themes, and combines one with a room's own colors, as the overlay does. */

import { themes } from "../../shared/themes.js";

/** @typedef {Parameters<typeof import("../../shared/palette.js").wear>[0]} Look */

export const NAMES = /** @type {const} */ ([
  "aurora", "neon", "paper", "pixel", "gala", "sakura", "terminal", "brush", "match", "jelly", "classic", "minimal"]);

/**
 * @param {string} name of the theme; an unknown one looks classic
 * @param {Record<string, any>} [own] the room's values that override the theme's
 * @param {string} [family] the font family; empty for the default
 * @returns {Look}
 */
export function lookOf(name, own = {}, family = "") {
  const { colors, radii, style } = themes[name] ?? themes.classic;
  return { colors: overridden(colors, own), radii: overridden(radii, own), family, style, own: Object.keys(own) };
}

/**
 * Returns the values, overridden by the given ones with the same names.
 * @template {Record<string, any>} All
 * @param {All} values @param {Record<string, any>} own
 * @returns {All}
 */
function overridden(values, own) {
  const known = Object.entries(own).filter(([key]) => key in values);
  return { ...values, ...Object.fromEntries(known) };
}

// @ts-check
/** Writes words on widgets' plates, with an outline where the material needs one. */

import { cutToLine, direction, drawable, fit, width } from "../../shared/text.js";
import { style } from "../../shared/palette.js";

/** @typedef {(size: number) => string} Face A font by its size in points. */
/** @typedef {readonly [most: number, least: number]} Sizes of a font, in points. */

/** From one size of a font to the next smaller one, in points. */
const STEP = 0.5;

/**
 * Writes a text from its left edge, whichever way it runs.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} baseline
 * @param {string} font @param {string} fill @param {number} [line] the outline's width, where words have one
 * @param {string} [edge] its color; absent: there is none
 */
export function write(ctx, text, x, baseline, font, fill, line = 0, edge = "") {
  writeAs(ctx, direction(text), text, x, baseline, font, fill, line, edge);
}

/**
 * Writes a part of a text that runs in a direction, from the part's left edge.
 * @param {CanvasRenderingContext2D} ctx @param {"ltr" | "rtl"} way of the whole text @param {string} text
 * @param {number} x @param {number} baseline @param {string} font @param {string} fill
 * @param {number} line the outline's width @param {string} [edge] its color; absent or empty: no outline
 */
export function writeAs(ctx, way, text, x, baseline, font, fill, line, edge) {
  ctx.font = font;
  ctx.textAlign = "left";
  ctx.direction = way;
  const drawn = drawable(text, way);
  const isCut = cutToLine(ctx, drawn, baseline, font);
  if (edge !== undefined && edge !== "") {
    ctx.lineJoin = "round";
    ctx.lineWidth = line;
    ctx.strokeStyle = edge;
    ctx.strokeText(drawn, x, baseline);
  }
  ctx.fillStyle = fill;
  ctx.fillText(drawn, x, baseline);
  if (isCut) ctx.restore();
}

/**
 * Writes a text at the largest size at which all of it fits, or cuts it at the smallest one.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} baseline
 * @param {Face} face @param {Sizes} sizes @param {number} room @param {string} fill
 */
export function writeWithin(ctx, text, x, baseline, face, sizes, room, fill) {
  const font = fontWithin(text, face, sizes, room);
  write(ctx, fit(font, text, room), x, baseline, font, fill);
}

/**
 * Returns the font of the largest size at which a text fits its room, or of the smallest size.
 * @param {string} text @param {Face} face @param {Sizes} sizes @param {number} room
 */
export function fontWithin(text, face, [most, least], room) {
  for (let size = most; size > least; size -= STEP) {
    if (width(face(size), text) <= room) return face(size);
  }
  return face(least);
}

/**
 * Returns a name in the theme's case.
 * @param {string} name
 */
export function cased(name) {
  return style.isUpper === true ? name.toLocaleUpperCase() : name;
}

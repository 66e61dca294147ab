// @ts-check
/** Writes words on widgets' plates, with an outline where the material needs one. */

import { direction, fit, width } from "../../shared/text.js";
import { style } from "../../shared/palette.js";

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
  if (edge !== undefined && edge !== "") {
    ctx.lineJoin = "round";
    ctx.lineWidth = line;
    ctx.strokeStyle = edge;
    ctx.strokeText(text, x, baseline);
  }
  ctx.fillStyle = fill;
  ctx.fillText(text, x, baseline);
}

/**
 * Writes a text at the larger of two sizes at which all of it fits, or cuts it at the smaller one.
 * @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} baseline
 * @param {string} large font @param {string} small font @param {number} room @param {string} fill
 */
export function writeWithin(ctx, text, x, baseline, large, small, room, fill) {
  const face = width(large, text) <= room ? large : small;
  write(ctx, fit(face, text, room), x, baseline, face, fill);
}

/**
 * Returns a name in the theme's case, shortened to its room.
 * @param {string} name @param {string} font @param {number} room
 */
export function named(name, font, room) {
  return fit(font, cased(name), room);
}

/**
 * Returns a name in the theme's case.
 * @param {string} name
 */
export function cased(name) {
  return style.isUpper === true ? name.toLocaleUpperCase() : name;
}

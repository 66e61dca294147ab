// @ts-check
/** A count in figures with an outline, scaled about its own centre. */

import { drop, width } from "./text.js";

/**
 * @typedef {object} Look
 * @property {string} font
 * @property {number} size of the font, in points
 * @property {string} fill
 * @property {string} edge
 * @property {number} line the outline's width in points, half of it outside the figures
 */

/**
 * Draws a text's outline and figures at the size they are shown in: no bitmap is ever scaled.
 * @param {import("./brush.js").Brush} brush
 * @param {Look} look
 * @param {string} text
 * @param {number} x of the centre, in points
 * @param {number} y
 * @param {number} scale
 * @param {number} alpha
 */
export function digit(brush, look, text, x, y, scale, alpha) {
  const wide = (width(look.font, text) + look.size) * scale;
  const high = look.size * 1.6 * scale;
  brush.group(x - wide / 2, y - high / 2, wide, high, alpha, (ctx, left, top) => {
    const s = brush.scale * scale;
    ctx.setTransform(s, 0, 0, s, x * brush.scale - left, y * brush.scale - top);
    ctx.font = look.font;
    ctx.direction = "ltr";
    ctx.textAlign = "center";
    ctx.lineJoin = "round";
    ctx.lineWidth = look.line;
    ctx.strokeStyle = look.edge;
    ctx.fillStyle = look.fill;
    const baseline = drop(look.font);
    ctx.strokeText(text, 0, baseline);
    ctx.fillText(text, 0, baseline);
  });
}

// @ts-check
/** Paints a sender's portrait, which is a picture in a ring, or the initial on the name's own color. */

import { hue, style } from "../../shared/palette.js";
import { sizeOf } from "../paint/pictures.js";
import { letter } from "../paint/shape.js";
import { disc, radial } from "./trace.js";

/** @typedef {CanvasRenderingContext2D} Context */

/**
 * Paints the sender in the theme's shape.
 * @param {Context} ctx
 * @param {import("../paint/pictures.js").Picture | null} picture
 * @param {string} name
 * @param {number} x @param {number} y @param {number} size
 * @param {string | CanvasGradient} ring its color
 * @param {number} [line] the ring's width
 * @param {typeof style.avatar} [shape] absent: as the theme has it
 */
export function portrait(ctx, picture, name, x, y, size, ring, line = 1.6, shape = style.avatar) {
  outline(ctx, x, y, size, 0, shape);
  ctx.fillStyle = ring;
  ctx.fill();
  ctx.save();
  outline(ctx, x, y, size, line, shape);
  ctx.clip();
  if (picture === null) initial(ctx, name, x, y, size);
  else cover(ctx, picture, x, y, size, shape === "slant" ? 4 : 0);
  ctx.restore();
}

/**
 * @param {Context} ctx @param {number} x @param {number} y @param {number} size @param {number} inset
 * @param {typeof style.avatar} shape
 */
function outline(ctx, x, y, size, inset, shape) {
  if (shape === "circle") return disc(ctx, x + size / 2, y + size / 2, size / 2 - inset);
  const [left, top, right, low] = [x + inset, y + inset, x + size - inset, y + size - inset];
  ctx.beginPath();
  if (shape === "square") return ctx.rect(left, top, right - left, low - top);
  ctx.moveTo(left + 5, top);
  ctx.lineTo(right + 3, top);
  ctx.lineTo(right - 5, low);
  ctx.lineTo(left - 3, low);
  ctx.closePath();
}

/** @param {Context} ctx @param {string} name @param {number} x @param {number} y @param {number} size */
function initial(ctx, name, x, y, size) {
  const tone = hue(name);
  ctx.fillStyle = radial(ctx, x + size * 0.35, y + size * 0.25, size, [
    `hsl(${tone},78%,70%)`, `hsl(${tone + 24},70%,46%)`, `hsl(${tone + 50},70%,26%)`]);
  ctx.fillRect(x - 6, y, size + 12, size);
  letter(ctx, name, x, y, size, 700);
}

/**
 * Fills a square with a picture and crops its longer side.
 * @param {Context} ctx @param {import("../paint/pictures.js").Picture} picture
 * @param {number} x @param {number} y @param {number} size @param {number} more points beyond each side
 */
function cover(ctx, picture, x, y, size, more) {
  const { width, height } = sizeOf(picture, size);
  const side = Math.min(width, height);
  ctx.drawImage(picture, (width - side) / 2, (height - side) / 2, side, side, x - more, y - more, size + 2 * more, size + 2 * more);
}

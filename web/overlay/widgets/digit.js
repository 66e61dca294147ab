// @ts-check
/** Draws the count of a row or card in outlined figures, scaled about their center. */

import { drop, width } from "../../shared/text.js";

/**
 * @typedef {object} Look
 * @property {string} font
 * @property {number} size of the font, in points
 * @property {string} fill
 * @property {string} edge
 * @property {number} line the outline's width in points, half of it outside the figures
 */

/**
 * Draws outline and figures at their final size, because a scaled bitmap would be blurred.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {import("../stage/stage.js").Node} node the node with this count
 * @param {Look} look
 * @param {string} text
 * @param {number} x of the center, in points
 * @param {number} y
 * @param {number} scale
 */
export function digit(brush, node, look, text, x, y, scale) {
  // A film fades plates and words, but no count.
  if (node.alpha < 1 - brush.veil.fade) return fade(brush, node, look, text, x, y, scale);
  const { ctx } = brush;
  const s = brush.scale * scale;
  ctx.setTransform(s, 0, 0, s, x * brush.scale, y * brush.scale);
  paint(ctx, look, text);
}

/**
 * Draws a translucent count from a sprite, so that the inner half of the outline does not show through the figures.
 * The sprite has the next half step of the scale and is only ever scaled down, so that a pop needs few sprites.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {import("../stage/stage.js").Node} node
 * @param {Look} look
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
function fade(brush, node, look, text, x, y, scale) {
  const step = scale === 1 ? 1 : Math.ceil(scale * 2) / 2;
  const wide = (width(look.font, text) + look.line) * step;
  const high = (look.size + look.line) * step;
  const key = `${text} ${step}`;
  const sprite = brush.counts.get(node, key, wide, high, look.size * 0.3 * step, (ctx) => {
    ctx.translate(wide / 2, high / 2);
    ctx.scale(step, step);
    paint(ctx, look, text);
  });
  if (scale === step) return brush.stamp(sprite, x - wide / 2, y - high / 2, node.alpha);
  const { ctx } = brush;
  const s = scale / step;
  const left = sprite.pad + (wide * brush.scale) / 2;
  const top = sprite.pad + (high * brush.scale) / 2;
  ctx.setTransform(s, 0, 0, s, x * brush.scale, y * brush.scale);
  ctx.globalAlpha = node.alpha;
  ctx.drawImage(sprite.canvas, -left, -top);
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {Look} look @param {string} text */
function paint(ctx, look, text) {
  const baseline = drop(look.font);
  ctx.font = look.font;
  ctx.direction = "ltr";
  ctx.textAlign = "center";
  ctx.lineJoin = "round";
  ctx.lineWidth = look.line;
  ctx.strokeStyle = look.edge;
  ctx.fillStyle = look.fill;
  ctx.strokeText(text, 0, baseline);
  ctx.fillText(text, 0, baseline);
}

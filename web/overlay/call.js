// @ts-check
/** An incoming call's card: white pill, avatar, name, handset, and the ✕ that dismisses it. */

import { avatar, cross, handset, rounded } from "./shape.js";
import { fit, put } from "./text.js";
import { colour, font } from "./theme.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("./stage.js").Node} Node */

/** The height the card is designed at; another height scales all of it. */
const HEIGHT = 48;

/** The part of a card's right end that belongs to the ✕, as a share of its height. */
export const CLOSE_SHARE = 40 / HEIGHT;

/** @param {Brush} brush @param {Node} node */
export function drawCall(brush, node) {
  const unit = node.height / HEIGHT;
  const sprite = brush.sprites.get(node, node, node.width, node.height, 20 * unit, (ctx) => {
    paintCard(ctx, brush, node, unit);
  });
  brush.stamp(sprite, node.x, node.y, node.alpha);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Brush} brush
 * @param {Node} node
 * @param {number} unit
 */
function paintCard(ctx, brush, node, unit) {
  const name = node.name ?? "";
  const wide = node.width / unit;
  ctx.scale(unit, unit);
  ctx.save();
  ctx.shadowColor = colour.cardShadow;
  ctx.shadowBlur = 12 * brush.scale * unit;
  ctx.shadowOffsetY = 4 * brush.scale * unit;
  ctx.fillStyle = colour.card;
  rounded(ctx, 0, 0, wide, HEIGHT, HEIGHT / 2);
  ctx.fill();
  ctx.restore();
  rounded(ctx, 0.5, 0.5, wide - 1, HEIGHT - 1, HEIGHT / 2);
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour.cardRim;
  ctx.stroke();

  avatar(ctx, brush.pictures.get(node.avatar), name, 5, 5, HEIGHT - 10);

  const room = wide - 51 - 38;
  ctx.font = font(14, 700);
  ctx.fillStyle = colour.cardName;
  put(ctx, fit(ctx.font, name, room), 51, 21.5);
  handset(ctx, 51, 26, 12.5, colour.phone);
  ctx.font = font(11.5, 600);
  ctx.fillStyle = colour.phone;
  put(ctx, fit(ctx.font, "is calling", room - 17), 67, 36.5);

  ctx.fillStyle = colour.closeBack;
  rounded(ctx, wide - 34, 13, 22, 22, 11);
  ctx.fill();
  cross(ctx, wide - 27, 20, 8, 2, colour.close);
}

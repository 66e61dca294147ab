// @ts-check
/**
 * The call widget, which draws the card of an incoming call with avatar, name, handset, and the ✕ that dismisses it. It
 * draws a white pill itself; `show/ringing.js` draws the card in themes with a material.
 */

import { avatar, cross, handset, rounded } from "../paint/shape.js";
import { fit, put } from "../../shared/text.js";
import { color, font, radius, style } from "../../shared/palette.js";
import { drawCall as drawRinging, drawHandset, ringBehind, ringOn, spriteOf as ringingOf } from "../show/ringing.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The design height of the card. Other heights scale the whole card. */
const HEIGHT = 48;

/** The part of a card's right end that belongs to the ✕, as a share of its height. */
export const CLOSE_SHARE = 40 / HEIGHT;

/** The owner of the sprite that all cards share. Its ID is unique, because the IDs of nodes contain a slash. */
const ALL = { id: "call" };

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [name]
 * @property {string} [avatar]
 * @property {boolean} [leaving]
 * @property {number} [born] when it appeared, room time in microseconds
 */

/** @type {import("./widgets.js").Widget} */
export const call = {
  name: "calls",
  kind: "call",
  layer: 60,
  fields: [
    ["name", "name"],
    ["avatar", "name"],
    ["leaving", "flag"],
    ["born", "integer?"],
  ],
  content: ["name", "avatar"],
  prepare: [spriteOf],
  draw: drawCall,
};

/** @param {Brush} brush @param {Node} node */
function spriteOf(brush, node) {
  if (style.material !== "plain") return ringingOf(brush, node);
  return brush.sprites.held(node, node) ?? cardOf(brush, node);
}

/** @param {Brush} brush @param {Node} node */
function drawCall(brush, node) {
  if (style.material !== "plain") return drawRinging(brush, node);
  const sprite = spriteOf(brush, node);
  const beat = ringBehind(brush, node);
  brush.stamp(sprite, node.x, node.y, node.alpha);
  ringOn(brush, node, beat);
  if (!brush.takesTaps) drawHandset(brush, node, beat);
}

/** @param {Brush} brush @param {Node} node */
function cardOf(brush, node) {
  const unit = node.height / HEIGHT;
  // A wide shadow is slow to draw, so it is blurred once for all cards.
  const blank = cardSprite(brush, ALL, `${node.width} ${node.height} ${brush.takesTaps}`, node, (ctx) => {
    paintBlank(ctx, brush, node.width / unit, unit);
  });
  return cardSprite(brush, node, node, node, (ctx) => {
    ctx.save();
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.drawImage(blank.canvas, 0, 0);
    ctx.restore();
    paintCaller(ctx, brush, node, unit);
  });
}

/**
 * Returns a sprite of the card's size with padding for its shadow.
 * @param {Brush} brush
 * @param {{id: string}} owner
 * @param {unknown} key
 * @param {Node} node
 * @param {(ctx: CanvasRenderingContext2D) => void} paint
 */
function cardSprite(brush, owner, key, node, paint) {
  const pad = (20 * node.height) / HEIGHT;
  return brush.sprites.get(owner, key, node.width, node.height, pad, paint);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Brush} brush
 * @param {number} wide
 * @param {number} unit
 */
function paintBlank(ctx, brush, wide, unit) {
  ctx.scale(unit, unit);
  ctx.save();
  ctx.shadowColor = color.callShadow;
  ctx.shadowBlur = 12 * brush.scale * unit;
  ctx.shadowOffsetY = 4 * brush.scale * unit;
  ctx.fillStyle = color.callBackground;
  rounded(ctx, 0, 0, wide, HEIGHT, radius.callRadius);
  ctx.fill();
  ctx.restore();
  rounded(ctx, 0.5, 0.5, wide - 1, HEIGHT - 1, radius.callRadius);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color.callRim;
  ctx.stroke();

  const taken = brush.takesTaps ? 16 : 0;
  if (brush.takesTaps) handset(ctx, 51, 26, 12.5, color.callText);
  ctx.font = font(11.5, 600);
  ctx.fillStyle = color.callText;
  put(ctx, fit(ctx.font, brush.words.calling, roomOf(wide) - taken - 1), 51 + taken, 36.5);

  // Where nobody can tap, the large handset takes the place of the ✕.
  if (!brush.takesTaps) return;
  ctx.fillStyle = color.callCloseBackground;
  rounded(ctx, wide - 34, 13, 22, 22, 11);
  ctx.fill();
  cross(ctx, wide - 27, 20, 8, 2, color.callClose);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Brush} brush
 * @param {Node} node
 * @param {number} unit
 */
function paintCaller(ctx, brush, node, unit) {
  const name = node.name ?? "";
  ctx.scale(unit, unit);
  avatar(ctx, brush.pictures.get(node.avatar), name, 5, 5, HEIGHT - 10);
  ctx.font = font(14, 700);
  ctx.fillStyle = color.callName;
  put(ctx, fit(ctx.font, name, roomOf(node.width / unit)), 51, 21.5);
}

/**
 * Returns the width between the avatar and the ✕.
 * @param {number} wide of the card
 */
function roomOf(wide) {
  return wide - 51 - 38;
}

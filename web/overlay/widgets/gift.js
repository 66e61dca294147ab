// @ts-check
/** A gift channel's row: pill, avatar, names, gift picture, and the popping count beside it. */

import { digit } from "./digit.js";
import { avatar, gift as picture, ring, rounded } from "../paint/shape.js";
import { fit, put, width } from "../../shared/text.js";
import { colour, font } from "../../shared/palette.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The height the row is designed at; another height scales all of it. */
const HEIGHT = 40;

/**
 * @typedef {object} Fields The keys of its nodes.
 * @property {string} [combo]
 * @property {string} [sender]
 * @property {string} [avatar]
 * @property {string} [gift]
 * @property {string} [image]
 * @property {number} [count]
 * @property {number} [digitScale]
 */

/** @type {import("./widgets.js").Widget} */
export const gift = {
  name: "gifts",
  kind: "gift",
  layer: 2,
  fields: [
    ["combo", "text"],
    ["sender", "name"],
    ["avatar", "name"],
    ["gift", "name"],
    ["image", "name"],
    ["count", "integer"],
    ["digitScale", "thousandths"],
  ],
  content: ["combo", "sender", "avatar", "gift", "image"],
  isAbove: (row, fresh) => channel(row) > channel(fresh),
  draw: drawGift,
  extent: (_, { x, y, width, height }) => ({ x, y, width: width + 1.6 * height, height }),
};

/** @param {Node} node */
function channel(node) {
  return Number(node.id.slice(node.id.indexOf("/") + 1));
}

/** @param {Brush} brush @param {Node} node */
function drawGift(brush, node) {
  const unit = node.height / HEIGHT;
  const sprite = brush.sprites.get(node, node, node.width, node.height, 14 * unit, (ctx) => {
    paintRow(ctx, brush, node, unit);
  });
  brush.stamp(sprite, node.x, node.y, node.alpha);
  drawCount(brush, node, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function drawCount(brush, node, unit) {
  const size = 26 * unit;
  const look = {
    font: font(size, 700, "italic"),
    size,
    fill: colour.digit,
    edge: colour.digitEdge,
    line: 5 * unit,
  };
  const text = `×${node.count ?? 1}`;
  const x = node.x + node.width + 9 * unit + width(look.font, text) / 2;
  const y = node.y + node.height / 2;
  digit(brush, node, look, text, x, y, node.digitScale ?? 1);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Brush} brush
 * @param {Node} node
 * @param {number} unit
 */
function paintRow(ctx, brush, node, unit) {
  const sender = node.sender ?? "";
  const present = node.gift ?? "";
  const wide = node.width / unit;
  ctx.scale(unit, unit);
  const dark = ctx.createLinearGradient(0, 0, wide, 0);
  dark.addColorStop(0, colour.rowLeft);
  dark.addColorStop(1, colour.rowRight);
  ctx.fillStyle = dark;
  rounded(ctx, 0, 0, wide, HEIGHT, HEIGHT / 2);
  ctx.fill();
  rounded(ctx, 0.5, 0.5, wide - 1, HEIGHT - 1, HEIGHT / 2);
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour.rim;
  ctx.stroke();

  avatar(ctx, brush.pictures.get(node.avatar), sender, 1.5, 1.5, HEIGHT - 3);
  ring(ctx, 1, 1, HEIGHT - 2, 1.5, colour.ring);

  const room = wide - 47 - 48;
  ctx.font = font(13, 700);
  ctx.fillStyle = colour.gold;
  put(ctx, fit(ctx.font, sender, room), 47, 17.5);
  ctx.font = font(12);
  ctx.fillStyle = colour.white;
  put(ctx, fit(ctx.font, `sent ${present}`, room), 47, 32.5);

  ctx.shadowColor = "rgba(0, 0, 0, 0.35)";
  ctx.shadowBlur = 4 * brush.scale * unit;
  ctx.shadowOffsetY = 1.5 * brush.scale * unit;
  picture(ctx, brush.pictures.get(node.image), present, wide - 46, HEIGHT - 50, 50);
}

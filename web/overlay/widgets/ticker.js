// @ts-check
/** A ticker's card: avatar and names above, the gift's picture and the count below. */

import { digit } from "./digit.js";
import { avatar, gift, rounded } from "../paint/shape.js";
import { fit, put, width } from "../../shared/text.js";
import { colour, font } from "../../shared/palette.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The size the card is designed at; another size scales all of it. */
const WIDTH = 100;
const HEIGHT = 80;

/** Where the count stands in the card, and how wide it may be. */
const COUNT = { x: 73, y: 57, width: 44, size: 23 };

/** @param {Node} node */
function unitOf(node) {
  return Math.min(node.width / WIDTH, node.height / HEIGHT);
}

/**
 * @typedef {object} Fields The keys of its nodes.
 * @property {string} [sender]
 * @property {string} [avatar]
 * @property {string} [gift]
 * @property {string} [image]
 * @property {number} [count]
 * @property {number} [digitScale]
 */

/** @type {import("./widgets.js").Widget} */
export const ticker = {
  name: "ticker",
  kind: "ticker",
  layer: 1,
  fields: [
    ["sender", "name"],
    ["avatar", "name"],
    ["gift", "name"],
    ["image", "name"],
    ["count", "integer"],
    ["digitScale", "thousandths"],
  ],
  content: ["sender", "avatar", "gift", "image"],
  draw: drawTicker,
};

/** @param {Brush} brush @param {Node} node */
function drawTicker(brush, node) {
  const unit = unitOf(node);
  const sprite = brush.sprites.get(node, node, node.width, node.height, 4 * unit, (ctx) => {
    paintCard(ctx, brush, node, unit);
  });
  brush.stamp(sprite, node.x, node.y, node.alpha);
  const size = COUNT.size * unit;
  const look = {
    font: font(size, 700, "italic"),
    size,
    fill: colour.count,
    edge: colour.countEdge,
    line: 4.5 * unit,
  };
  const text = `×${node.count ?? 1}`;
  const narrow = Math.min(1, (COUNT.width * unit) / width(look.font, text));
  const x = node.x + node.width - (WIDTH - COUNT.x) * unit;
  const y = node.y + node.height - (HEIGHT - COUNT.y) * unit;
  digit(brush, node, look, text, x, y, (node.digitScale ?? 1) * narrow);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {Brush} brush
 * @param {Node} node
 * @param {number} unit
 */
function paintCard(ctx, brush, node, unit) {
  const sender = node.sender ?? "";
  const present = node.gift ?? "";
  const wide = node.width / unit;
  const high = node.height / unit;
  ctx.scale(unit, unit);
  const dark = ctx.createLinearGradient(0, 0, 0, high);
  dark.addColorStop(0, colour.rowLeft);
  dark.addColorStop(1, colour.rowRight);
  ctx.fillStyle = dark;
  rounded(ctx, 0, 0, wide, high, 14);
  ctx.fill();
  rounded(ctx, 0.5, 0.5, wide - 1, high - 1, 13.5);
  ctx.lineWidth = 1;
  ctx.strokeStyle = colour.rim;
  ctx.stroke();

  avatar(ctx, brush.pictures.get(node.avatar), sender, 6, 6, 25);
  const room = wide - 35 - 5;
  ctx.font = font(12, 700);
  ctx.fillStyle = colour.gold;
  put(ctx, fit(ctx.font, sender, room), 35, 16.5);
  ctx.font = font(10);
  ctx.fillStyle = colour.white;
  put(ctx, fit(ctx.font, `Give ${present}`, room), 35, 29.5);
  gift(ctx, brush.pictures.get(node.image), present, 7, high - 42, 38);
}

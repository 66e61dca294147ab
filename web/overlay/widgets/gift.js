// @ts-check
/**
 * The gift widget, which draws a gift channel's row with avatar, names, gift picture, and the popping count beside it.
 * It draws the pill of a plain gift itself; `show/row.js` draws the rows of expensive gifts, and all rows in themes
 * with a material.
 */

import { arrangeCounts, clearCount, drawCount, emptyCount, widthOf } from "./count.js";
import { avatar, gift as picture, ring, rounded } from "../paint/shape.js";
import { fit, phrase, put } from "../../shared/text.js";
import { color, font, radius, style } from "../../shared/palette.js";
import { figuresOf } from "../show/figure.js";
import { drawBehind, drawRow, plateOf, presentIn, wordsOf } from "../show/row.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The design height of the row. Other heights scale the whole row. */
const HEIGHT = 40;

/** The width of the gift picture's area at the row's end. */
const PICTURE = 46;

/** The distance from the row's end to its count at rest. */
const GAP = 9;

/** The distance from the row's end to the left edge of the popping count: enough for the picture's shadow. */
const LEAST = 4;

/** The distance and the largest width of a count that consists of figures. */
const FIGURES_GAP = 8;
const FIGURES_REACH = 208;

/** The largest width of a popping count. A long number grows less, so that it stays near its row. */
const REACH = 120;

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [combo]
 * @property {string} [sender]
 * @property {string} [avatar]
 * @property {string} [gift]
 * @property {string} [image]
 * @property {number} [count]
 * @property {number} [digitScale]
 * @property {import("./flourish.js").Flourish} [flourish] absent in tier 0
 */

/** @type {import("./widgets.js").Widget} */
export const gift = {
  name: "gifts",
  kind: "gift",
  layer: 20,
  fields: [
    ["combo", "text"],
    ["sender", "name"],
    ["avatar", "name"],
    ["gift", "name"],
    ["image", "name"],
    ["count", "integer"],
    ["digitScale", "thousandths"],
    ["flourish", "flourish?"],
  ],
  content: ["combo", "sender", "avatar", "gift", "image"],
  isAbove: (row, fresh) => channel(row) > channel(fresh),
  arrange: (brush, rows) => arrangeCounts(brush, rows, measureCount),
  lay: layGifts,
  prepare: [
    (brush, node) => isPlain(node) ? spriteOf(brush, node) : plateOf(brush, node),
    (brush, node) => isPlain(node) ? null : wordsOf(brush, node),
    (brush, node) => isPlain(node) ? null : presentIn(brush, node),
  ],
  draw: drawGift,
  extent: (brush, node, into) => {
    clearCount(measured);
    measureCount(brush, node, measured);
    into.width = Math.max(node.width + 1.6 * node.height, node.width + GAP * unitOf(node) + widthOf(measured, node));
    return into;
  },
};

/** The count that was measured last for an extent. */
const measured = emptyCount();

/**
 * Tells if a row or a card is plain: the theme has no material and the gift has tier 0.
 * @param {Node} node
 */
export function isPlain({ flourish }) {
  return style.material === "plain" && flourish === undefined;
}

/** @param {Node} node */
function unitOf({ height }) {
  return height / HEIGHT;
}

/** @param {Node} node */
function channel(node) {
  return Number(node.id.slice(node.id.indexOf("/") + 1));
}

/**
 * Draws halos, rays, rings and bits, which lie behind all rows.
 * @param {Brush} brush @param {Node[]} nodes
 */
function layGifts(brush, nodes) {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind === gift.kind && node.alpha > 0 && node.height > 0 && !isPlain(node)) drawBehind(brush, node);
  }
}

/** @param {Brush} brush @param {Node} node */
function drawGift(brush, node) {
  if (!isPlain(node)) return drawRow(brush, node);
  brush.stamp(spriteOf(brush, node), node.x, node.y, node.alpha);
  drawCount(brush, node);
}

/** @param {Brush} brush @param {Node} node */
function spriteOf(brush, node) {
  return brush.sprites.held(node, node) ?? rowOf(brush, node, unitOf(node));
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function rowOf(brush, node, unit) {
  return brush.sprites.get(node, node, node.width, node.height, 14 * unit, (ctx) => paintRow(ctx, brush, node, unit));
}

/**
 * Measures the count beside the row. A popping count grows away from the row, so that it does not cover the gift's
 * picture or the names.
 * @type {import("./count.js").Measure}
 */
function measureCount(brush, node, count) {
  const unit = unitOf(node);
  const end = node.x + node.width;
  count.y = node.y + node.height / 2;
  count.least = end + LEAST * unit;
  if (isPlain(node)) {
    count.look = brush.pen.art.keep(makeLook, unit);
    count.left = end + GAP * unit;
    count.reach = REACH * unit;
  } else {
    count.figures = figuresOf(brush.pen.art, node.flourish?.tier ?? 0, "gift");
    count.unit = unit;
    count.left = end + FIGURES_GAP * unit;
    count.reach = FIGURES_REACH * unit;
  }
}

/**
 * @param {import("../show/art.js").Art} _ @param {number} unit points of the stage per point of the design
 * @returns {import("./digit.js").Look}
 */
function makeLook(_, unit) {
  const size = 26 * unit;
  return { font: font(size, 700, "italic"), size, fill: color.giftDigit, edge: color.giftDigitEdge, line: 5 * unit };
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
  dark.addColorStop(0, color.giftBackground);
  dark.addColorStop(1, color.giftBackgroundEnd);
  ctx.fillStyle = dark;
  rounded(ctx, 0, 0, wide, HEIGHT, radius.giftRadius);
  ctx.fill();
  rounded(ctx, 0.5, 0.5, wide - 1, HEIGHT - 1, radius.giftRadius);
  ctx.lineWidth = 1;
  ctx.strokeStyle = color.giftRim;
  ctx.stroke();

  avatar(ctx, brush.pictures.get(node.avatar), sender, 1.5, 1.5, HEIGHT - 3);
  ring(ctx, 1, 1, HEIGHT - 2, 1.5, color.giftRing);

  const room = wide - 47 - 48;
  ctx.font = font(13, 700);
  ctx.fillStyle = color.giftName;
  put(ctx, fit(ctx.font, sender, room), 47, 17.5);
  ctx.font = font(12);
  ctx.fillStyle = color.giftText;
  put(ctx, fit(ctx.font, phrase(brush.words.sent, present), room), 47, 32.5);

  ctx.shadowColor = color.giftShadow;
  ctx.shadowBlur = 4 * brush.scale * unit;
  ctx.shadowOffsetY = 1.5 * brush.scale * unit;
  picture(ctx, brush.pictures.get(node.image), present, wide - PICTURE, HEIGHT - 50, 50);
}

// @ts-check
/**
 * The ticker widget, which draws a gift's card with avatar and names above, and the gift's picture and the count below.
 * It draws the card of a plain gift itself; `show/card.js` draws the cards of expensive gifts, and all cards in themes
 * with a material.
 */

import { arrangeCounts, drawCount, widthOf } from "./count.js";
import { isPlain } from "./gift.js";
import { delayOf, noteSwell, swellEnd, swellOf } from "./swell.js";
import { drawBehind, drawCard, plateOf, presentIn, wordsOf } from "../show/card.js";
import { figuresOf } from "../show/figure.js";
import { avatar, gift, rounded } from "../paint/shape.js";
import { fit, phrase, put } from "../../shared/text.js";
import { color, font, radius, style } from "../../shared/palette.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The design size of the card. Other sizes scale the whole card. */
const WIDTH = 100;
const HEIGHT = 80;

/**
 * The position and width of the count in the card. A popping count grows away from the gift's picture, which
 * ends at `least`, and a little beyond the card.
 */
const COUNT = { x: 73, y: 57, width: 44, size: 23, least: 46, reach: 66 };

/**
 * The place and size of a count of figures. At rest it lies between the gift's picture and the frame. During a pop it grows
 * up to the frame, but never over the picture, which ends at `least`.
 */
const FIGURES = { right: 10, slant: 4, low: 24, scale: 0.88, least: 44, reach: 52, largest: 1.5 };

/** @param {Node} node */
function unitOf(node) {
  return Math.min(node.width / WIDTH, node.height / HEIGHT);
}

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [sender]
 * @property {string} [avatar]
 * @property {string} [gift]
 * @property {string} [image]
 * @property {number} [count]
 * @property {number} [digitScale]
 * @property {import("./flourish.js").Flourish} [flourish] absent in tier 0
 */

/** @type {import("./widgets.js").Widget} */
export const ticker = {
  name: "ticker",
  kind: "ticker",
  layer: 10,
  fields: [
    ["sender", "name"],
    ["avatar", "name"],
    ["gift", "name"],
    ["image", "name"],
    ["count", "integer"],
    ["digitScale", "thousandths"],
    ["flourish", "flourish?"],
  ],
  content: ["sender", "avatar", "gift", "image"],
  follow: noteSwell,
  arrange: (brush, cards) => {
    arrangeCounts(brush, cards, measureCount);
    for (let i = 0; i < cards.length; i++) brush.keepMoving(swellEnd(cards[i]));
  },
  lay: layTicker,
  prepare: [
    (brush, node) => isPlain(node) ? spriteOf(brush, node, unitOf(node)) : plateOf(brush, node, unitOf(node)),
    (brush, node) => isPlain(node) ? null : wordsOf(brush, node, unitOf(node)),
    (brush, node) => isPlain(node) ? null : presentIn(brush, node, unitOf(node)),
  ],
  draw: drawTicker,
};

/**
 * Draws halos, rings and bits, which lie behind all cards.
 * @param {Brush} brush @param {Node[]} nodes
 */
function layTicker(brush, nodes) {
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind !== ticker.kind || node.alpha <= 0 || isPlain(node)) continue;
    const unit = unitOf(node);
    if (unit > 0) drawBehind(brush, node, unit, delayOf(node));
  }
}

/** @param {Brush} brush @param {Node} node */
function drawTicker(brush, node) {
  const unit = unitOf(node);
  if (unit <= 0) return;
  if (!isPlain(node)) return drawCard(brush, node, unit, delayOf(node));
  const sprite = spriteOf(brush, node, unit);
  brush.stamp(sprite, node.x, node.y, node.alpha);
  drawCount(brush, node);
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function spriteOf(brush, node, unit) {
  return brush.sprites.held(node, node) ?? cardOf(brush, node, unit);
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function cardOf(brush, node, unit) {
  return brush.sprites.get(node, node, node.width, node.height, 4 * unit, (ctx) => paintCard(ctx, brush, node, unit));
}

/** @type {import("./count.js").Measure} */
function measureCount(brush, node, count) {
  const unit = unitOf(node);
  const end = node.x + node.width;
  const low = node.y + node.height;
  count.scale = swellOf(node, brush.time);
  if (isPlain(node)) {
    count.look = brush.pen.art.keep(makeLook, unit);
    count.centre = end - (WIDTH - COUNT.x) * unit;
    count.room = COUNT.width * unit;
    count.least = node.x + COUNT.least * unit;
    count.reach = COUNT.reach * unit;
    count.y = low - (HEIGHT - COUNT.y) * unit;
  } else {
    count.figures = figuresOf(brush.pen.art, node.flourish?.tier ?? 0, "ticker");
    count.unit = unit;
    count.base = FIGURES.scale;
    const slant = style.avatar === "slant" ? FIGURES.slant : 0;
    count.right = end - (FIGURES.right + slant) * unit;
    count.least = node.x + FIGURES.least * unit;
    const room = node.width - (FIGURES.reach + slant) * unit;
    count.room = (count.right - count.least) / FIGURES.scale;
    count.largest = Math.min(FIGURES.largest, room / widthOf(count, node));
    count.y = low - FIGURES.low * unit;
  }
}

/**
 * @param {import("../show/art.js").Art} _ @param {number} unit points of the stage per point of the design
 * @returns {import("./digit.js").Look}
 */
function makeLook(_, unit) {
  const size = COUNT.size * unit;
  return { font: font(size, 700, "italic"), size, fill: color.tickerDigit, edge: color.tickerDigitEdge, line: 4.5 * unit };
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
  dark.addColorStop(0, color.tickerBackground);
  dark.addColorStop(1, color.tickerBackgroundEnd);
  ctx.fillStyle = dark;
  rounded(ctx, 0, 0, wide, high, radius.tickerRadius);
  ctx.fill();
  rounded(ctx, 0.5, 0.5, wide - 1, high - 1, Math.max(0, radius.tickerRadius - 0.5));
  ctx.lineWidth = 1;
  ctx.strokeStyle = color.tickerRim;
  ctx.stroke();

  avatar(ctx, brush.pictures.get(node.avatar), sender, 6, 6, 25);
  const room = wide - 35 - 5;
  ctx.font = font(12, 700);
  ctx.fillStyle = color.tickerName;
  put(ctx, fit(ctx.font, sender, room), 35, 16.5);
  ctx.font = font(10);
  ctx.fillStyle = color.tickerText;
  put(ctx, fit(ctx.font, phrase(brush.words.give, present), room), 35, 29.5);
  gift(ctx, brush.pictures.get(node.image), present, 7, high - 42, 38);
}

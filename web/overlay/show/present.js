// @ts-check
/** Paints a gift's picture as the theme shows it, which is unchanged, cut out of paper, or in large pixels. */

import { style } from "../../shared/palette.js";
import { gift } from "../paint/shape.js";
import { TAU } from "./ease.js";

/** @typedef {CanvasRenderingContext2D} Context */

/** Room around a picture for its cut edge and its shadow. */
export const PRESENT_ROOM = 5;
/** The width of the paper's edge. */
const EDGE = 2;
/** A large pixel's side. */
const PIXEL = 2;

/**
 * The sprite of a node's gift.
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node
 * @param {number} size in points of the design @param {number} unit points of the stage per point of the design
 */
export function presentOf(brush, node, size, unit) {
  const key = node.image === undefined || brush.pictures.get(node.image) === null ? size : -size;
  return brush.presents.held(node, key) ?? paintedOf(brush, node, key, size, unit);
}

/**
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node @param {number} key
 * @param {number} size @param {number} unit
 */
function paintedOf(brush, node, key, size, unit) {
  return brush.presents.get(node, key, size * unit, size * unit, PRESENT_ROOM * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintPresent(ctx, brush.pictures.get(node.image), node.gift ?? "", size, brush.scale * unit);
  });
}

/**
 * @param {Context} ctx @param {import("../paint/pictures.js").Picture | null} picture @param {string} name
 * @param {number} size @param {number} k device pixels a point
 */
export function paintPresent(ctx, picture, name, size, k) {
  if (style.picture === "") return gift(ctx, picture, name, 0, 0, size);
  const side = style.picture === "pixel" ? Math.round(size / PIXEL) : Math.ceil(size * k);
  const copy = canvasOf(side);
  gift(copy, picture, name, 0, 0, side);
  if (style.picture === "pixel") {
    ctx.imageSmoothingEnabled = false;
    ctx.drawImage(copy.canvas, 0, 0, size, size);
    return;
  }
  const white = canvasOf(side);
  white.drawImage(copy.canvas, 0, 0);
  white.globalCompositeOperation = "source-in";
  white.fillStyle = "#fffdf6";
  white.fillRect(0, 0, side, side);
  Object.assign(ctx, { shadowColor: "rgba(60,20,40,.35)", shadowBlur: 2 * k, shadowOffsetY: k });
  for (let i = 0; i < 20; i++) {
    ctx.drawImage(white.canvas, Math.cos((i / 20) * TAU) * EDGE, Math.sin((i / 20) * TAU) * EDGE, size, size);
    if (i === 10) ctx.shadowColor = "transparent";
  }
  ctx.drawImage(copy.canvas, 0, 0, size, size);
}

/** @param {number} side */
function canvasOf(side) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const ctx = /** @type {Context} */ (canvas.getContext("2d"));
  ctx.imageSmoothingQuality = "high";
  return ctx;
}

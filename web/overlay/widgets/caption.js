// @ts-check
/**
 * A caption: its whole line is shaped and painted once, then shown piece by piece. So a script
 * whose letters join stays joined, and nothing is laid out while it moves.
 */

import { drawLetters } from "./letter.js";
import { lineOf, PAD_SHARE, paintPlain, spriteOf } from "./line.js";
import { colour } from "../../shared/palette.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("./line.js").Line} Line */
/** @typedef {import("../stage/stage.js").Node} Node */

const WAVE_STEP = 6;

/**
 * @typedef {object} Fields The keys of its nodes.
 * @property {string} [text]
 * @property {"typewriter" | "fade" | "shine" | "wave"} [effect]
 * @property {"left" | "center" | "right"} [align]
 * @property {string[]} [glyphs]
 * @property {number[]} [glyphAlpha]
 * @property {number[]} [glyphRise]
 * @property {number} [level]
 * @property {number} [amplitude]
 * @property {number} [phase]
 */

/** @type {import("./widgets.js").Widget} */
export const caption = {
  name: "captions",
  kind: "caption",
  layer: 5,
  fields: [
    ["text", "text"],
    ["effect", "name"],
    ["align", "name"],
    ["glyphs", "texts"],
    ["glyphAlpha", "numbers?"],
    ["glyphRise", "numbers?"],
    ["level", "thousandths?"],
    ["amplitude", "thousandths?"],
    ["phase", "thousandths?"],
  ],
  content: ["text", "effect", "align", "glyphs"],
  draw: drawCaption,
  extent: (brush, node) => {
    const { width } = lineOf(brush, node);
    return { x: leftOf(node, width), y: node.y, width, height: node.height };
  },
};

/** @param {Node} node @param {number} width of its line */
function leftOf(node, width) {
  return node.x - width * (node.align === "left" ? 0 : node.align === "right" ? 1 : 0.5);
}

/** @param {Brush} brush @param {Node} node */
function drawCaption(brush, node) {
  const line = lineOf(brush, node);
  const x = leftOf(node, line.width);
  if (node.effect === "wave") return drawWave(brush, node, line, x);
  const rises = node.effect === "typewriter";
  const values = (rises ? node.glyphRise : node.glyphAlpha) ?? [];
  const whole = rises ? 0 : 1;
  if (values.some((value) => value !== whole)) return drawLetters(brush, node, line, x, values);
  brush.stamp(spriteOf(node, line, brush.sprites, paintPlain), x, node.y, node.alpha);
}

/**
 * Draws the hollow letters, and over them the filled ones below the wave's line.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x of the line's left edge, in points
 */
function drawWave(brush, node, line, x) {
  const level = node.level ?? 0;
  if (level < 1) {
    const hollow = spriteOf(node, line, brush.sprites, paintHollow);
    brush.stamp(hollow, x, node.y, node.alpha);
    if (level <= 0) return;
  }
  const full = spriteOf(node, line, brush.fills, paintFull);
  const { ctx, scale } = brush;
  ctx.save();
  if (level < 1) {
    ctx.setTransform(scale, 0, 0, scale, x * scale, node.y * scale);
    clipWave(ctx, node, line.width);
  }
  brush.stamp(full, x, node.y, node.alpha);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {Node} node @param {number} wide */
function clipWave(ctx, node, wide) {
  const { height, level = 0, amplitude = 0, phase = 0 } = node;
  const rest = height + amplitude - level * (height + 2 * amplitude);
  const pad = height * PAD_SHARE;
  ctx.beginPath();
  ctx.moveTo(wide + pad, height);
  ctx.lineTo(-pad, height);
  for (let u = -pad; u < wide + pad + WAVE_STEP; u += WAVE_STEP) {
    ctx.lineTo(u, rest + amplitude * Math.sin((u * Math.PI) / 180 - phase));
  }
  ctx.clip();
}

/** @type {import("./line.js").Paint} */
function paintHollow(ctx, text, baseline, size) {
  outline(ctx, text, baseline, size);
  ctx.fillStyle = colour.waveEmpty;
  ctx.fillText(text, 0, baseline);
}

/** @type {import("./line.js").Paint} */
function paintFull(ctx, text, baseline, size, height) {
  outline(ctx, text, baseline, size);
  const water = ctx.createLinearGradient(0, height * 0.2, 0, height * 0.8);
  water.addColorStop(0, colour.waveTop);
  water.addColorStop(1, colour.waveBottom);
  ctx.fillStyle = water;
  ctx.fillText(text, 0, baseline);
}

/**
 * @param {CanvasRenderingContext2D} ctx
 * @param {string} text
 * @param {number} baseline
 * @param {number} size
 */
function outline(ctx, text, baseline, size) {
  ctx.lineWidth = size * 0.24;
  ctx.strokeStyle = colour.ink;
  ctx.strokeText(text, 0, baseline);
  ctx.lineWidth = size * 0.12;
  ctx.strokeStyle = colour.white;
  ctx.strokeText(text, 0, baseline);
}

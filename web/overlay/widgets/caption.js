// @ts-check
/**
 * The caption widget, which draws texts that appear character by character. Each line is shaped and painted once, then
 * shown piece by piece. So connected scripts stay connected, and the animation needs no layout.
 */

import { arrangeBlocks, blockOf, leftOf } from "./block.js";
import { standing } from "./standing.js";
import { drawLetters } from "./letter.js";
import { PAD_SHARE, downwards, paintOutline, paintPlain, spriteOf, valuesOf } from "./line.js";
import { color, isOwn } from "../../shared/palette.js";
import { light } from "../show/tone.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("./block.js").Block} Block */
/** @typedef {import("../stage/stage.js").Node} Node */

const WAVE_STEP = 6;
/** The least lightness of a wave's water. */
const LIGHT = 0.7;
/** @type {number[]} */
const NONE = [];

/**
 * @typedef {object} Fields The fields of its nodes.
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
  layer: 50,
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
  arrange: (brush, captions, all) => arrangeBlocks(brush, captions, standing(brush, all)),
  draw: drawCaption,
  extent: (brush, node, into) => {
    const { width, height, top } = blockOf(brush, node);
    into.x = leftOf(node, width);
    into.y = node.y + top;
    into.width = width;
    into.height = height;
    return into;
  },
};

/** @param {Brush} brush @param {Node} node */
function drawCaption(brush, node) {
  const block = blockOf(brush, node);
  brush.opacity = opacityOf(brush, node, block);
  if (brush.opacity > 0) drawBlock(brush, node, block);
  brush.opacity = 1;
}

/**
 * Returns the opacity of a caption. It is 0 if a film's picture crosses its words.
 * @param {Brush} brush @param {Node} node @param {Block} block
 */
function opacityOf({ veil }, node, block) {
  if (veil.hides === 0) return 1;
  const x = leftOf(node, block.width);
  const y = node.y + block.top;
  const isCrossed = y < veil.bottom && y + block.height > veil.top && x < veil.right && x + block.width > veil.left;
  return isCrossed ? 1 - veil.hides : 1;
}

/** @param {Brush} brush @param {Node} node @param {Block} block */
function drawBlock(brush, node, block) {
  if (node.effect === "wave") return drawWave(brush, node, block);
  const rises = node.effect === "typewriter";
  const values = valuesOf(node, (rises ? node.glyphRise : node.glyphAlpha) ?? NONE);
  const whole = rises ? 0 : 1;
  for (let i = 0; i < block.lines.length; i++) {
    const line = block.lines[i];
    const x = leftOf(node, line.width);
    if (isShown(values, line, whole)) brush.stamp(spriteOf(line, brush.sprites, paintPlain), x, node.y + line.y, node.alpha);
    else drawLetters(brush, node, line, x, values);
  }
}

/**
 * Tells if all characters of a line have come.
 * @param {number[]} values of the caption's characters @param {import("./line.js").Line} line
 * @param {number} whole the value of a character that has come
 */
function isShown(values, { from, glyphs }, whole) {
  const end = Math.min(values.length, from + glyphs.length);
  for (let i = from; i < end; i++) if (values[i] !== whole) return false;
  return true;
}

/**
 * Draws the hollow letters, and over them the filled letters below the line of the wave.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Block} block
 */
function drawWave(brush, node, block) {
  const level = node.level ?? 0;
  if (level < 1) {
    stampLines(brush, node, block, brush.sprites, paintHollow);
    if (level <= 0) return;
  }
  const { ctx, scale } = brush;
  ctx.save();
  if (level < 1) {
    const x = leftOf(node, block.width);
    ctx.setTransform(scale, 0, 0, scale, x * scale, (node.y + block.top) * scale);
    clipWave(ctx, node, block);
  }
  stampLines(brush, node, block, brush.fills, paintFull);
  ctx.restore();
}

/**
 * @param {Brush} brush
 * @param {Node} node
 * @param {Block} block
 * @param {import("../paint/sprite.js").Sprites} sprites
 * @param {import("./line.js").Paint} paint
 */
function stampLines(brush, node, { lines }, sprites, paint) {
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    const sprite = spriteOf(line, sprites, paint);
    brush.stamp(sprite, leftOf(node, line.width), node.y + line.y, node.alpha);
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {Node} node @param {Block} block */
function clipWave(ctx, node, { width: wide, height }) {
  const { level = 0, amplitude = 0, phase = 0 } = node;
  const rest = height + amplitude - level * (height + 2 * amplitude);
  const pad = node.height * PAD_SHARE;
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
  paintOutline(ctx, text, baseline, size);
  ctx.fillStyle = color.captionWaveEmpty;
  ctx.fillText(text, 0, baseline);
}

/** @type {import("./line.js").Paint} */
function paintFull(ctx, text, baseline, size) {
  paintOutline(ctx, text, baseline, size);
  ctx.fillStyle = downwards(ctx, baseline, size, [waterOf("captionWave"), waterOf("captionWaveEnd")]);
  ctx.fillText(text, 0, baseline);
}

/**
 * Returns a color of the water. Dark ones of a theme are lighter, so that they stand out from the dark outline.
 * @param {"captionWave" | "captionWaveEnd"} key
 */
function waterOf(key) {
  return isOwn(key) ? color[key] : light(color[key], LIGHT);
}

// @ts-check
/**
 * A caption: its whole line is shaped and painted once, then shown piece by piece. So a script
 * whose letters join stays joined, and nothing is laid out while it moves.
 */

import { clusters } from "./cluster.js";
import { direction, drop, isApart, width } from "./text.js";
import { colour, font } from "./theme.js";

/** @typedef {import("./brush.js").Brush} Brush */
/** @typedef {import("./stage.js").Node} Node */

/**
 * @typedef {object} Line A caption as it lies on this canvas.
 * @property {number} epoch of the brush it was laid out in
 * @property {string} font
 * @property {number} room the width it had to fit in
 * @property {number} size of the font, in points
 * @property {number} width in points
 * @property {Int32Array} left edges of the characters in device pixels from the line's left
 * @property {Int32Array} right
 * @property {Float64Array | null} places of the characters, in points, where they may be drawn
 *   alone
 */

/** @type {WeakMap<Node, Line>} */
const lines = new WeakMap();

const SIZE_SHARE = 0.68;
const PAD_SHARE = 0.35;
const MARGIN = 8;
const WAVE_STEP = 6;

/** @param {Brush} brush @param {Node} node */
export function drawCaption(brush, node) {
  const line = lineOf(brush, node);
  const x = node.x - line.width * (node.align === "left" ? 0 : node.align === "right" ? 1 : 0.5);
  if (node.effect === "wave") drawWave(brush, node, line, x);
  else drawPieces(brush, node, line, x);
}

/**
 * Draws the characters, neighbours in the same state as one piece: pieces share edges of whole
 * device pixels, so that there is no seam between them.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x of the line's left edge, in points
 */
function drawPieces(brush, node, line, x) {
  const sprite = spriteOf(node, line, brush.sprites, paintPlain);
  const rises = node.effect === "typewriter";
  const values = rises ? node.glyphRise : node.glyphAlpha;
  const whole = rises ? 0 : 1;
  const { left, right } = line;
  for (let i = 0; i < left.length;) {
    const value = values?.[i] ?? whole;
    let from = left[i];
    let to = right[i];
    const first = i;
    for (i++; i < left.length && (values?.[i] ?? whole) === value; i++) {
      if (left[i] !== to && right[i] !== from) break;
      from = Math.min(from, left[i]);
      to = Math.max(to, right[i]);
    }
    if (!rises) {
      drawSlice(brush, node, sprite, x, from, to, 0, node.alpha * value);
    } else if (value > -1) {
      // What is next to it is not there yet, so a slice would end with half an outline.
      const alone = line.places !== null && node.alpha === 1;
      const rising = alone && value < 0 && i === first + 1;
      if (rising || (alone && i < left.length)) drawAlone(brush, node, line, x, i - 1, value);
      if (!rising) drawSlice(brush, node, sprite, x, from, to, value, node.alpha);
    }
  }
}

/**
 * Draws a part of the line's sprite; what still rises is cut at the line's lower edge, what is in
 * place keeps its overhang.
 * @param {Brush} brush
 * @param {Node} node
 * @param {import("./sprite.js").Sprite} sprite
 * @param {number} x of the line's left edge, in points
 * @param {number} from in device pixels from the line's left edge
 * @param {number} to
 * @param {number} rise in line heights, -1 to 0
 * @param {number} alpha
 */
function drawSlice(brush, node, sprite, x, from, to, rise, alpha) {
  const { ctx, scale } = brush;
  const wide = to - from;
  const fall = Math.round(-rise * node.height * scale);
  const high = sprite.canvas.height - (fall === 0 ? 0 : sprite.pad + fall);
  if (wide <= 0 || high <= sprite.pad || alpha <= 0) return;
  const left = Math.round(x * scale) + from;
  const top = Math.round(node.y * scale) - sprite.pad + fall;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = alpha;
  ctx.drawImage(sprite.canvas, from + sprite.pad, 0, wide, high, left, top, wide, high);
  ctx.globalAlpha = 1;
}

/**
 * Draws one character that stands alone, so that its outline is whole beside one not there yet.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x of the line's left edge, in points
 * @param {number} index
 * @param {number} rise in line heights, -1 to 0
 */
function drawAlone(brush, node, line, x, index, rise) {
  const { ctx, scale } = brush;
  const left = Math.round(x * scale);
  const top = Math.round(node.y * scale);
  const high = Math.round(node.height * scale);
  ctx.save();
  if (rise < 0) {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.beginPath();
    ctx.rect(0, top - high, ctx.canvas.width, 2 * high);
    ctx.clip();
  }
  ctx.setTransform(scale, 0, 0, scale, left, top - Math.round(rise * high));
  ctx.translate(line.places?.[index] ?? 0, 0);
  setFont(ctx, line.font, "ltr");
  const baseline = node.height / 2 + drop(line.font);
  paintPlain(ctx, node.glyphs?.[index] ?? "", baseline, line.size);
  ctx.restore();
}

/** @param {CanvasRenderingContext2D} ctx @param {string} face @param {"ltr" | "rtl"} way */
function setFont(ctx, face, way) {
  ctx.font = face;
  ctx.direction = way;
  ctx.textAlign = "left";
  ctx.lineJoin = "round";
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

/**
 * @param {Node} node
 * @param {Line} line
 * @param {import("./sprite.js").Sprites} sprites
 * @param {(ctx: CanvasRenderingContext2D, text: string, baseline: number, size: number,
 *   height: number) => void} paint
 */
function spriteOf(node, line, sprites, paint) {
  const pad = node.height * PAD_SHARE;
  return sprites.get(node, node, line.width, node.height, pad, (ctx) => {
    const text = node.text ?? "";
    setFont(ctx, line.font, direction(text));
    paint(ctx, text, node.height / 2 + drop(line.font), line.size, node.height);
  });
}

/** @type {Parameters<typeof spriteOf>[3]} */
function paintPlain(ctx, text, baseline, size) {
  ctx.lineWidth = size * 0.17;
  ctx.strokeStyle = colour.ink;
  ctx.strokeText(text, 0, baseline);
  ctx.fillStyle = colour.white;
  ctx.fillText(text, 0, baseline);
}

/** @type {Parameters<typeof spriteOf>[3]} */
function paintHollow(ctx, text, baseline, size) {
  outline(ctx, text, baseline, size);
  ctx.fillStyle = colour.waveEmpty;
  ctx.fillText(text, 0, baseline);
}

/** @type {Parameters<typeof spriteOf>[3]} */
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

/**
 * The caption's line, laid out and cut into characters once; what is too wide is set smaller.
 * @param {Brush} brush
 * @param {Node} node
 * @returns {Line}
 */
function lineOf(brush, node) {
  const room = roomOf(brush, node);
  let line = lines.get(node);
  if (line !== undefined && line.epoch === brush.epoch && line.room === room) return line;
  let size = node.height * SIZE_SHARE;
  size *= Math.min(1, room / width(font(size, 700), node.text ?? ""));
  const face = font(size, 700);
  const cut = clusters(face, node.glyphs ?? []);
  const pad = Math.ceil(node.height * PAD_SHARE * brush.scale);
  const pixel = (/** @type {number} */ edge) => Math.round(edge * brush.scale);
  line = {
    epoch: brush.epoch,
    font: face,
    room,
    size,
    width: cut.width,
    left: Int32Array.from(cut.left, (edge) => edge <= 0.01 ? -pad : pixel(edge)),
    right: Int32Array.from(cut.right, (edge) => pixel(edge) + (edge >= cut.width - 0.02 ? pad : 0)),
    places: isApart(node.text ?? "") ? cut.left : null,
  };
  lines.set(node, line);
  return line;
}

/**
 * How wide the line may be, in points, to stay on the stage.
 * @param {Brush} brush
 * @param {Node} node
 */
function roomOf(brush, node) {
  const before = node.x - MARGIN;
  const behind = brush.width - node.x - MARGIN;
  const room = node.align === "left"
    ? behind
    : node.align === "right" ? before : 2 * Math.min(before, behind);
  return Math.max(room, 40);
}

/**
 * Draws one line of a caption, character by character, while its characters appear. Connected characters are cut out of
 * the painted line. Separate characters are painted one by one, so that the outline of each is complete even while the
 * next character is not visible.
 */

import {
  OVERHANG, PAD_SHARE, paintFigure, paintOutline, paintPlain, setFont, spriteOf,
} from "./line.js";
import { drop } from "../../shared/text.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("./line.js").Line} Line */
/** @typedef {import("../paint/sprite.js").Sprite} Sprite */
/** @typedef {import("../stage/stage.js").Node} Node */

/** The rows of the sheet of separate characters. */
const PAINTS = [paintPlain, paintOutline, paintFigure];
const [WHOLE, OUTLINE, FIGURE] = PAINTS.keys();

/** The distance below its line at which a rising character begins, as a share of the line's height. */
const DEPTH = 0.5;

/**
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x of the line's left edge, in points
 * @param {number[]} values of the caption's characters: their rises or alphas, depending on the effect
 */
export function drawLetters(brush, node, line, x, values) {
  drawJoined(brush, node, line, x, values);
  if (!line.apart.includes(true)) return;
  const sheet = sheetOf(brush, line);
  drawApart(brush, node, line, x, values, sheet, false);
  drawApart(brush, node, line, x, values, sheet, true);
}

/**
 * Draws the connected characters. The characters of a word come together, with the value of the first one, because a
 * cut through joined letters would show.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x
 * @param {number[]} values
 */
function drawJoined(brush, node, line, x, values) {
  const { left, right, apart } = line;
  if (!apart.includes(false)) return;
  const sprite = spriteOf(line, brush.sprites, paintPlain);
  for (let i = 0; i < left.length;) {
    const value = values[line.from + i];
    const joined = !apart[i];
    let from = left[i];
    let to = right[i];
    for (i++; joined && i < left.length && !apart[i]; i++) {
      if (left[i] !== to && right[i] !== from) break;
      from = Math.min(from, left[i]);
      to = Math.max(to, right[i]);
    }
    if (!joined) continue;
    stamp(
      brush, node, line, sprite, from + sprite.pad, 0, to - from, sprite.canvas.height,
      Math.round(x * brush.scale) + from, value);
  }
}

/**
 * Draws the separate characters, in two passes: first outlines, then figures, so that no outline covers a
 * neighbor's figure. A translucent character is drawn whole in the first pass.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {number} x
 * @param {number[]} values
 * @param {Sprite} sheet
 * @param {boolean} figures true for the pass of the figures
 */
function drawApart(brush, node, line, x, values, sheet, figures) {
  const height = rowOf(line, brush.scale);
  const whole = node.effect === "typewriter" ? 0 : 1;
  let column = 0;
  for (let i = 0; i < line.glyphs.length; i++) {
    if (!line.apart[i]) continue;
    const value = values[line.from + i];
    const left = leftOfCell(line, i, brush.scale);
    const width = widthOfCell(line, i, brush.scale);
    const solid = node.alpha >= 1 - brush.veil.fade && brush.opacity === 1 && value === whole;
    const row = figures ? FIGURE : solid ? OUTLINE : WHOLE;
    if (solid || !figures) {
      stamp(brush, node, line, sheet, column, row * height, width, height, Math.round(x * brush.scale) + left, value);
    }
    column += width;
  }
}

/**
 * Draws a part of a sprite with the effect's value. A rising character fades in from half a line below, so that no edge
 * cuts it.
 * @param {Brush} brush
 * @param {Node} node
 * @param {Line} line
 * @param {Sprite} sprite
 * @param {number} x of the rectangle within the sprite
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} left the position on the canvas, in device pixels
 * @param {number} value
 */
function stamp(brush, node, line, sprite, x, y, width, height, left, value) {
  const { ctx, scale } = brush;
  const rises = node.effect === "typewriter";
  const alpha = node.alpha * (rises ? 1 + value : value) * brush.opacity;
  const fall = rises ? Math.round(-value * DEPTH * line.height * scale) : 0;
  if (width <= 0 || alpha <= 0) return;
  const top = Math.round((node.y + line.y) * scale) - sprite.pad + fall;
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalAlpha = alpha;
  ctx.drawImage(sprite.canvas, x, y, width, height, left, top, width, height);
  ctx.globalAlpha = 1;
}

/**
 * Returns the sheet of the separate characters, side by side, with one row for each way of painting. Each character
 * keeps the fraction of a device pixel at which it stands in the line.
 * @param {Brush} brush
 * @param {Line} line
 * @returns {Sprite}
 */
function sheetOf(brush, line) {
  return brush.letters.held(line.owner, line) ?? paintSheet(brush, line);
}

/** @param {Brush} brush @param {Line} line */
function paintSheet(brush, line) {
  const { scale } = brush;
  const pad = Math.ceil(line.height * PAD_SHARE * scale);
  const high = rowOf(line, scale);
  let wide = 0;
  for (let i = 0; i < line.apart.length; i++) {
    if (line.apart[i]) wide += widthOfCell(line, i, scale);
  }
  const tall = (high * PAINTS.length) / scale;
  return brush.letters.get(line.owner, line, wide / scale, tall, line.height * PAD_SHARE, (ctx) => {
    setFont(ctx, line.font, "ltr");
    const baseline = line.height / 2 + drop(line.font);
    let column = 0;
    for (let i = 0; i < line.apart.length; i++) {
      if (!line.apart[i]) continue;
      const left = leftOfCell(line, i, scale);
      const width = widthOfCell(line, i, scale);
      for (const [row, paint] of PAINTS.entries()) {
        ctx.save();
        ctx.setTransform(1, 0, 0, 1, column, row * high);
        ctx.beginPath();
        ctx.rect(0, 0, width, high);
        ctx.clip();
        ctx.setTransform(scale, 0, 0, scale, column - left, row * high + pad);
        ctx.translate(line.places[i], 0);
        paint(ctx, line.glyphs[i], baseline, line.size);
        ctx.restore();
      }
      column += width;
    }
  });
}

/**
 * Returns the height of a row of the sheet, in device pixels: that of the line with its padding.
 * @param {Line} line
 * @param {number} scale
 */
function rowOf(line, scale) {
  return Math.ceil(line.height * scale) + 2 * Math.ceil(line.height * PAD_SHARE * scale);
}

/**
 * Returns the left edge of a character's cell, relative to the line's left edge, in whole device pixels.
 * @param {Line} line
 * @param {number} index
 * @param {number} scale
 */
function leftOfCell(line, index, scale) {
  return Math.floor(line.places[index] * scale) - overhangOf(line, scale);
}

/**
 * Returns the width of a character's cell, in whole device pixels.
 * @param {Line} line
 * @param {number} index
 * @param {number} scale
 */
function widthOfCell(line, index, scale) {
  return line.right[index] + overhangOf(line, scale) + 1 - leftOfCell(line, index, scale);
}

/** @param {Line} line @param {number} scale */
function overhangOf(line, scale) {
  return Math.ceil(OVERHANG * line.size * scale);
}

// @ts-check
/** Draws shapes that several widgets share, such as avatars, rings and the handset. All lengths are points. */

import { color, font, hue } from "../../shared/palette.js";
import { firstGrapheme } from "../../shared/text.js";
import { sizeOf } from "./pictures.js";

/** @typedef {CanvasRenderingContext2D} Context */

/** @param {Context} ctx @param {number} x @param {number} y @param {number} size */
function circle(ctx, x, y, size) {
  ctx.beginPath();
  ctx.arc(x + size / 2, y + size / 2, size / 2, 0, 2 * Math.PI);
}

/**
 * Creates the path of a rectangle with round corners.
 * @param {Context} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} h
 * @param {number} radius
 */
export function rounded(ctx, x, y, w, h, radius) {
  const r = Math.max(0, Math.min(radius, w / 2, h / 2));
  ctx.beginPath();
  ctx.moveTo(x + r, y);
  ctx.arcTo(x + w, y, x + w, y + h, r);
  ctx.arcTo(x + w, y + h, x, y + h, r);
  ctx.arcTo(x, y + h, x, y, r);
  ctx.arcTo(x, y, x + w, y, r);
  ctx.closePath();
}

/**
 * Draws a round avatar; without a picture, the initial of the name on a color derived from the name.
 * @param {Context} ctx
 * @param {import("./pictures.js").Picture | null} picture
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function avatar(ctx, picture, name, x, y, size) {
  ctx.save();
  circle(ctx, x, y, size);
  if (picture === null) {
    initial(ctx, name, x, y, size);
  } else {
    ctx.clip();
    cover(ctx, picture, x, y, size);
  }
  ctx.restore();
}

/**
 * @param {Context} ctx
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function initial(ctx, name, x, y, size) {
  const tone = hue(name);
  const gradient = ctx.createLinearGradient(x, y, x + size, y + size);
  gradient.addColorStop(0, `hsl(${tone}, 68%, 62%)`);
  gradient.addColorStop(1, `hsl(${(tone + 28) % 360}, 62%, 42%)`);
  ctx.fillStyle = gradient;
  ctx.fill();
  letter(ctx, name, x, y, size, 600);
}

/** The size of an initial, and the largest width and height of one, as shares of the avatar's size. */
const LETTER = 0.48;
const MOST_LETTER = 0.75;

/**
 * Draws the initial of a name in the middle of an avatar. A very wide or tall initial is smaller.
 * @param {Context} ctx @param {string} name @param {number} x @param {number} y @param {number} size
 * @param {600 | 700} weight of the font
 */
export function letter(ctx, name, x, y, size, weight) {
  const text = (firstGrapheme(name.trim()) ?? "?").toLocaleUpperCase();
  ctx.textAlign = "left";
  ctx.fillStyle = color.avatarText;
  const { face, left, middle } = placeOf(ctx, text, font(size * LETTER, weight), size, weight);
  ctx.font = face;
  ctx.fillText(text, x + size / 2 - left, y + size / 2 + middle);
}

/**
 * @typedef {object} Letter The place of an initial about the avatar's middle.
 * @property {string} face its font
 * @property {number} left from its left edge to the middle
 * @property {number} middle from the middle to its baseline
 */

/** The number of initials that are kept for one font. */
const KEPT_LETTERS = 200;

/**
 * Initials by their font and text. They are kept, because the box of a letter takes longer than the rest of an avatar.
 * @type {Map<string, Map<string, Letter>>}
 */
const letters = new Map();

/** Forgets the places of initials, for example after a font has loaded. */
export function forgetLetters() {
  letters.clear();
}

/**
 * @param {Context} ctx @param {string} text @param {string} full the font at full size @param {number} size of the avatar
 * @param {600 | 700} weight
 */
function placeOf(ctx, text, full, size, weight) {
  let known = letters.get(full);
  if (known === undefined) letters.set(full, (known = new Map()));
  let letter = known.get(text);
  if (letter === undefined) {
    if (known.size >= KEPT_LETTERS) known.clear();
    known.set(text, (letter = measure(ctx, text, full, size, weight)));
  }
  return letter;
}

/**
 * @param {Context} ctx @param {string} text @param {string} full @param {number} size @param {600 | 700} weight
 * @returns {Letter}
 */
function measure(ctx, text, full, size, weight) {
  let face = full;
  ctx.font = face;
  let box = ctx.measureText(text);
  const largest = Math.max(
    box.actualBoundingBoxRight + box.actualBoundingBoxLeft, box.actualBoundingBoxAscent + box.actualBoundingBoxDescent);
  if (largest > MOST_LETTER * size) {
    face = font(size * LETTER * (MOST_LETTER * size / largest), weight);
    ctx.font = face;
    box = ctx.measureText(text);
  }
  const left = (box.actualBoundingBoxRight - box.actualBoundingBoxLeft) / 2;
  const middle = (box.actualBoundingBoxAscent - box.actualBoundingBoxDescent) / 2;
  return { face, left, middle };
}

/**
 * Draws a ring just inside a circle of this size.
 * @param {Context} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} line
 * @param {string} style
 */
export function ring(ctx, x, y, size, line, style) {
  circle(ctx, x + line / 2, y + line / 2, size - line);
  ctx.lineWidth = line;
  ctx.strokeStyle = style;
  ctx.stroke();
}

/**
 * @param {Context} ctx
 * @param {import("./pictures.js").Picture} picture
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function cover(ctx, picture, x, y, size) {
  const { width: w, height: h } = sizeOf(picture, size);
  const side = Math.min(w, h);
  ctx.drawImage(picture, (w - side) / 2, (h - side) / 2, side, side, x, y, size, size);
}

/**
 * Draws the whole picture of a gift within a square; without a picture, a wrapped box in a color derived from the
 * gift's name, which always differs from the golden ribbon.
 * @param {Context} ctx
 * @param {import("./pictures.js").Picture | null} picture
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function gift(ctx, picture, name, x, y, size) {
  if (picture === null) return box(ctx, 75 + hue(name) * 0.8, x, y, size);
  const { width: w, height: h } = sizeOf(picture, size);
  const factor = size / Math.max(w, h);
  ctx.drawImage(
    picture,
    x + (size - w * factor) / 2,
    y + (size - h * factor) / 2,
    w * factor,
    h * factor,
  );
}

/**
 * @param {Context} ctx
 * @param {number} tone
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function box(ctx, tone, x, y, size) {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 50, size / 50);
  const paper = ctx.createLinearGradient(0, 20, 0, 46);
  paper.addColorStop(0, `hsl(${tone}, 78%, 62%)`);
  paper.addColorStop(1, `hsl(${tone}, 70%, 46%)`);
  ctx.fillStyle = paper;
  rounded(ctx, 9, 22, 32, 24, 4);
  ctx.fill();
  ctx.fillStyle = `hsl(${tone}, 82%, 70%)`;
  rounded(ctx, 6, 16, 38, 9, 3);
  ctx.fill();
  ctx.fillStyle = color.boxRibbon;
  ctx.fillRect(21.5, 16, 7, 30);
  bow(ctx);
  ctx.restore();
}

/** @param {Context} ctx */
function bow(ctx) {
  ctx.lineWidth = 4;
  ctx.lineJoin = "round";
  ctx.strokeStyle = color.boxRibbon;
  for (const side of [-1, 1]) {
    ctx.beginPath();
    ctx.moveTo(25, 15.5);
    ctx.bezierCurveTo(25 + side * 3, 6, 25 + side * 13, 1.5, 25 + side * 13, 9);
    ctx.bezierCurveTo(25 + side * 13, 14, 25 + side * 7, 15.5, 25, 15.5);
    ctx.stroke();
  }
  ctx.fillStyle = color.boxKnot;
  rounded(ctx, 21.5, 12, 7, 6.5, 2.5);
  ctx.fill();
}

/**
 * Draws a telephone's handset within a square.
 * @param {Context} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} style
 */
export function handset(ctx, x, y, size, style) {
  ctx.save();
  ctx.translate(x + size / 2, y + size / 2);
  ctx.scale(size / 24, size / 24);
  ctx.rotate((-135 * Math.PI) / 180);
  ctx.fillStyle = style;
  ctx.strokeStyle = style;
  ctx.lineWidth = 5;
  ctx.beginPath();
  ctx.moveTo(-8.6, 2.5);
  ctx.bezierCurveTo(-6, -5.5, 6, -5.5, 8.6, 2.5);
  ctx.stroke();
  for (const side of [-1, 1]) {
    rounded(ctx, side * 8 - 3.9, 0, 7.8, 7, 2.6);
    ctx.fill();
  }
  ctx.restore();
}

/**
 * Draws a cross within a square.
 * @param {Context} ctx
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {number} line
 * @param {string} style
 */
export function cross(ctx, x, y, size, line, style) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(x + size, y + size);
  ctx.moveTo(x + size, y);
  ctx.lineTo(x, y + size);
  ctx.lineWidth = line;
  ctx.lineCap = "round";
  ctx.strokeStyle = style;
  ctx.stroke();
}

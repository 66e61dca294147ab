// @ts-check
/** Draws counts from painted figures, one picture for each figure, and rolls the figures that change. */

import { color, display, isOwn, rung, style } from "../../shared/palette.js";
import { grouped, width } from "../../shared/text.js";
import { clamp, ease } from "./ease.js";
import { apart, tint } from "./tone.js";
import { linear } from "./trace.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./pen.js").Pen} Pen */

/** The figures' size at scale 1, in points. */
export const SIZE = 24;
/** The height of a figure above the line, as a share of the size. */
const RISE = 0.74;
/**
 * The outlines of figures, in points: a dark one around a colored one. Figures that are cut out of a light sheet have a light
 * border around the theme's ink, which keeps them apart from light plates.
 */
const OUTLINES = { outer: 6, inner: 3.2 };
const CUT = { outer: 7.8, inner: 4.8 };
/** Between two figures, in points: their outlines touch, but do not cover the figures. */
const APART = 1;
const CUT_APART = 2;
/** The duration of a roll, and its delay after the roll of the next figure to the right, in milliseconds. */
const ROLL = 150;
const STEP = 24;
/** The way of a rolling figure, in halves of its height. */
const WAY = 0.7;
/** "×" beside figures. */
const TIMES = 0.8;
/** The resolution of figures. A pop shows them larger than at rest. */
const FINE = 1.6;
/** The room around a figure for its outline and its shadow, in points. */
const PAD = 7;
/**
 * Pixel figures: seven rows of six bits, with stems of two pixels.
 * @type {Record<string, number[]>}
 */
const BITS = {
  0: [0x1e, 0x33, 0x33, 0x33, 0x33, 0x33, 0x1e], 1: [0x0c, 0x1c, 0x3c, 0x0c, 0x0c, 0x0c, 0x3f],
  2: [0x1e, 0x33, 0x03, 0x0e, 0x18, 0x30, 0x3f], 3: [0x3f, 0x06, 0x0c, 0x1e, 0x03, 0x33, 0x1e],
  4: [0x06, 0x0e, 0x1e, 0x36, 0x3f, 0x06, 0x06], 5: [0x3f, 0x30, 0x3e, 0x03, 0x03, 0x33, 0x1e],
  6: [0x0e, 0x18, 0x30, 0x3e, 0x33, 0x33, 0x1e], 7: [0x3f, 0x33, 0x06, 0x0c, 0x18, 0x18, 0x18],
  8: [0x1e, 0x33, 0x33, 0x1e, 0x33, 0x33, 0x1e], 9: [0x1e, 0x33, 0x33, 0x1f, 0x03, 0x06, 0x1c],
  "×": [0x00, 0x33, 0x1e, 0x0c, 0x1e, 0x33, 0x00], ",": [0x00, 0x00, 0x00, 0x00, 0x0c, 0x0c, 0x18] };
/** A pixel's side, the outline around pixels, and the width of a figure and of a comma, in points. */
const PIXEL = { side: 3, edge: 2, wide: 22, comma: 13 };
/** Pixels overlap by this, so that no line shows between them. */
const SEAM = 0.3;

/**
 * @typedef {object} Paint
 * @property {string[]} fill from the top to the bottom
 * @property {string} edge
 * @property {string} [rim] between them
 * @property {string} [glow] the light of a tube
 * @property {boolean} [isCut] the figure is cut out of a light sheet
 */

/**
 * The figures of a tier, and of a widget.
 * @typedef {object} Figures
 * @property {Paint} paint
 * @property {string} font
 * @property {number} line the outline's width
 * @property {number} half half of a figure's height with its outline, at scale 1
 * @property {Map<string, number>} widths by figure
 */

/** @param {string} name @param {string} edge @returns {Paint | null} null: the theme's */
function ownPaint(name, edge) {
  if (!isOwn(name) && !isOwn(edge)) return null;
  const colors = /** @type {Record<string, string>} */ (color);
  return { fill: [colors[name], colors[name]], edge: colors[edge] };
}

/** @param {number} tier @returns {Paint} */
function paintOf(tier) {
  const [one, two] = rung(tier);
  if (style.figure === "tube") return { fill: [tint(one, 0.9)], edge: apart(one, "#ffffff", 5.6), glow: one };
  if (style.figure === "pixel") {
    const fill = tier === 4 ? ["#fff6b0", "#ffd23f", "#f08a1f"] : [tint(two, 0.88), tint(two, 0.5), tint(two, 0.12)];
    return { fill, edge: "#0b0d1e" };
  }
  if (style.figureBorder !== undefined) return cutPaint(style.figureBorder, one, tier < 4 ? one : two);
  if (tier === 4) return { fill: ["#fffbe0", "#ffe071", "#ff9d1f", "#ffd257"], edge: tint("#7a1c0a", -0.72), rim: tint("#c2300f", -0.15) };
  if (tier === 0) return { fill: ["#ffffff", "#ffffff", "#d9d4ee"], edge: tint(one, -0.72) };
  const rim = apart(tint(one, -0.15), "#ffffff", 3);
  return { fill: ["#ffffff", tint(two, 0.7), tint(two, 0.12)], edge: tint(one, -0.72), rim };
}

/**
 * Figures that are cut out with a light border. The ink within it keeps them readable over light footage.
 * @param {string} border @param {string} one the tier's color @param {string} flat that of one sheet @returns {Paint}
 */
function cutPaint(border, one, flat) {
  const fill = style.isFlat === true ? [flat, flat] : [tint(one, 0.5), one, tint(one, -0.12)];
  return { fill, edge: border, rim: style.figureInk, isCut: true };
}

/**
 * @param {import("./art.js").Art} _ @param {number} tier @param {string} name of the color of figures
 * @param {string} edge of that of their outline
 * @returns {Figures}
 */
function makeFigures(_, tier, name, edge) {
  const paint = ownPaint(name, edge) ?? paintOf(tier);
  const line = paint.isCut === true ? CUT.outer : OUTLINES.outer;
  const half = style.figure === "pixel" ? (7 * PIXEL.side) / 2 + PIXEL.edge : (SIZE * RISE + line) / 2;
  return { paint, font: display(SIZE), line, half, widths: new Map() };
}

/**
 * @param {import("./art.js").Art} art @param {number} tier @param {"gift" | "ticker"} kind
 */
export function figuresOf(art, tier, kind) {
  return kind === "gift" ? art.keep(makeFigures, tier, "giftDigit", "giftDigitEdge")
    : art.keep(makeFigures, tier, "tickerDigit", "tickerDigitEdge");
}

/** @type {Map<number, string>} */
const texts = new Map();

/**
 * A count as it is shown, such as `×1,314`.
 * @param {number} count
 */
export function textOf(count) {
  let text = texts.get(count);
  if (text !== undefined) return text;
  if (texts.size > 1000) texts.clear();
  text = `×${grouped(count)}`;
  texts.set(count, text);
  return text;
}

/** @param {Figures} figures @param {string} char */
function widthOfFigure(figures, char) {
  let wide = figures.widths.get(char);
  if (wide === undefined) {
    if (style.figure === "pixel") wide = char === "," ? PIXEL.comma : PIXEL.wide;
    else wide = width(figures.font, char) + (figures.paint.isCut === true ? CUT_APART : APART);
    if (char === "×") wide *= TIMES;
    figures.widths.set(char, wide);
  }
  return wide;
}

/**
 * How wide a count is at scale 1, in points.
 * @param {Figures} figures @param {string} text
 */
export function widthOf(figures, text) {
  let sum = 0;
  for (let i = 0; i < text.length; i++) sum += widthOfFigure(figures, text[i]);
  return sum;
}

/**
 * @param {import("./art.js").Art} art @param {Figures} figures @param {string} char
 */
function paintFigure(art, figures, char) {
  const wide = widthOfFigure(figures, char) / (char === "×" ? TIMES : 1);
  return art.paint(wide, SIZE, (ctx, k) => {
    if (style.figure === "pixel") return paintPixels(ctx, char, wide, figures.paint);
    const lean = -(style.lean ?? 0.2);
    ctx.translate(wide / 2 - lean * SIZE * 0.12, SIZE * 0.81);
    ctx.transform(1, 0, lean, 1, 0, 0);
    Object.assign(ctx, { font: figures.font, textAlign: "center", direction: "ltr" });
    if (style.figure === "tube") paintTube(ctx, char, figures.paint, k);
    else paintSolid(ctx, char, figures.paint, k);
  }, { pad: PAD, fine: FINE });
}

/**
 * Paints a figure of light on dark glass, which keeps its shape over light footage.
 * @param {Context} ctx @param {string} char @param {Paint} paint @param {number} k
 */
function paintTube(ctx, char, { fill, edge, glow = edge }, k) {
  for (const [line, stroke, blur] of /** @type {[number, string, number][]} */ ([
    [7, "rgba(4,2,14,.94)", 0], [2.6, edge, 7], [2.2, edge, 3]])) {
    Object.assign(ctx, { lineWidth: line, strokeStyle: stroke, shadowColor: glow, shadowBlur: blur * k });
    ctx.strokeText(char, 0, 0);
  }
  Object.assign(ctx, { shadowBlur: 0, fillStyle: fill[0], lineWidth: 0.5, strokeStyle: fill[0] });
  ctx.fillText(char, 0, 0);
  ctx.strokeText(char, 0, 0);
}

/** @param {Context} ctx @param {string} char @param {Paint} paint @param {number} k */
function paintSolid(ctx, char, { fill, edge, rim, isCut }, k) {
  const { outer, inner } = isCut === true ? CUT : OUTLINES;
  ctx.save();
  Object.assign(ctx, { lineWidth: outer, strokeStyle: edge, shadowColor: "rgba(0,0,0,.4)", shadowBlur: 1.2 * k, shadowOffsetY: 0.7 * k });
  ctx.strokeText(char, 0, 0);
  ctx.restore();
  if (rim !== undefined) {
    Object.assign(ctx, { lineWidth: inner, strokeStyle: rim });
    ctx.strokeText(char, 0, 0);
  }
  const paint = linear(ctx, 0, -SIZE * RISE, 0, SIZE * 0.06, style.isGlossy === true ? glossOf(fill) : fill);
  Object.assign(ctx, { lineWidth: 1.3, strokeStyle: paint, fillStyle: paint });
  ctx.strokeText(char, 0, 0);
  ctx.fillText(char, 0, 0);
}

/**
 * Returns colors with a gloss that ends at half of the height.
 * @param {string[]} fill @returns {import("./trace.js").Stop[]}
 */
function glossOf(fill) {
  return [[0, tint(fill[0], 0.24)], [0.44, tint(fill[0], 0.1)], [0.5, fill[1]], [1, fill[fill.length - 1]]];
}

/** @param {Context} ctx @param {string} char @param {number} wide @param {Paint} paint */
function paintPixels(ctx, char, wide, { fill, edge }) {
  const rows = BITS[char] ?? BITS[0];
  const { side } = PIXEL;
  const layer = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {string | null} */ flat) => {
    for (let y = 0; y < 7; y++) {
      for (let x = 0; x < 6; x++) {
        if (((rows[y] >> (5 - x)) & 1) === 0) continue;
        ctx.fillStyle = flat ?? fill[y < 3 ? 0 : y < 5 ? 1 : 2];
        ctx.fillRect((wide - 6 * side) / 2 + x * side + dx, (SIZE - 7 * side) / 2 + y * side + dy, side + SEAM, side + SEAM);
      }
    }
  };
  const { edge: far } = PIXEL;
  for (const dx of [-far, 0, far]) for (const dy of [-far, 0, far, 2 * far]) layer(dx, dy, edge);
  layer(0, 0, null);
}

/**
 * Draws a count from its left edge. At the start of a pop old figures move up and new figures follow from below.
 * @param {Pen} pen @param {Figures} figures @param {number} count @param {number | undefined} roll the count before
 * @param {number} pop the pop's age in milliseconds; negative: no pop
 * @param {number} left @param {number} y of the middle @param {number} scale @param {number} alpha
 */
export function drawFigures(pen, figures, count, roll, pop, left, y, scale, alpha) {
  const text = textOf(count);
  const rolls = roll !== undefined && pop >= 0 && pop < ROLL + STEP * text.length;
  const old = rolls ? textOf(roll) : text;
  let x = left;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    const wide = widthOfFigure(figures, char) * scale;
    const fromEnd = text.length - 1 - i;
    const before = old[old.length - 1 - fromEnd] ?? "";
    const cx = x + wide / 2;
    if (before !== char && char !== "×" && char !== ",") {
      const share = ease.out(clamp((pop - fromEnd * STEP) / ROLL));
      rollFigure(pen, figures, before, char, share, cx, y, scale, alpha);
    } else {
      const size = char === "×" ? TIMES * scale : scale;
      const low = char === "×" ? SIZE * 0.07 * scale : 0;
      pen.put(pen.art.keep(paintFigure, figures, char), cx, y + low, size, size, 0, alpha);
    }
    x += wide;
  }
}

/**
 * Draws a figure that comes from below into its cell, and the old one, which leaves upwards. Each is as opaque as it is
 * near to its place, because an opaque figure beside the line looks misplaced.
 * @param {Pen} pen @param {Figures} figures @param {string} before @param {string} char @param {number} share
 * @param {number} x @param {number} y @param {number} scale @param {number} alpha
 */
function rollFigure(pen, figures, before, char, share, x, y, scale, alpha) {
  const way = WAY * figures.half;
  if (before !== "" && before !== "×" && before !== ",") {
    putWithin(pen, figures, before, x, y, scale, -share * way, alpha * (1 - share));
  }
  putWithin(pen, figures, char, x, y, scale, (1 - share) * way, alpha * share);
}

/**
 * Draws the part of a moved figure that lies within its cell.
 * @param {Pen} pen @param {Figures} figures @param {string} char @param {number} x @param {number} y
 * @param {number} scale @param {number} down from the cell's middle, at scale 1 @param {number} alpha
 */
function putWithin(pen, figures, char, x, y, scale, down, alpha) {
  const { canvas, w, h, ax, ay } = pen.art.keep(paintFigure, figures, char);
  const cell = Math.min(h / 2, figures.half + PAD / 2);
  const top = h / 2 - cell + Math.max(0, -down);
  const high = 2 * cell - Math.abs(down);
  if (high <= 0) return;
  const fine = canvas.height / h;
  const ctx = pen.at(x, y, scale);
  ctx.globalAlpha = alpha * pen.fade;
  ctx.drawImage(canvas, 0, top * fine, canvas.width, high * fine, -ax, top + down - ay, w, high);
}

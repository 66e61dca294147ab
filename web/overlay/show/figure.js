// @ts-check
/** Draws counts from painted figures, one picture for each figure, and rolls the figures that change. */

import { colour, display, isOwn, rung, style } from "../../shared/palette.js";
import { grouped, width } from "../../shared/text.js";
import { clamp, ease } from "./ease.js";
import { tint } from "./tone.js";
import { linear } from "./trace.js";

/** @typedef {CanvasRenderingContext2D} Context */
/** @typedef {import("./pen.js").Pen} Pen */

/** The figures' size at scale 1, in points. */
export const SIZE = 21;
/** The height of a figure above the line, as a share of the size. */
const RISE = 0.74;
/** The outlines, in points. */
const OUTER = 5.2;
const INNER = 2.9;
/** The duration of a roll, and its delay after the roll of the next figure to the right, in milliseconds. */
const ROLL = 150;
const STEP = 24;
/** "×" beside figures. */
const TIMES = 0.8;
/** The resolution of figures. A pop shows them larger than at rest. */
const FINE = 1.6;
/**
 * Pixel figures: seven rows of four bits.
 * @type {Record<string, string>}
 */
const BITS = {
  0: "0eaaaae", 1: "04c444e", 2: "0e2e88e", 3: "0e2622e", 4: "0aaae22", 5: "0e8e22e", 6: "0e8eaae", 7: "0e22444",
  8: "0eaeaae", 9: "0eaae2e", "×": "0000a4a", ",": "0000048" };
const PIXEL = 2.5;

/**
 * @typedef {object} Paint
 * @property {string[]} fill from the top to the bottom
 * @property {string} edge
 * @property {string} [rim] between them
 */

/**
 * The figures of a tier, and of a widget.
 * @typedef {object} Figures
 * @property {Paint} paint
 * @property {string} font
 * @property {number} line the outline's width
 * @property {Map<string, number>} widths by figure
 */

/** @param {string} name @param {string} edge @returns {Paint | null} null: the theme's */
function ownPaint(name, edge) {
  if (!isOwn(name) && !isOwn(edge)) return null;
  const colours = /** @type {Record<string, string>} */ (colour);
  return { fill: [colours[name], colours[name]], edge: colours[edge] };
}

/** @param {number} tier @returns {Paint} */
function paintOf(tier) {
  const [one, two] = rung(tier);
  if (style.figure === "tube") return { fill: [tint(one, 0.85)], edge: tier === 0 ? tint(one, 0.35) : one };
  if (style.figure === "pixel") {
    const fill = tier === 4 ? ["#fff6b0", "#ffd23f", "#f08a1f"] : [tint(two, 0.88), tint(two, 0.5), tint(two, 0.12)];
    return { fill, edge: "#0b0d1e" };
  }
  if (style.isFlat === true) return { fill: [one, tint(one, -0.15)], edge: "#fff8ea", rim: "#fff8ea" };
  if (style.figureEdge !== undefined) {
    return { fill: [tint(two, 0.3), two, tint(two, -0.35)], edge: style.figureEdge, rim: tint(two, -0.62) };
  }
  if (tier === 4) return { fill: ["#fffbe0", "#ffe071", "#ff9d1f", "#ffd257"], edge: tint("#7a1c0a", -0.72), rim: tint("#c2300f", -0.15) };
  if (tier === 0) return { fill: ["#ffffff", "#ffffff", "#d9d4ee"], edge: tint(one, -0.72) };
  return { fill: ["#ffffff", tint(two, 0.7), tint(two, 0.12)], edge: tint(one, -0.72), rim: tint(one, -0.15) };
}

/**
 * @param {import("./art.js").Art} _ @param {number} tier @param {string} name of the colour of figures
 * @param {string} edge of that of their outline
 * @returns {Figures}
 */
function makeFigures(_, tier, name, edge) {
  return { paint: ownPaint(name, edge) ?? paintOf(tier), font: display(SIZE), line: OUTER, widths: new Map() };
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
    if (style.figure === "pixel") wide = char === "," ? 7 : 11.5;
    else wide = width(figures.font, char) + (style.figure === "tube" ? 0.5 : -0.4);
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

/** Half the height of a count with its outline, at scale 1. */
export const HALF_HEIGHT = (SIZE * RISE + OUTER) / 2;

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
    else paintSolid(ctx, char, wide, figures.paint, k);
  }, { pad: 7, fine: FINE });
}

/** @param {Context} ctx @param {string} char @param {Paint} paint @param {number} k */
function paintTube(ctx, char, { fill, edge }, k) {
  for (const [line, stroke, blur] of /** @type {[number, string, number][]} */ ([
    [4.6, "rgba(4,2,14,.9)", 0], [2.6, edge, 7], [2.2, edge, 3], [1, fill[0], 0]])) {
    Object.assign(ctx, { lineWidth: line, strokeStyle: stroke, shadowColor: edge, shadowBlur: blur * k });
    ctx.strokeText(char, 0, 0);
  }
}

/** @param {Context} ctx @param {string} char @param {number} wide @param {Paint} paint @param {number} k */
function paintSolid(ctx, char, wide, { fill, edge, rim }, k) {
  ctx.save();
  Object.assign(ctx, { lineWidth: OUTER, strokeStyle: edge, shadowColor: "rgba(0,0,0,.4)", shadowBlur: 1.2 * k, shadowOffsetY: 0.7 * k });
  ctx.strokeText(char, 0, 0);
  ctx.restore();
  if (rim !== undefined) {
    Object.assign(ctx, { lineWidth: INNER, strokeStyle: rim });
    ctx.strokeText(char, 0, 0);
  }
  const paint = linear(ctx, 0, -SIZE * RISE, 0, SIZE * 0.06, fill);
  Object.assign(ctx, { lineWidth: style.isGlossy === true ? 2.4 : 1.3, strokeStyle: paint, fillStyle: paint });
  ctx.strokeText(char, 0, 0);
  ctx.fillText(char, 0, 0);
  if (style.isGlossy !== true) return;
  ctx.globalCompositeOperation = "source-atop";
  ctx.fillStyle = "rgba(255,255,255,.28)";
  ctx.beginPath();
  ctx.ellipse(0, -SIZE * 0.66, wide * 0.6, SIZE * 0.28, 0, 0, 7);
  ctx.fill();
}

/** @param {Context} ctx @param {string} char @param {number} wide @param {Paint} paint */
function paintPixels(ctx, char, wide, { fill, edge }) {
  const rows = BITS[char] ?? BITS[0];
  const layer = (/** @type {number} */ dx, /** @type {number} */ dy, /** @type {string | null} */ flat) => {
    for (let y = 0; y < 7; y++) {
      for (let x = 0; x < 4; x++) {
        if (((parseInt(rows[y], 16) >> (3 - x)) & 1) === 0) continue;
        ctx.fillStyle = flat ?? fill[Math.min(fill.length - 1, y < 3 ? 0 : y < 5 ? 1 : 2)];
        ctx.fillRect((wide - 3 * PIXEL) / 2 + (x + dx * 0.7) * PIXEL, 2 + (y + dy * 0.7) * PIXEL, PIXEL, PIXEL);
      }
    }
  };
  for (const [dx, dy] of [[-1, 0], [1, 0], [0, -1], [0, 1], [0, 2], [1, 1], [-1, 1]]) layer(dx, dy, edge);
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
 * @param {Pen} pen @param {Figures} figures @param {string} before @param {string} char @param {number} share
 * @param {number} x @param {number} y @param {number} scale @param {number} alpha
 */
function rollFigure(pen, figures, before, char, share, x, y, scale, alpha) {
  const way = SIZE * 0.62 * scale;
  if (before !== "" && before !== "×") {
    const old = pen.art.keep(paintFigure, figures, before);
    pen.put(old, x, y - share * way, scale, scale * (1 - 0.4 * share), 0, alpha * (1 - share));
  }
  pen.put(pen.art.keep(paintFigure, figures, char), x, y + (1 - share) * way, scale, scale * (0.6 + 0.4 * share), 0, alpha * share);
}

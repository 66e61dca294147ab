// @ts-check
/**
 * The counter widget, which draws a number as text. All digits get the same width, so that no digit moves when another
 * changes.
 */

import { direction, drop, width } from "../../shared/text.js";
import { colour, display, font, isOwn, style } from "../../shared/palette.js";
import { TALLY_MARGIN, TALLY_SIZE, drawTally } from "../show/tally.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {string} font
 * @property {"ltr" | "rtl"} way
 * @property {number} epoch the brush's epoch when it was laid out
 * @property {string[]} pieces each digit, and each run of text between digits
 * @property {number[]} places of the pieces' left edges, in points
 * @property {number} width in points
 */

/** @type {WeakMap<Node, Line>} */
const lines = new WeakMap();

const FIGURES = "0123456789";
const MARGIN = 8;
/** The widest plate, as a share of the stage's width, and at least in points. */
const MOST_SHARE = 220 / 960;
const MOST_PLATE = 220;

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [text]
 * @property {number} [value]
 */

/** @type {import("./widgets.js").Widget} */
export const counter = {
  name: "counters",
  kind: "counter",
  layer: 30,
  fields: [
    ["text", "text"],
    ["value", "hundredths"],
  ],
  content: [],
  steps: ["value"],
  draw: drawCounter,
  extent: (brush, node, into) => {
    const line = lineOf(brush, node, faceOf(node));
    into.width = (line.width + 2 * marginOf(node)) * narrowing(brush, node, line);
    return into;
  },
};

function isPlated() {
  return style.material !== "plain";
}

/**
 * The size of the text, in points.
 * @param {Node} node
 */
function sizeOf(node) {
  return node.height * (isPlated() ? TALLY_SIZE : 0.75);
}

/** @param {Node} node */
function faceOf(node) {
  return isPlated() ? display(sizeOf(node)) : font(sizeOf(node), 700);
}

/**
 * Between the plate's edge and the text, in points.
 * @param {Node} node
 */
function marginOf(node) {
  return isPlated() ? (TALLY_MARGIN * node.height) / 36 : 0;
}

/**
 * Returns the scale at which a long line fits on the stage, 0.1 to 1.
 * @param {Brush} brush @param {Node} node @param {Line} line
 */
function narrowing(brush, node, line) {
  const wide = line.width + 2 * marginOf(node);
  const most = isPlated() ? Math.max(MOST_PLATE, brush.width * MOST_SHARE) : Infinity;
  return Math.min(1, Math.max(0.1, Math.min(brush.width - node.x - MARGIN, most) / wide));
}

/** @param {Brush} brush @param {Node} node */
function drawCounter(brush, node) {
  const size = sizeOf(node);
  const line = lineOf(brush, node, faceOf(node));
  const less = narrowing(brush, node, line);
  const s = brush.scale * less;
  const margin = marginOf(node);
  if (isPlated()) drawTally(brush, node, (line.width + 2 * margin) * less, node.height * less);
  const { ctx } = brush;
  const left = Math.round((node.x + margin * less) * brush.scale);
  ctx.setTransform(s, 0, 0, s, isPlated() ? left : node.x * brush.scale, (node.y + node.height / 2) * brush.scale);
  ctx.globalAlpha = node.alpha;
  paintLine(ctx, line, size);
  ctx.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} ctx @param {Line} line @param {number} size */
function paintLine(ctx, line, size) {
  const baseline = drop(line.font);
  ctx.font = line.font;
  ctx.textAlign = "left";
  ctx.direction = line.way;
  ctx.lineJoin = "round";
  ctx.lineWidth = isPlated() ? 3 : size * 0.17;
  ctx.strokeStyle = isPlated() && !isOwn("counterEdge") ? style.textEdge ?? "rgba(0,0,0,0)" : colour.counterEdge;
  ctx.fillStyle = colour.counterText;
  for (let i = 0; i < line.pieces.length; i++) {
    ctx.strokeText(line.pieces[i], line.places[i], baseline);
  }
  for (let i = 0; i < line.pieces.length; i++) {
    ctx.fillText(line.pieces[i], line.places[i], baseline);
  }
}

/**
 * Returns the layout of the counter's text, cached until the text, its font or the brush's epoch changes.
 * @param {Brush} brush
 * @param {Node} node
 * @param {string} face
 * @returns {Line}
 */
function lineOf(brush, node, face) {
  const text = node.text ?? "";
  let line = lines.get(node);
  const { epoch } = brush;
  if (line?.epoch === epoch && line.text === text && line.font === face) return line;
  if (line === undefined) lines.set(node, (line = { text, font: face, way: "ltr", epoch, pieces: [], places: [], width: 0 }));
  line.text = text;
  line.font = face;
  line.epoch = epoch;
  layOut(line);
  return line;
}

/**
 * Computes the pieces of a line and their places. A counter that runs has another text in each frame, so the lists are
 * kept and overwritten.
 * @param {Line} line
 */
function layOut(line) {
  const { text, font: face, pieces, places } = line;
  const cell = cellOf(face);
  // The browser reorders right-to-left text, so it needs the text as a whole.
  const isWhole = (line.way = direction(text)) === "rtl";
  let count = 0;
  line.width = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    const isFigure = !isWhole && isDigit(text, from);
    to = isWhole ? text.length : isFigure ? from + 1 : endOfRun(text, from);
    const piece = pieceOf(text, from, to, pieces[count]);
    const wide = width(face, piece);
    pieces[count] = piece;
    places[count++] = line.width + (isFigure ? (cell - wide) / 2 : 0);
    line.width += isFigure ? cell : wide;
  }
  pieces.length = places.length = count;
}

/**
 * Returns a part of a text: the piece that was there before, if it is the same.
 * @param {string} text @param {number} from @param {number} to @param {string | undefined} before
 */
function pieceOf(text, from, to, before) {
  return before?.length === to - from && text.startsWith(before, from) ? before : text.slice(from, to);
}

/** @param {string} text @param {number} index */
function isDigit(text, index) {
  const code = text.charCodeAt(index);
  return code >= 48 && code <= 57;
}

/**
 * Returns the end of the characters that are no digits.
 * @param {string} text @param {number} from
 */
function endOfRun(text, from) {
  let to = from;
  while (to < text.length && !isDigit(text, to)) to++;
  return to;
}

/**
 * Returns the width of a digit's cell: that of the widest digit.
 * @param {string} face
 */
function cellOf(face) {
  let cell = 0;
  for (let i = 0; i < FIGURES.length; i++) cell = Math.max(cell, width(face, FIGURES[i]));
  return cell;
}

// @ts-check
/** Lays out a counter's text in cells. All digits get the same width, so that no digit moves when another changes. */

import { direction, drop, width } from "../../shared/text.js";

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
/** Between a counter and the stage's edge, in points. */
const MARGIN = 8;
/** The widest plate, as a share of the stage's width, and at least in points. */
const MOST_SHARE = 220 / 960;
const MOST_PLATE = 220;

/**
 * Returns the layout of a counter's text, cached until the text, its font or the brush's epoch changes.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {Node} node
 * @param {string} face
 * @returns {Line}
 */
export function lineOf(brush, node, face) {
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
export function cellOf(face) {
  let cell = 0;
  for (let i = 0; i < FIGURES.length; i++) cell = Math.max(cell, width(face, FIGURES[i]));
  return cell;
}

/**
 * Returns the scale at which a counter fits on the stage, 0.1 to 1.
 * @param {import("../paint/brush.js").Brush} brush @param {Node} node
 * @param {number} wide the counter's width in points @param {boolean} isPlated whether the counter has a plate
 */
export function narrowing(brush, node, wide, isPlated) {
  const most = isPlated ? Math.max(MOST_PLATE, brush.width * MOST_SHARE) : Infinity;
  return Math.min(1, Math.max(0.1, Math.min(brush.width - node.x - MARGIN, most) / wide));
}

/**
 * Writes a line from the canvas's origin, which is its left edge at half the height of a digit.
 * @param {CanvasRenderingContext2D} ctx @param {Line} line @param {string} fill @param {number} outline its width
 * @param {string} edge the color of the outline
 */
export function writeLine(ctx, line, fill, outline, edge) {
  const baseline = drop(line.font);
  ctx.font = line.font;
  ctx.textAlign = "left";
  ctx.direction = line.way;
  ctx.lineJoin = "round";
  ctx.lineWidth = outline;
  ctx.strokeStyle = edge;
  ctx.fillStyle = fill;
  for (let i = 0; i < line.pieces.length; i++) {
    ctx.strokeText(line.pieces[i], line.places[i], baseline);
  }
  for (let i = 0; i < line.pieces.length; i++) {
    ctx.fillText(line.pieces[i], line.places[i], baseline);
  }
}

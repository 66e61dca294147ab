// @ts-check
/**
 * Lays out a counter's text in cells, and draws it. All digits get the same width, so that no digit moves when another
 * changes.
 */

import { direction, drop, precise, width } from "../../shared/text.js";

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
 * Returns the layout of a node's text, cached until the text, its font or the brush's epoch changes.
 * @param {import("../paint/brush.js").Brush} brush
 * @param {Node} node a counter or a goal
 * @param {string} face
 * @param {string} [text]
 * @returns {Line}
 */
export function lineOf(brush, node, face, text = node.text ?? "") {
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

/**
 * Pictures of one piece of a line.
 * @typedef {object} Glyph
 * @property {import("../show/art.js").Picture} edge its outline
 * @property {import("../show/art.js").Picture} fill
 */

/** The color of no outline. */
export const CLEAR = "rgba(0,0,0,0)";

/** The number of pieces that are kept for one font and its colors. Texts from outside may have any number. */
const MOST_GLYPHS = 200;

/** @returns {Map<string, Glyph>} */
function makeGlyphs() {
  return new Map();
}

/**
 * Draws a line from pictures of its pieces, because a number that runs would otherwise draw text in each frame. The
 * line begins at the pen's origin, at half the height of a digit.
 * @param {import("../show/pen.js").Pen} pen @param {Line} line @param {string} fill @param {number} outline its width
 * @param {string} edge the color of the outline; `CLEAR`: none
 */
export function putLine(pen, line, fill, outline, edge) {
  const { pieces, places } = line;
  const glyphs = pen.art.keep(makeGlyphs, line.font, fill, edge, outline);
  // All outlines are below all fills.
  if (edge !== CLEAR) for (let i = 0; i < pieces.length; i++) putAligned(pen, glyphOf(pen, glyphs, line, pieces[i], fill, outline, edge).edge, places[i]);
  for (let i = 0; i < pieces.length; i++) putAligned(pen, glyphOf(pen, glyphs, line, pieces[i], fill, outline, edge).fill, places[i]);
}

/**
 * Draws a picture on whole device pixels, which keeps it crisp.
 * @param {import("../show/pen.js").Pen} pen @param {import("../show/art.js").Picture} picture @param {number} x
 */
function putAligned(pen, picture, x) {
  pen.put(picture, Math.round(x * pen.k) / pen.k, 0);
}

/**
 * @param {import("../show/pen.js").Pen} pen @param {Map<string, Glyph>} glyphs @param {Line} line @param {string} piece
 * @param {string} fill @param {number} outline @param {string} edge
 */
function glyphOf(pen, glyphs, line, piece, fill, outline, edge) {
  return glyphs.get(piece) ?? makeGlyph(pen, glyphs, line, piece, fill, outline, edge);
}

/**
 * @param {import("../show/pen.js").Pen} pen @param {Map<string, Glyph>} glyphs @param {Line} line @param {string} piece
 * @param {string} fill @param {number} outline @param {string} edge
 */
function makeGlyph({ art }, glyphs, line, piece, fill, outline, edge) {
  if (glyphs.size === MOST_GLYPHS) glyphs.clear();
  const glyph = { edge: paintPiece(art, line, piece, edge, outline), fill: paintPiece(art, line, piece, fill, 0) };
  glyphs.set(piece, glyph);
  return glyph;
}

/**
 * Paints a piece, or its outline if that has a width.
 * @param {import("../show/art.js").Art} art @param {Line} line @param {string} piece @param {string} ink
 * @param {number} outline
 */
function paintPiece(art, line, piece, ink, outline) {
  const half = drop(line.font);
  // The margin and the height above the origin are whole device pixels, so that the anchor is on one.
  const whole = (/** @type {number} */ length) => Math.ceil(length * art.k) / art.k;
  const [pad, high] = [whole(outline + half), whole(3 * half)];
  return art.paint(width(line.font, piece), 2 * high, (ctx) => {
    precise(ctx);
    Object.assign(ctx, { font: line.font, textAlign: "left", direction: line.way, strokeStyle: ink, fillStyle: ink, lineWidth: outline });
    if (outline > 0) ctx.strokeText(piece, 0, high + half);
    else ctx.fillText(piece, 0, high + half);
  }, { pad, ax: 0, ay: high });
}

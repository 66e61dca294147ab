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
 * @property {number} steady the number of first pieces that have stayed the same since the last `count` drawings
 * @property {number} count the number of drawings since the newest head was painted
 * @property {Head | null} head the picture of the first pieces; null: each piece is drawn alone
 *
 * @typedef {object} Head The first pieces of a line as one picture, because a number that runs changes only its last digits.
 * @property {import("../show/art.js").Picture} picture
 * @property {number} pieces the number of pieces in it
 * @property {Map<string, Glyph>} glyphs the pictures it was composed of
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
  if (line === undefined) lines.set(node, (line = { text, font: face, way: "ltr", epoch, pieces: [], places: [], width: 0, steady: 0, count: 0, head: null }));
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
  let same = 0;
  line.width = 0;
  for (let from = 0, to = 0; from < text.length; from = to) {
    const isFigure = !isWhole && isDigit(text, from);
    to = isWhole ? text.length : isFigure ? from + 1 : endOfRun(text, from);
    const piece = pieceOf(text, from, to, pieces[count]);
    const wide = width(face, piece);
    const place = line.width + (isFigure ? (cell - wide) / 2 : 0);
    if (same === count && pieces[count] === piece && places[count] === place) same++;
    pieces[count] = piece;
    places[count++] = place;
    line.width += isFigure ? cell : wide;
  }
  pieces.length = places.length = count;
  line.steady = Math.min(line.steady, same);
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

/** A head is painted from pieces that have stayed the same for this many drawings. */
const STEADY = 30;
/** A head has at least this many pieces, and this many more than the head before: one more piece is not worth a new picture. */
const LEAST_PIECES = 2;

/**
 * Draws a line from pictures of its pieces, because a number that runs would otherwise draw text in each frame. The
 * line begins at the pen's origin, at half the height of a digit.
 * @param {import("../show/pen.js").Pen} pen @param {Line} line @param {string} fill @param {number} outline its width
 * @param {string} edge the color of the outline; `CLEAR`: none
 */
export function putLine(pen, line, fill, outline, edge) {
  const { pieces, places } = line;
  const glyphs = pen.art.keep(makeGlyphs, line.font, fill, edge, outline);
  if (edge !== CLEAR) {
    // All outlines are below all fills.
    for (let i = 0; i < pieces.length; i++) putAligned(pen, glyphOf(pen, glyphs, line, pieces[i], fill, outline, edge).edge, places[i]);
  }
  const head = edge === CLEAR ? headOf(pen, line, glyphs) : null;
  if (head !== null) pen.put(head.picture, 0, 0);
  for (let i = head?.pieces ?? 0; i < pieces.length; i++) {
    putAligned(pen, glyphOf(pen, glyphs, line, pieces[i], fill, outline, edge).fill, places[i]);
  }
}

/**
 * Returns the picture of a line's first pieces, and paints it after they have stayed the same. Each piece is on whole device
 * pixels, so that the picture shows the same pixels as its pieces.
 * @param {import("../show/pen.js").Pen} pen @param {Line} line @param {Map<string, Glyph>} glyphs
 * @returns {Head | null} null: the page draws each piece
 */
function headOf({ art, k }, line, glyphs) {
  const { head } = line;
  if (head !== null && (head.glyphs !== glyphs || head.pieces > line.steady || k !== art.k)) line.head = null;
  if (++line.count < STEADY) return line.head;
  const { steady } = line;
  line.count = 0;
  line.steady = line.pieces.length;
  if (k === art.k && steady - (line.head?.pieces ?? 0) >= LEAST_PIECES) line.head = paintHead(art, line, steady, glyphs);
  return line.head;
}

/**
 * @param {import("../show/art.js").Art} art @param {Line} line @param {number} pieces @param {Map<string, Glyph>} glyphs
 * @returns {Head | null} null: a piece has no picture
 */
function paintHead(art, line, pieces, glyphs) {
  /** @type {import("../show/art.js").Picture[]} */
  const parts = [];
  for (let i = 0; i < pieces; i++) {
    const glyph = glyphs.get(line.pieces[i]);
    if (glyph === undefined) return null;
    parts.push(glyph.fill);
  }
  const { ax, ay } = parts[0];
  const last = parts[pieces - 1];
  const wide = line.places[pieces - 1] + last.w + 1;
  const picture = art.paint(wide, last.h, (ctx, k) => {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    parts.forEach(({ canvas }, i) => ctx.drawImage(canvas, Math.round(line.places[i] * k), 0));
  }, { ax, ay });
  return { picture, pieces, glyphs };
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

// @ts-check
/**
 * Draws the board of leaders: rows with medals. The first row wears gold and a crown. A row that rises passes above the other
 * rows, which stay visible, and a new row appears from below them.
 */

import { color, display, font, isOwn, rung, style } from "../../shared/palette.js";
import { fit, width } from "../../shared/text.js";
import { cellOf } from "../widgets/cells.js";
import { movesSince } from "./ages.js";
import { draw as burst } from "./burst.js";
import { crest } from "./crown.js";
import { arch, clamp, ease, span } from "./ease.js";
import { kitOf } from "./kit.js";
import { glow } from "./lights.js";
import { PLATE_ROOM, cornerOf, endRoom, halo, layPlate } from "./plate.js";
import { portrait } from "./portrait.js";
import { ringOf, titleInk } from "./row.js";
import { tint } from "./tone.js";
import { box, disc, radial } from "./trace.js";
import { cased, write, writeWithin } from "./words.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./art.js").Art} Art */

/** The height that a row is designed at. Other heights scale all of it. */
const HEIGHT = 28;
const GOLD = 4;
const MEDALS = ["#ffc93d", "#cdd8ea", "#e39a62"];
const MEDAL = { x: 15, r: 9 };
const AVATAR = { x: 29, y: 3.5 };
const NAME = { x: 56, apart: 8 };
/** From the value's end to the row's right edge, or to the material's end. */
const VALUE = 11;
const BASE = HEIGHT / 2 + 4.4;
const SIZE = 12;
/**
 * The sizes of names.
 * @type {import("./words.js").Sizes}
 */
const NAMES = [SIZE, 10];
/** The room of a figure's outline, and its height above the baseline, in points. */
const FIGURE = { pad: 3, top: 12, height: 16 };
/** Places of figures in a whole number of 53 bits, with the commas between them. */
const COMMA = 10;
/** A row is hidden once a fading row covers this share of it, or once the fading row has this opacity: 1 / HIDES. */
const HIDES = 1.8;
/** The time of a rise, in milliseconds. */
const RISING = 1100;
/** The moment at which a new first row throws its bits, in milliseconds. */
const CROWNED = 380;

/**
 * @typedef {object} Row The parts of a row that its plate shows.
 * @property {number} place
 * @property {number} figures the number of digits of its value
 */

/** @type {WeakMap<Node, Row>} */
const rows = new WeakMap();

/** The rows of the last drawing, sorted by their last rise. The list is kept, so that a drawing makes none. */
const ordered = /** @type {Node[]} */ ([]);

/** @param {Brush} brush @param {Node[]} nodes */
export function drawBoard(brush, nodes) {
  let count = 0;
  for (let i = 0; i < nodes.length; i++) {
    const node = nodes[i];
    if (node.kind !== "leader" || node.alpha <= 0 || node.height <= 0) continue;
    if (node.place === undefined) drawTitle(brush, node);
    else insert(node, count++);
  }
  ordered.length = count;
  for (let i = 0; i < count; i++) drawBehind(brush, ordered[i]);
  for (let i = 0; i < count; i++) drawBelow(brush, i);
  brush.pen.end();
}

/**
 * Draws a row below the rows that pass above it. Plates are translucent, and two names must never overprint each other: a whole row
 * cuts out its place, and a fading one hides the row below.
 * @param {Brush} brush @param {number} index
 */
function drawBelow(brush, index) {
  const { ctx, veil } = brush;
  const row = ordered[index];
  let seen = 1;
  let isCut = false;
  for (let i = index + 1; i < ordered.length; i++) {
    const above = ordered[i];
    const cover = coverOf(row, above);
    if (cover <= 0) continue;
    if (above.alpha < 1 - veil.fade) {
      seen = Math.min(seen, 1 - clamp(HIDES * cover) * clamp(HIDES * above.alpha));
      continue;
    }
    if (!isCut) ctx.save();
    isCut = true;
    cutOut(brush, above);
  }
  drawRow(brush, row, seen);
  if (isCut) ctx.restore();
}

/**
 * Returns the share of a row that lies below another one; 0 or less: they do not meet.
 * @param {Node} row @param {Node} above
 */
function coverOf(row, above) {
  if (Math.abs(above.x - row.x) >= row.width) return 0;
  return 1 - Math.abs(above.y - row.y) / Math.max(1, Math.min(row.height, above.height));
}

/**
 * Keeps later drawing out of a row's plate.
 * @param {Brush} brush @param {Node} row
 */
function cutOut({ ctx, scale }, { x, y, width: wide, height }) {
  ctx.setTransform(scale, 0, 0, scale, 0, 0);
  box(ctx, x, y, wide, height, (cornerOf("leader", HEIGHT) * height) / HEIGHT);
  ctx.rect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.clip("evenodd");
}

/**
 * Inserts a row behind the rows that rose later, and new rows below all others.
 * @param {Node} node @param {number} count of rows in the list
 */
function insert(node, count) {
  let place = count;
  for (; place > 0 && newest(ordered[place - 1]) > newest(node); place--) ordered[place] = ordered[place - 1];
  ordered[place] = node;
}

/** @param {Node} node */
function newest({ born = 0, rose }) {
  return rose ?? -born;
}

/**
 * Draws the light and the bits behind all rows, so that they never cover words.
 * @param {Brush} brush @param {Node} node
 */
function drawBehind(brush, node) {
  const { pen } = brush;
  if (node.rose !== undefined && !pen.isStill) brush.moveWithin(node.rose / 1000, node.rose / 1000 + RISING);
  if (node.place !== 1) return;
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const rise = movesSince(brush, node.rose);
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha;
  pen.put(halo(pen, w, HEIGHT, GOLD, cornerOf("leader", HEIGHT)), 0, 0, 1, 1, 0, 0.5);
  if (rise >= 0) burst(pen, kitOf(pen.art, GOLD).pop, AVATAR.x + 10, 2, rise - CROWNED, node.seed ?? 0);
}

/** @param {Brush} brush @param {Node} node @param {number} seen how much of it is seen, 0 to 1 */
function drawRow(brush, node, seen) {
  if (seen <= 0) return;
  const { pen } = brush;
  const unit = node.height / HEIGHT;
  const w = node.width / unit;
  const rise = movesSince(brush, node.rose);
  pen.over(node.x, node.y, unit);
  pen.fade = node.alpha * seen;
  if (rise >= 0 && !pen.isCalm) {
    pen.light(true);
    pen.put(glow(pen, rung(1)[1], 48), w / 2, HEIGHT / 2, w / 76, 0.6, 0, 0.8 * arch(rise, 0, 80, 300, 900));
    pen.light(false);
  }
  const plate = plateOf(brush, node, unit);
  pen.show(plate, 0, 0, 0, 0, 1, 1, 0, 1);
  drawValue(brush, node, w, unit);
  if (node.place !== 1) return;
  const drops = rise >= 0 && !pen.isCalm;
  crest(
    pen, AVATAR.x + 2, -2, drops ? span(rise, 200, 320) : 1, 0.75 + (drops ? 0.45 * (1 - span(rise, 200, 520, ease.back)) : 0));
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function plateOf(brush, node, unit) {
  const { place = 1, value = 0 } = node;
  const figures = figuresIn(value);
  let row = rows.get(node);
  if (row?.place !== place || row.figures !== figures) rows.set(node, (row = { place, figures }));
  return brush.plates[tierOf(place)].held(node, row) ?? paintRow(brush, node, row, unit);
}

/** @param {number} place */
function tierOf(place) {
  return place === 1 ? GOLD : 0;
}

/** @param {Brush} brush @param {Node} node @param {Row} row @param {number} unit */
function paintRow(brush, node, row, unit) {
  const { place, figures } = row;
  const tier = tierOf(place);
  return brush.plates[tier].get(node, row, node.width, node.height, PLATE_ROOM * unit, (ctx) => {
    layPlate(ctx, brush, node, unit, tier, "leader");
    ctx.scale(unit, unit);
    paintPlace(ctx, place);
    const name = node.name ?? "";
    const size = HEIGHT - 2 * AVATAR.y;
    const ring = isOwn("giftRing") || place > MEDALS.length ? ringOf(ctx, tier, HEIGHT) : MEDALS[place - 1];
    portrait(ctx, brush.pictures.get(node.avatar), name, AVATAR.x, AVATAR.y, size, ring, 1.3);
    const room = node.width / unit - NAME.x - NAME.apart - VALUE - endRoom() - widthOf(display(SIZE), figures);
    if (room > 0) writeWithin(ctx, cased(name), NAME.x, BASE, display, NAMES, room, titleInk(tier));
  });
}

/** @param {CanvasRenderingContext2D} ctx @param {number} place */
function paintPlace(ctx, place) {
  const medal = MEDALS[place - 1];
  const y = HEIGHT / 2;
  if (medal !== undefined) {
    ctx.fillStyle = radial(ctx, MEDAL.x, y, MEDAL.r + 1, [tint(medal, 0.7), medal, tint(medal, -0.5)], MEDAL.x - 3, y - 4);
    disc(ctx, MEDAL.x, y, MEDAL.r);
    ctx.fill();
  }
  const text = String(place);
  const face = font(SIZE, 700);
  const ink = medal === undefined ? color.giftText : "#3a2206";
  write(ctx, text, MEDAL.x - width(face, text) / 2, y + 4.2, face, ink);
}

/**
 * Draws the value from its last digit to its first, out of pictures of digits: it changes in every frame of an ease.
 * @param {Brush} brush @param {Node} node @param {number} w @param {number} unit
 */
function drawValue({ pen }, node, w, unit) {
  const face = display(SIZE);
  const tier = tierOf(node.place ?? 0);
  const figures = figuresIn(node.value ?? 0);
  const end = w - VALUE - endRoom();
  const less = Math.min(1, (end - NAME.x) / widthOf(face, figures));
  const cell = cellOf(face) * less;
  let rest = Math.floor(node.value ?? 0);
  let x = end;
  for (let i = 0; i < figures; i++) {
    if (i > 0 && i % 3 === 0) {
      x -= width(face, ",") * less;
      putFigure(pen, COMMA, x, tier, unit, less);
    }
    x -= cell;
    putFigure(pen, rest % 10, x, tier, unit, less);
    rest = Math.floor(rest / 10);
  }
}

/**
 * @param {import("./pen.js").Pen} pen @param {number} figure @param {number} x @param {number} tier @param {number} unit
 * @param {number} less the scale of a value that is too long
 */
function putFigure(pen, figure, x, tier, unit, less) {
  const { k } = pen;
  // Whole device pixels keep the digits as sharp as the words. The picture's own anchor rounds its height.
  pen.put(pen.art.keep(paintFigure, figure, tier, unit), Math.round(x * k) / k, BASE, less);
}

/** @param {Art} art @param {number} figure @param {number} tier @param {number} unit */
function paintFigure(art, figure, tier, unit) {
  const k = art.k * unit;
  const pad = Math.ceil(FIGURE.pad * k) / k;
  const top = Math.ceil(FIGURE.top * k) / k;
  const face = display(SIZE);
  const text = figure === COMMA ? "," : String(figure);
  const wide = figure === COMMA ? width(face, ",") : cellOf(face);
  return art.paint(wide, FIGURE.height, (ctx) => {
    write(ctx, text, (wide - width(face, text)) / 2, top, face, titleInk(tier));
  }, { pad, ax: 0, ay: top + BASE - Math.round(BASE * k) / k, fine: unit });
}

/**
 * The number of digits of a value, without those after the point.
 * @param {number} value
 */
function figuresIn(value) {
  let count = 1;
  for (let rest = Math.floor(value / 10); rest >= 1; rest = Math.floor(rest / 10)) count++;
  return count;
}

/**
 * The width of a value with commas.
 * @param {string} face @param {number} figures
 */
function widthOf(face, figures) {
  return figures * cellOf(face) + Math.floor((figures - 1) / 3) * width(face, ",");
}

/** @param {Brush} brush @param {Node} node */
function drawTitle(brush, node) {
  const sprite = brush.sprites.held(node, node) ?? paintTitle(brush, node, node.height / HEIGHT);
  brush.stamp(sprite, node.x, node.y, node.alpha);
}

/** @param {Brush} brush @param {Node} node @param {number} unit */
function paintTitle(brush, node, unit) {
  return brush.sprites.get(node, node, node.width, node.height, 4 * unit, (ctx) => {
    ctx.scale(unit, unit);
    const face = display(13);
    const text = fit(face, node.text ?? "", node.width / unit - 8);
    // The crown of the first row reaches up to here.
    write(ctx, text, 4, HEIGHT - 12, face, color.captionText, 3.4, color.captionEdge);
  });
}

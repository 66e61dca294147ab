// @ts-check
/**
 * Draws the parts that all built-in films share, such as the dark behind them, the sender's name, flashes and twinkles.
 * Their origin is the middle of the stage.
 */

import { display, font } from "../../shared/palette.js";
import { fit, phrase, width } from "../../shared/text.js";
import { arch, clamp, ease, hash, span } from "../show/ease.js";
import { glint, glow } from "../show/lights.js";
import { portrait } from "../show/portrait.js";
import { rgba, tint } from "../show/tone.js";
import { linear, radial } from "../show/trace.js";
import { write } from "../show/words.js";

/** @typedef {import("../show/pen.js").Pen} Pen */
/** @typedef {import("../show/art.js").Art} Art */

/**
 * @typedef {object} Scene The input of a film; lengths are points of the film's design.
 * @property {import("../paint/brush.js").Brush} brush
 * @property {import("../stage/stage.js").Node} node
 * @property {number} x the film's middle, in points of the stage
 * @property {number} y
 * @property {number} w the stage's width
 * @property {number} h its height
 * @property {number} unit points of the stage per point of the design
 * @property {number} seed
 * @property {number} dark the strength of the film's dark
 *
 * @typedef {object} Film
 * @property {number} duration in milliseconds
 * @property {[number, number]} ends when its dark begins to go, and is gone
 * @property {boolean} [isDeep] true: its picture reaches to the stage's lower edge
 * @property {(pen: Pen, time: number, scene: Scene) => void} draw
 */

/** The widest plate. */
export const WIDEST_NAME = 340;
/** The room beside the words of a plate. */
const BESIDE = 120;
/** The lengths over which a plate goes at its sides, and its opacity: what is behind it stays in one piece. */
const SOFT = 32;
const PLATE = 0.7;
/** The sizes of a name and of the words below it, and the least share of them: a long text becomes smaller before it is cut. */
const NAME_SIZE = 23;
const SENT_SIZE = 13;
const LEAST = 0.7;
export const NAME_HEIGHT = 56;
/** Below the middle. */
export const NAME_Y = 158;
/** The lower edge of all that a film shows in its middle. */
export const LOW = NAME_Y + NAME_HEIGHT / 2;
const DARK = "#08041a";
const EDGE = "rgba(8,4,26,.8)";

/** The half width and half height of the area that a film darkens most. */
const WIDE = 270;
const HIGH = 236;
/** The picture of the dark reaches this many times as far. */
const BEYOND = 2.2;

/** @param {Art} art @param {string} color */
function paintDim(art, color) {
  return art.paint(256, 256, (ctx) => {
    ctx.fillStyle = radial(ctx, 128, 128, 128, [
      [0, rgba(color, 0.88)], [0.22, rgba(color, 0.84)], [0.34, rgba(color, 0.66)], [0.455, rgba(color, 0.4)],
      [0.6, rgba(color, 0.22)], [0.8, rgba(color, 0.1)], [1, rgba(color, 0)]]);
    ctx.fillRect(0, 0, 256, 256);
  });
}

/**
 * Darkens the stage about the film's middle, so that light shows over any footage. The dark is below the widgets, so that it
 * cuts across none of them.
 * @param {Pen} pen @param {Scene} scene @param {string} color
 * @param {number} [y] of the dark's middle @param {number} [wide] its half width
 */
export function dim(pen, { dark }, color, y = 0, wide = WIDE) {
  pen.under(pen.art.keep(paintDim, color), 0, y, (wide * BEYOND) / 128, (HIGH * BEYOND) / 128, dark);
}

/** The dark falls in this time, in milliseconds. */
const FALLS = 700;

/**
 * The strength of a film's dark, which comes and goes softly.
 * @param {number} time @param {[number, number]} ends when it begins to go, and is gone
 */
export function dusk(time, ends) {
  return span(time, 0, FALLS, ease.inOut) * (1 - span(time, ends[0], ends[1], ease.inOut));
}

/**
 * Puts the origin in the film's middle.
 * @param {Pen} pen @param {Scene} scene
 */
export function aim(pen, { x, y, unit }) {
  pen.over(x, y, unit);
}

/**
 * Moves the camera slowly: everything that is drawn until the next `aim` comes nearer and sways.
 * @param {Pen} pen @param {number} time @param {number} duration of the film @param {number} y the point that it looks at
 * @param {number} [size] of everything
 */
export function approach(pen, time, duration, y, size = 1) {
  const p = pen.isCalm ? 0.5 : time / duration;
  const sway = pen.isCalm ? 0 : Math.sin(time / 1100);
  pen.zoom(0, y, size * (0.95 + 0.1 * p), sway * 2.4);
}

/**
 * The strength of light that breathes, about 1.
 * @param {number} time @param {number} [depth]
 */
export function breath(time, depth = 0.12) {
  return 1 + depth * Math.sin(time / 430);
}

/**
 * A bright flash.
 * @param {Pen} pen @param {number} x @param {number} y @param {number} time @param {number} at @param {string} color
 * @param {number} [size] @param {number} [length] in milliseconds
 */
export function flash(pen, x, y, time, at, color, size = 6, length = 420) {
  const alpha = arch(time, at, at + 50, at + 60, at + length);
  if (alpha <= 0) return;
  pen.light(true);
  pen.put(glow(pen, color, 48), x, y, size, undefined, 0, alpha * 0.85);
  pen.put(glow(pen, "#ffffff", 48), x, y, size * 0.5, undefined, 0, alpha);
  pen.light(false);
}

/**
 * @typedef {object} Field The area and the period of twinkling glints.
 * @property {number} n
 * @property {number} [x]
 * @property {number} y
 * @property {number} rx
 * @property {number} ry
 * @property {number} from
 * @property {number} to
 * @property {string} color
 * @property {number} [size]
 */

/**
 * @param {Pen} pen @param {Field} field @param {number} time @param {number} seed
 * @param {number} [y] absent: the field's @param {number} [rx] @param {number} [ry]
 */
export function twinkles(pen, field, time, seed, y = field.y, rx = field.rx, ry = field.ry) {
  const { n, x = 0, from, to, color, size = 1 } = field;
  if (time < from || time > to || pen.isCalm) return;
  const picture = glint(pen, color, 4, 24);
  pen.light(true);
  for (let i = 0; i < n; i++) {
    const cycle = 700 + 500 * hash(seed, i);
    const passed = time - from + cycle * hash(seed, i + 40);
    const round = Math.floor(passed / cycle);
    const on = Math.sin(((passed % cycle) / cycle) * Math.PI) ** 3 * (1 - span(time, to - 400, to));
    const px = x + (hash(seed, round * 97 + i) - 0.5) * 2 * rx;
    const py = y + (hash(seed, round * 89 + i + 500) - 0.5) * 2 * ry;
    pen.put(picture, px, py, on * size * (0.4 + 0.7 * hash(seed, i + 7)), undefined, 0.2, on);
  }
  pen.light(false);
}

/**
 * Draws the sender's name and the gift's name.
 * @param {Pen} pen @param {Scene} scene @param {number} time @param {number} from start of the entrance @param {number} to start of the exit
 * @param {string} accent its color
 */
export function nameplate(pen, scene, time, from, to, accent) {
  const shown = span(time, from, from + 450, ease.back);
  const gone = span(time, to, to + 400, ease.in);
  const alpha = clamp((time - from) / 200) * (1 - gone);
  if (alpha <= 0) return;
  const { brush, node, unit } = scene;
  const name = node.sender ?? "";
  const sent = lineOf(brush, node);
  const wide = Math.min(WIDEST_NAME, scene.w - 20, Math.max(width(display(NAME_SIZE), name), width(sentFont(SENT_SIZE), sent)) + BESIDE + 8);
  const plate = brush.sprites.held(node, node) ?? namePlateOf(brush, node, sent, wide, unit, accent);
  pen.show(plate, wide / 2, NAME_HEIGHT / 2, 0, NAME_Y + 10 * gone, 0.7 + 0.3 * shown, 1, 0, alpha * leftBy(brush.veil.above, scene, wide));
}

/**
 * Returns the share of a name's opacity that an alert in its place leaves. Words on words would be hard to read.
 * @param {import("../stage/stage.js").Node | null} alert @param {Scene} scene @param {number} wide
 */
function leftBy(alert, { x, y, unit }, wide) {
  if (alert === null) return 1;
  const reach = (wide / 2) * unit;
  const isBeside = alert.x > x + reach || alert.x + alert.width < x - reach;
  const isAbove = alert.y + alert.height < y + (LOW - NAME_HEIGHT) * unit;
  return isBeside || isAbove || alert.y > y + LOW * unit ? 1 : 1 - alert.alpha;
}

/**
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node
 * @param {string} sent @param {number} wide @param {number} unit @param {string} accent
 */
function namePlateOf(brush, node, sent, wide, unit, accent) {
  return brush.sprites.get(node, node, wide * unit, NAME_HEIGHT * unit, 12 * unit, (ctx) => {
    ctx.scale(unit, unit);
    paintName(ctx, brush, node, sent, wide, accent);
  });
}

/**
 * The words below the sender's name, and the room's word that they begin with.
 * @type {WeakMap<import("../stage/stage.js").Node, {sent: string, line: string}>}
 */
const lines = new WeakMap();

/** @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node */
function lineOf({ words }, node) {
  let known = lines.get(node);
  if (known?.sent !== words.sent) {
    lines.set(node, (known = { sent: words.sent, line: phrase(words.sent, node.gift ?? "") }));
  }
  return known.line;
}

/** @param {number} size */
function sentFont(size) {
  return font(size, 600);
}

/**
 * Returns the largest font, in halves of a point, whose text fits into its room.
 * @param {(size: number) => string} make @param {number} size the full size @param {string} text @param {number} room
 */
function fitted(make, size, text, room) {
  const whole = width(make(size), text);
  if (whole <= room) return make(size);
  return make(Math.max(size * LEAST, Math.floor(((size * room) / whole) * 2) / 2));
}

/**
 * @param {CanvasRenderingContext2D} ctx @param {import("../paint/brush.js").Brush} brush
 * @param {import("../stage/stage.js").Node} node @param {string} sent @param {number} w @param {string} accent
 */
function paintName(ctx, brush, node, sent, w, accent) {
  const name = node.sender ?? "";
  ctx.fillStyle = linear(ctx, 0, 0, w, 0, [
    [0, rgba(DARK, 0)], [SOFT / w, rgba(DARK, PLATE)], [1 - SOFT / w, rgba(DARK, PLATE)], [1, rgba(DARK, 0)]]);
  ctx.fillRect(0, 4, w, 48);
  ctx.fillStyle = linear(ctx, 0, 0, w, 0, [rgba(accent, 0), tint(accent, 0.5), rgba(accent, 0)]);
  ctx.fillRect(0, 4, w, 1.4);
  ctx.fillRect(0, 50.6, w, 1.4);
  portrait(ctx, brush.pictures.get(node.avatar), name, 38, 8, 40, tint(accent, 0.4), 2);
  const room = w - BESIDE;
  const [large, small] = [fitted(display, NAME_SIZE, name, room), fitted(sentFont, SENT_SIZE, sent, room)];
  write(ctx, fit(large, name, room), 88, 28, large, "#ffffff", 3.5, EDGE);
  write(ctx, fit(small, sent, room), 88, 45, small, tint(accent, 0.45), 2.5, EDGE);
}

// @ts-check
/**
 * The list of the built-in films that big gifts show, by name, and the function that draws one. Each is a function of
 * the node and the shown room time.
 */

import { clamp, ease, span } from "../show/ease.js";
import { LOW, NAME_HEIGHT, NAME_Y, WIDEST_NAME, aim, dusk, nameplate } from "./scene.js";
import { castle } from "./castle.js";
import { crown } from "./crown.js";
import { diamond } from "./diamond.js";
import { fireworks } from "./fireworks.js";
import { hearts } from "./hearts.js";
import { rocket } from "./rocket.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */
/** @typedef {import("./scene.js").Film} Film */

/** @type {Record<string, Film>} */
export const films = { rocket, castle, fireworks, diamond, hearts, crown };

/** The side of the square that a film needs, in points of its design. */
export const SIDE = 540;
/** The duration of the fade at the end of a film, in milliseconds. */
const FADES = 300;
/**
 * The middle of a film on a stage that is higher than wide, and its size there: in the preset layout its picture and the
 * sender's name stand between the goals and the rows of gifts.
 */
const MIDDLE = 0.477;
const TALL = 0.88;
/** Stages that are narrower than this have smaller films, so that these stay beside the rows' counts; but no smaller than `NARROW`. */
const WIDE = 16 / 9;
const NARROW = 0.8;
/** The color of a sender's name that stands without its film. */
const CARD = "#ffd75e";
/** The name has come and does not go, in milliseconds. */
const STANDS = 1000;

/** The share by which a film fades the other widgets. On a stage that is higher than wide more of them are near it. */
const WANES = 0.14;
const WANES_TALL = 0.28;

/**
 * Captions fade before the film's picture comes, and return at the end of its dark, after the sender's name: the two times
 * in milliseconds.
 */
const CLEARS = 220;
const RETURNS = 220;

/**
 * Raises the veil of the widgets above a film, and of captions that its picture or its sender's name crosses.
 * @param {Brush} brush @param {Node} node
 */
export function veilFilm({ veil, time, pen }, node) {
  const film = films[node.film ?? ""];
  if (film === undefined || pen.isStill) return;
  const at = timeOf(film, node, time);
  if (!(at >= 0 && at <= film.duration)) return;
  const fade = fadeOf(film, node, at);
  const dark = dusk(at, film.ends) * fade;
  const hides = span(at, 0, CLEARS, ease.out) * (1 - span(at, film.ends[1] - RETURNS, film.ends[1])) * fade;
  const { y, height } = node;
  const isTall = height > node.width;
  veil.fade = Math.max(veil.fade, dark * (isTall ? WANES_TALL : WANES));
  if (hides <= veil.hides) return;
  const unit = unitOf(node);
  const middle = middleOf(node);
  veil.hides = hides;
  // On a wide stage captions can stand beside the picture, but not in the place of the name.
  const isName = !isTall && film.isDeep !== true;
  const reach = isName ? (WIDEST_NAME / 2) * unit : Infinity;
  veil.left = node.x + node.width / 2 - reach;
  veil.right = node.x + node.width / 2 + reach;
  veil.top = isTall ? middle - (SIDE / 2) * unit : isName ? middle + (LOW - NAME_HEIGHT) * unit : middle;
  veil.bottom = film.isDeep === true ? Infinity : middle + LOW * unit;
}

/**
 * Draws a film, or without motion only its sender's name. The page shows nothing if it does not know the film.
 * @param {Brush} brush @param {Node} node
 */
export function drawFilm(brush, node) {
  const film = films[node.film ?? ""];
  const { width, height, duration = 0, start = 0 } = node;
  if (film === undefined || duration <= 0) return;
  const { pen } = brush;
  const time = timeOf(film, node, brush.time);
  if (!pen.isStill) {
    brush.keepMoving(start / 1000 + duration * 1000);
    if (time < 0 || time > film.duration) return;
  }
  const scene = sceneOf(brush, node, unitOf(node), node.x + width / 2, middleOf(node));
  aim(pen, scene);
  if (pen.isStill) {
    pen.fade = node.alpha;
    nameplate(pen, scene, 0, -STANDS, STANDS, CARD);
  } else {
    pen.fade = fadeOf(film, node, time);
    scene.dark = dusk(time, film.ends);
    film.draw(pen, time, scene);
  }
  pen.end();
}

/**
 * Returns the film's own time, in milliseconds.
 * @param {Film} film @param {Node} node @param {number} now room time in milliseconds
 */
function timeOf(film, { start = 0, duration = 0 }, now) {
  return ((now - start / 1000) / (duration * 1000)) * film.duration;
}

/** @param {Film} film @param {Node} node @param {number} time */
function fadeOf(film, { alpha }, time) {
  return alpha * (1 - span(time, film.duration - FADES, film.duration));
}

/**
 * Returns the points of the stage per point of a film's design.
 * @param {Node} node
 */
function unitOf({ width, height }) {
  return (Math.min(width, height) / SIDE) * (height > width ? TALL : clamp(width / height / WIDE, NARROW));
}

/**
 * Returns the height of a film's middle, in points of the stage. A smaller film is lower, so that its sender's name stays
 * below the rows of gifts.
 * @param {Node} node
 */
function middleOf(node) {
  const { y, width, height } = node;
  return height > width ? y + height * MIDDLE : y + height / 2 + (height / SIDE - unitOf(node)) * NAME_Y;
}

/**
 * The scene that was drawn last. It is kept, so that a drawing makes no object.
 * @type {import("./scene.js").Scene | null}
 */
let kept = null;

/**
 * Returns the scene of a node. The next call changes it.
 * @param {Brush} brush @param {Node} node @param {number} unit
 * @param {number} x @param {number} y
 */
export function sceneOf(brush, node, unit, x, y) {
  const { width, height, seed } = node;
  kept ??= { brush, node, unit, x: 0, y: 0, w: 0, h: 0, seed: 0, dark: 0 };
  kept.brush = brush;
  kept.node = node;
  kept.unit = unit;
  kept.x = x;
  kept.y = y;
  kept.w = width / unit;
  kept.h = height / unit;
  kept.seed = seed ?? 0;
  return kept;
}

// @ts-check
/**
 * The list of the built-in films that big gifts show, by name, and the function that draws one. Each is a function of
 * the node and the shown room time.
 */

import { span } from "../show/ease.js";
import { aim, nameplate } from "./scene.js";
import { castle } from "./castle.js";
import { crown } from "./crown.js";
import { diamond } from "./diamond.js";
import { fireworks } from "./fireworks.js";
import { hearts } from "./hearts.js";
import { rocket } from "./rocket.js";

/** @type {Record<string, import("./scene.js").Film>} */
export const films = { rocket, castle, fireworks, diamond, hearts, crown };

/** The side of the square that a film needs, in points of its design. */
const SIDE = 540;
/** The duration of the fade at the end of a film, in milliseconds. */
const FADES = 300;
/**
 * The middle of a film on a stage that is higher than wide, and its size there: in the preset layout its picture and the
 * sender's name stand between the goals and the rows of gifts.
 */
const MIDDLE = 0.477;
const TALL = 0.88;
/** The color of a sender's name that stands without its film. */
const CARD = "#ffd75e";
/** The name has come and does not go, in milliseconds. */
const STANDS = 1000;

/**
 * Draws a film, or without motion only its sender's name. The page shows nothing if it does not know the film.
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node
 */
export function drawFilm(brush, node) {
  const film = films[node.film ?? ""];
  const { width, height, duration = 0, start = 0 } = node;
  if (film === undefined || duration <= 0) return;
  const { pen } = brush;
  const time = ((brush.time - start / 1000) / (duration * 1000)) * film.duration;
  if (!pen.isStill) {
    brush.keepMoving(start / 1000 + duration * 1000);
    if (time < 0 || time > film.duration) return;
  }
  const isTall = height > width;
  const unit = (Math.min(width, height) / SIDE) * (isTall ? TALL : 1);
  const scene = sceneOf(brush, node, unit, node.x + width / 2, node.y + height * (isTall ? MIDDLE : 0.5));
  aim(pen, scene);
  if (pen.isStill) {
    pen.fade = node.alpha;
    nameplate(pen, scene, 0, -STANDS, STANDS, CARD);
  } else {
    pen.fade = node.alpha * (1 - span(time, film.duration - FADES, film.duration));
    film.draw(pen, time, scene);
  }
  pen.end();
}

/**
 * The scene that was drawn last. It is kept, so that a drawing makes no object.
 * @type {import("./scene.js").Scene | null}
 */
let kept = null;

/**
 * @param {import("../paint/brush.js").Brush} brush @param {import("../stage/stage.js").Node} node @param {number} unit
 * @param {number} x @param {number} y
 */
function sceneOf(brush, node, unit, x, y) {
  const { width, height, seed } = node;
  kept ??= { brush, node, unit, x: 0, y: 0, w: 0, h: 0, seed: 0 };
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

// @ts-check
/**
 * The effect widget, which shows a big gift's film or picture over the stage, scaled to fit into its rectangle. It is below the
 * other widgets, because a film can cover the whole stage. Films that the page draws fade these widgets.
 */

import { drawFilm, veilFilm } from "../film/film.js";
import { drawStill } from "../film/still.js";

/** @typedef {import("../paint/brush.js").Brush} Brush */
/** @typedef {import("../stage/stage.js").Node} Node */

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [src]
 * @property {number} [start] room time in microseconds
 * @property {number} [duration] in seconds
 * @property {string} [film] the name of a film that the page draws; absent: `src` is set
 * @property {number | null} [seed] of the film's random numbers
 */

/** @type {import("./widgets.js").Widget} */
export const effect = {
  name: "effects",
  kind: "effect",
  layer: 0,
  fields: [
    ["src", "name"],
    ["start", "integer"],
    ["duration", "seconds"],
    ["film", "name"],
    ["sender", "name"],
    ["avatar", "name"],
    ["gift", "name"],
    ["seed", "integer?"],
  ],
  content: ["src", "start", "film", "sender", "avatar", "gift"],
  veil: veilFilm,
  draw: drawEffect,
};

/** @param {Node} node true: the page draws its film */
function isDrawn({ film }) {
  return film !== undefined && film !== null;
}

/** @param {Brush} brush @param {Node} node */
function drawEffect(brush, node) {
  if (node.width <= 0) return;
  if (isDrawn(node)) return drawFilm(brush, node);
  const shown = brush.media.get(node.src ?? "", (node.start ?? 0) / 1000, brush.time);
  if (shown === null) return;
  if (shown.isStill === true) return drawStill(brush, node, shown);
  const { picture, width, height } = shown;
  const share = Math.min(node.width / width, node.height / height);
  const wide = width * share;
  const high = height * share;
  const { ctx, scale } = brush;
  ctx.setTransform(scale, 0, 0, scale, node.x * scale, node.y * scale);
  ctx.globalAlpha = node.alpha;
  ctx.drawImage(picture, (node.width - wide) / 2, (node.height - high) / 2, wide, high);
  ctx.globalAlpha = 1;
}

// @ts-check
/** The alert widget, which shows one event at a time on a card in the middle of the stage. `show/banner.js` draws it. */

import { drawBanner, drawThrown, prepareCard, preparePicture, prepareWords } from "../show/banner.js";

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {string} [title] the text of the rule
 * @property {string} [message] the sender's words
 * @property {string} [name] of the sender
 * @property {string} [avatar]
 * @property {string} [image]
 * @property {string} [amount] as it is written
 * @property {number} [tier] 1 to 4; absent in tier 0
 * @property {number | null} [seed] of its random numbers, 0 to 65,535
 * @property {number} [start] room time in microseconds
 * @property {number} [left] when a skip began, room time in microseconds
 * @property {number} [duration] in seconds
 */

/** @type {import("./widgets.js").Widget} */
export const alert = {
  name: "alerts",
  kind: "alert",
  layer: 70,
  fields: [
    ["title", "text"],
    ["message", "name"],
    ["name", "name"],
    ["avatar", "name"],
    ["image", "name"],
    ["amount", "name"],
    ["tier", "integer?"],
    ["seed", "integer?"],
    ["start", "integer?"],
    ["left", "integer?"],
    ["duration", "seconds"],
  ],
  content: ["title", "message", "name", "avatar", "image", "amount", "tier", "start"],
  prepare: [prepareCard, prepareWords, preparePicture],
  scatter: drawThrown,
  draw: drawBanner,
};

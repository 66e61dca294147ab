// @ts-check
/** Declares the fields of the leaders, the board of the senders who gave most, which `show/board.js` draws. */

import { drawBoard } from "../show/board.js";

/**
 * @typedef {object} Fields The fields of its nodes.
 * @property {number} [place] from 1; absent: the node is the board's title
 * @property {string} [name]
 * @property {string} [avatar]
 * @property {number} [value] the sum as it is shown
 * @property {number} [born] when the row appeared, room time in microseconds
 * @property {number} [rose] when its place last became smaller, room time in microseconds
 * @property {number | null} [seed] of its random numbers, 0 to 65,535
 * @property {string} [text] of the title
 */

/** @type {import("./widgets.js").Widget} */
export const leader = {
  name: "leaders",
  kind: "leader",
  layer: 25,
  fields: [
    ["place", "integer?"],
    ["name", "name"],
    ["avatar", "name"],
    ["value", "hundredths?"],
    ["born", "integer?"],
    ["rose", "integer?"],
    ["seed", "integer?"],
    ["text", "name"],
  ],
  content: ["name", "avatar", "text"],
  lay: drawBoard,
  // A row that rises passes above the others, so the board draws all rows together.
  draw: () => {},
};

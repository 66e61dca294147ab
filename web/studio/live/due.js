// @ts-check
/** Formats the time until a waiting gift or call enters the stage. */

import { countdown, t } from "../words.js";

/**
 * @param {number | null} expectedAt @param {import("../overview.js").Overview} overview @param {number} roomTime in microseconds
 */
export function dueText(expectedAt, overview, roomTime) {
  if (expectedAt === null) return t(overview.held ? "afterResume" : "later");
  return countdown((expectedAt - roomTime) / 1e6);
}

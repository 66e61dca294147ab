// @ts-check
/** The registry of the materials of widgets' plates (their backgrounds), which finds a material's painter by name. */

import { blossom } from "./blossom.js";
import { card } from "./card.js";
import { glass } from "./glass.js";
import { jelly } from "./jelly.js";
import { lacquer } from "./lacquer.js";
import { panels } from "./panels.js";
import { pixels } from "./pixels.js";
import { isOwn } from "../../shared/palette.js";
import { isRepainted, plain } from "./plain.js";
import { screen } from "./screen.js";
import { stroke } from "./stroke.js";
import { tubes } from "./tubes.js";

/** @type {Record<string, import("./form.js").Material>} */
const materials = { blossom, card, glass, jelly, lacquer, panels, pixels, plain, screen, stroke, tubes };

/** The materials with round corners. */
const ROUND = new Set(["blossom", "glass", "jelly", "plain", "tubes"]);

/**
 * The radii of plates. A counter's plate takes the gift row's, but keeps its material.
 * @type {Record<import("./form.js").Form["role"], keyof typeof import("../../shared/palette.js").radius>}
 */
export const RADII = {
  gift: "giftRadius", ticker: "tickerRadius", call: "callRadius", goal: "goalRadius", counter: "giftRadius", alert: "giftRadius",
  leader: "giftRadius" };

/**
 * The material of plates; a plate that is painted in an own color is plain.
 * @param {string} name @param {import("./form.js").Form["role"]} role
 */
export function materialOf(name, role) {
  const isReshaped = !ROUND.has(name) && role !== "counter" && isOwn(RADII[role]);
  return isRepainted(role) || isReshaped ? plain : materials[name] ?? plain;
}

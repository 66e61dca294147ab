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
 * The material of plates; a plate that is painted in an own colour is plain.
 * @param {string} name @param {import("./form.js").Form["role"]} role
 */
export function materialOf(name, role) {
  const isReshaped = !ROUND.has(name) && role !== "counter" && isOwn(`${role}Radius`);
  return isRepainted(role) || isReshaped ? plain : materials[name] ?? plain;
}

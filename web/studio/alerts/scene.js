// @ts-check
/** The stage of an alert's preview, which the overlay's code paints. */

import { t } from "../words.js";
import { exampleOf, filledTitle } from "./example.js";

/** @typedef {import("./rules.js").Rule} Rule */

/** The size that alerts are designed at, and the room for light around them, in points. */
const SIZE = { width: 360, height: 150 };
const ROOM = 12;
/** The instant that shows an alert at rest, in seconds. */
const REST = 3.2;

/** Returns the names of made-up events. */
export function exampleNames() {
  return { sender: t("nameMira"), message: t("exampleMessage"), title: t("exampleTitle"), gift: t("giftRose") };
}

/**
 * Returns the tier of a worth, 0 to 4.
 * @param {number} worth @param {boolean} isMoney @param {any} config
 */
function tierOf(worth, isMoney, config) {
  const tiers = config?.tiers ?? {};
  const steps = /** @type {number[]} */ ((isMoney ? tiers.money : tiers.value) ?? []);
  return tiers.enabled === false ? 0 : steps.filter((step) => worth >= step).length;
}

/**
 * The alert of a rule, for an event that is made up.
 * @param {Rule} rule @param {any} config @param {number} [scale] device pixels a point
 * @returns {import("../looks/scenes.js").Scene}
 */
export function alertScene(rule, config, scale = 2) {
  const { facts, values, image, body } = exampleOf(rule.when, config, exampleNames());
  const tier = rule.tier ?? tierOf(facts.worth, facts.money, config);
  const picture = rule.image ?? image;
  const node = {
    id: "alert/a", kind: "alert", x: ROOM, y: ROOM, ...SIZE, alpha: 1, title: filledTitle(rule.title, values),
    ...(rule.message && body.message !== undefined && { message: body.message }), name: values.sender,
    ...(picture != null && { image: picture }), ...(values.amount !== "" && { amount: values.amount }),
    ...(tier > 0 && { tier }), seed: 7, start: 0, duration: rule.duration,
  };
  return {
    width: SIZE.width + 2 * ROOM, height: SIZE.height + 2 * ROOM, scale, seconds: Math.min(rule.duration, 6), rest: Math.min(REST, rule.duration / 2),
    nodes: () => [/** @type {any} */ (node)],
    at: () => [],
  };
}

// @ts-check
/** Ready-made sets of rules, which a person can apply and then change. */

import { soundAddress } from "../../shared/sounds.js";
import { NAMES } from "../platforms/names.js";
import { t } from "../words.js";
import { MONEY_SOURCES, whole } from "./rules.js";
import { sourceText } from "./sentence.js";

/** @typedef {import("./rules.js").Rule} Rule */
/** @typedef {"simple" | "steps" | "platforms" | "big"} SetName */

/** @type {SetName[]} */
export const SETS = ["simple", "steps", "platforms", "big"];

/** The platforms of a room that has set up none. */
const USUAL = ["twitch", "youtube", "tiktok"];
const BIG_RAID = 50;
const LONG_MONTHS = 12;

/** @param {any} config @returns {{value: number[], money: number[]}} the thresholds of the tiers */
function stepsOf(config) {
  const { value = [20, 200, 1000, 5000], money = [500, 2000, 5000, 20000] } = config?.tiers ?? {};
  return { value, money };
}

/**
 * Returns the sound for a tier; null if the room has a sound for every alert.
 * @param {number} tier @param {any} config
 */
function soundOf(tier, config) {
  return config?.sounds?.alert ? null : soundAddress(`alert-${tier}`);
}

/**
 * Returns a film with its sound. With `flourish` the overlay plays the sound itself.
 * @param {string} film @param {any} config
 */
function filmOf(film, config) {
  return { film, sound: config?.sounds?.flourish || config?.sounds?.alert ? null : soundAddress(film) };
}

/**
 * Returns the rules of a set.
 * @param {SetName} name @param {any} config @param {string[]} sources the platforms of the room
 * @returns {Rule[]}
 */
export function rulesOfSet(name, config, sources) {
  const rules = { simple, steps, platforms, big }[name](config, sources);
  return rules.map((rule) => whole(rule));
}

/** @param {any} config @returns {Parameters<typeof whole>[0][]} */
function simple(config) {
  return [
    { name: "raid", when: { type: "notice", kind: "raid" }, title: t("titleRaid"), tier: 3, sound: soundOf(3, config) },
    { name: "subscription", when: { type: "notice", kind: "subscription" }, title: t("titleSubscription"), tier: 2, sound: soundOf(2, config) },
    { name: "money", when: { type: "gift", money: true }, title: t("titleMoney"), sound: soundOf(2, config) },
    { name: "gift", when: { type: "gift", min: stepsOf(config).value[1] }, title: t("titleGift"), sound: soundOf(1, config) },
    { name: "follow", when: { type: "notice", kind: "follow" }, title: t("titleFollow"), tier: 0, duration: 4, sound: soundOf(0, config) },
  ];
}

/** @param {any} config @returns {Parameters<typeof whole>[0][]} */
function steps(config) {
  const { value, money } = stepsOf(config);
  const look = (/** @type {number} */ step) => ({
    tier: step, duration: 4 + step, ...(step === 4 ? filmOf("fireworks", config) : { sound: soundOf(step, config) }) });
  return [4, 3, 2, 1].flatMap((step) => [
    { name: `money-${step}`, when: { type: /** @type {const} */ ("gift"), money: true, min: money[step - 1] }, title: t("titleMoney"), ...look(step) },
    { name: `gift-${step}`, when: { type: /** @type {const} */ ("gift"), money: false, min: value[step - 1] }, title: t("titleGift"), ...look(step) },
  ]);
}

/** @param {any} config @param {string[]} sources @returns {Parameters<typeof whole>[0][]} */
function platforms(config, sources) {
  const known = sources.filter((source) => source in NAMES);
  return (known.length > 0 ? known : USUAL).flatMap((source) => platform(source, config));
}

/** @param {string} source @param {any} config @returns {Parameters<typeof whole>[0][]} */
function platform(source, config) {
  const name = sourceText(source);
  const gift = { name: `${source}-gift`, sound: soundOf(1, config) };
  if (MONEY_SOURCES.includes(source)) return [{ ...gift, when: { type: "gift", source }, title: t("titleMoneyOn", { name }) }];
  return [
    { name: `${source}-subscription`, when: { type: "notice", kind: "subscription", source },
      title: t("titleSubscriptionOn", { name }), tier: 2, sound: soundOf(2, config) },
    { ...gift, when: { type: "gift", source, min: stepsOf(config).value[0] }, title: t("titleGiftOn", { name }) },
  ];
}

/** @param {any} config @returns {Parameters<typeof whole>[0][]} */
function big(config) {
  const { value, money } = stepsOf(config);
  return [
    { name: "money", when: { type: "gift", money: true, min: money[3] }, title: t("titleMoney"), tier: 4, duration: 8, ...filmOf("crown", config) },
    { name: "gift", when: { type: "gift", money: false, min: value[3] }, title: t("titleGift"), tier: 4, duration: 8, ...filmOf("crown", config) },
    { name: "raid", when: { type: "notice", kind: "raid", minCount: BIG_RAID }, title: t("titleRaid"), tier: 3, sound: soundOf(3, config) },
    { name: "months", when: { type: "notice", kind: "subscription", minMonths: LONG_MONTHS }, title: t("titleMonths"), tier: 3, sound: soundOf(3, config) },
  ];
}

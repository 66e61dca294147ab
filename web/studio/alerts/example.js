// @ts-check
/** Makes up events that a rule matches, for its preview and for its test. */

import { placesOf } from "../../shared/money.js";
import { giftsOf, matches, MONEY_SOURCES } from "./rules.js";

/** @typedef {import("./rules.js").Rule} Rule */
/** @typedef {import("./rules.js").When} When */
/** @typedef {import("./rules.js").Facts} Facts */

/**
 * @typedef {object} Example A made-up event.
 * @property {"gifts" | "calls" | "notices"} part of the room that it is posted to
 * @property {any} body
 * @property {Facts} facts
 * @property {{sender: string, gift: string, count: string, amount: string, months: string, kind: string, title: string}} values
 *   of the placeholders
 * @property {string} [image] of its gift
 *
 * @typedef {{sender: string, message: string, title: string, gift: string}} Names
 */

/** The viewers of a made-up raid, and the months of a made-up subscription. */
const VIEWERS = 42;
const MONTHS = 3;
const KIND = "follow";
/** The source of events that the studio posts. */
const OWN = "api";
/** A gift of the catalogue that is worth more than this many times the smallest worth is no example of it. */
const NEAR = 2;

/** @param {any} config */
function currencyOf(config) {
  return String(config?.sources?.currency ?? "");
}

/**
 * Formats an amount as the server does: figures without separators.
 * @param {number} units @param {string} currency
 */
function amountOf(units, currency) {
  const places = placesOf(currency);
  return `${(units / 10 ** places).toFixed(places)} ${currency}`;
}

/**
 * Returns an event that fulfills a condition. As a test, it may claim to come from the platform that the condition names.
 * @param {When} when @param {any} config @param {Names} names @param {{worth?: number, count?: number, months?: number}} [least]
 * @returns {Example}
 */
export function exampleOf(when, config, names, least = {}) {
  const { sender, message } = names;
  const source = when.source ?? OWN;
  const mark = { test: true, ...(source !== OWN && { source }) };
  const type = when.type ?? (when.kind !== undefined || when.minMonths !== undefined ? "notice" : "gift");
  const blank = { sender, gift: "", count: "", amount: "", months: "", kind: "", title: "" };
  if (type === "call") {
    return { part: "calls", body: { user: sender, ...mark }, facts: { type, source, money: false, worth: 0 }, values: blank };
  }
  const isNotice = type === "notice";
  const count = Math.max(when.minCount ?? (isNotice && when.kind === "raid" ? VIEWERS : 1), least.count ?? 1);
  const item = itemOf(when, config, names, count, least.worth ?? 0, isNotice);
  const worth = item === null ? 0 : item.value * count;
  const isMoney = item?.currency !== undefined;
  const amount = worth === 0 ? "" : isMoney ? amountOf(worth, currencyOf(config)) : String(worth);
  const gift = item === null ? undefined : { name: item.name, value: item.value, ...(isMoney && { currency: item.currency }) };
  if (!isNotice) {
    return {
      part: "gifts", body: { sender, gift, count, message, ...mark },
      facts: { type: "gift", source, gift: item?.name, money: isMoney, worth, count },
      values: { ...blank, gift: item?.name ?? "", count: String(count), amount }, image: item?.image,
    };
  }
  const kind = when.kind ?? KIND;
  const months = when.minMonths !== undefined || kind === "subscription" ? Math.max(when.minMonths ?? MONTHS, least.months ?? 1) : undefined;
  const hasCount = when.minCount !== undefined || kind === "raid" || gift !== undefined;
  const title = ["redemption", "clock-end"].includes(kind) ? names.title : undefined;
  return {
    part: "notices",
    body: {
      kind, sender, ...(hasCount && { count }), ...(months !== undefined && { months }), ...(title !== undefined && { title }),
      message, ...(gift !== undefined && { gift }), ...mark,
    },
    facts: { type: "notice", kind, source, gift: item?.name, money: isMoney, worth, ...(hasCount && { count }), months },
    values: {
      ...blank, gift: item?.name ?? "", count: hasCount ? String(count) : "", amount, months: months === undefined ? "" : String(months),
      kind, title: title ?? "",
    },
    image: item?.image,
  };
}

/**
 * Returns the gift of a made-up event, whose worth times the count fulfills the condition; null if the notice needs none.
 * @param {When} when @param {any} config @param {Names} names @param {number} count @param {number} least worth
 * @param {boolean} isNotice
 * @returns {{name: string, value: number, currency?: string, image?: string} | null}
 */
function itemOf(when, config, names, count, least, isNotice) {
  const { min, max } = when;
  const isUnlimited = min === undefined && max === undefined && when.gift === undefined && when.money === undefined;
  const money = isUnlimited && !isNotice && MONEY_SOURCES.includes(when.source ?? "") ? true : when.money;
  if (isNotice && money !== true && min === undefined && when.gift === undefined && least === 0) return null;
  const most = max ?? Infinity;
  if (money === true) {
    const step = 10 ** placesOf(currencyOf(config));
    const worth = Math.max(Math.min(Math.max(min ?? 5 * step, least), most), 0);
    const value = Math.ceil(worth / count);
    // Platforms name the gift of a tip by its amount, so it has no picture of the catalogue.
    return {
      name: when.gift ?? amountOf(value, currencyOf(config)), value, currency: currencyOf(config),
      image: when.gift === undefined ? undefined : giftsOf(when, config)[0]?.image,
    };
  }
  const wanted = Math.max(min ?? 0, least);
  const all = giftsOf(when, config).sort((one, other) => (one.value ?? 0) - (other.value ?? 0));
  // A gift of the catalogue that has the right worth by itself looks most like a real event.
  const known = all.find(({ value = 0 }) => value * count >= wanted && value * count <= most) ?? all.at(-1);
  const value = known?.value ?? 1;
  const isFit = value * count >= wanted && value * count <= (wanted > 0 ? Math.min(most, wanted * NEAR) : most);
  return {
    name: when.gift ?? known?.name ?? known?.key ?? names.gift,
    value: isFit ? value : Math.ceil(Math.min(wanted, most) / count), image: known?.image,
  };
}

/**
 * Returns an event for the test of a rule, which no earlier rule takes; null if the studio cannot make one.
 * @param {Rule[]} rules @param {number} index @param {any} config @param {Names} names
 * @returns {Example | null}
 */
export function testOf(rules, index, config, names) {
  const { when } = rules[index];
  const earlier = rules.slice(0, index).filter((rule) => JSON.stringify(rule.when) !== JSON.stringify(when));
  // An earlier rule may take the smallest event of a rule, and leave a larger one, another kind or the other type.
  const money = when.money === undefined && when.type !== "call" ? [when, { ...when, money: true }] : [when];
  const kinds = when.kind === undefined && when.type !== "gift" && when.type !== "call" && when.minMonths === undefined
    ? ["raid", "subscription", "redemption", "cheer", "test"].map((kind) => ({ ...when, type: /** @type {const} */ ("notice"), kind })) : [];
  const types = when.type === undefined && when.kind === undefined ? [{ ...when, type: /** @type {const} */ ("call") }] : [];
  const worths = [undefined, ...earlier.flatMap((rule) => rule.when.max === undefined ? [] : [rule.when.max + 1])];
  for (const one of [...money, ...kinds, ...types]) {
    for (const worth of worths) {
      const example = exampleOf(one, config, names, { worth });
      if (matches(when, example.facts) && !earlier.some((rule) => matches(rule.when, example.facts))) return example;
    }
  }
  return null;
}

/**
 * Fills a title's placeholders, as the server does. Other braces stay.
 * @param {string} title @param {Example["values"]} values
 */
export function filledTitle(title, values) {
  return title.replace(/\{(sender|gift|count|amount|months|kind|title)\}/g, (_, name) => values[/** @type {keyof Example["values"]} */ (name)]);
}

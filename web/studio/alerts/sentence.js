// @ts-check
/** Says the conditions and effects of rules in plain words. */

import { money } from "../../shared/money.js";
import { NAMES } from "../platforms/names.js";
import { grouped, isWord, languageNow, t } from "../words.js";
import { giftsOf } from "./rules.js";

/** @typedef {import("./rules.js").When} When */
/** @typedef {import("../words.js").Word} Word */

/**
 * Formats a worth: money with its currency, otherwise a number.
 * @param {number} worth @param {When} when @param {any} config
 */
export function worthText(worth, when, config) {
  const currency = String(config?.sources?.currency ?? "");
  return when.money === true && currency !== "" ? money(worth, currency) : grouped(worth);
}

/**
 * Returns the word for a kind of notice: its own, or the one for other kinds.
 * @param {"a" | "each"} form @param {string} kind
 */
function kindText(form, kind) {
  const word = `${form}_${kind}`;
  return isWord(word) ? t(word) : t(`${form}_other`, { kind });
}

/**
 * Returns the events that a condition is about: “A gift”, or “Each gift”.
 * @param {"a" | "each"} form @param {When} when @param {any} config
 */
export function subjectOf(form, when, config) {
  const { type, kind, gift, money: isMoney, minMonths } = when;
  if (kind !== undefined) return kindText(form, kind);
  if (gift !== undefined) {
    const [known] = giftsOf(when, config);
    return t(`${form}_named`, { gift: known?.name ?? gift });
  }
  if (type === "call") return t(`${form}_call`);
  if (type === "notice" || (type === undefined && minMonths !== undefined)) return t(`${form}_notice`);
  if (isMoney === true) return t(`${form}_money`);
  return type === "gift" ? t(`${form}_gift`) : t(`${form}_any`);
}

/**
 * Returns the limits of a condition: “worth 1,000 or more”.
 * @param {When} when @param {any} config
 */
function limitsOf(when, config) {
  const { type, kind, gift, money: isMoney, min = 0, max, minCount, minMonths } = when;
  const worth = (/** @type {number} */ value) => worthText(value, when, config);
  const isNamed = kind !== undefined || gift !== undefined || type === "notice";
  const isTip = isMoney === true && !isNamed;
  return [
    isMoney === true && isNamed && t("limitMoney"),
    isMoney === false && t("limitNoMoney"),
    max === undefined ? min > 0 && t(isTip ? "tipMin" : "limitMin", { n: worth(min) })
      : min > 0 ? t(isTip ? "tipRange" : "limitRange", { from: worth(min), to: worth(max) }) : t(isTip ? "tipMax" : "limitMax", { n: worth(max) }),
    minCount !== undefined && t(kind === "raid" ? "limitViewers" : "limitCount", { n: grouped(minCount) }),
    minMonths !== undefined && t(minMonths === 1 ? "limitMonth" : "limitMonths", { n: grouped(minMonths) }),
  ].flatMap((limit) => limit === false ? [] : [limit]);
}

/**
 * Returns the name of a platform, or of the studio and its bots.
 * @param {string} source
 */
export function sourceText(source) {
  return source === "api" ? t("fromHere") : NAMES[source] ?? (source === "generic" ? t("fromGeneric") : source);
}

/**
 * Says which events a condition matches: “A gift worth 1,000 or more, from anywhere”.
 * @param {When} when @param {any} config
 */
export function sentenceOf(when, config) {
  const limits = limitsOf(when, config).map((part, index) => t(index === 0 ? "limitFirst" : "limitNext", { part })).join("");
  const from = when.source === undefined ? t("fromAnywhere") : t("fromSource", { source: sourceText(when.source) });
  return t("ruleSentence", { subject: subjectOf("a", when, config), limits, from });
}

/**
 * Says what a rule of a clock does: “Each subscription adds 1 minute”.
 * @param {import("../timer/clocks.js").ClockRule} rule @param {any} config
 */
export function clockSentence({ when, seconds, per, unit }, config) {
  const limits = limitsOf(when, config);
  const parts = limits.map((part, index) => t(index === 0 ? "limitFirst" : "limitNext", { part }));
  const from = when.source === undefined ? "" : t("limitNext", { part: t("fromSource", { source: sourceText(when.source) }) });
  const time = durationText(Math.abs(seconds));
  const effect = t(`${seconds < 0 ? "takes" : "adds"}_${per}`, { time, unit: worthText(unit, when, config) });
  const middle = parts.join("") + from;
  return t(middle === "" ? "clockSentence" : "clockSentenceLimits", { subject: subjectOf("each", when, config), limits: middle, effect });
}

/**
 * Formats a duration in words: 1 minute, 1 hour 30 minutes, 10 seconds.
 * @param {number} seconds
 */
export function durationText(seconds) {
  const part = (/** @type {number} */ value, /** @type {string} */ unit) =>
    new Intl.NumberFormat(languageNow(), { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 2 }).format(value);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = Math.round(seconds % 60 * 100) / 100;
  const parts = [hours > 0 && part(hours, "hour"), minutes > 0 && part(minutes, "minute"), rest > 0 && part(rest, "second")];
  const shown = parts.filter((one) => one !== false);
  return shown.length > 0 ? shown.join(" ") : part(0, "second");
}

// @ts-check
/** The part of a form that chooses the events of a rule: their type, gift, worth, number, months and platform. */

import { placesOf } from "../../shared/money.js";
import { choice } from "../parts/choice.js";
import { el, fill } from "../parts/dom.js";
import { NAMES } from "../platforms/names.js";
import { t } from "../words.js";
import { cleaned, KINDS } from "./rules.js";
import { sourceText } from "./sentence.js";

/** @typedef {import("./rules.js").When} When */

const MOST_WORTH = 1e12;
const MOST_COUNT = 1e9;
const MOST_MONTHS = 1200;
const OTHER = "?";
const TIP = "tip";

/**
 * @param {When} start @param {any} config @param {(when: When) => void} changed
 */
export function conditionFields(start, config, changed) {
  let when = { ...start };
  const currency = String(config?.sources?.currency ?? "");
  const more = el("div", { class: "stack tight" });
  const set = (/** @type {When} */ next, isRebuilt = false) => {
    when = { ...when, ...next };
    if (isRebuilt) build();
    changed(cleaned(when));
  };
  const isTip = () => when.type === "gift" && when.money === true;
  const types = choice(t("what"), [[TIP, t("tip")], ["gift", t("gift")], ["notice", t("notice")], ["call", t("call")], ["", t("anything")]],
    isTip() ? TIP : when.type ?? "", (type) => {
      // Amounts of money and values of gifts have different units.
      const reset = isTip() || type === TIP ? { money: type === TIP || undefined, min: undefined, max: undefined } : {};
      set(type === TIP ? { ...reset, type: "gift", gift: undefined, minCount: undefined } : { ...reset, type: /** @type {any} */ (type || undefined) }, true);
    });
  const source = el("select", { "aria-label": t("from_"), on: { change: () => set({ source: source.value || undefined }) } },
    el("option", { value: "" }, t("anywhere")),
    [...new Set([...Object.keys(NAMES), "generic", "api", ...(when.source === undefined ? [] : [when.source])])]
      .map((name) => el("option", { value: name }, sourceText(name))));
  source.value = when.source ?? "";

  /**
   * Creates a field for a number; empty for no limit.
   * @param {"min" | "max" | "minCount" | "minMonths"} key @param {string} label @param {number} most @param {number} [scale] units in a whole
   */
  function number(key, label, most, scale = 1) {
    const value = when[key];
    const field = el("input", { type: "number", inputmode: "decimal", min: 0, max: most, step: scale === 1 ? 1 : "any", "data-key": key,
      placeholder: t("anyNumber"), value: value === undefined ? "" : value / scale, on: { input: () => {
        const typed = Number(field.value);
        if (field.value === "") set({ [key]: undefined });
        else if (typed >= 0 && typed <= most) set({ [key]: Math.round(typed * scale) });
      } } });
    return el("label", { class: "field small grow" }, label, field);
  }

  function kindFields() {
    const own = when.kind !== undefined && !(/** @type {readonly string[]} */ (KINDS)).includes(when.kind);
    const field = el("input", { maxlength: 50, pattern: "[a-z0-9\\-]+", autocomplete: "off", placeholder: "hype-train", value: own ? when.kind : "", on: {
      input: () => set({ kind: field.value.trim() || undefined }) } });
    const ownField = el("label", { class: "field small grow", hidden: !own }, t("ownKind"), field);
    const kinds = el("select", { "data-key": "kind", "aria-label": t("whichKind"), on: { change: () => {
      ownField.hidden = kinds.value !== OTHER;
      set({ kind: kinds.value === OTHER ? field.value.trim() || undefined : kinds.value || undefined }, kinds.value !== OTHER);
      if (kinds.value === OTHER) field.focus();
      else more.querySelector("select")?.focus();
    } } }, el("option", { value: "" }, t("anyKind")), KINDS.map((kind) => el("option", { value: kind }, t(`kind_${kind}`))),
    el("option", { value: OTHER }, t("otherKind")));
    kinds.value = own ? OTHER : when.kind ?? "";
    return el("div", { class: "row wrap ends" }, el("label", { class: "field small grow" }, t("whichKind"), kinds), ownField);
  }

  function giftFields() {
    const entries = Object.entries(config?.catalogue ?? {}).filter(([, entry]) => entry !== null);
    const isKnown = when.gift === undefined || entries.some(([key]) => key === when.gift);
    const gifts = el("select", { "data-key": "gift", "aria-label": t("whichGift"), on: { change: () => set({ gift: gifts.value || undefined }) } },
      el("option", { value: "" }, t("anyGift")),
      entries.map(([key, entry]) => el("option", { value: key }, entry.name ?? key)),
      !isKnown && el("option", { value: when.gift }, when.gift));
    gifts.value = when.gift ?? "";
    return el("label", { class: "field small grow" }, t("whichGift"), gifts);
  }

  function moneyFields() {
    const moneys = el("select", { "data-key": "money", "aria-label": t("moneyOrValue"), on: { change: () =>
      set({ money: moneys.value === "" ? undefined : moneys.value === "true", min: undefined, max: undefined }, true) } },
    el("option", { value: "" }, t("moneyAny")), when.type !== "gift" && el("option", { value: "true" }, t("moneyOnly", { currency })),
    el("option", { value: "false" }, t("moneyNone")));
    moneys.value = when.money === undefined ? "" : String(when.money);
    return el("label", { class: "field small grow" }, t("moneyOrValue"), moneys);
  }

  function worthFields() {
    const scale = when.money === true ? 10 ** placesOf(currency) : 1;
    const label = (/** @type {"Min" | "Max"} */ end) => when.money === true ? t(`amount${end}`, { currency }) : t(`worth${end}`);
    return el("div", { class: "row wrap ends" }, number("min", label("Min"), MOST_WORTH, scale), number("max", label("Max"), MOST_WORTH, scale),
      when.type === "gift" && (!isTip() || when.minCount !== undefined) && number("minCount", t("countMin"), MOST_COUNT));
  }

  function build() {
    const { type, kind } = when;
    const isNotice = type === "notice";
    fill(more, ...(type === "call" ? [] : [
      isNotice && kindFields(),
      !isNotice && (!isTip() || when.gift !== undefined)
        && el("div", { class: "row wrap ends" }, type === "gift" && giftFields(), !isTip() && moneyFields()),
      !isNotice && worthFields(),
      isNotice && ["raid", "cheer", undefined].includes(kind) && number("minCount", t(kind === "raid" ? "viewersMin" : "countMin"), MOST_COUNT),
      isNotice && ["subscription", undefined].includes(kind) && number("minMonths", t("monthsMin"), MOST_MONTHS),
    ]));
  }

  build();
  return el("div", { class: "stack tight condition" }, types, more, el("label", { class: "field small" }, t("from_"), source));
}

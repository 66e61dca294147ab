// @ts-check
/**
 * The form control for the list of blocked words, each with a choice of where it matches, and a field to add another.
 */

import { icon } from "../icons.js";
import { t } from "../words.js";
import { formatBlocked, hasEdges, parseBlocked } from "./blockedwords.js";
import { el, fill, put } from "./dom.js";
import { Rows } from "./rows.js";

/** @typedef {import("./blockedwords.js").BlockedWord} BlockedWord */
/** @typedef {import("./blockedwords.js").Reach} Reach */

/** @type {Record<Reach, import("../words.js").Word>} the names of the places where a word matches */
export const NAMES = { whole: "wholeWords", anywhere: "anywhereInWords", start: "atWordStart", end: "atWordEnd" };
/** The offered choices. A configured word with another choice keeps it. */
export const OFFERED = /** @type {const} */ (["whole", "anywhere"]);

/**
 * @param {string} label @param {string | null} described the ID of the element that describes it
 * @param {(text: string) => void} change
 * @returns {import("../layout/controls.js").Control}
 */
export function blockedWords(label, described, change) {
  /** @type {BlockedWord[]} */
  let words = [];
  const send = (/** @type {BlockedWord[]} */ next) => {
    show(formatBlocked(next));
    change(formatBlocked(next));
  };
  const list = el("ul", { class: "rows", "aria-label": label, "aria-describedby": described });
  const rows = new Rows(list, (/** @type {BlockedWord} */ { word }) => word, ({ word }) => wordRow(word, {
    reach: (reach) => send(words.map((one) => one.word === word ? { word, reach } : one)),
    remove: () => send(words.filter((one) => one.word !== word)),
  }));
  const field = el("input", { "aria-label": t("blockWord"), placeholder: t("blockWord"), class: "grow", autocomplete: "off", maxlength: 200 });
  const reach = el("select", { "aria-label": t("blockWhere") }, OFFERED.map((value) => el("option", { value }, t(NAMES[value]))));
  const add = () => {
    const typed = parseBlocked(field.value).map((one) =>
      one.reach === "whole" ? { ...one, reach: /** @type {Reach} */ (reach.value) } : one);
    field.value = "";
    const fresh = typed.filter(({ word }) => !words.some((one) => one.word === word));
    if (fresh.length > 0) send([...words, ...fresh]);
    field.focus();
  };
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    add();
  });
  /** @param {string} text */
  function show(text) {
    words = parseBlocked(text ?? "");
    rows.set(words, t("noBlocked"));
  }
  return {
    element: el("div", { class: "stack blocked-words" }, list,
      el("div", { class: "row wrap" }, field, reach, el("button", { type: "button", on: { click: add } }, icon("plus"), t("blockAdd")))),
    show, isBusy: () => false,
  };
}

/**
 * @param {string} word @param {{reach: (reach: Reach) => void, remove: () => void}} act
 * @returns {import("./rows.js").Row<BlockedWord>}
 */
function wordRow(word, act) {
  const choice = el("select", { "aria-label": `${t("blockWhere")}: ${word}`, on: { change: () => act.reach(/** @type {Reach} */ (choice.value)) } });
  const remove = el("button", { type: "button", class: "bare", "aria-label": `${t("remove")}: ${word}`, title: t("remove"), on: { click: act.remove } }, icon("close"));
  let offered = "";
  return {
    element: el("li", { class: "row-line" }, el("bdi", { class: "grow word" }, word), choice, remove),
    show: ({ reach }) => {
      // A word without an ASCII letter or digit at its edges matches anywhere.
      const isFree = hasEdges(word);
      /** @type {Reach[]} */
      const all = isFree ? [...new Set([...OFFERED, reach])] : ["anywhere"];
      if (all.join() !== offered) fill(choice, all.map((value) => el("option", { value }, t(NAMES[value]))));
      offered = all.join();
      choice.value = isFree ? reach : "anywhere";
      put(choice, "disabled", !isFree);
    },
  };
}

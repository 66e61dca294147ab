// @ts-check
/** A rule in the list of the view Alerts, with its sentence, its preview, its warnings and its buttons. */

import { icon } from "../icons.js";
import { el, fill, put, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { t } from "../words.js";
import { exampleOf, filledTitle } from "./example.js";
import { isSame } from "./rules.js";
import { exampleNames } from "./scene.js";
import { sentenceOf } from "./sentence.js";
import { dragRow } from "./sorting.js";
import { warningLines } from "./warnings.js";

/** @typedef {import("./rules.js").Rule} Rule */

/**
 * The functions and data that rows get from their view.
 * @typedef {object} View
 * @property {any} config
 * @property {Rule[]} rules
 * @property {import("./preview.js").Previews} previews
 * @property {(name: string) => void} edit
 * @property {(name: string) => void} copy
 * @property {(name: string) => void} remove
 * @property {(name: string) => void} test
 * @property {(from: number, to: number) => void} move
 */

/**
 * @param {View} view @param {Rule} rule
 * @returns {import("../parts/rows.js").Row<Rule>}
 */
export function ruleRow(view, { name }) {
  const place = () => view.rules.findIndex((rule) => rule.name === name);
  const number = el("span", { class: "rule-number muted", "aria-hidden": "true" });
  const handle = el("button", { type: "button", class: "bare grip", on: { keydown: (/** @type {KeyboardEvent} */ event) => moveByKey(event, view, place()) } }, icon("grip"));
  const preview = view.previews.make(1);
  const face = el("button", { type: "button", class: "bare rule-face", tabindex: -1, "aria-hidden": "true", on: { click: () => view.edit(name) } }, preview.element);
  const sentence = el("p", { class: "title rule-title" });
  const title = el("p", { class: "muted small rule-words" });
  const marks = el("p", { class: "rule-marks" });
  const warnings = el("div", { class: "rule-warnings" });
  const test = el("button", { type: "button", on: { click: () => view.test(name) } }, icon("play"), t("test"));
  const edit = el("button", { type: "button", on: { click: () => view.edit(name) } }, icon("edit"), t("edit"));
  const more = menu({ label: t("more"), class: "bare", content: [icon("more")] }, () => [
    { text: t("up"), action: () => view.move(place(), place() - 1) },
    { text: t("down"), action: () => view.move(place(), place() + 1) },
    { text: t("toTop"), action: () => view.move(place(), 0) },
    { text: t("copyRule"), action: () => view.copy(name) },
    { text: t("remove"), action: () => view.remove(name) },
  ]);
  const opener = /** @type {HTMLElement} */ (more.querySelector("button"));
  const element = el("li", { class: "rule", "data-rule": name, on: { keydown: (/** @type {KeyboardEvent} */ event) => event.altKey && moveByKey(event, view, place()) } },
    handle, number, face, el("div", { class: "rule-text" }, sentence, title, marks, warnings), el("div", { class: "rule-acts" }, test, edit, more));
  dragRow(handle, element, { from: place, dropped: (from, to) => view.move(from, to) });
  let told = "";
  return {
    element,
    show: (rule, index) => {
      preview.show(rule);
      const { config, rules } = view;
      const { sounds, gifts, catalogue, sources } = config;
      const text = JSON.stringify([index, rules, sounds, gifts?.enabled, catalogue, sources?.currency]);
      if (text === told) return;
      told = text;
      const words = sentenceOf(rule.when, config);
      say(number, String(index + 1));
      say(sentence, words);
      say(title, t("saysTitle", { title: filledTitle(rule.title, exampleOf(rule.when, config, exampleNames()).values) }));
      fill(marks, marksOf(rule, rules, index).map((mark) => el("span", { class: "tag" }, mark)));
      fill(warnings, warningLines(rules, index, config));
      put(handle, "aria-label", t("moveRule", { rule: words, n: index + 1, m: rules.length }));
      put(handle, "title", t("dragRule"));
      put(test, "aria-label", `${t("test")}: ${words}`);
      put(edit, "aria-label", `${t("edit")}: ${words}`);
      put(opener, "aria-label", `${t("more")}: ${words}`);
    },
  };
}

/**
 * Moves a rule with the arrow keys. The row keeps the focus (rows.js).
 * @param {KeyboardEvent} event @param {View} view @param {number} index
 */
function moveByKey(event, view, index) {
  const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: view.rules.length - 1 }[event.key];
  if (to === undefined || event.defaultPrevented) return;
  event.preventDefault();
  view.move(index, to);
}

/**
 * Returns the properties of a rule that its picture does not show.
 * @param {Rule} rule @param {Rule[]} rules @param {number} index
 */
function marksOf({ sound, film, speak, only, weight }, rules, index) {
  const group = groupOf(rules, index);
  const total = group.reduce((sum, other) => sum + other.weight, 0);
  return [
    group.length > 1 && t("markWeight", { n: total === 0 ? 0 : Math.round(weight / total * 100) }),
    film !== null && t("markFilm"), sound !== null && t("markSound"), speak && t("markSpeak"), only && t("markOnly"),
  ].filter((mark) => mark !== false);
}

/**
 * Returns the rules with an equal condition that directly follow each other, with the given one.
 * @param {Rule[]} rules @param {number} index
 */
function groupOf(rules, index) {
  const { when } = rules[index];
  let [first, last] = [index, index];
  while (first > 0 && isSame(rules[first - 1].when, when)) first--;
  while (last < rules.length - 1 && isSame(rules[last + 1].when, when)) last++;
  return rules.slice(first, last + 1);
}

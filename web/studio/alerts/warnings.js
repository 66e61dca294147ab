// @ts-check
/** Shows what a person should know about a rule, in plain words. */

import { icon } from "../icons.js";
import { el } from "../parts/dom.js";
import { t } from "../words.js";
import { warningsOf } from "./rules.js";
import { sentenceOf } from "./sentence.js";

/** The sentences of the faults. */
const WORDS = /** @type {const} */ ({
  reached: "warnReached", never: "warnNever", weight: "warnWeight", sounds: "warnSounds", streaks: "warnStreaks",
});

/** @param {import("./rules.js").Rule[]} rules @param {number} index @param {any} config */
export function warningLines(rules, index, config) {
  return warningsOf(rules, index, config).map(({ fault, by }) => el("p", { class: "rule-warning small", "data-fault": fault }, icon("warning"),
    el("span", {}, t(WORDS[fault], by === undefined ? {} : { n: by + 1, rule: sentenceOf(rules[by].when, config) }))));
}

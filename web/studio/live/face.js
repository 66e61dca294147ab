// @ts-check
/** Who, what, how many: the head of every row. */

import { firstGrapheme } from "../../shared/text.js";
import { hue } from "../../shared/palette.js";
import { el } from "../parts/dom.js";
import { grouped, t } from "../words.js";

/**
 * @param {string} kind @param {string} title
 */
export function face(kind, title) {
  const mark = el("span", { class: `face face-${kind}`, "aria-hidden": "true" }, firstGrapheme(title) ?? "?");
  mark.style.setProperty("--hue", String(hue(title)));
  return mark;
}

/**
 * @param {{kind: string, title: string, detail: string, count?: number, tags?: import("../words.js").Word[]}} row
 */
export function rowHead({ kind, title, detail, count, tags = [] }) {
  return [
    face(kind, title),
    el("span", { class: "who grow" },
      el("span", { class: "title" }, title),
      el("span", { class: "detail muted" }, detail, tags.map((tag) => el("span", { class: "tag" }, t(tag))))),
    count === undefined ? null : el("span", { class: "count" }, `×${grouped(count)}`),
  ];
}

/** @param {any} body @returns {import("../words.js").Word[]} */
export function tagsOf(body) {
  /** @type {import("../words.js").Word[]} */
  const tags = [];
  if (body.test === true) tags.push("test");
  if (body.replayOf !== undefined) tags.push("replayed");
  if (body.approves !== undefined) tags.push("approved");
  return tags;
}

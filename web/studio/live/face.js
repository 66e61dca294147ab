// @ts-check
/** Creates the head of a list row, with a colored initial, the name, details and tags, and the count. */

import { firstGrapheme } from "../../shared/text.js";
import { hue } from "../../shared/palette.js";
import { el, fill, put, say } from "../parts/dom.js";
import { grouped, t } from "../words.js";

/** @typedef {{kind: string, title: string, detail: string, count?: number, tags?: import("../words.js").Word[]}} Head */

/** Creates a row's head, whose content can be replaced. */
export function headOf() {
  const mark = el("span", { "aria-hidden": "true" });
  const name = el("span", { class: "title" });
  const detail = el("span", { class: "detail muted" });
  const who = el("span", { class: "who grow" }, name, detail);
  const number = el("span", { class: "count" });
  let told = "";
  return {
    parts: [mark, who],
    /** @param {Head} head */
    show: ({ kind, title, detail: more, count, tags = [] }) => {
      put(mark, "class", `face face-${kind}`);
      mark.style.setProperty("--hue", String(hue(title)));
      say(mark, firstGrapheme(title) ?? "?");
      say(name, title);
      put(name, "title", title);
      const text = JSON.stringify([more, tags]);
      if (text !== told) fill(detail, el("bdi", {}, more), tags.map((tag) => el("span", { class: "tag" }, t(tag))));
      told = text;
      if (count === undefined) number.remove();
      else if (number.parentNode === null) who.after(number);
      say(number, `×${grouped(count ?? 0)}`);
    },
  };
}

/** @param {Head} row */
export function rowHead(row) {
  const head = headOf();
  const place = el("span", {}, head.parts);
  head.show(row);
  return [...place.childNodes];
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

// @ts-check
/** What happened just now, with the way of the newest. */

import { el } from "../parts/dom.js";
import { isShowable, lineOf } from "../entries.js";
import { timeOfDay, isWord, t } from "../words.js";
import { rowHead, tagsOf } from "./face.js";
import { fillOr } from "./preview.js";
import { wayOf } from "./way.js";

/** @typedef {import("../shell.js").Studio} Studio */

const SHOWN = 5;

/** @param {Studio} studio */
export function recentPanel({ store }) {
  const list = el("ul", { class: "rows", "aria-labelledby": "recent-title" });
  const element = el("section", { class: "panel", id: "recent", "aria-labelledby": "recent-title" },
    el("header", {}, el("h2", { id: "recent-title" }, t("justNow"))), list);
  /** @type {unknown} */
  let told = null;
  const show = () => {
    const { recent } = store.state;
    if (recent === told) return;
    told = recent;
    const newest = recent.filter(isShowable).slice(0, SHOWN);
    fillOr(list, newest.map((entry, index) => row(entry, index === 0)), t("noGifts"));
  };
  const end = store.subscribe(["recent"], show);
  return { element, dispose: end };
}

/** @param {import("../entries.js").Entry} entry @param {boolean} opened */
function row(entry, opened) {
  const { title, detail, count } = lineOf(entry);
  return el("li", { "data-event": entry.id },
    el("div", { class: "row-line" },
      rowHead({ kind: entry.kind, title, detail: entry.kind === "gift" ? detail : t(isWord(entry.kind) ? entry.kind : "gift"), count, tags: tagsOf(entry.body) }),
      el("span", { class: "muted" }, timeOfDay(entry.at))),
    opened ? wayOf(entry) : null);
}

// @ts-check
/** What happened just now, with the way of the newest. */

import { el, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { isShowable, lineOf } from "../entries.js";
import { timeOfDay, isWord, t } from "../words.js";
import { headOf, tagsOf } from "./face.js";
import { wayList } from "./way.js";

/** @typedef {import("../shell.js").Studio} Studio */

const SHOWN = 5;

/** @param {Studio} studio */
export function recentPanel({ store }) {
  const list = el("ul", { class: "rows", "aria-labelledby": "recent-title" });
  const element = el("section", { class: "panel", id: "recent", "aria-labelledby": "recent-title" },
    el("header", {}, el("h2", { id: "recent-title" }, t("justNow"))), list);
  const rows = new Rows(list, ({ id }) => id, recentRow);
  /** @type {unknown} */
  let told = null;
  const show = () => {
    const { recent } = store.state;
    if (recent === told) return;
    told = recent;
    rows.set(recent.filter(isShowable).slice(0, SHOWN), t("noGifts"));
  };
  const end = store.subscribe(["recent"], show);
  return { element, dispose: end };
}

/**
 * The newest has its way below.
 * @returns {import("../parts/rows.js").Row<import("../entries.js").Entry>}
 */
function recentRow() {
  const head = headOf();
  const at = el("span", { class: "muted" });
  const way = wayList();
  const element = el("li", {}, el("div", { class: "row-line" }, head.parts, at));
  return {
    element,
    show: (entry, index) => {
      const { title, detail, count } = lineOf(entry);
      const { id, kind } = entry;
      put(element, "data-event", id);
      head.show({ kind, title, detail: kind === "gift" ? detail : t(isWord(kind) ? kind : "gift"), count, tags: tagsOf(entry.body) });
      say(at, timeOfDay(entry.at));
      if (index > 0) way.element.remove();
      else {
        way.show(entry);
        if (way.element.parentNode === null) element.append(way.element);
      }
    },
  };
}

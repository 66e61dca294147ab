// @ts-check
/** The panel with the newest events, and the timeline of the newest one. */

import { blockItems } from "../blocklist.js";
import { icon } from "../icons.js";
import { el, put, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { Rows } from "../parts/rows.js";
import { askTakeBack } from "../parts/takeback.js";
import { isShowable, lineOf, senderOf } from "../entries.js";
import { timeOfDay, isWord, t } from "../words.js";
import { headOf, tagsOf } from "./face.js";
import { playTest } from "./tests.js";
import { wayList } from "./way.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../entries.js").Entry} Entry */

const SHOWN = 5;
/** A role without the view History sees more rows here. */
const SHOWN_ALONE = 20;

/** @param {Studio} studio */
export function recentPanel(studio) {
  const { store } = studio;
  const isAlone = !store.may("history");
  const list = el("ul", { class: "rows", "aria-labelledby": "recent-title" });
  const element = el("section", { class: "panel", id: "recent", "aria-labelledby": "recent-title" },
    el("header", {}, el("h2", { id: "recent-title" }, t("justNow"))), list);
  const rows = new Rows(list, ({ id }) => id, (entry) => recentRow(studio, entry), {
    picture: "history", ...(store.may("post") && { action: { text: t("sendTestGift"), press: () => playTest(studio) } }) });
  /** @type {unknown} */
  let told = null;
  const show = () => {
    const { recent } = store.state;
    if (recent === told) return;
    told = recent;
    rows.set(recent.filter(isShowable).slice(0, isAlone ? SHOWN_ALONE : SHOWN), t(isAlone ? "noGiftsSince" : "noGifts"));
  };
  const end = store.subscribe(["recent"], show);
  return { element, dispose: end };
}

/**
 * Creates a row. The newest event's row includes its timeline.
 * @param {Studio} studio @param {Entry} now
 * @returns {import("../parts/rows.js").Row<Entry>}
 */
function recentRow(studio, now) {
  const { store } = studio;
  const head = headOf();
  const at = el("span", { class: "muted" });
  const way = wayList(store.may("viewers"));
  const more = entryMenu(studio, now);
  const element = el("li", {}, el("div", { class: "row-line" }, head.parts, at, more));
  return {
    element,
    show: (entry, index) => {
      const { title, detail, count } = lineOf(entry);
      const { id, kind } = entry;
      const tags = tagsOf(entry.body);
      put(element, "data-event", id);
      if (isTakenBack(entry, store)) tags.push("takenBack");
      head.show({ kind, title, detail: kind === "gift" ? detail : t(isWord(kind) ? kind : "gift"), count, tags });
      say(at, timeOfDay(entry.at));
      if (index > 0) way.element.remove();
      else {
        way.show(entry);
        if (way.element.parentNode === null) element.append(way.element);
      }
    },
  };
}

/**
 * Creates the menu that shows an entry again, takes it back, or blocks its sender.
 * @param {Studio} studio @param {Entry} entry
 */
function entryMenu(studio, entry) {
  const { actions, store } = studio;
  const again = { text: t("showAgain"), action: () => actions.press("POST", `events/${encodeURIComponent(entry.id)}/replay`) };
  const back = { text: t("takeBackDo"), action: () => askTakeBack(entry, actions) };
  return menu({ label: `${t("more")}: ${lineOf(entry).title}`, class: "bare", content: [icon("more")] },
    () => [again, ...isTakenBack(entry, store) ? [] : [back], ...blockItems(studio, senderOf(entry))]);
}

/** @param {Entry} entry @param {import("../store.js").Store} store */
function isTakenBack({ id }, { state }) {
  return state.recent.some(({ kind, body }) => kind === "takeBack" && body.of === id);
}

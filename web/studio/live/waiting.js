// @ts-check
/** What waits, in its order, counting down. */

import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { el, say } from "../parts/dom.js";
import { LongList } from "../parts/list.js";
import { menu } from "../parts/menu.js";
import { countdown, grouped, t } from "../words.js";
import { rowHead } from "./face.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Waiting} Waiting */

const ROW = 44;

/** @param {Studio} studio */
export function waitingPanel({ store, actions }) {
  const head = el("span", { class: "muted" });
  const more = el("p", { class: "muted small" });
  const none = el("p", { class: "empty" }, t("nobodyWaits"));
  /** @param {Waiting} combo @param {number} to */
  const move = ({ combo }, to) => actions.press("POST", `queue/${encodeURIComponent(combo)}/move`, { to: Math.max(1, to) });
  const list = new LongList({
    label: t("waiting"),
    height: ROW,
    key: (/** @type {Waiting} */ { combo }) => combo,
    row: (combo) => waitingRow(combo, actions, move),
    pressed: (event, combo) => {
      if (event.altKey && event.key === "ArrowUp") move(combo, combo.position - 1);
      else if (event.altKey && event.key === "ArrowDown") move(combo, combo.position + 1);
      else if (event.key === "Delete") askRemoval(/** @type {HTMLElement} */ (event.target), combo, actions);
      else return;
      event.preventDefault();
    },
  });
  const element = el("section", { class: "panel", id: "waiting", "aria-labelledby": "waiting-title" },
    el("header", {}, el("h2", { id: "waiting-title" }, t("waiting")), head), none, list.element, more);
  /** @type {Map<string, Waiting>} */
  let known = new Map();
  const show = () => {
    const { overview } = store.state;
    // A row that says the same stays the same.
    const items = (overview?.queue ?? []).map((combo) => {
      const before = known.get(combo.combo);
      if (before === undefined || !looksLike(before, combo)) return combo;
      return Object.assign(before, combo);
    });
    known = new Map(items.map((combo) => [combo.combo, combo]));
    const total = overview?.queueLength ?? 0;
    list.set(items, total);
    none.hidden = total > 0;
    list.element.hidden = total === 0;
    list.element.style.height = `${Math.min(items.length, 8) * ROW}px`;
    more.hidden = total <= items.length;
    say(more, t("andMore", { n: total - items.length }));
    count();
  };
  const count = () => {
    const { overview } = store.state;
    if (overview === null) return;
    const now = overview.roomTime(performance.now());
    const left = overview.lastAt === null ? "" : ` · ${t("lastIn", { t: countdown((overview.lastAt - now) / 1e6) })}`;
    say(head, overview.queueLength > 0 ? `${grouped(overview.queueLength)}${left}` : "");
    for (const due of list.element.querySelectorAll(".due")) {
      const combo = known.get(/** @type {HTMLElement} */ (due).dataset.combo ?? "");
      if (combo !== undefined) say(due, dueText(combo.expectedAt, overview, now));
    }
  };
  const ends = [store.subscribe(["overview"], show), everySecond(count)];
  list.element.addEventListener("scroll", count);
  return { element, dispose: () => (ends.forEach((end) => end()), list.dispose()) };
}

/** @param {Waiting} one @param {Waiting} other */
function looksLike(one, other) {
  return one.count === other.count && one.position === other.position && one.sender === other.sender;
}

/**
 * @param {number | null} expectedAt @param {import("../overview.js").Overview} overview @param {number} now
 */
export function dueText(expectedAt, overview, now) {
  if (expectedAt === null) return t(overview.held ? "afterResume" : "later");
  return countdown((expectedAt - now) / 1e6);
}

/**
 * @param {Waiting} combo @param {import("../actions.js").Actions} actions
 * @param {(combo: Waiting, to: number) => void} move
 */
function waitingRow(combo, actions, move) {
  const { sender, gift, count, position } = combo;
  const row = el("div", { class: "row-line" });
  row.append(
    el("span", { class: "place muted" }, position),
    .../** @type {Node[]} */ (rowHead({ kind: "gift", title: sender, detail: gift, count, tags: combo.test ? ["test"] : [] }).filter((part) => part !== null)),
    el("span", { class: "due", "data-combo": combo.combo }),
    menu({ label: `${t("more")}: ${sender}`, class: "bare", content: [icon("more")] }, () => [
      { text: t("showNext"), action: () => move(combo, 1) },
      { text: t("up"), action: () => move(combo, combo.position - 1) },
      { text: t("down"), action: () => move(combo, combo.position + 1) },
      { text: t("remove"), action: () => askRemoval(row, combo, actions) },
    ]));
  return row;
}

/**
 * Asks in the row itself.
 * @param {HTMLElement} row @param {Waiting} combo @param {import("../actions.js").Actions} actions
 */
function askRemoval(row, { combo }, actions) {
  const before = [...row.childNodes];
  const back = () => (row.replaceChildren(...before), row.focus());
  const cancel = el("button", { type: "button", on: { click: back } }, t("cancel"));
  row.replaceChildren(
    el("span", { class: "grow" }, t("removeAsk")), cancel,
    el("button", { type: "button", class: "danger", on: { click: () => {
      back();
      actions.press("DELETE", `queue/${encodeURIComponent(combo)}`);
    } } }, t("remove")));
  row.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && row.contains(cancel)) back();
  });
  cancel.focus();
}

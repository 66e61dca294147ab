// @ts-check
/**
 * The panel of the gift queue, which lists the waiting combos in order, with countdowns and controls to move or remove
 * them.
 */

import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { el, put, say } from "../parts/dom.js";
import { emptyMessage } from "../parts/empty.js";
import { LongList } from "../parts/list.js";
import { menu } from "../parts/menu.js";
import { countdown, grouped, t } from "../words.js";
import { dueText } from "./due.js";
import { headOf } from "./face.js";
import { largeNotice } from "./large.js";
import { playQueue } from "./tests.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Waiting} Waiting */

const ROW = 44;

/** @param {Studio} studio */
export function waitingPanel(studio) {
  const { store, actions } = studio;
  const head = el("span", { class: "muted" });
  const more = el("p", { class: "muted small" });
  const none = emptyMessage("div", { picture: "queue",
    ...(store.may("post") && { action: { text: t("tryQueue"), press: () => playQueue(studio) } }) }, t("nobodyWaits")).element;
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
      else if (event.key === "Delete") askRemoval(/** @type {HTMLElement} */ (event.target), () => remove(combo.combo, actions));
      else return;
      event.preventDefault();
    },
  });
  const large = largeNotice(studio, move);
  const element = el("section", { class: "panel", id: "waiting", "aria-labelledby": "waiting-title" },
    el("header", {}, el("h2", { id: "waiting-title" }, t("waiting")), head), large.element, none, list.element, more);
  /** @type {Map<string, Waiting>} */
  let known = new Map();
  const show = () => {
    const { overview } = store.state;
    const items = overview?.queue ?? [];
    known = new Map(items.map((combo) => [combo.combo, combo]));
    const total = overview?.queueLength ?? 0;
    list.set(items, total);
    none.hidden = total > 0 || overview === null;
    put(element, "aria-busy", overview === null ? "true" : null);
    list.element.hidden = total === 0;
    list.element.style.height = `${Math.min(items.length, 8) * ROW}px`;
    more.hidden = total <= items.length;
    say(more, t("andMore", { n: total - items.length }));
    count();
  };
  const count = () => {
    large.show();
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
  const ends = [store.subscribe(["overview", "config", "recent"], show), everySecond(count)];
  list.element.addEventListener("scroll", count);
  return { element, dispose: () => (ends.forEach((end) => end()), list.dispose()) };
}

/**
 * Creates a row. It follows its combo through the queue, so that an open menu or question stays open.
 * @param {Waiting} now
 * @param {import("../actions.js").Actions} actions
 * @param {(combo: Waiting, to: number) => void} move
 * @returns {import("../parts/list.js").Row<Waiting>}
 */
function waitingRow(now, actions, move) {
  const head = headOf();
  const place = el("span", { class: "place muted" });
  const due = el("span", { class: "due" });
  const more = menu({ label: `${t("more")}: ${now.sender}`, class: "bare", content: [icon("more")] }, () => [
    { text: t("showNext"), action: () => move(now, 1) },
    { text: t("up"), action: () => move(now, now.position - 1) },
    { text: t("down"), action: () => move(now, now.position + 1) },
    { text: t("remove"), action: () => askRemoval(element, () => remove(now.combo, actions)) },
  ]);
  const element = el("div", { class: "row-line" }, place, head.parts, due, more);
  return {
    element,
    show: (combo) => {
      const { sender, gift, count, position } = (now = combo);
      say(place, String(position));
      head.show({ kind: "gift", title: sender, detail: gift, count, tags: combo.test ? ["test"] : [] });
      put(due, "data-combo", combo.combo);
    },
  };
}

/** @param {string} combo @param {import("../actions.js").Actions} actions */
function remove(combo, actions) {
  actions.press("DELETE", `queue/${encodeURIComponent(combo)}`);
}

/**
 * Asks for confirmation within the row.
 * @param {HTMLElement} row @param {() => void} confirmed
 */
export function askRemoval(row, confirmed) {
  const before = [...row.childNodes];
  const back = () => {
    row.replaceChildren(...before);
    row.classList.remove("asks");
    row.focus();
  };
  row.classList.add("asks");
  const cancel = el("button", { type: "button", on: { click: back } }, t("cancel"));
  row.replaceChildren(
    el("span", { class: "grow" }, t("removeAsk")), cancel,
    el("button", { type: "button", class: "danger", on: { click: () => {
      back();
      confirmed();
    } } }, t("remove")));
  for (const button of row.querySelectorAll("button")) {
    button.addEventListener("keydown", ({ key }) => key === "Escape" && back());
  }
  cancel.focus();
}

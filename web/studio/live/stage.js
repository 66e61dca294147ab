// @ts-check
/** The panel that lists the items on the stage, each with a button that removes it. */

import { icon } from "../icons.js";
import { el, fill, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { headOf } from "./face.js";
import { hideMessage } from "./message.js";
import { dotted, grouped, t } from "../words.js";
import { playTest } from "./tests.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Shown} Shown */

/** @type {Record<string, any>} */
const KINDS = { call: "callCard", caption: "captionCard", counter: "counterCard", goal: "goalCard", leaders: "widget_leaders" };

/** @param {Studio} studio */
export function stagePanel(studio) {
  const { store } = studio;
  const number = el("span", { class: "muted" });
  const list = el("ul", { class: "rows", "aria-labelledby": "stage-title" });
  const element = el("section", { class: "panel", id: "on-stage", "aria-labelledby": "stage-title" },
    el("header", {}, el("h2", { id: "stage-title" }, t("onStage")), number), list);
  const rows = new Rows(list, (/** @type {Shown} */ { node }) => node, (one) => stageRow(one, studio), {
    picture: "gift", ...(store.may("post") && { action: { text: t("sendTest"), press: () => playTest(studio) } }) });
  let told = "";
  const show = () => {
    const { overview, planned } = store.state;
    const shown = overview?.shown ?? [];
    put(element, "aria-busy", overview === null ? "true" : null);
    const text = JSON.stringify([overview === null, shown, planned.map(({ key }) => key)]);
    if (text === told) return;
    told = text;
    say(number, shown.length > 0 ? String(shown.length) : "");
    rows.set(shown, overview === null ? "" : t("stageEmpty"));
  };
  const end = store.subscribe(["overview", "planned"], show);
  return { element, dispose: end };
}

/** @param {number} count @param {number} [target] */
function countText(count, target = count) {
  return target === count ? `×${grouped(count)}` : t("ofTarget", { n: grouped(count), m: grouped(target) });
}

/**
 * @param {Shown} now @param {Studio} studio
 * @returns {import("../parts/rows.js").Row<Shown>}
 */
function stageRow(now, studio) {
  const { later, store } = studio;
  const head = headOf();
  const progress = el("span", { class: "count" });
  const mark = el("span", { class: "row" });
  const word = el("span", { class: "leave-word" });
  const button = el("button", { type: "button", class: "bare", "data-leave": now.node, on: { click: () => leave(now, studio) } }, mark, word);
  const message = now.kind === "alert" ? messageLine(studio, button) : null;
  const element = el("li", { class: "row-line", "data-node": now.node },
    head.parts, progress, mayRemove(now, store) && button, message?.element);
  let sign = "";
  return {
    element,
    show: (shown) => {
      const { kind, title, count, target } = (now = shown);
      const detail = kind === "gift" ? shown.detail
        : dotted([t(KINDS[kind] ?? kind), kind === "call" || shown.detail === "main" ? "" : shown.detail]);
      head.show({ kind, title, detail });
      progress.hidden = kind !== "gift" || count === undefined;
      if (count !== undefined) say(progress, countText(count, target));
      message?.show(shown);
      const isGoing = later.has(shown.node);
      put(element, "data-going", isGoing);
      put(button, "data-undoes", isGoing && shown.node);
      const { icon: next, text, name } = isGoing ? { icon: "undo", text: t("undo"), name: `${t("undo")}: ${title}` } : faceOf(shown);
      if (next !== sign) fill(mark, icon(sign = next));
      say(word, text);
      for (const attribute of ["aria-label", "title"]) put(button, attribute, name);
    },
  };
}

/**
 * Creates the line with an alert's message, and the button that hides it.
 * @param {Studio} studio @param {HTMLElement} neighbor gets the focus of the button when the line is gone
 */
function messageLine(studio, neighbor) {
  const text = el("p", { class: "small" });
  const hide = el("button", { type: "button", "aria-keyshortcuts": "M", on: { click: () => hideMessage(studio) } },
    icon("hideMessage"), t("hideMessage"));
  const element = el("div", { class: "message" }, text, studio.store.may("messages") && hide);
  return {
    element,
    /** @param {Shown} shown */
    show: ({ message, title }) => {
      if (message === undefined && element.contains(document.activeElement)) neighbor.focus();
      element.hidden = message === undefined;
      say(text, message ?? "");
      put(hide, "aria-label", `${t("hideMessage")}: ${title}`);
    },
  };
}

/**
 * Returns the icon and texts of a row's button. For goals, counters and leaders the button says that they are lost for good.
 * @param {Shown} shown
 */
function faceOf({ kind, title: name }) {
  if (kind === "leaders") return { icon: "clear", text: t("resetIt"), name: t("resetLeaders") };
  if (!isKept(kind)) return { icon: "close", text: "", name: t("leave", { name }) };
  return { icon: "clear", text: t("deleteIt"), name: t(`deleteOf_${kind}`, { name }) };
}

/**
 * Tells if removing a node of this kind is final. The history can show gifts, calls and captions again.
 * @param {string} kind @returns {kind is "goal" | "counter"}
 */
function isKept(kind) {
  return kind === "goal" || kind === "counter";
}

/**
 * Tells if the role may remove a node from the stage. Skipping removes gifts, calls and alerts; removing the
 * other kinds needs the right to post. Only owners reset the leaders.
 * @param {Shown} shown @param {import("../store.js").Store} store
 */
function mayRemove({ kind }, store) {
  if (kind === "leaders") return store.may("configure");
  return store.may("post") || kind === "gift" || kind === "call" || kind === "alert";
}

/** @param {Shown} shown @param {Studio} studio */
function leave({ node, kind, title }, { actions, later, store }) {
  const name = encodeURIComponent(node.slice(node.indexOf("/") + 1));
  if (isKept(kind)) {
    if (!later.undo(node)) planDeletion(later, kind, node, name, title);
    return;
  }
  if (kind === "leaders") {
    if (later.undo(node)) return;
    return later.plan({ key: node, text: t("resettingLeaders"), method: "POST", part: "control", body: { action: "resetLeaders" } });
  }
  if (kind === "caption") return actions.press("DELETE", `captions/${name}`);
  if (kind === "call" && store.may("post")) return actions.press("DELETE", `calls/${name}`);
  return actions.control("skip", node);
}

/**
 * @param {import("../later.js").Later} later @param {"goal" | "counter"} kind @param {string} node
 * @param {string} name in the address @param {string} title
 */
export function planDeletion(later, kind, node, name, title) {
  later.plan({ key: node, text: t(`deleting_${kind}`, { name: title }), method: "DELETE", part: `${kind}s/${name}` });
}

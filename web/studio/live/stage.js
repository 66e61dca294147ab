// @ts-check
/** What is on the stage, and a way to have it leave. */

import { icon } from "../icons.js";
import { el, say } from "../parts/dom.js";
import { fillOr } from "./preview.js";
import { rowHead } from "./face.js";
import { grouped, t } from "../words.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Shown} Shown */

/** @type {Record<string, any>} */
const KINDS = { call: "callCard", caption: "captionCard", counter: "counterCard", goal: "goalCard" };

/** @param {Studio} studio */
export function stagePanel({ store, actions }) {
  const number = el("span", { class: "muted" });
  const list = el("ul", { class: "rows", "aria-labelledby": "stage-title" });
  const element = el("section", { class: "panel", id: "on-stage", "aria-labelledby": "stage-title" },
    el("header", {}, el("h2", { id: "stage-title" }, t("onStage")), number), list);
  let told = "";
  const show = () => {
    const shown = store.state.overview?.shown ?? [];
    const text = JSON.stringify(shown);
    if (text === told) return;
    told = text;
    say(number, shown.length > 0 ? String(shown.length) : "");
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.leave;
    fillOr(list, shown.map((one) => row(one, actions)), t("stageEmpty"));
    if (focused !== undefined) {
      /** @type {HTMLElement | null} */ (list.querySelector(`[data-leave="${CSS.escape(focused)}"]`) ?? list.querySelector("button"))?.focus();
    }
  };
  const end = store.subscribe(["overview"], show);
  return { element, dispose: end };
}

/** @param {number} count @param {number} [target] */
function countText(count, target = count) {
  return target === count ? `×${grouped(count)}` : t("ofTarget", { n: grouped(count), m: grouped(target) });
}

/** @param {Shown} shown @param {import("../actions.js").Actions} actions */
function row(shown, actions) {
  const { node, kind, title } = shown;
  const detail = kind === "gift" ? shown.detail
    : [t(KINDS[kind] ?? kind), kind === "call" || shown.detail === "main" ? "" : shown.detail].filter(Boolean).join(" · ");
  const progress = kind === "gift" && shown.count !== undefined
    ? el("span", { class: "count" }, countText(shown.count, shown.target)) : null;
  return el("li", { class: "row-line", "data-node": node }, rowHead({ kind, title, detail }), progress,
    el("button", {
      type: "button", class: "bare", "data-leave": node, "aria-label": t("leave", { name: title }), title: t("leave", { name: title }),
      on: { click: () => leave(shown, actions) },
    }, icon("close")));
}

/** @param {Shown} shown @param {import("../actions.js").Actions} actions */
function leave({ node, kind }, actions) {
  const name = encodeURIComponent(node.slice(node.indexOf("/") + 1));
  if (kind === "caption") return actions.press("DELETE", `captions/${name}`);
  if (kind === "counter") return actions.press("DELETE", `counters/${name}`);
  if (kind === "goal") return actions.press("DELETE", `goals/${name}`);
  if (kind === "call") return actions.press("DELETE", `calls/${name}`);
  return actions.control("skip", node);
}

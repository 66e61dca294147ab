// @ts-check
/** What is on the stage, and a way to have it leave. */

import { icon } from "../icons.js";
import { el, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { headOf } from "./face.js";
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
  const rows = new Rows(list, (/** @type {Shown} */ { node }) => node, (one) => stageRow(one, actions));
  let told = "";
  const show = () => {
    const shown = store.state.overview?.shown ?? [];
    const text = JSON.stringify(shown);
    if (text === told) return;
    told = text;
    say(number, shown.length > 0 ? String(shown.length) : "");
    rows.set(shown, t("stageEmpty"));
  };
  const end = store.subscribe(["overview"], show);
  return { element, dispose: end };
}

/** @param {number} count @param {number} [target] */
function countText(count, target = count) {
  return target === count ? `×${grouped(count)}` : t("ofTarget", { n: grouped(count), m: grouped(target) });
}

/**
 * @param {Shown} now @param {import("../actions.js").Actions} actions
 * @returns {import("../parts/rows.js").Row<Shown>}
 */
function stageRow(now, actions) {
  const head = headOf();
  const progress = el("span", { class: "count" });
  const button = el("button", { type: "button", class: "bare", "data-leave": now.node, on: { click: () => leave(now, actions) } }, icon("close"));
  return {
    element: el("li", { class: "row-line", "data-node": now.node }, head.parts, progress, button),
    show: (shown) => {
      const { kind, title, count, target } = (now = shown);
      const detail = kind === "gift" ? shown.detail
        : [t(KINDS[kind] ?? kind), kind === "call" || shown.detail === "main" ? "" : shown.detail].filter(Boolean).join(" · ");
      head.show({ kind, title, detail });
      progress.hidden = kind !== "gift" || count === undefined;
      if (count !== undefined) say(progress, countText(count, target));
      for (const name of ["aria-label", "title"]) put(button, name, t("leave", { name: title }));
    },
  };
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

// @ts-check
/** The view Live: connect, try, watch. */

import { el } from "../parts/dom.js";
import { t } from "../words.js";
import { connectPanel } from "./connect.js";
import { previewPanel } from "./preview.js";
import { recentPanel } from "./recent.js";
import { stagePanel } from "./stage.js";
import { tryPanel } from "./try.js";
import { waitingPanel } from "./waiting.js";

/** @type {import("../shell.js").Mount} */
export function mountLive(place, studio) {
  const edit = el("a", { class: "button", href: "?view=layout", on: { click: (/** @type {Event} */ event) => {
    event.preventDefault();
    document.querySelector('#views a[data-view="layout"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } } }, t("edit"));
  const panels = [
    connectPanel(studio), tryPanel(studio), previewPanel(studio, [edit], true), stagePanel(studio),
    waitingPanel(studio), recentPanel(studio),
  ];
  const [connect, trying, preview, stage, waiting, recent] = panels.map(({ element }) => element);
  // What there is room for on a wide screen only.
  const extra = el("div", { class: "column extra" });
  place.append(el("div", { class: "live" },
    el("div", { class: "column side" }, connect, trying),
    el("div", { class: "column middle" }, preview, stage),
    el("div", { class: "column lists" }, waiting, recent),
    extra));
  const wide = matchMedia("(min-width: 1600px)");
  let isGone = false;
  const widen = async () => {
    if (!wide.matches || extra.children.length > 0) return;
    const { totalsPanel } = await import("../totals/totals.js");
    if (isGone || extra.children.length > 0) return;
    const totals = totalsPanel(studio);
    panels.push(totals);
    extra.append(totals.element);
  };
  wide.addEventListener("change", widen);
  widen();
  return () => {
    isGone = true;
    wide.removeEventListener("change", widen);
    for (const panel of panels) panel.dispose();
  };
}

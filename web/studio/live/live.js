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
  place.append(el("div", { class: "live" },
    el("div", { class: "column side" }, connect, trying),
    el("div", { class: "column middle" }, preview, stage),
    el("div", { class: "column lists" }, waiting, recent)));
  return () => {
    for (const panel of panels) panel.dispose();
  };
}

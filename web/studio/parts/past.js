// @ts-check
/** The undo and redo buttons for changes of the configuration. */

import { icon } from "../icons.js";
import { undoWith } from "../keys.js";
import { ask } from "./dialog.js";
import { el, put } from "./dom.js";
import { t } from "../words.js";

/** @param {import("../shell.js").Studio} studio */
export function pastButtons({ settings }) {
  const undo = el("button", { type: "button", id: "undo", "aria-label": t("undo"), title: t("undo"), on: { click: () => settings.undo() } }, icon("undo"));
  const redo = el("button", { type: "button", id: "redo", "aria-label": t("redo"), title: t("redo"), on: { click: () => settings.redo() } }, icon("redo"));
  const show = () => {
    put(undo, "disabled", settings.done.length === 0);
    put(redo, "disabled", settings.undone.length === 0);
  };
  settings.onsteps = show;
  settings.onconflict = () => ask(t("undoAsk"), t("undo"));
  undoWith({ undo: () => settings.undo(), redo: () => settings.redo() });
  show();
  return {
    element: el("span", { class: "row" }, undo, redo),
    dispose: () => {
      settings.onsteps = () => {};
      undoWith(null);
    },
  };
}

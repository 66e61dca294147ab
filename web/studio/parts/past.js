// @ts-check
/** The undo and redo buttons for changes of the configuration. */

import { icon } from "../icons.js";
import { undoWith } from "../keys.js";
import { ask } from "./dialog.js";
import { el, put } from "./dom.js";
import { t } from "../words.js";
import { fieldName } from "./problem.js";
import { leaves } from "./values.js";

/**
 * Returns the name of the first setting that a step changes, and the number of further settings. Each gift is one setting.
 * @param {import("../settings.js").Step} step
 */
function stepName({ after }) {
  const paths = leaves(after).map(([path]) => path[0] === "catalogue" ? path.slice(0, 2) : path);
  const [first, ...others] = new Set(paths.map((path) => `/${path.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/")}`));
  if (first === undefined) return "";
  return others.length === 0 ? fieldName(first) : `${fieldName(first)} ${t("andMore", { n: others.length })}`;
}

/**
 * Says what a button would change, because all views share one list of changes.
 * @param {HTMLElement} button @param {string} word @param {import("../settings.js").Step} [step] undefined if the list of changes is empty
 */
function tell(button, word, step) {
  put(button, "disabled", step === undefined);
  const name = step === undefined ? "" : stepName(step);
  const text = name === "" ? word : `${word}: ${name}`;
  for (const attribute of ["aria-label", "title"]) put(button, attribute, text);
}

/** @param {import("../shell.js").Studio} studio */
export function pastButtons({ settings }) {
  const undo = el("button", { type: "button", id: "undo", "aria-label": t("undo"), title: t("undo"), on: { click: () => settings.undo() } }, icon("undo"));
  const redo = el("button", { type: "button", id: "redo", "aria-label": t("redo"), title: t("redo"), on: { click: () => settings.redo() } }, icon("redo"));
  const show = () => {
    tell(undo, t("undo"), settings.done.at(-1));
    tell(redo, t("redo"), settings.undone.at(-1));
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

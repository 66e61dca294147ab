// @ts-check
/** The view Layout, with the positions of the widgets, and a form with every setting. */

import { icon } from "../icons.js";
import { previewPanel } from "../live/preview.js";
import { el } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { pastButtons } from "../parts/past.js";
import { t } from "../words.js";
import { Editor } from "./editor.js";
import { boxFields } from "./fields.js";
import { exportCopy, exportFile, importFile, importText } from "./exchange.js";
import { Form } from "./form.js";
import { PRESETS } from "./presets.js";
import { schemaOf } from "./schema.js";
import { applyPreset } from "./shape.js";

/** @typedef {import("../shell.js").Studio} Studio */

/** @type {import("../shell.js").Mount} */
export function mountLayout(place, studio) {
  const { settings, store } = studio;
  const past = pastButtons(studio);
  const preview = previewPanel(studio, [past.element]);
  const warnings = el("ul", { class: "warnings stack", role: "status" });
  const form = new Form(studio);
  const editor = new Editor(studio, preview, warnings, (name) => {
    sides.select(name);
    form.open(name);
  });
  const sides = boxFields(studio, () => editor.drawn(), (name) => form.open(name));
  const grid = el("div", { class: "layout" },
    el("div", { class: "column" }, preview.element, warnings,
      el("div", { class: "panel stack" }, sides.element, tools(studio), el("p", { class: "muted small" }, t("layoutHint")))),
    form.element);
  place.append(grid);
  schemaOf(studio);
  if (store.state.config === null) settings.read();
  return () => {
    past.dispose();
    editor.dispose();
    sides.dispose();
    form.dispose();
    preview.dispose();
  };
}

/** @param {Studio} studio */
function tools(studio) {
  const file = el("input", { type: "file", accept: "application/json,.json", hidden: true, "aria-label": t("importFile") });
  file.addEventListener("change", () => importFile(studio, file));
  return el("div", { class: "row wrap" },
    el("div", { class: "row wrap", role: "group", "aria-label": t("presets") }, el("span", { class: "muted" }, t("presets")),
      PRESETS.map((preset) => el("button", {
        type: "button", "data-preset": preset.label, on: { click: () => void applyPreset(studio, preset) },
      }, preset.label))),
    menu({ content: [icon("open"), t("exchange")] }, () => [
      { text: t("exportFile"), action: () => exportFile(studio) },
      { text: t("exportCopy"), action: () => exportCopy(studio) },
      { text: t("importFile"), action: () => file.click() },
      { text: t("importText"), action: () => importText(studio) },
    ]), file);
}

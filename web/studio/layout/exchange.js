// @ts-check
/** A configuration as a file or a text: out, and in again, with what it would change shown first. */

import { difference } from "../merge.js";
import { joined } from "../settings.js";
import { copyText } from "../parts/copy.js";
import { open } from "../parts/dialog.js";
import { el } from "../parts/dom.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { valueText } from "./form.js";

/** @typedef {import("../shell.js").Studio} Studio */

/** @param {Studio} studio */
export function exportFile({ store, room }) {
  const url = URL.createObjectURL(new Blob([textOf(store)], { type: "application/json" }));
  const link = el("a", { href: url, download: `ovation-${room}.json` });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** @param {Studio} studio */
export async function exportCopy({ store }) {
  toast(t(await copyText(textOf(store)) === "copied" ? "copied" : "pressCopy"));
}

/** @param {import("../store.js").Store} store */
function textOf(store) {
  return JSON.stringify(store.state.config, null, 2) + "\n";
}

/** @param {Studio} studio @param {HTMLInputElement} file */
export async function importFile(studio, file) {
  const [chosen] = file.files ?? [];
  file.value = "";
  if (chosen !== undefined) offer(studio, await chosen.text());
}

/** @param {Studio} studio */
export async function importText(studio) {
  const text = await open(t("importText"), (close) => {
    const area = el("textarea", { rows: 10, "data-first": true, "aria-label": t("pasteHere"), placeholder: t("pasteHere"), spellcheck: "false" });
    return el("form", { class: "stack", on: { submit: (/** @type {Event} */ event) => (event.preventDefault(), close(area.value)) } },
      area, el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
        el("button", { type: "submit", class: "gold" }, t("apply"))));
  });
  if (typeof text === "string") offer(studio, text);
}

/**
 * The leaves of a patch.
 * @param {any} patch @param {string} [path] @returns {[string, any][]}
 */
function leaves(patch, path = "") {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return [[path, patch]];
  return Object.entries(patch).flatMap(([key, value]) => leaves(value, path === "" ? key : `${path}.${key}`));
}

/** @param {Studio} studio @param {string} text */
async function offer({ store, settings }, text) {
  let wanted;
  try {
    wanted = JSON.parse(text);
  } catch (error) {
    return toast(t("importBad", { why: error instanceof Error ? error.message : "" }), true);
  }
  if (typeof wanted !== "object" || wanted === null || Array.isArray(wanted)) {
    return toast(t("importBad", { why: "{ … }" }), true);
  }
  const patch = difference(store.state.config, joined(store.state.config, wanted));
  if (patch === undefined) return toast(t("importNothing"));
  const sure = await open(t("importAsk"), (close) => [
    el("ul", { class: "changes" }, leaves(patch).map(([path, value]) => el("li", {}, `${path} → ${valueText(value)}`))),
    el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
      el("button", { type: "button", class: "gold", "data-first": true, on: { click: () => close(true) } }, t("apply"))),
  ]);
  if (sure === true) settings.change(patch, `import ${performance.now()}`);
}

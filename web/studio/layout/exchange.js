// @ts-check
/** Exports the configuration as a file or text, and imports one after showing its changes. */

import { difference } from "../merge.js";
import { joined } from "../settings.js";
import { copyText } from "../parts/copy.js";
import { open } from "../parts/dialog.js";
import { el, say } from "../parts/dom.js";
import { toast } from "../parts/toast.js";
import { leaves, valueText } from "../parts/values.js";
import { t } from "../words.js";

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
    const told = el("p", { class: "told trouble", role: "alert" });
    const submit = (/** @type {Event} */ event) => {
      event.preventDefault();
      const { why } = parsed(area.value);
      if (why === undefined) close(area.value);
      else say(told, t("importBad", { why }));
    };
    return el("form", { class: "stack", on: { submit } },
      area, told, el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
        el("button", { type: "submit", class: "gold" }, t("apply"))));
  });
  if (typeof text === "string") offer(studio, text);
}

/**
 * Parses a configuration, or returns the reason of the failure.
 * @param {string} text @returns {{wanted?: any, why?: string}}
 */
function parsed(text) {
  try {
    const wanted = JSON.parse(text);
    return typeof wanted !== "object" || wanted === null || Array.isArray(wanted) ? { why: "{ … }" } : { wanted };
  } catch (error) {
    return { why: error instanceof Error ? error.message : "" };
  }
}

/** @param {Studio} studio @param {string} text */
async function offer({ store, settings }, text) {
  const { wanted, why } = parsed(text);
  if (why !== undefined) return toast(t("importBad", { why }), true);
  const patch = difference(store.state.config, joined(store.state.config, wanted));
  if (patch === undefined) return toast(t("importNothing"));
  const sure = await open(t("importAsk"), (close) => [
    el("ul", { class: "changes" }, leaves(patch).map(([path, value]) => el("li", {}, `${path.join(".")} → ${valueText(value)}`))),
    el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
      el("button", { type: "button", class: "gold", "data-first": true, on: { click: () => close(true) } }, t("apply"))),
  ]);
  if (sure === true) settings.change(patch, `import ${performance.now()}`);
}

// @ts-check
/** Creates an address that contains a key, for platforms that cannot set a header. */

import { icon } from "../icons.js";
import { copyText } from "../parts/copy.js";
import { el, fill } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";

/**
 * Creates a button that makes such an address, and an element that shows it once.
 * @param {import("./card.js").Card} card
 */
export function hookMaker({ kind, name, actions }) {
  const made = el("div", { class: "stack", role: "status" });
  const button = el("button", {
    type: "button", "aria-label": `${t("makeHook")}: ${name}`, title: t("hookOf"), on: { click: make },
  }, icon("key"), t("makeHook"));
  return { button, made };

  async function make() {
    button.disabled = true;
    const answer = await actions.ask("POST", "keys", { role: "hook", name: kind.kind });
    button.disabled = false;
    if (!answer.ok) return void fill(made, el("p", { class: "trouble" }, problemText(answer)));
    const { body } = answer;
    const label = t("hookWithKey", { name });
    const field = el("input", { readonly: true, class: "address grow", "aria-label": label, value: body.address,
      on: { focus: () => field.select() } });
    const copy = async () => toast(t(await copyText(field.value, field) === "copied" ? "copied" : "pressCopy"));
    fill(made,
      el("div", { class: "row" }, field, el("button", {
        type: "button", "aria-label": `${t("copy")}: ${label}`, on: { click: copy },
      }, icon("copy"), t("copy"))),
      el("p", { class: "muted small" }, t("hookHow")));
    copy();
  }
}

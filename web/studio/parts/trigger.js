// @ts-check
/**
 * A button that makes a trigger key for a studio action on the server, and shows the web address that performs the
 * action when a device such as a Stream Deck opens it.
 */

import { icon } from "../icons.js";
import { el, fill } from "./dom.js";
import { copyText } from "./copy.js";
import { problemText } from "./problem.js";
import { toast } from "./toast.js";
import { t } from "../words.js";

/** @type {Record<string, string>} the event types of the parts of the room that accept POST */
const TYPES = { gifts: "gift", calls: "call", captions: "caption", control: "control" };

/**
 * Returns the event of an action; null if a key cannot store it.
 * @param {import("./curl.js").Command} command
 */
export function eventOf({ method, part, body }) {
  if (method === "POST" && part in TYPES) return { type: TYPES[part], ...body };
  const [widget, name, clock] = part.split("/");
  const isCounter = widget === "counters" && (method === "PUT" ? clock === undefined : method === "POST" && clock === "clock");
  return isCounter ? { type: "counter", name: decodeURIComponent(name), ...body } : null;
}

/**
 * Creates a button that makes the address of an action, and the element that shows it; null if the action has no event.
 * @param {import("./curl.js").Command} command @param {import("../actions.js").Actions} actions
 */
export function triggerMaker(command, actions) {
  const event = eventOf(command);
  if (event === null) return null;
  const made = el("div", { class: "stack", role: "status" });
  const button = el("button", {
    type: "button", "aria-label": `Stream Deck: ${command.name}`, title: t("triggerOf"), on: { click: make },
  }, icon("key"), "Stream Deck");
  return { button, made };

  async function make() {
    button.disabled = true;
    const answer = await actions.ask("POST", "keys", { role: "trigger", name: command.name, event });
    button.disabled = false;
    if (!answer.ok) return void fill(made, el("p", { class: "trouble" }, problemText(answer)));
    const { body } = answer;
    const field = el("input", { readonly: true, class: "address grow", "aria-label": t("triggerAddress", { name: command.name }),
      value: `${location.origin}/v1/hooks/${actions.room}/trigger/${body.key}`, on: { focus: () => field.select() } });
    const copy = async () => toast(t(await copyText(field.value, field) === "copied" ? "copied" : "pressCopy"));
    fill(made,
      el("div", { class: "row" }, field, el("button", {
        type: "button", "aria-label": `${t("copy")}: ${t("triggerAddress", { name: command.name })}`, on: { click: copy },
      }, icon("copy"), t("copy"))),
      el("p", { class: "muted small" }, t("triggerHow")));
    copy();
  }
}

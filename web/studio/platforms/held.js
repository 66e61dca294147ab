// @ts-check
/** What waits for somebody's word: approved, it is shown; refused, it never is. */

import { lineOf } from "../entries.js";
import { rowHead } from "../live/face.js";
import { el, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { isWord, t, timeOfDay } from "../words.js";
import { platformName } from "./card.js";

/** @typedef {import("./watch.js").Held} Held */

/**
 * @param {import("../actions.js").Actions} actions @param {import("./watch.js").Watch} watch
 */
export function heldPanel(actions, watch) {
  const count = el("span", { class: "muted" });
  const list = el("ul", { class: "rows", "aria-labelledby": "held-title" });
  const element = el("section", { class: "panel stack", id: "held", "aria-labelledby": "held-title", hidden: true },
    el("header", { class: "row" }, el("h2", { id: "held-title" }, t("waitsForWord")), count), list);

  const rows = new Rows(list, (/** @type {Held} */ { id }) => id, (held) => ({ element: row(held), show: () => {} }));
  function show() {
    const { held } = watch;
    element.hidden = held.length === 0;
    say(count, String(held.length));
    rows.set(held);
  }

  /** @param {Held} held */
  function row(held) {
    const { id, at, source, events } = held;
    const { type: kind, ...body } = events[0];
    const { title, detail, count: many } = lineOf({ id, seq: 0, kind, at, body, fate: {} });
    const said = events.slice(1).find((event) => event.type === "caption")?.text;
    const what = kind === "gift" ? detail : isWord(kind) ? t(kind) : kind;
    const more = [platformName(source), what, timeOfDay(at)].filter(Boolean).join(" · ");
    const decide = (/** @type {"approve" | "refuse"} */ word) => async () => {
      for (const button of buttons) button.disabled = true;
      await actions.press("POST", `held/${encodeURIComponent(id)}/${word}`);
      for (const button of buttons) button.disabled = false;
      watch.read();
    };
    const buttons = [
      el("button", { type: "button", class: "gold", "aria-label": `${t("approve")}: ${title}`, on: { click: decide("approve") } }, t("approve")),
      el("button", { type: "button", "aria-label": `${t("refuse")}: ${title}`, on: { click: decide("refuse") } }, t("refuse")),
    ];
    return el("li", { "data-held": id },
      el("div", { class: "row-line" }, rowHead({ kind, title, detail: more, count: many }), el("span", { class: "row" }, buttons)),
      said === undefined ? null : el("p", { class: "small" }, said));
  }

  return { element, show };
}

// @ts-check
/** The panel of events that wait for approval, where an approved event is shown, and a refused event never is. */

import { blockItems } from "../blocklist.js";
import { lineOf, messageOf, senderOf } from "../entries.js";
import { icon } from "../icons.js";
import { rowHead } from "../live/face.js";
import { el, fill, put, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { Rows } from "../parts/rows.js";
import { dotted, isWord, t, timeOfDay } from "../words.js";
import { platformName } from "./card.js";

/** @typedef {import("../held.js").Held} Held */

/** @param {import("../shell.js").Studio} studio */
export function heldPanel(studio) {
  const { actions, feed, later, store } = studio;
  const title = el("h2", { id: "held-title" });
  const list = el("ul", { class: "rows", "aria-labelledby": "held-title" });
  const element = el("section", { class: "panel stack", id: "held", "aria-labelledby": "held-title", hidden: true },
    el("header", { class: "row" }, title), list);

  const rows = new Rows(list, (/** @type {Held} */ { id }) => id, row);
  function show() {
    const held = store.state.held ?? [];
    element.hidden = held.length === 0;
    say(title, t("toApprove", { n: held.length }));
    rows.set(held);
  }

  /** @param {Held} held @returns {import("../parts/rows.js").Row<Held>} */
  function row({ id, at, source, events }) {
    const { type: kind, ...body } = events[0];
    const sender = senderOf({ id, seq: 0, kind, at, body, fate: {} });
    const { title: name, detail, count } = lineOf({ id, seq: 0, kind, at, body, fate: {} });
    const said = messageOf({ kind: "hold", body: { events } });
    const what = kind === "gift" ? detail : isWord(kind) ? t(kind) : kind;
    const from = dotted([platformName(source), what, timeOfDay(at)]);
    const part = `held/${encodeURIComponent(id)}`;
    const key = `held/${id}`;
    const approve = el("button", { type: "button", class: "gold", "aria-label": `${t("approve")}: ${name}`, on: { click: async () => {
      later.undo(key);
      for (const button of [approve, refuse]) button.disabled = true;
      await actions.press("POST", `${part}/approve`);
      for (const button of [approve, refuse]) button.disabled = false;
      feed.onheld();
    } } }, t("approve"));
    const refuse = el("button", { type: "button", on: { click: () => {
      if (later.undo(key)) return;
      later.plan({ key, text: t("refusing", { name }), method: "POST", part: `${part}/refuse`, done: () => feed.onheld() });
    } } });
    const more = sender === null || !store.may("block") ? null
      : menu({ label: `${t("more")}: ${name}`, class: "bare", content: [icon("more")] }, () => blockItems(studio, sender));
    const line = el("div", { class: "row-line" }, rowHead({ kind, title: name, detail: from, count }),
      said === "" ? null : el("p", { class: "said" }, said), el("span", { class: "row" }, approve, refuse, more));
    return {
      element: el("li", { "data-held": id }, line),
      show: () => {
        const isGoing = later.has(key);
        const word = t(isGoing ? "undo" : "refuse");
        put(line, "data-going", isGoing);
        fill(refuse, word);
        put(refuse, "data-undoes", isGoing && key);
        put(refuse, "aria-label", `${word}: ${name}`);
      },
    };
  }

  return { element, dispose: store.subscribe(["held", "planned"], show) };
}

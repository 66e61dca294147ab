// @ts-check
/** The view Platforms, with the platforms that may post to the room, and the outcomes of their deliveries. */

import { blockedWords } from "../parts/blocked.js";
import { blockedEntriesPanel } from "../parts/blockedpanel.js";
import { el, put, say } from "../parts/dom.js";
import { pastButtons } from "../parts/past.js";
import { t } from "../words.js";
import { platformCard } from "./card.js";
import { deliveriesPanel } from "./deliveries.js";
import { heldPanel } from "./held.js";
import { KINDS } from "./kinds.js";
import { Watch } from "./watch.js";

/** @param {import("../shell.js").Studio} studio */
function blockedPanel(studio) {
  const { settings, store } = studio;
  const past = pastButtons(studio);
  const control = blockedWords(t("blockedTitle"), "blocked-more", (text) =>
    settings.change({ sources: { blocked: text } }, `sources/blocked ${performance.now()}`));
  const element = el("section", { class: "panel stack", id: "blocked", "aria-labelledby": "blocked-title" },
    el("header", {}, el("h2", { id: "blocked-title" }, t("blockedTitle")), past.element),
    el("p", { class: "muted small", id: "blocked-more" }, t("blockedMore")), control.element);
  const end = store.subscribe(["config"], () => control.show(store.state.config?.sources.blocked ?? ""));
  return { element, dispose: () => (end(), past.dispose()) };
}

/** @type {import("../shell.js").Mount} */
export function mountPlatforms(place, studio) {
  const { actions } = studio;
  const trouble = el("p", { class: "trouble", role: "status", hidden: true });
  const watch = new Watch(actions, show);
  const deliveries = deliveriesPanel(studio, watch);
  const held = heldPanel(studio);
  const blocked = blockedPanel(studio);
  const blocklist = blockedEntriesPanel(studio);
  const cards = KINDS.map((kind) => ({ kind: kind.kind, ...platformCard(kind, studio, () => watch.read()) }));
  const panel = el("section", { class: "panel stack", id: "platforms", "aria-labelledby": "platforms-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "platforms-title" }, t("platforms"))), trouble,
    el("div", {}, cards.map(({ element }) => element)));
  place.append(el("div", { class: "two platforms" }, panel, el("div", { class: "column" }, held.element, deliveries.element, blocked.element, blocklist.element)));
  for (const card of cards) card.show(undefined);
  watch.read();
  if (studio.store.state.config === null) studio.settings.read();
  const end = studio.store.subscribe(["config"], () => show());

  function show() {
    put(panel, "aria-busy", null);
    const { problem } = watch;
    say(trouble, problem);
    trouble.hidden = problem === "";
    for (const card of cards) card.show(watch.entries.get(card.kind));
    deliveries.show();
  }

  return () => {
    end();
    blocked.dispose();
    blocklist.dispose();
    watch.dispose();
    held.dispose();
    deliveries.dispose();
  };
}

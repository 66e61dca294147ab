// @ts-check
/**
 * The view Live, with the address for OBS, test buttons, the preview, the stage, the queue and the recent events. The
 * role decides which of these panels it has.
 */

import { el } from "../parts/dom.js";
import { loadStyle } from "../style.js";
import { addWords, t } from "../words.js";
import { alertQueuePanel } from "./alertqueue.js";
import { connectPanel } from "./connect.js";
import { eveningRow } from "./evening.js";
import { previewPanel } from "./preview.js";
import { recentPanel } from "./recent.js";
import { stagePanel } from "./stage.js";
import { tryPanel } from "./try.js";
import { waitingPanel } from "./waiting.js";

/** @type {import("../shell.js").Mount} */
export function mountLive(place, studio) {
  const { store } = studio;
  const edit = el("a", { class: "button", href: "?view=layout", on: { click: (/** @type {Event} */ event) => {
    event.preventDefault();
    document.querySelector('#views a[data-view="layout"]')?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  } } }, t("edit"));
  /** @type {{element: HTMLElement, dispose: import("../shell.js").Dispose}[]} */
  const panels = [];
  const shown = (/** @type {typeof panels[number]} */ panel) => {
    panels.push(panel);
    return panel.element;
  };
  const connect = store.may("keys") && shown(connectPanel(studio));
  const trying = store.may("post") && shown(tryPanel(studio));
  // The preview page opens a viewer's stream, with a key of the room.
  const preview = store.may("keys") && shown(previewPanel(studio, [edit], true));
  const evening = shown(eveningRow(studio, () => void newTimer(studio), () => void newGoal(studio)));
  const stage = shown(stagePanel(studio));
  const waiting = shown(waitingPanel(studio));
  const alerts = shown(alertQueuePanel(studio));
  const recent = shown(recentPanel(studio));
  const toApprove = el("div", { class: "late" });
  panels.push({ element: toApprove, dispose: lateHeldPanel(studio, toApprove) });
  const blocked = el("div", { class: "late" });
  // A role with the view Platforms has the blocklist there.
  if (store.may("block") && !store.may("sources")) panels.push({ element: blocked, dispose: lateBlockedPanel(studio, blocked) });
  const timers = el("div", { class: "late" });
  panels.push({ element: timers, dispose: lateTimerPanel(studio, timers) });
  if (store.may("configure")) panels.push({ element: place, dispose: lateFirstRun(studio, place) });
  // Wide screens have an additional column.
  const extra = el("div", { class: "column extra" });
  const hasSide = connect !== false || trying !== false;
  place.append(el("div", {}, evening, hasSide
    ? el("div", { class: "live" },
      el("div", { class: "column side" }, connect, trying),
      el("div", { class: "column middle" }, preview, stage),
      el("div", { class: "column lists" }, toApprove, timers, waiting, alerts, recent),
      extra)
    : el("div", { class: "live steering" },
      el("div", { class: "column middle" }, preview, stage),
      el("div", { class: "column lists" }, toApprove, timers, waiting, alerts),
      el("div", { class: "column past" }, recent, blocked))));
  const wide = matchMedia("(min-width: 1600px)");
  let isGone = false;
  const widen = async () => {
    if (!wide.matches || !store.may("totals") || extra.children.length > 0) return;
    const { totalsPanel } = await import("../totals/totals.js");
    if (isGone || extra.children.length > 0) return;
    const totals = totalsPanel(studio);
    panels.push(totals);
    extra.append(totals.element);
  };
  wide.addEventListener("change", widen);
  widen();
  return () => {
    isGone = true;
    wide.removeEventListener("change", widen);
    for (const panel of panels) panel.dispose();
  };
}

/**
 * Asks for the overlay's format and theme, once for each room and browser.
 * @param {import("../shell.js").Studio} studio @param {HTMLElement} view gets the question above its panels
 * @returns {import("../shell.js").Dispose}
 */
function lateFirstRun(studio, view) {
  const name = `ovation.setup.${studio.room}`;
  if (localStorage.getItem(name) !== null) return () => {};
  let isAsked = false;
  let isGone = false;
  /** @type {import("../shell.js").Dispose[]} */
  const ends = [];
  ends.push(studio.store.subscribe(["config"], async () => {
    if (isAsked || studio.store.state.config === null) return;
    isAsked = true;
    const { askFirst } = await import("../firstrun/firstrun.js");
    if (isGone) return;
    const end = await askFirst(view, studio, () => localStorage.setItem(name, "answered"));
    if (isGone) end();
    else ends.push(end);
  }));
  return () => {
    isGone = true;
    for (const end of ends) end();
  };
}

/**
 * Shows the events that wait for approval. Loads the code for them when the first one comes.
 * @param {import("../shell.js").Studio} studio @param {HTMLElement} place
 * @returns {import("../shell.js").Dispose}
 */
function lateHeldPanel(studio, place) {
  let isAsked = false;
  /** @type {import("../shell.js").Dispose[]} */
  const ends = [];
  let isGone = false;
  ends.push(studio.store.subscribe(["held"], async () => {
    if (isAsked || (studio.store.state.held ?? []).length === 0) return;
    isAsked = true;
    const [{ heldPanel }] = await Promise.all([import("../platforms/held.js"), addWords("platforms"), loadStyle("platforms")]);
    if (isGone) return;
    const panel = heldPanel(studio);
    ends.push(panel.dispose);
    place.append(panel.element);
  }));
  return () => {
    isGone = true;
    for (const end of ends) end();
  };
}

/**
 * Shows the blocklist. Loads its code only for roles that see it in this view.
 * @param {import("../shell.js").Studio} studio @param {HTMLElement} place
 * @returns {import("../shell.js").Dispose}
 */
function lateBlockedPanel(studio, place) {
  let isGone = false;
  /** @type {import("../shell.js").Dispose} */
  let end = () => {};
  import("../parts/blockedpanel.js").then(({ blockedEntriesPanel }) => {
    if (isGone) return;
    const panel = blockedEntriesPanel(studio);
    end = panel.dispose;
    place.append(panel.element);
  });
  return () => {
    isGone = true;
    end();
  };
}

/**
 * Shows the timers, once the room has one or a rule for one. Loads the code for them then.
 * @param {import("../shell.js").Studio} studio @param {HTMLElement} place
 * @returns {import("../shell.js").Dispose}
 */
function lateTimerPanel(studio, place) {
  let isAsked = false;
  let isGone = false;
  /** @type {import("../shell.js").Dispose[]} */
  const ends = [];
  ends.push(studio.store.subscribe(["overview", "config"], async () => {
    const { overview, config } = studio.store.state;
    if (isAsked || ((overview?.clocks ?? []).length === 0 && (config?.clocks?.rules ?? []).length === 0)) return;
    isAsked = true;
    const { timerPanel } = await loadTimer();
    if (isGone) return;
    const panel = timerPanel(studio);
    ends.push(panel.dispose);
    place.append(panel.element);
  }));
  return () => {
    isGone = true;
    for (const end of ends) end();
  };
}

async function loadTimer() {
  const [panel, dialogs] = await Promise.all([
    import("../timer/timer.js"), import("../timer/dialogs.js"), addWords("alerts"), ...["looks", "gifts", "alerts"].map(loadStyle)]);
  return { ...panel, ...dialogs };
}

/** @param {import("../shell.js").Studio} studio */
async function newTimer(studio) {
  const { editClock } = await loadTimer();
  await editClock(studio, null);
}

/** @param {import("../shell.js").Studio} studio */
async function newGoal(studio) {
  const [{ editGoal }, { loadWords }] = await Promise.all([
    import("../looks/goals.js"), import("../looks/words.js"), ...["looks", "gifts"].map(loadStyle)]);
  await loadWords();
  await editGoal(studio, null);
}

// @ts-check
/** The bar with the buttons hold, skip, clear and test gift, and a button that shows their commands. */

import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { el, fill, put } from "../parts/dom.js";
import { lampOf } from "../parts/lamp.js";
import { menu, toolbar } from "../parts/menu.js";
import { toast } from "../parts/toast.js";
import { dotted, t } from "../words.js";
import { playTest, tests } from "./tests.js";

/** @typedef {import("../shell.js").Studio} Studio */

/**
 * Creates the label of a shortcut. It is hidden from screen readers, which get `aria-keyshortcuts`.
 * @param {string} letter
 */
function shortcut(letter) {
  return el("kbd", { "aria-hidden": "true" }, letter);
}

/** @param {Studio} studio */
export function planClear({ actions, later, store }) {
  const { overview } = store.state;
  const values = {
    shown: overview?.shown.filter(({ kind }) => !["counter", "goal", "leaders"].includes(kind)).length ?? 0,
    waiting: (overview?.queueLength ?? 0) + (overview?.waitingCalls ?? 0) + (overview?.alerts.length ?? 0),
  };
  if (overview !== null && values.shown === 0 && values.waiting === 0) {
    toast(t("clearedNothing"));
    // A gift may have come since the studio's last news.
    return void actions.control("clear");
  }
  later.plan({ key: "clear", text: t("clearing", values), method: "POST", part: "control", body: { action: "clear" } });
}

/** @param {Studio} studio */
function skipItems(studio) {
  const { actions, store } = studio;
  const shown = store.state.overview?.shown.filter(({ kind }) => ["gift", "call", "effect"].includes(kind)) ?? [];
  return [
    { text: t("skipAll"), action: () => actions.control("skip") },
    ...shown.map(({ node, title, detail }) => ({
      text: dotted([title, detail]), action: () => actions.control("skip", node) })),
    { text: t("clear"), action: () => planClear(studio) },
  ];
}

/**
 * Returns the commands of the bar's buttons.
 * @param {import("../store.js").Store} store
 */
function commands(store) {
  const control = (/** @type {any} */ word, /** @type {string} */ action) => ({
    name: t(word), method: "POST", part: "control", body: { action } });
  return [
    control("hold", "hold"), control("resume", "resume"), control("skipAll", "skip"),
    control("clearDo", "clear"), ...(store.may("messages") ? [control("hideMessage", "hideMessage")] : []),
    control("startShow", "start"),
    ...(store.may("post") ? [{ name: t("testGift"), ...tests().gift }] : []),
  ];
}

/** @param {Studio} studio */
export function steerBar(studio) {
  const { actions, store } = studio;
  const hold = el("button", { type: "button", id: "hold", "aria-keyshortcuts": "H", on: { click: () =>
    actions.control(store.state.overview?.held ? "resume" : "hold") } });
  const skip = menu({ content: [icon("skip"), t("skip"), shortcut("S")] }, () => skipItems(studio));
  // Without a test gift, even a narrow bar has room for this button.
  const clear = el("button", { type: "button", class: store.may("post") && "wide", "aria-keyshortcuts": "X", on: { click: () => planClear(studio) } },
    icon("clear"), t("clear"));
  const test = el("button", { type: "button", id: "test-gift", "aria-keyshortcuts": "T", on: { click: () => playTest(studio) } },
    t("testGift"), shortcut("T"));
  const code = el("button", {
    type: "button", class: "bare", "aria-label": t("commands"), title: t("commands"),
    on: { click: async () => (await import("../parts/command.js")).showCommands(commands(store), actions, store.may("keys")) },
  }, icon("code"));
  code.classList.add("always");
  const element = el("div", { class: "steer", "aria-label": t("steer") }, hold, skip, clear, store.may("post") && test, code);
  /** @type {boolean | null} */
  let held = null;
  const show = () => {
    const now = store.state.overview?.held ?? false;
    if (now !== held) {
      held = now;
      fill(hold, icon(now ? "resume" : "hold"), t(now ? "resume" : "hold"), shortcut("H"));
      put(hold, "class", now ? "gold" : null);
    }
    const { state } = lampOf(store.state, false, performance.now());
    put(test, "class", ["ok", "off"].includes(state) && !now ? "gold" : null);
  };
  const ends = [store.subscribe(["overview", "link", "hello"], show), everySecond(show)];
  toolbar(element);
  return { element, dispose: () => ends.forEach((end) => end()) };
}

// @ts-check
/** The panel of the timers, with large buttons for each, and the rules that add time. */

import { clockSentence } from "../alerts/sentence.js";
import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { changeClock, clockPart, clockText, leftOf, stateText } from "../live/clock.js";
import { planDeletion } from "../live/stage.js";
import { showCommands } from "../parts/command.js";
import { el, fill, put, say } from "../parts/dom.js";
import { menu } from "../parts/menu.js";
import { Rows } from "../parts/rows.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { clockRulesOf } from "./clocks.js";
import { editClock, editClockRule, setTime } from "./dialogs.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("./clocks.js").Clock} Clock */
/** @typedef {import("./clocks.js").ClockRule} ClockRule */

/** The buttons that add time or take it away, in seconds. */
const STEPS = [60, 300, -60];

/** @param {Studio} studio */
export function timerPanel(studio) {
  const { store } = studio;
  const mayMake = store.may("post");
  const list = el("ul", { class: "timers", "aria-labelledby": "timer-title" });
  const make = el("button", { type: "button", id: "new-timer", on: { click: () => void editClock(studio, null) } }, icon("plus"), t("newTimer"));
  const lost = el("ul", { class: "rows" });
  const element = el("section", { class: "panel stack", id: "timer", "aria-labelledby": "timer-title" },
    el("header", {}, el("h2", { id: "timer-title" }, t("timers")), mayMake && make), list, lost);
  const rows = new Rows(list, (/** @type {Clock} */ { name }) => name, (clock) => timerRow(studio, clock),
    { picture: "timer", ...(mayMake && { action: { text: t("newTimer"), press: () => void editClock(studio, null) } }) });
  const orphans = new Rows(lost, ({ name }) => name, (/** @type {ClockRule} */ rule) => ruleRow(studio, rule));
  const show = () => {
    const { overview, config } = store.state;
    const clocks = overview?.clocks ?? [];
    make.hidden = clocks.length === 0;
    rows.set(clocks, overview === null ? "" : t("noTimers"));
    // A rule outlives its timer, which may be made again.
    orphans.set(overview === null ? [] : clockRulesOf(config).filter(({ counter }) => !clocks.some(({ name }) => name === counter)));
    lost.hidden = lost.children.length === 0;
  };
  return { element, dispose: store.subscribe(["overview", "config", "planned"], show) };
}

/** @param {number} seconds */
export function stepText(seconds) {
  return t(seconds < 0 ? "minusMinutes" : "plusMinutes", { n: Math.abs(seconds) / 60 });
}

/**
 * @param {Studio} studio @param {Clock} now
 * @returns {import("../parts/rows.js").Row<Clock>}
 */
function timerRow(studio, now) {
  const { actions, later, store } = studio;
  const { name } = now;
  const key = `counter/${name}`;
  const time = el("p", { class: "timer-time", role: "timer", "aria-label": name });
  const state = el("p", { class: "muted small" });
  const run = el("button", { type: "button", class: "timer-run", on: { click: () => changeClock(actions, name, { running: !now.running }) } });
  const steps = STEPS.map((seconds) => el("button", { type: "button", "data-step": seconds, "aria-label": `${stepText(seconds)}: ${name}`,
    on: { click: () => changeClock(actions, name, { addSeconds: seconds }) } }, stepText(seconds)));
  const set = store.may("post") && el("button", { type: "button", "aria-label": `${t("setTo")}: ${name}`, on: { click: () => void setTime(studio, now, left()) } }, t("setTo"));
  const commands = [
    { name: t("startTimer"), body: { running: true } }, { name: t("pauseTimer"), body: { running: false } },
    ...STEPS.map((seconds) => ({ name: stepText(seconds), body: { addSeconds: seconds } })),
  ].map((command) => ({ ...command, name: `${command.name}: ${name}`, method: "POST", part: `${clockPart(name)}` }));
  const more = menu({ label: `${t("more")}: ${name}`, class: "bare", content: [icon("more")] }, () => [
    { text: t("commands"), action: () => void showCommands(commands, actions, store.may("keys")) },
    ...(store.may("post") ? [
      { text: t("editTimer"), action: () => void editClock(studio, now, left()) },
      { text: t(later.has(key) ? "undo" : "deleteIt"), action: () => later.undo(key) || planDeletion(later, "counter", key, encodeURIComponent(name), name) },
    ] : []),
  ]);
  const list = el("ul", { class: "rows", "aria-label": t("timerRulesOf", { name }) });
  const rows = new Rows(list, (/** @type {ClockRule} */ rule) => rule.name, (rule) => ruleRow(studio, rule));
  const rules = store.may("configure") && el("div", { class: "timer-rules" }, list,
    el("button", { type: "button", class: "bare", "aria-label": `${t("addTimerRule")}: ${name}`, on: { click: () => void editClockRule(studio, name, null) } }, icon("plus"), t("addTimerRule")));
  const element = el("li", { class: "timer", "data-timer": name },
    el("div", { class: "row" }, el("h3", { class: "grow timer-name" }, el("bdi", {}, name)), state, more), time,
    el("div", { class: "timer-buttons" }, run, steps, set), rules);
  const left = () => (store.state.overview === null ? now.left : leftOf(now, store.state.overview, performance.now()));
  const tick = () => say(time, clockText(left()));
  everyTick(element, tick);
  let told = "";
  return {
    element,
    show: (clock) => {
      now = clock;
      tick();
      say(state, stateText(clock, store.state.overview?.running ?? true));
      put(element, "data-state", clock.ended ? "ended" : clock.running ? "runs" : "stands");
      put(element, "data-going", later.has(key));
      const sign = String(clock.running);
      if (sign !== told) {
        fill(run, icon(clock.running ? "hold" : "resume"), t(clock.running ? "pauseTimer" : "startTimer"));
        put(run, "class", clock.running ? "timer-run" : "timer-run gold");
        put(run, "aria-label", `${t(clock.running ? "pauseTimer" : "startTimer")}: ${name}`);
      }
      told = sign;
      rows.set(clockRulesOf(store.state.config).filter(({ counter }) => counter === name));
    },
  };
}

/**
 * Calls an action once a second while an element is in the page.
 * @param {HTMLElement} element @param {() => void} action
 */
function everyTick(element, action) {
  let wasThere = false;
  const end = everySecond(() => {
    if (element.isConnected) {
      wasThere = true;
      action();
    } else if (wasThere) end();
  });
}

/**
 * @param {Studio} studio @param {ClockRule} now
 * @returns {import("../parts/rows.js").Row<ClockRule>}
 */
function ruleRow(studio, now) {
  const { settings, store } = studio;
  const sentence = el("span", { class: "grow rule-words" });
  const edit = el("button", { type: "button", class: "bare", title: t("edit"), on: { click: () => void editClockRule(studio, now.counter, now) } }, icon("edit"));
  const drop = el("button", { type: "button", class: "bare", title: t("remove"), on: { click: () => {
    settings.change({ clocks: { rules: clockRulesOf(store.state.config).filter(({ name }) => name !== now.name) } }, `clocks/rules ${performance.now()}`);
    toast(t("ruleRemovedPlain"));
  } } }, icon("clear"));
  return {
    element: el("li", { class: "row-line", "data-rule": now.name }, sentence, edit, drop),
    show: (rule) => {
      now = rule;
      const { config, overview } = store.state;
      const isLost = !overview?.clocks.some(({ name }) => name === rule.counter);
      const words = clockSentence(rule, config);
      say(sentence, isLost ? t("lostRule", { name: rule.counter, rule: words }) : words);
      put(edit, "aria-label", `${t("edit")}: ${words}`);
      put(drop, "aria-label", `${t("remove")}: ${words}`);
    },
  };
}

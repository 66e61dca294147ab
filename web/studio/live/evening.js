// @ts-check
/**
 * The row for the evening: what a streamer looks at between two sentences, each with the button that is needed most. On a
 * phone it is a column.
 */

import { everySecond } from "../beat.js";
import { icon } from "../icons.js";
import { currenciesOf, lampWords } from "../lampview.js";
import { Answers } from "../missed.js";
import { NAMED } from "../overview.js";
import { el, fill, put, say } from "../parts/dom.js";
import { lampOf } from "../parts/lamp.js";
import { countdown, dotted, grouped, t } from "../words.js";
import { changeClock, clockText, leftOf, stateText } from "./clock.js";
import { hideMessage } from "./message.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("../overview.js").Overview} Overview */

/** The pinned contents of the stage, which are no news. */
const PINNED = ["counter", "goal", "leaders"];
const MINUTE = 60;

/**
 * @param {Studio} studio @param {() => void} makeTimer opens the dialog for a new timer
 * @param {() => void} makeGoal opens the dialog for a new goal
 */
export function eveningRow(studio, makeTimer, makeGoal) {
  const parts = [stagePart, waitingPart, heldPart, clockPart(makeTimer), goalPart(makeGoal), leadersPart, overlayPart].map((make) => make(studio));
  const element = el("section", { id: "evening", "aria-label": t("evening"), hidden: true }, parts.map((part) => part.element));
  const show = () => {
    const { overview } = studio.store.state;
    // A room without events has no row.
    element.hidden = overview === null || overview.lastSeq === 0;
    if (overview === null) return;
    const now = performance.now();
    for (const part of parts) part.show(overview, now);
  };
  const ends = [studio.store.subscribe(["overview", "held", "config", "link", "hello", "lostAt"], show), everySecond(show)];
  return { element, dispose: () => ends.forEach((end) => end()) };
}

/**
 * @param {string} name @param {string} label @param {import("../parts/dom.js").Child[]} buttons
 */
function part(name, label, buttons) {
  const value = el("span", { class: "glance-value" });
  const detail = el("span", { class: "glance-detail muted" });
  const mark = el("span", { class: "row" });
  const element = el("div", { class: "glance", "data-glance": name, role: "group", "aria-label": label },
    el("span", { class: "glance-text" }, el("span", { class: "glance-label muted" }, label), el("span", { class: "row" }, mark, value), detail),
    el("span", { class: "glance-acts" }, buttons));
  return {
    element, mark,
    /** @param {string} text @param {string} [more] */
    tell: (text, more = "") => {
      say(value, text);
      say(detail, more);
      put(detail, "title", more || null);
    },
  };
}

/** @param {import("../parts/dom.js").Child[]} content @param {string} label @param {() => void} press */
function button(content, label, press) {
  return el("button", { type: "button", "aria-label": label, title: label, on: { click: press } }, content);
}

/**
 * Scrolls to a panel and gives it the focus.
 * @param {string} id
 */
function goTo(id) {
  const panel = document.getElementById(id);
  panel?.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" });
  const all = /** @type {HTMLElement[]} */ ([...panel?.querySelectorAll("button:not([disabled]), [tabindex='0']") ?? []]);
  all.find((one) => one.offsetParent !== null)?.focus({ preventScroll: true });
}

/** @param {Studio} studio */
function stagePart(studio) {
  const { actions, store } = studio;
  const skip = button([icon("skip")], t("skipAll"), () => actions.control("skip"));
  const hide = button([icon("hideMessage")], t("hideMessage"), () => void hideMessage(studio));
  put(hide, "aria-keyshortcuts", "M");
  const { element, tell } = part("stage", t("onStage"), [store.may("messages") && hide, skip]);
  return {
    element,
    /** @param {Overview} overview */
    show: ({ shown }) => {
      const news = shown.filter(({ kind }) => !PINNED.includes(kind));
      // An alert is what the viewers look at.
      const [first] = [...news].sort((one, other) => Number(other.kind === "alert") - Number(one.kind === "alert"));
      tell(news.length === 0 ? t("nothingNow") : grouped(news.length),
        first === undefined ? "" : dotted([first.title, first.kind === "gift" ? first.detail : first.message]));
      skip.disabled = news.length === 0;
      const hasMessage = first?.message !== undefined;
      if (!hasMessage && document.activeElement === hide) skip.focus();
      hide.hidden = !hasMessage;
    },
  };
}

/**
 * Returns the number of events that wait, and when the last one of them is expected; null if that is not known.
 * @param {Overview} overview
 */
function waitingOf({ queueLength, waitingCalls, alerts, lastAt }) {
  const last = [lastAt, ...alerts.map(({ expectedAt }) => expectedAt)].flatMap((at) => at === null ? [] : [at]);
  return { n: queueLength + waitingCalls + alerts.length, lastAt: last.length > 0 ? Math.max(...last) : null };
}

/** @param {number} seconds */
function minutesText(seconds) {
  return seconds < MINUTE ? countdown(seconds) : t("minutesN", { n: Math.round(seconds / MINUTE) });
}

/** @param {Studio} studio */
function waitingPart({ actions, store }) {
  const hold = button([], t("holdAll"), () => actions.control(store.state.overview?.held ? "resume" : "hold"));
  const see = button([icon("queue")], t("seeWaiting"), () => goTo((store.state.overview?.queueLength ?? 0) > 0 ? "waiting" : "waiting-alerts"));
  const { element, tell } = part("waiting", t("waiting"), [hold, see]);
  /** @type {boolean | null} */
  let wasHeld = null;
  return {
    element,
    /** @param {Overview} overview @param {number} now */
    show: (overview, now) => {
      const { n, lastAt } = waitingOf(overview);
      const { held } = overview;
      const left = lastAt === null ? "" : t("allIn", { t: minutesText(Math.max(0, (lastAt - overview.roomTime(now)) / 1e6)) });
      tell(n === 0 ? t("nobodyNow") : grouped(n), held ? t("onHold") : n === 0 ? "" : left);
      see.disabled = n === 0;
      if (held !== wasHeld) fill(hold, icon(held ? "resume" : "hold"));
      wasHeld = held;
      put(hold, "class", held ? "gold" : null);
      for (const name of ["aria-label", "title"]) put(hold, name, t(held ? "resumeAll" : "holdAll"));
    },
  };
}

/** @param {Studio} studio */
function heldPart({ store }) {
  const see = button([icon("ok")], t("seeHeld"), () => goTo("held"));
  see.className = "gold";
  const { element, tell } = part("held", t("heldKind"), [see]);
  return {
    element,
    show: () => {
      const held = store.state.held ?? [];
      element.hidden = held.length === 0;
      const sender = held[0]?.events[0]?.sender ?? held[0]?.events[0]?.user;
      tell(grouped(held.length), typeof sender === "string" ? sender : sender?.name ?? "");
    },
  };
}

/**
 * @param {() => void} makeTimer
 * @returns {(studio: Studio) => {element: HTMLElement, show: (overview: Overview, now: number) => void}}
 */
function clockPart(makeTimer) {
  return ({ actions, store }) => {
    let name = "";
    let isRunning = false;
    const run = button([], t("startTimer"), () => changeClock(actions, name, { running: !isRunning }));
    const add = el("button", { type: "button", "data-step": 60, on: { click: () => changeClock(actions, name, { addSeconds: 60 }) } }, t("plusMinutes", { n: 1 }));
    const make = el("button", { type: "button", on: { click: makeTimer } }, icon("plus"), t("newTimer"));
    const { element, tell } = part("clock", t("timer"), [run, add, make]);
    let sign = "";
    return {
      element,
      show: (overview, now) => {
        // The timer that runs counts; of several, the one that ends first.
        const [clock] = [...overview.clocks].sort((one, other) => Number(other.running) - Number(one.running) || one.left - other.left);
        make.hidden = clock !== undefined;
        run.hidden = add.hidden = clock === undefined;
        element.hidden = clock === undefined && !store.may("post");
        if (clock === undefined) return tell(t("noTimer"));
        ({ name, running: isRunning } = clock);
        tell(clockText(leftOf(clock, overview, now)), dotted([name, stateText(clock, overview.running)]));
        const next = isRunning ? "hold" : "resume";
        if (next !== sign) fill(run, icon(sign = next));
        put(run, "class", isRunning ? null : "gold");
        for (const attribute of ["aria-label", "title"]) put(run, attribute, `${t(isRunning ? "pauseTimer" : "startTimer")}: ${name}`);
        put(add, "aria-label", `${t("plusMinutes", { n: 1 })}: ${name}`);
      },
    };
  };
}

/**
 * @param {() => void} makeGoal
 * @returns {(studio: Studio) => {element: HTMLElement, show: (overview: Overview) => void}}
 */
function goalPart(makeGoal) {
  return ({ store }) => {
    const make = button([icon("plus")], t("newGoal"), makeGoal);
    const { element, tell } = part("goal", t("goal"), [make]);
    /** @type {boolean | null} */
    let hadGoals = null;
    return {
      element,
      show: ({ goals }) => {
        // The goal that the viewers work on is the first that is not reached.
        const goal = goals.find(({ reached }) => !reached) ?? goals[0];
        element.hidden = !store.may("post");
        tell(goal === undefined ? t("noTimer") : `${Math.floor(goal.amount / goal.target * 100)} %`, goal?.title);
        const hasGoals = goal !== undefined;
        if (hasGoals !== hadGoals) fill(make, icon("plus"), hasGoals ? "" : t("newGoal"));
        hadGoals = hasGoals;
      },
    };
  };
}

/** @param {Studio} studio */
function leadersPart({ store }) {
  const list = el("ol", { class: "glance-leaders" });
  const none = el("span", { class: "glance-value" }, t("nobodyYet"));
  const hint = el("span", { class: "glance-detail muted" }, t("testsDoNotCount"));
  const element = el("div", { class: "glance", "data-glance": "leaders", role: "group", "aria-label": t("topThree"), title: t("testsDoNotCount") },
    el("span", { class: "glance-text" }, el("span", { class: "glance-label muted" }, t("topThree")), none, list, hint));
  let told = "";
  return {
    element,
    /** @param {Overview} overview */
    show: ({ leaders }) => {
      const first = leaders.slice(0, NAMED);
      // A streamer who tries the board out sees why it stays empty.
      const isEmpty = first.length === 0;
      element.hidden = isEmpty && store.state.config?.leaders?.enabled !== true;
      none.hidden = hint.hidden = !isEmpty;
      const text = JSON.stringify(first);
      if (text === told) return;
      told = text;
      fill(list, first.map(({ place, name, value, count }) => el("li", {}, el("span", { class: "place muted" }, `${place}`),
        el("bdi", { class: "grow" }, name), el("span", { class: "count" }, grouped(value > 0 ? value : count)))));
    },
  };
}

/** @param {Studio} studio */
function overlayPart({ room, store }) {
  const answers = new Answers(room);
  const { element, mark, tell } = part("overlay", t("overlay"), []);
  let shape = "";
  return {
    element,
    /** @param {Overview} overview @param {number} now */
    show: ({ viewers }, now) => {
      element.hidden = viewers === null;
      if (viewers === null) return;
      const lamp = lampOf(store.state, store.state.link === "lost", now, Date.now(), answers.read());
      const seen = viewers.filter(({ visible }) => visible).length;
      if (lamp.shape !== shape) fill(mark, icon(shape = lamp.shape));
      put(mark, "class", `row lamp-${lamp.shape}`);
      const { title } = lampWords(lamp, currenciesOf(store), store.may("configure"));
      // The lamp itself is in the bar above, so its sentence stands here only as a tooltip.
      put(mark, "title", title);
      tell(t(seen === 1 ? "pagesOne" : "pagesN", { n: grouped(seen) }), lamp.fps > 0 ? t("frames", { n: lamp.fps }) : "");
    },
  };
}

// @ts-check
/** The dialogs of the timers: make or change one, set its time, and make or change a rule that adds time. */

import { conditionFields } from "../alerts/condition.js";
import { freeName } from "../alerts/rules.js";
import { clockSentence, subjectOf } from "../alerts/sentence.js";
import { placesOf } from "../../shared/money.js";
import { open } from "../parts/dialog.js";
import { el, freshID, say } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { choice } from "../parts/choice.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { clockRulesOf, MOST_RULES, MOST_SECONDS, setting, settingsOf, wholeRule } from "./clocks.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {import("./clocks.js").Clock} Clock */
/** @typedef {import("./clocks.js").ClockRule} ClockRule */

const FORMATS = /** @type {const} */ (["h:mm:ss", "m:ss", "d hh:mm:ss"]);
const MAX_NAME = 40;

/**
 * Creates fields for a time: hours, minutes and seconds.
 * @param {string} label @param {number} start in seconds @param {boolean} [isFirst] true if it gets the focus
 */
function timeFields(label, start, isFirst = false) {
  const whole = Math.ceil(start);
  const field = (/** @type {string} */ name, /** @type {number} */ value, /** @type {number} */ most, /** @type {boolean} */ first) =>
    el("input", { type: "number", inputmode: "numeric", min: 0, max: most, step: 1, class: "time-figure", "aria-label": `${label}, ${name}`, value, "data-first": first });
  const hours = field(t("hours"), Math.floor(whole / 3600), Math.floor(MOST_SECONDS / 3600), isFirst);
  const minutes = field(t("minutes"), Math.floor(whole / 60) % 60, 100_000, false);
  const seconds = field(t("secondsShort"), whole % 60, 100_000, false);
  const unit = (/** @type {string} */ text) => el("span", { class: "muted small", "aria-hidden": "true" }, text);
  return {
    element: el("fieldset", { class: "row wrap time-fields", "aria-label": label },
      hours, unit(t("hours")), minutes, unit(t("minutes")), seconds, unit(t("secondsShort"))),
    read: () => Math.min(Number(hours.value) * 3600 + Number(minutes.value) * 60 + Number(seconds.value), MOST_SECONDS),
    fields: [hours, minutes, seconds],
  };
}

/** @param {import("../parts/dom.js").Child} label @param {...import("../parts/dom.js").Child} content */
function field(label, ...content) {
  return el("div", { class: "field small" }, el("span", { "aria-hidden": "true" }, label), content);
}

/** @param {() => void} close @param {string} [word] */
function foot(close, word = t("save")) {
  return el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")), el("button", { type: "submit", class: "gold" }, word));
}

/**
 * Sets the time that is left. The timer's other settings stay.
 * @param {Studio} studio @param {Clock} clock @param {number} left in seconds
 */
export async function setTime({ actions }, { name, running }, left) {
  const settings = settingsOf(actions, name);
  await open(t("setTimeOf", { name }), (close) => {
    const time = timeFields(t("timeLeft"), left, true);
    const told = el("p", { class: "told trouble small", role: "status" });
    return el("form", { class: "stack narrow", on: { submit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const { method, part, body } = setting(name, time.read(), running, await settings);
      const answer = await actions.ask(method, part, body);
      if (answer.ok) close();
      else say(told, problemText(answer));
    } } }, field(t("timeLeft"), time.element), told, foot(close, t("setIt")));
  });
}

/**
 * Makes a timer, or changes the settings of one.
 * @param {Studio} studio @param {Clock | null} clock null for a new timer @param {number} [left] in seconds
 */
export async function editClock(studio, clock, left = 7200) {
  const { actions, store } = studio;
  const known = clock === null ? { max: MOST_SECONDS, stands: /** @type {const} */ ("room"), format: "h:mm:ss", prefix: "", suffix: "" }
    : await settingsOf(actions, clock.name);
  let { stands, format } = known;
  await open(clock === null ? t("newTimer") : `${t("editTimer")}: ${clock.name}`, (close) => {
    const name = el("input", { maxlength: MAX_NAME, required: true, autocomplete: "off", value: clock?.name ?? freeTimer(store), disabled: clock !== null });
    const prefix = el("input", { maxlength: 40, autocomplete: "off", value: known.prefix, placeholder: t("prefixExample") });
    const time = timeFields(clock === null ? t("startsAt") : t("timeLeft"), left, true);
    const hasMax = known.max < MOST_SECONDS;
    const max = timeFields(t("atMost"), hasMax ? known.max : 86_400);
    const limits = el("input", { type: "checkbox", role: "switch", on: { change: () => enable() } });
    limits.checked = hasMax;
    const enable = () => max.fields.forEach((one) => { one.disabled = !limits.checked; });
    enable();
    const runs = el("input", { type: "checkbox", role: "switch" });
    runs.checked = clock?.running ?? false;
    const first = clock === null && store.may("configure") ? firstRule(studio) : null;
    const told = el("p", { class: "told trouble small", role: "status" });
    return el("form", { class: "stack entry", on: { submit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const settings = { ...known, stands, format, prefix: prefix.value, max: limits.checked ? Math.max(1, max.read()) : MOST_SECONDS };
      const { method, part, body } = setting(name.value.trim(), time.read(), runs.checked, settings);
      const answer = await actions.ask(method, part, body);
      if (!answer.ok) return void say(told, problemText(answer));
      first?.save(name.value.trim());
      close();
    } } },
    el("label", { class: "field small" }, t("name"), name),
    field(clock === null ? t("startsAt") : t("timeLeft"), time.element),
    el("label", { class: "row" }, runs, t("runsAtOnce")), first?.element,
    standsChoice(stands, (next) => { stands = next; }),
    el("details", { class: "section" }, el("summary", {}, t("moreOptions")), el("div", { class: "stack tight" },
      el("label", { class: "row" }, limits, t("atMostOn")), max.element,
      el("label", { class: "field small" }, t("prefix"), prefix),
      field(t("timeFormat"), choice(t("timeFormat"), FORMATS.map((one) => [one, t(`format_${one}`)]), format, (next) => { format = next; })))),
    told, foot(close, clock === null ? t("make") : t("save")));
  });
}

/** The events of a new timer's first rule, with the unit that adds the time. */
const FIRST_EVENTS = /** @type {const} */ ([
  [{ type: "notice", kind: "subscription" }, "event"], [{ type: "gift" }, "count"], [{ type: "gift", money: true }, "event"],
  [{ type: "notice", kind: "cheer" }, "event"], [{ type: "notice", kind: "raid" }, "event"], [{ type: "notice", kind: "follow" }, "event"],
]);

/**
 * Creates the part of a new timer's dialog that makes its first rule. Further rules are made in the timer's panel.
 * @param {Studio} studio
 */
function firstRule({ settings, store }) {
  const rules = () => clockRulesOf(store.state.config);
  const on = el("input", { type: "checkbox", role: "switch", on: { change: () => show() } });
  const events = el("select", { class: "grow", "aria-label": t("what"), on: { change: () => show() } },
    FIRST_EVENTS.map(([when], index) => el("option", { value: index }, subjectOf("each", when, store.state.config))));
  const time = timeFields(t("howMuch"), 60);
  for (const one of time.fields) one.addEventListener("input", () => show());
  const sentence = el("p", { class: "small", role: "status" });
  const more = el("div", { class: "stack tight" }, el("label", { class: "field small" }, t("what"), events), field(t("howMuch"), time.element), sentence);
  const rule = (/** @type {string} */ counter) => {
    const [when, per] = FIRST_EVENTS[Number(events.value)];
    return wholeRule({ name: freeName(`${counter}-rule`, rules()), counter, when, per, seconds: time.read() });
  };
  const show = () => {
    more.hidden = !on.checked;
    say(sentence, clockSentence(rule(""), store.state.config));
  };
  show();
  return {
    element: el("div", { class: "stack tight" }, el("label", { class: "row" }, on, t("addsTime")), more),
    /** @param {string} counter */
    save: (counter) => {
      if (!on.checked || time.read() === 0 || rules().length >= MOST_RULES) return;
      settings.change({ clocks: { rules: [...rules(), rule(counter)] } }, `clocks/rules ${performance.now()}`);
    },
  };
}

/**
 * Creates the choice of what a restart does to a timer.
 * @param {"room" | "wall"} chosen @param {(next: "room" | "wall") => void} changed
 */
function standsChoice(chosen, changed) {
  const group = freshID();
  const options = (/** @type {const} */ (["room", "wall"])).map((value) => {
    const more = freshID();
    const input = el("input", { type: "radio", name: group, value, "aria-describedby": more });
    input.checked = value === chosen;
    const element = el("label", { class: input.checked ? "option chosen" : "option" }, input,
      el("span", { class: "title" }, t(`stands_${value}`)), el("span", { class: "muted small", id: more }, t(`stands_${value}More`)));
    input.addEventListener("change", () => {
      for (const other of options) other.classList.toggle("chosen", other === element);
      changed(value);
    });
    return element;
  });
  return field(t("stands"), el("div", { class: "options", role: "radiogroup", "aria-label": t("stands") }, options));
}

/** @param {import("../store.js").Store} store */
function freeTimer({ state }) {
  const taken = new Set((state.overview?.clocks ?? []).map(({ name }) => name));
  const word = t("timerName");
  if (!taken.has(word)) return word;
  for (let number = 2; ; number++) if (!taken.has(`${word} ${number}`)) return `${word} ${number}`;
}

/**
 * Makes or changes a rule that adds time.
 * @param {Studio} studio @param {string} counter @param {ClockRule | null} rule null for a new rule
 */
export async function editClockRule({ settings, store }, counter, rule) {
  const config = () => store.state.config;
  const rules = clockRulesOf(config());
  if (rule === null && rules.length >= MOST_RULES) return toast(t("tooManyRules", { n: MOST_RULES }), true);
  let now = rule ?? wholeRule({ name: freeName(`${counter}-rule`, rules), counter, when: { type: "notice", kind: "subscription" } });
  await open(t(rule === null ? "newTimerRule" : "editTimerRule"), (close) => {
    const sentence = el("p", { class: "rule-sentence", role: "status" });
    const set = (/** @type {Partial<ClockRule>} */ more) => {
      now = wholeRule({ ...now, ...more });
      say(sentence, clockSentence(now, config()));
      unitField.hidden = now.per !== "worth";
    };
    const sign = now.seconds < 0 ? "takes" : "adds";
    let isMinus = sign === "takes";
    const time = timeFields(t("howMuch"), Math.abs(now.seconds), false);
    const read = () => set({ seconds: (isMinus ? -1 : 1) * time.read() });
    for (const one of time.fields) one.addEventListener("input", read);
    const scale = () => now.when.money === true ? 10 ** placesOf(String(config()?.sources?.currency ?? "")) : 1;
    const unit = el("input", { type: "number", min: 0, step: "any", value: now.unit / scale(), on: { input: () => {
      const value = Math.round(Number(unit.value) * scale());
      if (value >= 1) set({ unit: value });
    } } });
    const unitField = el("label", { class: "field small" }, t("perUnit"), unit);
    const told = el("p", { class: "told trouble small", role: "status" });
    const form = el("form", { class: "stack entry", on: { submit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (now.seconds === 0) return void say(told, t("noTime"));
      const all = clockRulesOf(config());
      const next = rule === null ? [...all, now] : all.map((one) => one.name === now.name ? now : one);
      settings.change({ clocks: { rules: next } }, `clocks/rules ${performance.now()}`);
      close();
    } } },
    el("section", { class: "stack tight rule-part" }, el("h3", {}, t("ruleWhen")), conditionFields(now.when, config(), (when) => set({ when }))),
    el("section", { class: "stack tight rule-part" }, el("h3", {}, t("ruleTime")),
      choice(t("addsOrTakes"), [["adds", t("itAdds")], ["takes", t("itTakes")]], sign, (next) => (isMinus = next === "takes", read())),
      time.element,
      field(t("times"), choice(t("times"), [["event", t("per_event")], ["count", t("per_count")], ["worth", t("per_worth")]], now.per,
        (next) => set({ per: /** @type {any} */ (next) }))), unitField),
    sentence, told, foot(close));
    set({});
    return form;
  });
}

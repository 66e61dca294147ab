// @ts-check
/** The goals: how far they are, and a form that makes one or changes it. */

import { icon } from "../icons.js";
import { choice } from "../parts/choice.js";
import { ask, open } from "../parts/dialog.js";
import { el, put, say } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { grouped, t } from "../words.js";
import { entriesOf } from "./entries.js";
import { w } from "./words.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {{name: string, title: string, amount: number, target: number, reached: boolean}} Goal */
/** @typedef {{title: string, target: number, measure?: "count" | "value", gift?: string, start?: number}} Body */

const MOST = 1e12;
const NEWEST = Number.MAX_SAFE_INTEGER;
const EVENTS = 1000;

/** @param {Studio} studio */
export function goalsPanel(studio) {
  const { actions, store } = studio;
  const list = el("ul", { class: "rows", "aria-labelledby": "goals-title" });
  const element = el("section", { class: "panel stack", id: "goals", "aria-labelledby": "goals-title" },
    el("header", {}, el("h2", { id: "goals-title" }, w("goal")),
      el("button", { type: "button", id: "new-goal", on: { click: () => editGoal(studio, null) } }, icon("plus"), w("newGoal"))), list);
  const rows = new Rows(list, (/** @type {Goal} */ { name }) => name, row);
  let told = "";
  const show = () => {
    const goals = store.state.overview?.goals ?? [];
    const text = JSON.stringify(goals);
    if (text === told) return;
    told = text;
    rows.set(goals, w("noGoals"));
  };

  /** @param {Goal} now @returns {import("../parts/rows.js").Row<Goal>} */
  function row(now) {
    const { name } = now;
    const bar = el("span", { class: "bar" });
    const head = el("span", { class: "title" });
    const detail = el("span", { class: "detail muted" });
    const edit = el("button", { type: "button", class: "bare", "data-goal": `${name} edit`, title: t("edit"),
      on: { click: () => editGoal(studio, now) } }, icon("edit"));
    const drop = el("button", { type: "button", class: "bare", "data-goal": `${name} remove`, title: t("remove"),
      on: { click: () => remove(now) } }, icon("clear"));
    return {
      element: el("li", { class: "row-line" }, el("span", { class: "who grow" }, head, detail,
        el("span", { class: "track", "aria-hidden": "true" }, bar)), edit, drop),
      show: (goal) => {
        const { title, amount, target, reached } = (now = goal);
        bar.style.width = `${Math.min(amount / target, 1) * 100}%`;
        say(head, title);
        say(detail, `${grouped(amount)} / ${grouped(target)}${reached ? ` · ${w("reached")}` : ""}`);
        put(edit, "aria-label", `${t("edit")}: ${title}`);
        put(drop, "aria-label", `${t("remove")}: ${title}`);
      },
    };
  }

  /** @param {Goal} goal */
  async function remove({ name, title }) {
    if (await ask(w("removeGoalAsk", { name: title }), t("remove"))) actions.press("DELETE", `goals/${encodeURIComponent(name)}`);
  }

  return { element, dispose: store.subscribe(["overview"], show) };
}

/**
 * What the newest event that set a goal said of it: the state does not tell by what it is measured.
 * @param {Studio} studio @param {string} name
 * @returns {Promise<Partial<Body>>}
 */
async function toldOf({ actions }, name) {
  const { ok, body } = await actions.ask("GET", `events?before=${NEWEST}&type=goal&limit=${EVENTS}`);
  return ok ? body.events.find((/** @type {any} */ event) => event.name === name) ?? {} : {};
}

/** @param {Studio} studio */
function freeName({ store }) {
  const taken = new Set((store.state.overview?.goals ?? []).map(({ name }) => name));
  for (let number = 1; ; number++) if (!taken.has(`goal-${number}`)) return `goal-${number}`;
}

/** @param {Studio} studio @param {Goal | null} goal null: a new one */
async function editGoal(studio, goal) {
  const { actions, store } = studio;
  const before = goal === null ? {} : await toldOf(studio, goal.name);
  let measure = before.measure ?? "count";
  await open(goal === null ? w("newGoal") : `${t("edit")}: ${goal.title}`, (close) => {
    const title = el("input", { maxlength: 100, required: true, autocomplete: "off", "data-first": true, value: goal?.title ?? "" });
    const target = el("input", { type: "number", min: 1, max: MOST, step: "any", required: true, value: goal?.target ?? "" });
    const start = el("input", { type: "number", min: 0, max: MOST, step: 1, placeholder: goal === null ? "0" : grouped(goal.amount) });
    const keys = entriesOf(store.state.config);
    const gift = el("select", { "aria-label": w("ofGift") }, el("option", { value: "" }, w("allGifts")),
      keys.map(([key, entry]) => el("option", { value: key }, entry.name ?? key)),
      before.gift !== undefined && !keys.some(([key]) => key === before.gift) ? el("option", { value: before.gift }, before.gift) : null);
    gift.value = before.gift ?? "";
    const told = el("p", { class: "told trouble small", role: "status" });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      /** @type {Body} */
      const body = { title: title.value.trim(), target: Number(target.value), measure };
      if (gift.value !== "") body.gift = gift.value;
      if (start.value !== "") body.start = Number(start.value);
      const answer = await actions.ask("PUT", `goals/${encodeURIComponent(goal?.name ?? freeName(studio))}`, body);
      if (answer.ok) close();
      else say(told, answer.problem);
    };
    return el("form", { class: "stack entry", on: { submit } },
      el("label", { class: "field small" }, w("goalTitle"), title),
      el("div", { class: "field small" }, el("span", { "aria-hidden": "true" }, w("measure")),
        choice(w("measure"), [["count", w("byCount")], ["value", w("byValue")]], measure, (next) => { measure = /** @type {any} */ (next); })),
      el("label", { class: "field small" }, w("target"), target),
      el("label", { class: "field small" }, w("startAmount"), start),
      el("label", { class: "field small" }, w("ofGift"), gift), told,
      el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
        el("button", { type: "submit", class: "gold" }, t("save"))));
  });
}

// @ts-check
/** The panel of the goals, which shows their progress, and creates, edits and deletes them. */

import { figures, money, placesOf } from "../../shared/money.js";
import { icon } from "../icons.js";
import { planDeletion } from "../live/stage.js";
import { choice } from "../parts/choice.js";
import { open } from "../parts/dialog.js";
import { el, fill, put, say } from "../parts/dom.js";
import { problemText } from "../parts/problem.js";
import { Rows } from "../parts/rows.js";
import { grouped, t } from "../words.js";
import { entriesOf } from "./entries.js";
import { w } from "./words.js";

/** @typedef {import("../shell.js").Studio} Studio */
/** @typedef {{name: string, title: string, amount: number, target: number, reached: boolean, money?: boolean}} Goal */
/** @typedef {{title: string, target: number, measure?: "count" | "value", money?: boolean, gift?: string, start?: number}} Body */

const MOST = 1e12;
const NEWEST = Number.MAX_SAFE_INTEGER;
const EVENTS = 1000;

/** @param {Studio} studio */
export function goalsPanel(studio) {
  const { later, store } = studio;
  const list = el("ul", { class: "rows", "aria-labelledby": "goals-title" });
  const element = el("section", { class: "panel stack", id: "goals", "aria-labelledby": "goals-title" },
    el("header", {}, el("h2", { id: "goals-title" }, w("goal")),
      el("button", { type: "button", id: "new-goal", on: { click: () => editGoal(studio, null) } }, icon("plus"), t("newGoal"))), list);
  const rows = new Rows(list, (/** @type {Goal} */ { name }) => name, row, { picture: "goal" });
  let told = "";
  const show = () => {
    const goals = store.state.overview?.goals ?? [];
    const text = JSON.stringify([goals, currencyOf(studio), store.state.planned.map(({ key }) => key)]);
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
    const drop = el("button", { type: "button", class: "bare", "data-goal": `${name} remove`, on: { click: () => remove(now) } });
    let sign = "";
    const element = el("li", { class: "row-line" }, el("span", { class: "who grow" }, head, detail,
        el("span", { class: "track", "aria-hidden": "true" }, bar)), edit, drop);
    return {
      element,
      show: (goal) => {
        const { title, target, amount, reached } = (now = goal);
        bar.style.width = `${Math.min(amount / target, 1) * 100}%`;
        say(head, title);
        say(detail, `${amountsOf(goal, currencyOf(studio))}${reached ? ` · ${w("reached")}` : ""}`);
        put(edit, "aria-label", `${t("edit")}: ${title}`);
        const isGoing = later.has(`goal/${name}`);
        put(element, "data-going", isGoing);
        put(drop, "data-undoes", isGoing && `goal/${name}`);
        const next = isGoing ? "undo" : "clear";
        if (next !== sign) fill(drop, icon(sign = next));
        const label = isGoing ? `${t("undo")}: ${title}` : t("deleteOf_goal", { name: title });
        for (const attribute of ["aria-label", "title"]) put(drop, attribute, label);
      },
    };
  }

  /** @param {Goal} goal */
  function remove({ name, title }) {
    if (later.undo(`goal/${name}`)) return;
    planDeletion(later, "goal", `goal/${name}`, encodeURIComponent(name), title);
  }

  return { element, dispose: store.subscribe(["overview", "config", "planned"], show) };
}

/**
 * Returns the newest event that set a goal: the room's state does not include the measure.
 * @param {Studio} studio @param {string} name
 * @returns {Promise<Partial<Body>>}
 */
async function toldOf({ actions }, name) {
  const { ok, body } = await actions.ask("GET", `events?before=${NEWEST}&type=goal&limit=${EVENTS}`);
  return ok ? body.events.find((/** @type {any} */ event) => event.name === name) ?? {} : {};
}

/**
 * Returns the room's currency.
 * @param {Studio} studio
 */
function currencyOf({ store }) {
  return String(store.state.config?.sources.currency ?? "");
}

/**
 * Converts a typed number to smaller units.
 * @param {string} typed @param {number} scale units in a whole
 */
function scaled(typed, scale) {
  // Rounds, because 4.35 · 100 is 434.99999999999994 in floating point.
  return scale === 1 ? Number(typed) : Math.round(Number(typed) * scale);
}

/**
 * Formats the amount and the target as the overlay does.
 * @param {Goal} goal @param {string} currency
 */
function amountsOf({ amount, target, money: isMoney }, currency) {
  return isMoney ? `${figures(amount, currency)} / ${money(target, currency)}` : `${grouped(amount)} / ${grouped(target)}`;
}

/** @param {Studio} studio */
function freeName({ store }) {
  const taken = new Set((store.state.overview?.goals ?? []).map(({ name }) => name));
  for (let number = 1; ; number++) if (!taken.has(`goal-${number}`)) return `goal-${number}`;
}

/** @param {Studio} studio @param {Goal | null} goal null for a new goal */
export async function editGoal(studio, goal) {
  const { actions, store } = studio;
  const before = goal === null ? {} : await toldOf(studio, goal.name);
  /** @type {"count" | "value" | "money"} */
  let measure = before.money ? "money" : before.measure ?? "count";
  const currency = currencyOf(studio);
  // People enter money in whole units; the server takes the smallest unit.
  const scale = () => measure === "money" ? 10 ** placesOf(currency) : 1;
  await open(goal === null ? t("newGoal") : `${t("edit")}: ${goal.title}`, (close) => {
    const title = el("input", { maxlength: 100, required: true, autocomplete: "off", "data-first": true, value: goal?.title ?? "" });
    const target = el("input", { type: "number", min: 0.001, max: MOST, step: "any", required: true, value: goal === null ? "" : goal.target / scale() });
    const start = el("input", { type: "number", min: 0, max: MOST, step: "any",
      placeholder: goal === null ? "0" : measure === "money" ? figures(goal.amount, currency) : grouped(goal.amount) });
    const keys = entriesOf(store.state.config);
    const gift = el("select", { "aria-label": w("ofGift") }, el("option", { value: "" }, w("allGifts")),
      keys.map(([key, entry]) => el("option", { value: key }, entry.name ?? key)),
      before.gift !== undefined && !keys.some(([key]) => key === before.gift) ? el("option", { value: before.gift }, before.gift) : null);
    gift.value = before.gift ?? "";
    const told = el("p", { class: "told trouble small", role: "status" });
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      /** @type {Body} */
      const body = { title: title.value.trim(), target: scaled(target.value, scale()), measure: measure === "count" ? "count" : "value" };
      if (measure === "money") body.money = true;
      if (gift.value !== "") body.gift = gift.value;
      if (start.value !== "") body.start = scaled(start.value, scale());
      const answer = await actions.ask("PUT", `goals/${encodeURIComponent(goal?.name ?? freeName(studio))}`, body);
      if (answer.ok) close();
      else say(told, problemText(answer));
    };
    return el("form", { class: "stack entry", on: { submit } },
      el("label", { class: "field small" }, w("goalTitle"), title),
      el("div", { class: "field small" }, el("span", { "aria-hidden": "true" }, w("measure")),
        choice(w("measure"), [["count", w("byCount")], ["value", w("byValue")], ["money", w("byMoney", { currency })]], measure, (next) => { measure = /** @type {any} */ (next); })),
      el("label", { class: "field small" }, w("target"), target),
      el("label", { class: "field small" }, w("startAmount"), start),
      el("label", { class: "field small" }, w("ofGift"), gift), told,
      el("footer", {}, el("button", { type: "button", on: { click: () => close() } }, t("cancel")),
        el("button", { type: "submit", class: "gold" }, t("save"))));
  });
}

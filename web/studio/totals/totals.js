// @ts-check
/** The panel with totals of gifts by sender or by gift, in this session, today or ever, with bars. */

import { everySecond } from "../beat.js";
import { el, put, say } from "../parts/dom.js";
import { emptyMessage } from "../parts/empty.js";
import { problemText } from "../parts/problem.js";
import { Rows } from "../parts/rows.js";
import { choice } from "../parts/choice.js";
import { money } from "../../shared/money.js";
import { grouped, timeOfDay, t } from "../words.js";

const ROWS = 20;
/** The shortest time between two requests while events come. */
const REST_MILLISECONDS = 3000;

/** @typedef {{key: string, name: string, events: number, count: number, value: number}} Row */

/** Returns the last midnight in the local time zone. */
function today() {
  return new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
}

/** @param {import("../shell.js").Studio} studio */
export function totalsPanel({ actions, store }) {
  let [by, since] = ["sender", "session"];
  /** The newest event that the shown totals include; below 0 if they must be read again. */
  let known = -1;
  let askedAt = -Infinity;
  let turn = 0;
  let isGone = false;
  const sum = el("p", { class: "muted small" });
  const body = el("tbody");
  const list = new Rows(body, (/** @type {Row & {share: number, worth: string}} */ { key }) => key, totalRow);
  const table = el("table", { class: "totals", "aria-labelledby": "totals-title", hidden: true },
    el("thead", { class: "only-heard" }, el("tr", {}, ["name", "count", "value"].map((word) =>
      el("th", { scope: "col" }, t(/** @type {any} */ (word)))))), body);
  const { element: none, text: noneText } = emptyMessage("div", { picture: "totals" });
  put(noneText, "role", "status");
  none.hidden = true;
  const choose = (/** @type {() => void} */ set) => (set(), known = -1, askedAt = -Infinity, look());
  const element = el("section", { class: "panel stack", id: "totals", "aria-labelledby": "totals-title", "aria-busy": "true" },
    el("header", {}, el("h2", { id: "totals-title" }, t("totals")), sum),
    el("div", { class: "row wrap" },
      choice(t("totalsBy"), [["sender", t("bySender")], ["gift", t("byGift")]], by, (next) => choose(() => (by = next))),
      choice(t("totalsSince"), [["session", t("session")], ["day", t("today")], ["all", t("allTime")]], since,
        (next) => choose(() => (since = next)))),
    table, none);

  async function look() {
    const newest = store.state.overview?.lastSeq ?? 0;
    const now = performance.now();
    if (newest === known || now - askedAt < REST_MILLISECONDS || element.offsetWidth === 0) return;
    askedAt = now;
    const mine = ++turn;
    const query = new URLSearchParams({ by, limit: String(ROWS) });
    if (since !== "all") query.set("since", since === "day" ? today() : since);
    const answer = await actions.ask("GET", `totals?${query}`);
    if (mine !== turn || isGone) return;
    element.setAttribute("aria-busy", "false");
    if (answer.ok) {
      known = newest;
      show(answer.body);
    } else say(noneText, problemText(answer));
    none.hidden = answer.ok && answer.body.rows.length > 0;
  }

  /** @param {{events: number, count: number, value: number, currency: string, since: string | null, rows: Row[]}} told */
  function show({ count, value, currency, since: first, rows }) {
    const from = first === null || since !== "session" ? "" : ` · ${t("sinceTime", { time: timeOfDay(first) })}`;
    const worth = value > 0 ? ` · ${t("worthOf", { value: money(value, currency) })}` : "";
    say(sum, rows.length === 0 ? "" : `${t(count === 1 ? "giftOne" : "giftsN", { n: grouped(count) })}${worth}${from}`);
    say(noneText, t("noGifts"));
    table.hidden = rows.length === 0;
    const weigh = (/** @type {Row} */ row) => value > 0 ? row.value : row.count;
    const most = Math.max(...rows.map(weigh));
    list.set(rows.map((row) => ({ ...row, share: most > 0 ? weigh(row) / most : 0,
      worth: value > 0 ? money(row.value, currency) : "" })));
  }

  const ends = [store.subscribe(["overview"], look), everySecond(look)];
  requestAnimationFrame(look);
  return { element, dispose: () => (isGone = true, ends.forEach((end) => end())) };
}

/** @returns {import("../parts/rows.js").Row<Row & {share: number, worth: string}>} */
function totalRow() {
  const name = el("span", { class: "name" });
  const bar = el("span", { class: "bar" });
  const count = el("td", { class: "count" });
  const value = el("td");
  const element = el("tr", {}, el("th", { scope: "row" }, name, el("span", { class: "track", "aria-hidden": "true" }, bar)), count, value);
  return {
    element,
    show: (row) => {
      put(element, "data-key", row.key);
      put(name, "title", row.name);
      say(name, row.name);
      bar.style.width = `${Math.round(row.share * 1000) / 10}%`;
      say(count, `×${grouped(row.count)}`);
      say(value, row.worth);
      value.hidden = row.worth === "";
    },
  };
}

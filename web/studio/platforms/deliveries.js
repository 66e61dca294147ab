// @ts-check
/** The panel with the last deliveries of all platforms, each with its outcome. */

import { entryOf, lineOf } from "../entries.js";
import { heldStateOf } from "../held.js";
import { icon } from "../icons.js";
import { el, put } from "../parts/dom.js";
import { Rows } from "../parts/rows.js";
import { rowHead, tagsOf } from "../live/face.js";
import { because, dotted, isWord, t, timeOfDay } from "../words.js";
import { nameOf, platformName } from "./card.js";
import { KINDS } from "./kinds.js";

const SHOWN = 20;
const READ = 200;
const NEWEST = 2 ** 53 - 1;
/** Codes of reasons that concern a part of a delivery: its gift is shown. */
const IN_PART = new Set(["other-currency", "no-place"]);

/** @typedef {import("../entries.js").Entry} Entry */
/** @typedef {{at: string, kind: string, key: string, make: () => HTMLElement}} Line */

/**
 * Returns the platform of an event, from its ID: it begins with the platform's name, after `approved:` if it was held.
 * @param {string} id
 */
function kindOf(id) {
  return /^(?:approved:)?([a-z]+):/.exec(id)?.[1] ?? "";
}

/**
 * @param {import("../shell.js").Studio} studio @param {import("./watch.js").Watch} watch
 */
export function deliveriesPanel({ actions, store }, watch) {
  /** @type {Map<number, Entry>} recorded deliveries by their `seq` */
  const recorded = new Map();
  /** @type {Map<number, Entry>} retractions by their `seq` */
  const takenBack = new Map();
  const choose = el("select", { "aria-label": t("fromPlatform"), on: { change: () => show() } },
    el("option", { value: "" }, t("allPlatforms")), KINDS.map((one) => el("option", { value: one.kind }, nameOf(one))));
  const list = el("ul", { class: "rows", "aria-labelledby": "deliveries-title" });
  const element = el("section", { class: "panel stack", id: "deliveries", "aria-labelledby": "deliveries-title" },
    el("header", {}, el("h2", { id: "deliveries-title" }, t("deliveries")), choose), list);

  const rows = new Rows(list, (/** @type {Line} */ { key }) => key, ({ kind, make }) => ({
    element: el("li", { "data-kind": kind }, make()), show: () => {} }), { picture: "platforms" });

  /** @param {Entry[]} entries */
  function take(entries) {
    for (const entry of entries) if (entry.kind === "takeBack") takenBack.set(entry.seq, entry);
    for (const entry of entries) if (KINDS.some(({ kind }) => kind === kindOf(entry.id))) recorded.set(entry.seq, entry);
  }

  /** @param {Entry} entry */
  const stateOf = (entry) => heldStateOf(entry, store.state.held, [...recorded.values(), ...takenBack.values()]);

  /**
   * Tells if an event was held and then approved: the approved event has a line of its own.
   * @param {Entry} entry
   */
  function isDecided({ kind, id }) {
    return kind === "hold" && [...recorded.values()].some(({ body }) => body.approves === id);
  }

  function show() {
    const wanted = choose.value;
    const lines = [
      ...[...recorded.values()].filter((entry) => !isDecided(entry)).map((entry) => recordedLine(entry, entry.kind === "hold" ? stateOf(entry) : null)),
      ...[...watch.passed].flatMap(([kind, passed]) => distinct(passed.map((one) => passedLine(kind, one)))),
      ...[...watch.entries.values()].flatMap(faultLine),
    ].filter(({ kind }) => wanted === "" || kind === wanted)
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, SHOWN);
    rows.set(lines, t("noDeliveries"));
  }

  /** True if the older deliveries must still be read. */
  let isUnread = true;

  async function read() {
    isUnread = false;
    const { ok, body } = await actions.ask("GET", `events?before=${NEWEST}&limit=${READ}`);
    isUnread = !ok;
    if (!ok) return;
    take(body.events.map(entryOf).filter((/** @type {Entry} */ { seq }) => !recorded.has(seq)));
    show();
  }

  const end = store.subscribe(["recent", "held", "link"], () => {
    take(store.state.recent);
    show();
    // When the view opened, the server was not reachable or too busy.
    if (isUnread && store.state.link === "open") read();
  });
  return { element, show, dispose: end };
}

/**
 * @param {Entry} entry @param {import("../held.js").HeldState | null} heldState null if the event is not held
 * @returns {Line}
 */
function recordedLine(entry, heldState) {
  const { at, id, body, fate, outcome } = entry;
  const kind = kindOf(id);
  const state = heldState ?? fate.status ?? outcome ?? "";
  return {
    at, kind, key: `${id} ${state}`,
    make: () => {
      const { title, detail, count } = lineOf(entry);
      const type = heldState !== null ? body.events[0].type : entry.kind;
      const what = type === "gift" ? detail : isWord(type) ? t(type) : type;
      const came = dotted([platformName(kind), what, isWord(state) ? t(state) : state]);
      return el("div", { class: "row-line" },
        rowHead({ kind: type, title, detail: came, count, tags: tagsOf(body) }), when(at));
    },
  };
}

/**
 * Makes the keys of the lines unique: equal deliveries at the same instant get separate lines.
 * @param {Line[]} lines
 */
function distinct(lines) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const line of lines) {
    const count = counts.get(line.key) ?? 0;
    counts.set(line.key, count + 1);
    line.key += ` ${count}`;
  }
  return lines;
}

/** @param {string} kind @param {import("./watch.js").Passed} passed @returns {Line} */
function passedLine(kind, { at, type, payload, ...why }) {
  return {
    at, kind, key: JSON.stringify([kind, at, type, why.reason, payload]),
    make: () => {
      const line = el("div", { class: "row-line" }, el("span", { class: "row lamp-hidden" }, icon("hidden")),
        said(`${platformName(kind)} · ${t(IN_PART.has(why.code) ? "passedInPart" : "passedOver")}`, [type, because(why)].filter(Boolean).join(": ")), when(at));
      if (payload === null) return line;
      return el("details", {}, el("summary", {}, line),
        el("code", { class: "command", "aria-label": t("payload") }, JSON.stringify(payload, null, 1)));
    },
  };
}

/** @param {import("./watch.js").Entry} entry @returns {Line[]} */
function faultLine({ kind, lastFault }) {
  if (lastFault === null) return [];
  const { at } = lastFault;
  return [{
    at, kind, key: `${kind} ${at} fault`,
    make: () => el("div", { class: "row-line" }, el("span", { class: "row lamp-warning" }, icon("warning")),
      said(`${platformName(kind)} · ${t("refused")}`, because(lastFault)), when(at)),
  }];
}

/** @param {string} title @param {string} detail */
function said(title, detail) {
  const element = el("span", { class: "who grow" }, el("span", { class: "title" }, title), el("span", { class: "detail muted" }, detail));
  put(element, "title", detail);
  return element;
}

/** @param {string} at */
function when(at) {
  return el("span", { class: "muted" }, timeOfDay(at));
}

// @ts-check
/**
 * The view History, which lists the room's events, the newest first, each with its outcome and buttons to show it again
 * or take it back.
 */

import { blockItems, entryText } from "../blocklist.js";
import { changesBlocklist, entryOf, hasEntry, isShowable, lineOf, messageOf, senderOf, withNews } from "../entries.js";
import { heldStateOf } from "../held.js";
import { icon } from "../icons.js";
import { ask } from "../parts/dialog.js";
import { el, fill, put, say } from "../parts/dom.js";
import { LongList } from "../parts/list.js";
import { noMatch } from "../parts/nomatch.js";
import { askTakeBack } from "../parts/takeback.js";
import { problemText } from "../parts/problem.js";
import { dotted, isWord, t, timeOfDay } from "../words.js";
import { toast } from "../parts/toast.js";
import { valueText } from "../parts/values.js";
import { holds } from "../settings.js";
import { headOf, tagsOf } from "../live/face.js";
import { outcomeOf, wayList } from "../live/way.js";
import { revokeKey } from "../rooms/revoke.js";
import { totalsPanel } from "../totals/totals.js";
import { Authors, isAct } from "./authors.js";
import { Changes } from "./changes.js";

/** @typedef {import("../entries.js").Entry} Entry */
/** @typedef {import("../shell.js").Studio} Studio */

const KINDS = /** @type {const} */ ([
  ["gift", "kindGift"], ["notice", "kindNotice"], ["call", "kindCall"], ["caption", "kindCaption"], ["counter", "kindCounter"],
  ["goal", "kindGoal"], ["control", "kindControl"], ["config", "kindConfig"],
]);
/** Entries of this kind report the retraction of other entries, so they are loaded with every choice of kinds. */
const TAKE_BACK = "takeBack";
/**
 * Further types of events that belong to a kind. Notices include spoken messages, because both belong to alerts. Control
 * includes all acts of people who steer the room.
 * @type {Record<string, string[]>}
 */
const ALSO = {
  notice: ["speech"], call: ["dismiss", "tap"], caption: ["deleteCaption"], counter: ["deleteCounter"], goal: ["deleteGoal"],
  control: ["block", "unblock", "hold", TAKE_BACK, "deleteCombo", "moveCombo", "deleteAlert", "moveAlert"],
};
const PAGE = 100;
const ROW = 44;
const TYPING_MILLISECONDS = 250;
const NEWEST = 2 ** 53 - 1;
/** The number of events per request when the feed has left out events that came too fast. */
const GAP = 1000;
/** The length of a setting's value in a row, in characters. */
const LONG = 40;
/** The number of changed settings in a list. */
const LINES = 40;
const GAP_MILLISECONDS = 2000;

/** The loaded pages of the history that match a search. */
class HistoryPages {
  /**
   * @param {import("../actions.js").Actions} actions
   * @param {() => number} newest returns the `seq` of the newest event in the feed
   * @param {() => void} changed
   */
  constructor(actions, newest, changed) {
    this.actions = actions;
    this.newest = newest;
    this.changed = changed;
    /** @type {Entry[]} */
    this.entries = [];
    this.text = "";
    /** @type {Set<string>} */
    this.kinds = new Set();
    this.isWhole = false;
    this.problem = "";
    /** @private */
    this.turn = 0;
    /** @private */
    this.asks = false;
    /** @private `entries` has all matching events up to this `seq`; null if the newest event is not known */
    this.whole = /** @type {number | null} */ (null);
    /** @private true if the first page was loaded */
    this.isThere = false;
    /**
     * Entries with the status of a retraction, cached: an unchanged object leaves its row unchanged.
     * @private @type {WeakMap<Entry, Entry>}
     */
    this.retracted = new WeakMap();
    /** @private the timer until gaps may be filled again; 0 if none runs */
    this.pause = 0;
  }

  /** Starts again with another search. */
  begin() {
    this.turn++;
    this.asks = false;
    this.isWhole = false;
    this.isThere = false;
    this.entries = [];
    this.whole = this.newest();
    this.more();
  }

  async more() {
    if (this.asks || this.isWhole) return;
    this.asks = true;
    const turn = this.turn;
    const query = new URLSearchParams({ before: String(this.entries.at(-1)?.seq ?? NEWEST), limit: String(PAGE) });
    if (this.kinds.size > 0) query.set("type", [...new Set([...this.kinds, TAKE_BACK])].join(","));
    if (this.text !== "") query.set("q", this.text);
    const answer = await this.actions.ask("GET", `events?${query}`);
    const { ok, body } = answer;
    if (turn !== this.turn) return;
    this.asks = false;
    this.problem = problemText(answer);
    if (ok) {
      if (!this.isThere && this.whole !== null) this.whole = Math.max(this.whole, body.events[0]?.seq ?? 0);
      this.isThere = true;
      this.entries = [...this.entries, ...body.events.map(entryOf)];
      this.isWhole = body.events.length < PAGE;
    } else this.isWhole = true;
    this.changed();
  }

  /** @param {Entry[]} recent the newest events, from the feed */
  follow(recent) {
    if (!this.isThere || this.text !== "" || this.problem !== "") return false;
    if (this.whole === null || runsOn(recent, this.whole)) {
      this.whole = Math.max(this.whole ?? 0, recent[0]?.seq ?? 0);
    } else this.fill();
    const isNews = this.update(recent);
    return this.add(recent) || isNews;
  }

  /** @private @param {Entry[]} recent entries with their newest outcomes */
  update(recent) {
    const news = new Map(recent.filter(({ fate }) => fate.status !== undefined).map((entry) => [entry.seq, entry.fate]));
    let isNews = false;
    this.entries = this.entries.map((entry) => {
      const fate = news.get(entry.seq);
      if (fate === undefined || (fate.status === entry.fate.status && fate.ended === entry.fate.ended)) return entry;
      isNews = true;
      return withNews(entry, fate);
    });
    return isNews;
  }

  /** @private @param {Entry[]} events added to the list if they are new and match */
  add(events) {
    const known = new Set(this.entries.map(({ seq }) => seq));
    const oldest = this.entries.at(-1)?.seq ?? 0;
    const fresh = events.filter(({ seq, kind }) =>
      seq > oldest && !known.has(seq) && (this.kinds.size === 0 || this.kinds.has(kind) || kind === TAKE_BACK));
    if (fresh.length > 0) this.entries = [...fresh, ...this.entries].sort((one, other) => other.seq - one.seq);
    return fresh.length > 0;
  }

  /** Reads the events that the feed has left out. @private */
  async fill() {
    if (this.pause !== 0 || this.text !== "") return;
    this.pause = setTimeout(() => {
      this.pause = 0;
      if (this.whole !== null && this.whole < (this.newest() ?? 0)) this.fill();
    }, GAP_MILLISECONDS);
    const turn = this.turn;
    const { ok, body } = await this.actions.ask("GET", `events?after=${this.whole}&limit=${GAP}`);
    if (!ok || turn !== this.turn || body.events.length === 0) return;
    this.whole = body.events.at(-1).seq;
    if (this.add(body.events.map(entryOf))) this.changed();
  }

  /** The entries of the chosen kinds. Entries that were taken back have that status. */
  get shown() {
    const takenBack = new Set(this.entries.filter(({ kind }) => kind === TAKE_BACK).map(({ body }) => body.of));
    return this.entries.filter(({ kind }) => this.kinds.size === 0 || this.kinds.has(kind))
      .map((entry) => takenBack.has(entry.id) ? this.takenBack(entry) : entry);
  }

  /** @private @param {Entry} entry */
  takenBack(entry) {
    let other = this.retracted.get(entry);
    if (other === undefined) this.retracted.set(entry, (other = withNews(entry, { status: "takenBack" })));
    return other;
  }

  dispose() {
    this.turn++;
    clearTimeout(this.pause);
  }
}

/**
 * Tells if the newest events, the newest first, include every event after `whole`.
 * @param {Entry[]} recent @param {number} whole
 */
function runsOn(recent, whole) {
  const first = recent.findIndex(({ seq }, index) => seq !== (recent[0]?.seq ?? 0) - index);
  const run = first < 0 ? recent : recent.slice(0, first);
  return run.length === 0 || run[run.length - 1].seq <= whole + 1;
}

/** @type {import("../shell.js").Mount} */
export function mountHistory(place, studio) {
  const { actions, store } = studio;
  const refresh = () => {
    list.refresh();
    if (shownEntry !== null) detail.show(shownEntry);
  };
  const changes = new Changes(actions, refresh);
  const authors = new Authors(actions, refresh);
  const takeBack = takeBackOf(studio, changes);
  const detail = explanation(studio, changes, authors, takeBack);
  /** @type {Entry | null} */
  let shownEntry = null;
  const none = noMatch(() => {
    field.value = past.text = "";
    for (const box of kinds.querySelectorAll("input")) if (box.checked) box.click();
    past.begin();
    field.focus();
  });
  const past = new HistoryPages(
    actions, () => store.state.recent[0]?.seq ?? store.state.overview?.lastSeq ?? null, show);
  let chosen = "";
  const list = new LongList({
    label: t("history"), height: ROW, key: (/** @type {Entry} */ { seq }) => String(seq),
    row: () => historyRow(studio, choose, changes, authors, takeBack),
    enter: (entry) => choose(entry), end: () => past.more(),
  });
  list.element.classList.add("history-list");
  const field = el("input", { type: "search", placeholder: t("searchHistory"), "aria-label": t("searchHistory"), class: "grow" });
  let timer = 0;
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      past.text = field.value.trim();
      past.begin();
    }, TYPING_MILLISECONDS);
  });
  const kinds = kindChoice(past);
  const totals = totalsPanel(studio);
  place.append(el("div", { class: "history" },
    el("section", { class: "panel stack", "aria-labelledby": "history-title" },
      el("header", {}, el("h2", { id: "history-title" }, t("history"))),
      el("div", { class: "row" }, field), kinds, none.element, list.element),
    el("div", { class: "column" }, detail.element, totals.element)));
  past.begin();

  /** @param {Entry} entry a held event gets its current state */
  function withHeld(entry) {
    const { held: waiting, recent } = store.state;
    return entry.kind !== "hold" ? entry
      : { ...entry, fate: { ...entry.fate, held: heldStateOf(entry, waiting, [...past.entries, ...recent]) } };
  }

  function show() {
    const shown = past.shown.map(withHeld);
    list.set(shown);
    if (shown.some(changesBlocklist)) studio.blocklist.load();
    list.element.hidden = shown.length === 0;
    const isSifted = past.text !== "" || past.kinds.size > 0;
    if (past.problem !== "") none.show(past.problem, false);
    else if (shown.length > 0) none.show("");
    else if (isSifted) none.show(past.text === "" ? t("noMatch") : t("noMatchText", { text: past.text }));
    else none.show(t("noGifts"), false);
  }

  /** @param {Entry} entry */
  async function choose(entry) {
    chosen = entry.id;
    showDetail(entry);
    detail.element.scrollIntoView({ block: "nearest" });
    const { ok, body } = await actions.ask("GET", `events/${encodeURIComponent(entry.id)}`);
    if (ok && chosen === entry.id) showDetail(withNews(entry, body));
  }

  /** @param {Entry} entry */
  function showDetail(entry) {
    shownEntry = withHeld(entry);
    detail.show(shownEntry);
  }

  const end = store.subscribe(["recent", "held"], () => {
    const { recent } = store.state;
    if (past.follow(recent) || past.entries.some(({ kind }) => kind === "hold")) show();
    if (shownEntry?.kind === "hold") showDetail(shownEntry);
    const news = recent.find(({ id }) => id === chosen);
    if (news !== undefined && (news.fate.status ?? news.fate.alert) !== undefined) {
      showDetail(withNews(shownEntry ?? news, news.fate));
    }
    else if (recent.some(({ kind, body }) => kind === TAKE_BACK && body.of === chosen) && shownEntry !== null) {
      showDetail(withNews(shownEntry, { status: "takenBack" }));
    }
  });
  const endBlocklist = store.subscribe(["blocklist"], refresh);
  return () => {
    clearTimeout(timer);
    end();
    endBlocklist();
    past.dispose();
    totals.dispose();
    list.dispose();
  };
}

/** @param {HistoryPages} past */
function kindChoice(past) {
  return el("div", { class: "choices", role: "group", "aria-label": t("kinds") }, KINDS.map(([kind, word]) => {
    const box = el("input", { type: "checkbox", value: kind });
    const label = el("label", {}, box, t(word));
    box.addEventListener("change", () => {
      label.classList.toggle("chosen", box.checked);
      for (const type of [kind, ...ALSO[kind] ?? []]) {
        if (box.checked) past.kinds.add(type);
        else past.kinds.delete(type);
      }
      past.begin();
    });
    return label;
  }));
}

/** @type {Record<string, import("../words.js").Word>} */
const ACTIONS = { hold: "hold", resume: "resume", skip: "skip", clear: "clearDo", start: "startShow", hideMessage: "hideMessage", resetLeaders: "resetLeaders" };

/**
 * @param {Entry} entry @param {string} by its key @param {import("./changes.js").Change | null} [change] the changed settings, if
 *   known
 */
function rowTexts(entry, by, change = null) {
  const { title: named, detail, count } = lineOf(entry);
  const title = changesBlocklist(entry) ? entryText(entry.body.entry)
    : entry.kind === "control" && named in ACTIONS ? t(ACTIONS[named]) : named;
  const kind = entry.kind === "hold" ? t("heldKind") : isWord(entry.kind) ? t(entry.kind) : entry.kind;
  const more = isWord(detail) && entry.kind === "caption" ? t(detail) : detail;
  const parts = entry.kind === "gift" ? [detail]
    : [title === "" ? "" : kind, change === null ? more : changesText(change), entry.kind === "hold" ? messageOf(entry) : ""];
  return {
    kind: entry.kind, title: title || kind, detail: by === "" && entry.kind === "gift" ? detail : dotted([...parts, by]), count,
    tags: tagsOf(entry.body),
  };
}

/**
 * Describes the first changed setting, and counts the others.
 * @param {import("./changes.js").Change} change
 */
function changesText({ leaves, isUnknown }) {
  if (isUnknown) return t("changesUnknown");
  if (leaves.length === 0) return t("changedNothing");
  const rest = leaves.length > 1 ? ` ${t("andMore", { n: leaves.length - 1 })}` : "";
  return leafText(leaves[0]) + rest;
}

/** @param {import("./changes.js").Change["leaves"][number]} leaf */
function leafText({ path, from, to }) {
  const [section, ...keys] = path.split(".");
  const word = `widget_${section}`;
  const name = [isWord(word) ? t(word) : section, keys.join(".")].filter(Boolean).join(": ");
  return `${name} ${shortText(from)} → ${shortText(to)}`;
}

/** @param {any} value */
function shortText(value) {
  const text = valueText(value?.name ?? value);
  return text === "" ? "“”" : text.length > LONG ? `${text.slice(0, LONG)}…` : text;
}

/**
 * Returns a function that takes an entry back: changed settings and blocks immediately, a gift or payment after a question.
 * @param {Studio} studio @param {Changes} changes
 * @returns {((entry: Entry) => Promise<void>)}
 */
function takeBackOf({ actions, blocklist, settings, store }, changes) {
  return async (entry) => {
    if (entry.kind === "block") return blocklist.unblock(entry.body.entry);
    if (entry.kind === "unblock") return void await blocklist.block(entry.body.entry);
    if (entry.kind !== "config") return askTakeBack(entry, actions);
    const change = changes.of(entry);
    if (change === null || change.leaves.length === 0) return;
    if (!holds(store.state.config, change.patch) && !await ask(t("undoAsk"), t("takeBackDo"))) return;
    settings.change(change.back, `back ${entry.id} ${performance.now()}`);
    toast(t("tookBack"));
  };
}

/**
 * Tells if an entry can be taken back. A change of the blocklist can be if it is still in effect.
 * @param {Entry} entry @param {import("./changes.js").Change | null} change @param {string[] | null} blocklist null if not known
 */
function isRetractable(entry, change, blocklist) {
  if (changesBlocklist(entry)) return blocklist !== null && hasEntry(blocklist, entry.body.entry) === (entry.kind === "block");
  if (entry.kind === "config") return change !== null && change.leaves.length > 0;
  return isShowable(entry) && entry.fate.status !== "takenBack";
}

/**
 * Returns the name of the action that takes an entry back.
 * @param {Entry} entry
 */
function takeBackText({ kind }) {
  return t(kind === "block" ? "unblockDo" : kind === "unblock" ? "blockAdd" : "takeBackDo");
}

/**
 * @param {Studio} studio @param {(entry: Entry) => void} choose @param {Changes} changes @param {Authors} authors
 * @param {(entry: Entry) => void} takeBack
 * @returns {import("../parts/list.js").Row<Entry>}
 */
function historyRow({ store }, choose, changes, authors, takeBack) {
  /** @type {Entry} */
  let now;
  const head = headOf();
  const at = el("span", { class: "muted" });
  const outcome = el("span", { class: "outcome small" });
  const back = el("button", {
    type: "button", class: "bare take-back", tabindex: -1,
    on: { click: (/** @type {Event} */ event) => (event.stopPropagation(), takeBack(now)) } }, icon("undo"));
  const element = el("div", { class: "row-line", on: { click: () => choose(now) } },
    head.parts, back, el("span", { class: "when" }, at, outcome));
  return {
    element,
    show: (entry) => {
      now = entry;
      const change = changes.of(entry);
      const texts = rowTexts(entry, isAct(entry) ? authors.text(entry) : "", change);
      const { text, isTrouble } = outcomeOf(entry);
      put(element, "data-event", entry.id);
      head.show(texts);
      say(at, timeOfDay(entry.at));
      say(outcome, text);
      put(outcome, "title", text);
      outcome.classList.toggle("trouble", isTrouble);
      back.classList.toggle("absent", !isRetractable(entry, change, store.state.blocklist));
      put(back, "title", takeBackText(entry));
      put(back, "aria-label", `${takeBackText(entry)}: ${texts.title}`);
    },
  };
}

/**
 * Creates the panel with the outcome of one event, its key, and buttons to show it again, to take it back and to revoke the key.
 * @param {Studio} studio @param {Changes} changes @param {Authors} authors @param {(entry: Entry) => void} takeBack
 */
function explanation(studio, changes, authors, takeBack) {
  const { actions } = studio;
  /** @type {Entry} */
  let now;
  const head = headOf();
  const way = wayList();
  const said = el("p", { class: "said" });
  const merged = el("p", { class: "muted small" });
  const list = el("ul", { class: "changes", "aria-label": t("whatChanged") });
  const again = el("button", {
    type: "button", id: "show-again", on: { click: () => actions.press("POST", `events/${encodeURIComponent(now.id)}/replay`) },
  }, icon("again"), t("showAgain"));
  const back = el("button", { type: "button", id: "take-back", on: { click: () => takeBack(now) } });
  const block = el("button", { type: "button", id: "block-sender", on: { click: () => blockItem()?.action?.() } });
  const blockItem = () => blockItems(studio, senderOf(now)).at(0);
  const by = el("p", { class: "muted small", id: "event-by" });
  const end = el("button", { type: "button", class: "danger", id: "revoke-key", on: { click: async () => {
    const key = authors.revocable(now);
    if (key !== null && await revokeKey(actions, key)) authors.read();
  } } });
  const element = el("div", { class: "panel stack", id: "event", role: "region", "aria-label": t("wayOf"), hidden: true },
    el("div", { class: "row-line" }, head.parts), said, way.element, merged, by, list,
    el("div", { class: "row wrap" }, again, back, block, end));
  return {
    element,
    /** @param {Entry} entry */
    show: (entry) => {
      const { combo } = entry.fate;
      const change = changes.of(entry);
      now = entry;
      element.hidden = false;
      head.show(rowTexts(entry, ""));
      say(said, entry.kind === "hold" ? messageOf(entry) : "");
      said.hidden = said.textContent === "";
      say(by, authors.text(entry));
      by.hidden = by.textContent === "";
      const key = authors.revocable(entry);
      end.hidden = key === null;
      say(end, key === null ? "" : t("revokeKeyOf", { name: key.name || key.id }));
      way.show(entry);
      merged.hidden = combo === undefined || combo === entry.id;
      say(merged, `${t("merged")}: ${combo}`);
      list.hidden = change === null;
      fill(list, change === null ? [] : changeLines(change));
      again.hidden = !isShowable(entry);
      back.hidden = !isRetractable(entry, change, studio.store.state.blocklist);
      fill(back, icon("undo"), takeBackText(entry));
      const item = blockItem();
      block.hidden = item === undefined;
      say(block, item?.text ?? "");
    },
  };
}

/** @param {import("./changes.js").Change} change */
function changeLines({ leaves, isUnknown }) {
  if (isUnknown) return [el("li", {}, t("changesUnknown"))];
  if (leaves.length === 0) return [el("li", {}, t("changedNothing"))];
  const lines = leaves.slice(0, LINES).map((leaf) => el("li", {}, leafText(leaf)));
  return leaves.length > LINES ? [...lines, el("li", {}, t("andMore", { n: leaves.length - LINES }))] : lines;
}

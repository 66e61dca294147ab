// @ts-check
/** Reads recorded events, from the history or the feed, into list entries with their outcomes. */

import { grouped } from "../shared/text.js";

/**
 * @typedef {object} Entry
 * @property {string} id
 * @property {number} seq
 * @property {string} kind gift, call, caption, counter, control, config, …
 * @property {string} at wall time
 * @property {number} [time] room time in microseconds
 * @property {string} [outcome]
 * @property {any} body the other fields of the event
 * @property {any} fate its status: status, shownAt, sentAt, finishedAt, ended, …
 */

const FATE = [
  "status", "outcome", "position", "combo", "reason", "shownAt", "sentAt", "finishedAt", "ended",
  "positionNow", "expectedAt", "alert",
];

/**
 * Converts an event of the history or of the feed to an entry.
 * @param {any} raw @returns {Entry}
 */
export function entryOf(raw) {
  const { id, seq, at, time, type, ...body } = raw;
  const fate = Object.fromEntries(FATE.filter((key) => key in raw).map((key) => [key, raw[key]]));
  return { id, seq, kind: type, at, time, outcome: raw.outcome, body, fate };
}

/**
 * Converts an outcome message of the feed to the fields of an event's explanation.
 * @param {any} news
 */
export function fateOf({ status, time, at, ended, alert }) {
  if (alert !== undefined) return { alert };
  if (status === "shown") return { status, shownAt: time };
  if (status === "sent") return { sentAt: at };
  return { status, finishedAt: time, ended };
}

/**
 * Returns the entry with newer status fields.
 * @param {Entry} entry @param {any} news @returns {Entry}
 */
export function withNews(entry, news) {
  const fate = Object.fromEntries(FATE.filter((key) => key in news).map((key) => [key, news[key]]));
  if (fate.alert !== undefined) fate.alert = { ...entry.fate.alert, ...fate.alert };
  return { ...entry, outcome: fate.outcome ?? entry.outcome, fate: { ...entry.fate, ...fate } };
}

/**
 * Tells if the event can be replayed on the stage.
 * @param {Entry} entry
 */
export function isShowable(entry) {
  return ["gift", "call", "notice", "caption"].includes(entry.kind);
}

/** @param {any} person @returns {string} the name of a person or a gift, which may itself be a text */
export function nameOf(person) {
  return typeof person === "string" ? person : person?.name ?? "";
}

/** @typedef {"word" | "senderID" | "senderName"} BlockKind */

/** The kinds of entries of the blocklist, with their prefixes. */
const BLOCK_KINDS = /** @type {const} */ ([["word", "word:"], ["senderID", "sender:id:"], ["senderName", "sender:name:"]]);

/**
 * Splits an entry of the blocklist, such as `sender:name:Ann`.
 * @param {string} entry @returns {{kind: BlockKind, value: string}}
 */
export function parsedEntry(entry) {
  const [kind, prefix] = BLOCK_KINDS.find(([, start]) => entry.startsWith(start)) ?? ["word", ""];
  return { kind, value: entry.slice(prefix.length) };
}

/** Characters that the server leaves out of comparisons: combining marks, variation selectors, invisible characters. */
const LEFT_OUT = /[\u0300-\u036f\u00ad\u200b-\u200f\u2060\ufe00-\ufe0f\ufeff]/gu;
const FULL_WIDTH = /[\uff01-\uff5e]/gu;
const FROM_FULL_WIDTH = 0xfee0;

/**
 * Returns an entry in the server's form for comparisons. Entries with equal forms are equivalent.
 * @param {string} entry
 */
export function foldedEntry(entry) {
  const { kind, value } = parsedEntry(entry);
  if (kind === "senderID") return entry;
  const folded = value.replace(LEFT_OUT, "")
    .replace(FULL_WIDTH, (wide) => String.fromCharCode(wide.charCodeAt(0) - FROM_FULL_WIDTH))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return `${kind}:${kind === "word" ? folded.replace(/^ +| +$/g, "") : folded}`;
}

/**
 * Tells if a blocklist has an entry or an equivalent one.
 * @param {readonly string[]} list @param {string} entry
 */
export function hasEntry(list, entry) {
  const folded = foldedEntry(entry);
  return list.some((other) => foldedEntry(other) === folded);
}

/**
 * Tells if an event changes the blocklist.
 * @param {Entry} entry
 */
export function changesBlocklist({ kind }) {
  return kind === "block" || kind === "unblock";
}

/**
 * Returns the sender of a gift, notice, call or caption, also of a held one, with the blocklist's entry for this sender; null if
 * the event has no sender.
 * @param {Entry} entry @returns {{entry: string, name: string} | null}
 */
export function senderOf({ kind, body }) {
  const { type = kind, ...event } = kind === "hold" ? body.events[0] : body;
  const person = type === "call" ? event.user : ["gift", "notice", "caption"].includes(type) ? event.sender : undefined;
  const name = nameOf(person);
  const id = person?.id ?? "";
  if (id === "" && name === "") return null;
  return id === "" ? { entry: `sender:name:${name}`, name } : { entry: `sender:id:${id}`, name: name || id };
}

/**
 * Returns the message of an event, also of a held one; empty if the event has no message.
 * @param {Pick<Entry, "kind" | "body">} entry @returns {string}
 */
export function messageOf({ kind, body }) {
  /** @type {any[]} */
  const events = kind === "hold" ? body.events : [{ type: kind, ...body }];
  const said = events.find(({ message }) => typeof message === "string" && message !== "")?.message;
  // With `sources.message` set to `caption`, the message is a caption beside the gift.
  return said ?? events.slice(1).find(({ type }) => type === "caption")?.text ?? "";
}

/** @param {{to?: number, grouping?: boolean, clock?: {seconds: number}, addSeconds?: number}} body of a counter's event */
function numberOf({ to, grouping, clock, addSeconds }) {
  if (clock !== undefined) return `${clock.seconds} s`;
  if (addSeconds !== undefined) return `${addSeconds > 0 ? "+" : ""}${addSeconds} s`;
  return to === undefined ? "" : grouping === true ? grouped(to) : String(to);
}

/**
 * Returns the texts of an entry's row: sender or title, detail, and count.
 * @param {Entry} entry
 * @returns {{title: string, detail: string, count?: number}}
 */
export function lineOf({ kind, body, id }) {
  switch (kind) {
    case "gift":
      return {
        title: nameOf(body.sender) || "anonymous", detail: nameOf(body.gift), count: body.count ?? 1 };
    case "call":
      return { title: nameOf(body.user), detail: "" };
    case "notice":
      return { title: nameOf(body.sender) || "anonymous", detail: [body.kind, body.title ?? ""].join(" ").trim() };
    case "caption":
      return { title: body.text ?? "", detail: body.effect ?? "typewriter" };
    case "counter":
      return { title: body.name ?? "", detail: `${body.prefix ?? ""}${numberOf(body)}${body.suffix ?? ""}` };
    case "goal":
      return { title: body.title ?? "", detail: body.name ?? "" };
    case "control":
      return { title: body.action ?? "", detail: body.of ?? "" };
    case "takeBack":
      return { title: nameOf(body.sender) || body.of, detail: nameOf(body.gift) };
    case "hold": {
      const { type, ...inner } = body.events[0];
      return lineOf({ id, seq: 0, kind: type, at: "", body: inner, fate: {} });
    }
    case "block":
    case "unblock":
      return { title: parsedEntry(body.entry).value, detail: "" };
    case "speech":
      return { title: body.of ?? id, detail: "" };
    case "config":
      return { title: "", detail: "" };
    default:
      return { title: body.name ?? body.call ?? body.slot ?? body.combo ?? id, detail: "" };
  }
}

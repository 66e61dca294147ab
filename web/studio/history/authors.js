// @ts-check
/** Names the keys that caused the events of the history, and tells which of them can be revoked. */

import { t } from "../words.js";

/** @typedef {import("../entries.js").Entry} Entry */
/** @typedef {import("../rooms/revoke.js").Key} Key */

/** The kinds of content. An approval or a replay of content is an act of the person who steers the room. */
const CONTENT = ["gift", "call", "notice", "caption", "hold", "speech"];

/**
 * Tells if a person or a program steered the room with this event.
 * @param {Entry} entry
 */
export function isAct({ kind, body }) {
  return !CONTENT.includes(kind) || body.approves !== undefined || body.replayOf !== undefined;
}

export class Authors {
  /**
   * @param {import("../actions.js").Actions} actions
   * @param {() => void} changed called when the names were read
   */
  constructor(actions, changed) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.changed = changed;
    /** @private @type {Map<string, Key>} the keys that were ever read, by ID: a revoked one keeps its name */
    this.known = new Map();
    /** @private @type {Set<string>} the IDs in the newest list */
    this.listed = new Set();
    /** @private @type {Set<string>} the IDs for which the keys were read, so that an ID without a key is asked for once */
    this.asked = new Set();
    /** @private true while a request is on its way, or is about to be sent */
    this.isReading = false;
  }

  /**
   * Returns the key of an event if it exists, and otherwise reads the keys once.
   * @param {Entry} entry @returns {Key | null} null if the event has no key, or the key is not known
   */
  keyOf({ body: { by } }) {
    if (typeof by !== "string") return null;
    if (!this.known.has(by) && !this.asked.has(by)) this.read(by);
    return this.known.get(by) ?? null;
  }

  /**
   * Returns the key of an event if the owner can revoke it.
   * @param {Entry} entry @returns {Key | null}
   */
  revocable(entry) {
    const key = this.keyOf(entry);
    return key !== null && this.listed.has(key.id) ? key : null;
  }

  /**
   * Names the key of an event; empty if the event has none.
   * @param {Entry} entry
   */
  text(entry) {
    const { by } = entry.body;
    if (typeof by !== "string") return "";
    const key = this.keyOf(entry);
    if (key === null) return t("byID", { id: by });
    return t(this.listed.has(by) ? "byKey" : "byRevoked", { name: key.name || key.id, role: key.role });
  }

  /**
   * Reads the keys. IDs that come in the same moment share a request.
   * @param {string} [by] the ID that is needed
   */
  async read(by) {
    if (by !== undefined) this.asked.add(by);
    if (this.isReading) return;
    this.isReading = true;
    await null;
    const wanted = [...this.asked];
    const { ok, body } = await this.actions.ask("GET", "keys");
    this.isReading = false;
    if (ok) this.take(body.keys);
    // A key that was made during the request may be missing in its answer.
    const late = [...this.asked].filter((id) => !wanted.includes(id) && !this.known.has(id));
    if (late.length > 0) this.read();
    if (ok) this.changed();
  }

  /** @private @param {Key[]} keys */
  take(keys) {
    this.listed = new Set(keys.map(({ id }) => id));
    for (const key of keys) this.known.set(key.id, key);
  }
}

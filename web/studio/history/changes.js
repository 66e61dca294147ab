// @ts-check
/** Finds which settings each recorded configuration event has changed. */

import { at, difference } from "../merge.js";

/** The number of requests that search for an earlier configuration; each searches 5,000 events. */
const PAGES = 20;

/** @typedef {import("../entries.js").Entry} Entry */

/**
 * @typedef {object} Change
 * @property {any} patch the changed settings
 * @property {any} back the patch that reverts them
 * @property {{path: string, from: any, to: any}[]} leaves the changed settings, one by one
 * @property {boolean} [isUnknown] true if the history has no earlier settings to compare with
 */

/**
 * The change of the oldest known configuration. The settings before it are not known, because `--config` gives new
 * rooms other defaults, and because the server deletes old events.
 * @type {Change}
 */
const UNKNOWN = { patch: {}, back: {}, leaves: [], isUnknown: true };

export class Changes {
  /**
   * @param {import("../actions.js").Actions} actions
   * @param {() => void} changed called when another change was read
   */
  constructor(actions, changed) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.changed = changed;
    /** @private @type {Map<string, Change | null>} null: the request is on its way, or failed */
    this.known = new Map();
    /** @private the last request: they run one after the other, because each answer has two whole configurations */
    this.asking = Promise.resolve();
  }

  /**
   * Returns the change of an entry if it is known, and otherwise requests it.
   * @param {Entry} entry
   * @returns {Change | null}
   */
  of({ kind, id, seq }) {
    if (kind !== "config") return null;
    const known = this.known.get(id);
    if (known !== undefined) return known;
    this.known.set(id, null);
    this.asking = this.asking.then(() => this.ask(id, seq));
    return null;
  }

  /** @private @param {string} id @param {number} seq */
  async ask(id, seq) {
    const pair = await this.pair(seq);
    const [own, earlier] = pair ?? [];
    if (own?.id !== id) return void this.known.delete(id);
    this.known.set(id, earlier === undefined ? UNKNOWN : changeOf(earlier.config, own.config));
    this.changed();
  }

  /**
   * Reads a configuration event and the one before it, if the history has one. A request searches a limited number of events.
   * @private @param {number} seq @returns {Promise<any[] | null>} null without an answer
   */
  async pair(seq) {
    const found = [];
    let before = seq + 1;
    for (let page = 0; page < PAGES; page++) {
      const { ok, body } = await this.actions.ask("GET", `events?before=${before}&type=config&limit=2`);
      if (!ok) return null;
      found.push(...body.events);
      if (found.length > 1 || body.next === null) break;
      before = body.next;
    }
    return found;
  }
}

/** @param {any} before @param {any} after @returns {Change} */
export function changeOf(before, after) {
  const patch = difference(before, after) ?? {};
  return {
    patch,
    back: difference(after, before) ?? {},
    leaves: changedPaths(before, patch)
      .map((path) => ({ path: path.join("."), from: at(before, path), to: at(after, path) })),
  };
}

/**
 * Returns the paths of changed settings. An added or removed object counts as one.
 * @param {any} before @param {any} patch @param {string[]} [path] @returns {string[][]}
 */
function changedPaths(before, patch, path = []) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) return [path];
  if (before === undefined || before === null) return [path];
  return Object.entries(patch).flatMap(([key, value]) => changedPaths(before[key], value, [...path, key]));
}

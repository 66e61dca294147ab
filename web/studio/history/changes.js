// @ts-check
/** Finds which settings each recorded configuration event has changed. */

import { at, difference } from "../merge.js";

/** @typedef {import("../entries.js").Entry} Entry */

/**
 * @typedef {object} Change
 * @property {any} patch the changed settings
 * @property {any} back the patch that reverts them
 * @property {{path: string, from: any, to: any}[]} leaves the changed settings, one by one
 */

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
    const { ok, body } = await this.actions.ask("GET", `events?before=${seq + 1}&type=config&limit=2`);
    const [own, earlier] = ok ? body.events : [];
    if (own?.id !== id) return void this.known.delete(id);
    const before = earlier?.config ?? await this.defaults();
    if (before === null) return void this.known.delete(id);
    this.known.set(id, changeOf(before, own.config));
    this.changed();
  }

  /**
   * Reads the settings before the first change.
   * @private
   */
  async defaults() {
    const { ok, body } = await this.actions.request("GET", "/v1/schema/config");
    return ok ? defaultOf(body) : null;
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

/**
 * Returns the default value of a schema, or the default values of its keys.
 * @param {any} schema @returns {any}
 */
function defaultOf(schema) {
  if (schema.default !== undefined || schema.properties === undefined) return schema.default;
  return Object.fromEntries(Object.entries(schema.properties)
    .map(([key, one]) => [key, defaultOf(one)]).filter(([, value]) => value !== undefined));
}

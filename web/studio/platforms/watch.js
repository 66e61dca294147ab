// @ts-check
/** Polls the state of the room's platforms every few seconds while the page is visible. */

import { everySecond } from "../beat.js";
import { problemText } from "../parts/problem.js";

const REST_MILLISECONDS = 3000;

/**
 * @typedef {object} Entry
 * @property {string} kind
 * @property {string} address
 * @property {boolean} signed
 * @property {boolean} set
 * @property {any} settings
 * @property {{at: string, outcome: string} | null} last
 * @property {{at: string} & Why | null} lastFault
 * @property {Record<string, number>} counts
 *
 * @typedef {{reason: string, code: string, about: string | null}} Why
 * @typedef {{at: string, type: string, payload: any} & Why} Passed
 */

export class Watch {
  /** @param {import("../actions.js").Actions} actions @param {() => void} changed */
  constructor(actions, changed) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.changed = changed;
    /** @type {Map<string, Entry>} the sources that are set up or have posted */
    this.entries = new Map();
    /** @type {Map<string, Passed[]>} oldest first */
    this.passed = new Map();
    /** The problem of the last read; empty if it succeeded. */
    this.problem = "";
    /** @private */
    this.askedAt = -Infinity;
    /** @private */
    this.turn = 0;
    /** @private */
    this.end = everySecond(() => {
      if (performance.now() - this.askedAt >= REST_MILLISECONDS) this.read();
    });
  }

  dispose() {
    this.turn = -1;
    this.end();
  }

  async read() {
    if (this.turn < 0) return;
    const turn = ++this.turn;
    this.askedAt = performance.now();
    const answer = await this.actions.ask("GET", "sources");
    if (turn !== this.turn) return;
    this.problem = problemText(answer);
    if (answer.ok) {
      /** @type {Entry[]} */
      const entries = answer.body.sources;
      await Promise.all(entries.map((entry) => this.readPassed(entry)));
      if (turn !== this.turn) return;
      this.entries = new Map(entries.map((entry) => [entry.kind, entry]));
      for (const kind of this.passed.keys()) if (!this.entries.get(kind)?.counts.passed) this.passed.delete(kind);
    }
    this.changed();
  }

  /** @private @param {Entry} entry */
  async readPassed({ kind, counts }) {
    if (counts.passed === (this.entries.get(kind)?.counts.passed ?? 0)) return;
    const { ok, body } = await this.actions.ask("GET", `sources/${kind}/passed`);
    if (ok) this.passed.set(kind, body.passed);
  }
}

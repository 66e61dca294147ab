// @ts-check
/**
 * The room's configuration as the person edits it. It saves changes by itself a moment later, and undoes and repeats
 * them.
 */

import { at, difference, same } from "./merge.js";

const PAUSE_MILLISECONDS = 100;
/** The pause between two tries while the server is away. */
const AWAY_MILLISECONDS = 5000;
const STEPS = 100;
/** Changes with the same mark within this time form one undo step. */
const ONE_STEP_MILLISECONDS = 1000;

/**
 * @typedef {object} Step
 * @property {any} before a merge patch
 * @property {any} after a merge patch
 * @property {string} mark names the changed setting; steps with the same mark may be joined
 * @property {number} time
 *
 * @typedef {{pointer: string, detail: string}} Refusal
 */

export class Settings {
  /**
   * @param {import("./actions.js").Actions} actions
   * @param {import("./store.js").Store} store
   * @param {Pick<import("./unsent.js").Unsent, "load" | "save">} unsent
   */
  constructor(actions, store, unsent) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.store = store;
    /** @private the server's configuration; null if not known yet */
    this.server = /** @type {any} */ (null);
    /** @private */
    this.unsent = unsent;
    /** @private the changes that wait to be sent; undefined if there are none */
    this.pending = unsent.load();
    /** True if a person discarded the last changes that waited for the server. */
    this.wasDiscarded = false;
    /** @private the changes that are being sent; undefined if there are none */
    this.sent = /** @type {any} */ (undefined);
    /** @private */
    this.timer = 0;
    /** @type {Step[]} */
    this.undone = [];
    /** @type {Step[]} */
    this.done = [];
    /**
     * Called when the server refused a change.
     * @type {(errors: Refusal[]) => void}
     */
    this.onrefused = () => {};
    /** Called when the steps to undo or redo have changed. */
    this.onsteps = () => {};
    /**
     * Asks if a step that conflicts with a newer change from elsewhere shall be undone.
     * @type {() => Promise<boolean>}
     */
    this.onconflict = async () => true;
  }

  /** Reads the server's configuration. */
  async read() {
    const { ok, body } = await this.actions.ask("GET", "config");
    if (!ok) return;
    this.adopt(body);
    if (this.pending !== undefined && this.sent === undefined) this.flush();
  }

  /** Drops the changes that wait for the server. */
  discard() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.pending = undefined;
    this.undone = [];
    this.done = [];
    this.onsteps();
    this.keep(true);
    if (this.server !== null) this.adopt(this.server);
  }

  /**
   * Stores the changes that wait for the server, and reports if there are any.
   * @private @param {boolean} [isDiscarded]
   */
  keep(isDiscarded = false) {
    this.wasDiscarded = isDiscarded;
    this.unsent.save(this.pending);
    this.store.set({ isUnsent: this.pending !== undefined });
  }

  /** @private @param {any} config the server's configuration */
  adopt(config) {
    this.server = config;
    let own = config;
    if (this.sent !== undefined) own = joined(own, this.sent);
    if (this.pending !== undefined) own = joined(own, this.pending);
    if (!same(own, this.store.state.config)) this.store.set({ config: own });
  }

  /**
   * Changes settings, and records an undo step; changes with the same `mark` may form one step.
   * @param {any} patch @param {string} mark
   * @param {boolean} [gesture] true if all changes with this mark form one step, however long they take
   */
  change(patch, mark, gesture = false) {
    const { config } = this.store.state;
    const after = joined(config, patch);
    const there = difference(config, after);
    if (there === undefined) return;
    const time = gesture ? Infinity : performance.now();
    this.note({ before: difference(after, config), after: patch, mark, time });
    this.send(patch);
  }

  /** @private @param {Step} step */
  note(step) {
    const last = this.done[this.done.length - 1];
    const joins = last !== undefined && last.mark === step.mark
      && (step.time === last.time || step.time - last.time < ONE_STEP_MILLISECONDS);
    if (joins) {
      this.done[this.done.length - 1] = {
        ...step, before: joined(step.before, last.before), after: joined(last.after, step.after) };
    } else this.done.push(step);
    if (this.done.length > STEPS) this.done.shift();
    this.undone = [];
    this.onsteps();
  }

  /** Ends the current undo step, so that the next change begins a new one. */
  seal() {
    const last = this.done[this.done.length - 1];
    if (last !== undefined) last.time = -Infinity;
  }

  undo() {
    return this.turn(this.done, this.undone, ({ before, after }) => [before, after]);
  }

  redo() {
    return this.turn(this.undone, this.done, ({ before, after }) => [after, before]);
  }

  /**
   * Moves a step from one stack to the other and applies it.
   * @private
   * @param {Step[]} from @param {Step[]} to
   * @param {(step: Step) => [any, any]} way returns the wanted values, and the values expected now
   */
  async turn(from, to, way) {
    const step = from[from.length - 1];
    if (step === undefined) return;
    const [wanted, expected] = way(step);
    if (!holds(this.store.state.config, expected) && !await this.onconflict()) return;
    from.pop();
    to.push(step);
    this.onsteps();
    this.send(wanted);
  }

  /** @private @param {any} patch */
  send(patch) {
    this.pending = this.pending === undefined ? patch : joined(this.pending, patch);
    if (this.store.state.isUnsent) this.keep();
    this.store.set({ config: joined(this.store.state.config, patch) });
    if (this.timer === 0 && this.sent === undefined) {
      this.timer = setTimeout(() => this.flush(), PAUSE_MILLISECONDS);
    }
  }

  /** Resolves when the server has all changes. */
  async settled() {
    while (this.pending !== undefined || this.sent !== undefined) {
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS / 2));
    }
  }

  /** @private */
  async flush() {
    clearTimeout(this.timer);
    this.timer = 0;
    if (this.pending === undefined) return;
    this.sent = this.pending;
    this.pending = undefined;
    const answer = await this.actions.ask("PATCH", "config", this.sent);
    const patch = this.sent;
    this.sent = undefined;
    if (isAway(answer)) return this.wait(patch, answer.retrySeconds);
    if (this.store.state.isUnsent) this.keep();
    this.actions.onanswer(answer);
    if (answer.ok) this.adopt(answer.body);
    else {
      await this.read();
      this.onrefused(answer.errors);
    }
    if (this.pending !== undefined && this.sent === undefined) this.flush();
  }

  /**
   * Keeps a change that the server could not accept, and sends it later: when the feed is back, or after a pause.
   * @private @param {any} patch @param {number} seconds the server's pause; 0 if it named none
   */
  wait(patch, seconds) {
    this.pending = this.pending === undefined ? patch : joined(patch, this.pending);
    this.keep();
    this.timer = setTimeout(() => this.flush(), Math.max(AWAY_MILLISECONDS, seconds * 1000));
  }
}

/**
 * Tells if the server failed for a reason other than the content of the change.
 * @param {Pick<import("./actions.js").Answer, "status">} answer
 */
function isAway({ status }) {
  return status === 0 || status === 429 || status >= 500;
}

/**
 * Joins two patches into one with the same effect as both in order.
 * @param {any} first @param {any} second @returns {any}
 */
export function joined(first, second) {
  if (typeof first !== "object" || first === null || Array.isArray(first)) return second;
  if (typeof second !== "object" || second === null || Array.isArray(second)) return second;
  const result = { ...first };
  for (const [key, value] of Object.entries(second)) {
    result[key] = key in first ? joined(first[key], value) : value;
  }
  return result;
}

/**
 * Tells if a value already has everything that a patch sets.
 * @param {any} value @param {any} patch @returns {boolean}
 */
export function holds(value, patch) {
  if (typeof patch !== "object" || patch === null || Array.isArray(patch)) {
    return patch === null ? value === null || value === undefined : same(value, patch);
  }
  return Object.keys(patch).every((key) => holds(at(value, [key]), patch[key]));
}

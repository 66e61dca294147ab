// @ts-check
/** Delays irreversible requests, so that a person can undo each one before the studio sends it. */

export const UNDO_SECONDS = 5;
const NOT_FOUND = 404;

/**
 * @typedef {object} Planned
 * @property {string} key identifies the request, such as `goal/lamp`: it is planned only once
 * @property {string} text describes the action
 * @property {string} method
 * @property {string} part of the room
 * @property {any} [body]
 * @property {(answer: import("./actions.js").Answer) => void} [done] called with the answer
 */

export class Later {
  /**
   * @param {import("./actions.js").Actions} actions
   * @param {import("./store.js").Store} store
   * @param {Pick<EventTarget, "addEventListener">} page
   */
  constructor(actions, store, page = globalThis) {
    /** @private */
    this.actions = actions;
    /** @private */
    this.store = store;
    /** @private @type {Map<string, {planned: Planned, timer: any}>} oldest first */
    this.waiting = new Map();
    /**
     * Called when a countdown ends, before the request is sent. Its result is called after the answer.
     * @type {(key: string) => () => void}
     */
    this.onexpired = () => () => {};
    // A person who leaves the page has pressed the button and expects the effect.
    page.addEventListener("pagehide", () => this.sendAll());
  }

  /** @param {Planned} planned */
  plan(planned) {
    const { key } = planned;
    if (this.waiting.has(key)) return;
    this.waiting.set(key, { planned, timer: setTimeout(() => this.expire(key), UNDO_SECONDS * 1000) });
    this.tell();
  }

  /** @param {string} key @returns {boolean} true if the request is planned and not sent yet */
  has(key) {
    return this.waiting.has(key);
  }

  /**
   * Drops a planned request; without a key, the newest one.
   * @param {string} [key]
   * @returns {boolean} true if there was one
   */
  undo(key = [...this.waiting.keys()].at(-1)) {
    return key !== undefined && this.take(key) !== null;
  }

  /**
   * Sends a planned request now.
   * @param {string} key
   */
  async send(key) {
    const planned = this.take(key);
    if (planned === null) return;
    const { method, part, body } = planned;
    const answer = await this.actions.ask(method, part, body);
    // After 404 another client was faster, and the person has the wanted effect.
    if (answer.status !== NOT_FOUND) this.actions.onanswer(answer);
    planned.done?.(answer);
  }

  /** @private @param {string} key */
  async expire(key) {
    const end = this.onexpired(key);
    await this.send(key);
    end();
  }

  /** @private */
  sendAll() {
    for (const key of [...this.waiting.keys()]) {
      const planned = this.take(key);
      if (planned !== null) this.actions.send(planned.method, planned.part, planned.body);
    }
  }

  /** @private @param {string} key @returns {Planned | null} */
  take(key) {
    const one = this.waiting.get(key);
    if (one === undefined) return null;
    clearTimeout(one.timer);
    this.waiting.delete(key);
    this.tell();
    return one.planned;
  }

  /** @private */
  tell() {
    this.store.set({ planned: [...this.waiting.values()].map(({ planned }) => planned) });
  }
}

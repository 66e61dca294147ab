// @ts-check
/** The studio's state, with subscriptions, so that one animation frame reports all changes to the listeners. */

import { rightsOf } from "./role.js";

/**
 * @typedef {object} State
 * @property {"connecting" | "open" | "lost" | "key" | "deleted"} link the state of the feed
 * @property {string} role of the key: by its letter at first, then by the server's hello message
 * @property {any} hello the feed's hello message; null before it
 * @property {import("./overview.js").Overview | null} overview
 * @property {import("./entries.js").Entry[]} recent the newest events, the newest first
 * @property {any} config the room's configuration; null until read
 * @property {any} schema of a configuration; null until read
 * @property {number | null} lostAt when the last page in OBS disconnected, by `Date.now()`; null if it did not
 * @property {string} view the view that is shown
 * @property {import("./held.js").Held[] | null} held events that wait for approval, the oldest first; null until known
 * @property {string[] | null} blocklist its entries, the oldest first; null until a view needs them
 * @property {import("./later.js").Planned[]} planned requests that can still be undone, the oldest first
 * @property {boolean} isUnsent true if changes of the configuration wait for the server to come back
 * @property {string | null} address the overlay's address; null until known
 */

export class Store {
  /** @param {(action: () => void) => void} schedule */
  constructor(schedule = (action) => void requestAnimationFrame(action)) {
    /** @type {State} */
    this.state = {
      link: "connecting", role: "owner", hello: null, overview: null, recent: [], config: null, schema: null,
      lostAt: null, held: null, blocklist: null, planned: [], isUnsent: false, view: "live", address: null,
    };
    /** @private */
    this.schedule = schedule;
    /** @private @type {Set<string>} */
    this.changed = new Set();
    /** @private @type {Set<{keys: string[], action: () => void}>} */
    this.listeners = new Set();
  }

  /**
   * Tells if the role has a right.
   * @param {import("./role.js").Right} right
   */
  may(right) {
    return rightsOf(this.state.role).has(right);
  }

  /** @param {Partial<State>} patch */
  set(patch) {
    Object.assign(this.state, patch);
    if (this.changed.size === 0) this.schedule(() => this.tell());
    for (const key of Object.keys(patch)) this.changed.add(key);
  }

  /**
   * Calls `action` now, and in the next animation frame after each change of one of these keys.
   * @param {(keyof State)[]} keys
   * @param {() => void} action
   * @returns {() => void} ends the subscription
   */
  subscribe(keys, action) {
    const listener = { keys, action };
    this.listeners.add(listener);
    action();
    return () => void this.listeners.delete(listener);
  }

  /** @private */
  tell() {
    const changed = this.changed;
    this.changed = new Set();
    for (const { keys, action } of [...this.listeners]) {
      if (keys.some((key) => changed.has(key))) action();
    }
  }
}

// @ts-check
/** What the studio knows, and who wants to hear of it. One animation frame tells all changes. */

import { rightsOf } from "./role.js";

/**
 * @typedef {object} State
 * @property {"connecting" | "open" | "lost" | "key" | "deleted"} link how the feed stands
 * @property {string} role of the key: by its letter at first, then by the server's hello message
 * @property {any} hello what the feed said first; null: nothing yet
 * @property {import("./overview.js").Overview | null} overview
 * @property {import("./entries.js").Entry[]} recent the newest events, the newest first
 * @property {any} config the room's configuration; null: not read yet
 * @property {any} schema of a configuration; null: not read yet
 * @property {number | null} lostAt when the last page in OBS disconnected, by `Date.now()`; null: it did not
 * @property {string} view the view that is shown
 * @property {import("./held.js").Held[] | null} held events that wait for approval, the oldest first; null: not known yet
 * @property {import("./later.js").Planned[]} planned requests that can still be undone, the oldest first
 * @property {boolean} isUnsent whether changes of the configuration wait for the server to come back
 * @property {string | null} address the overlay's address; null: not known yet
 */

export class Store {
  /** @param {(action: () => void) => void} schedule */
  constructor(schedule = (action) => void requestAnimationFrame(action)) {
    /** @type {State} */
    this.state = {
      link: "connecting", role: "owner", hello: null, overview: null, recent: [], config: null, schema: null,
      lostAt: null, held: null, planned: [], isUnsent: false, view: "live", address: null,
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
   * Calls `action` now, and with the next animation frame after one of these keys has changed.
   * @param {(keyof State)[]} keys
   * @param {() => void} action
   * @returns {() => void} ends it
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

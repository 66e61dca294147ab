// @ts-check
/** Remembers when OBS disconnected, across reloads of the studio in this tab. */

import { isOBS } from "./overview.js";

const NAME = "ovation.obs.";
/** After this long a show has ended, and a disconnect needs no warning. */
const FORGOTTEN_MILLISECONDS = 12 * 3_600_000;
const HERE = "here";

export class Presence {
  /**
   * @param {string} room
   * @param {Pick<Storage, "getItem" | "setItem">} storage
   */
  constructor(room, storage = sessionStorage) {
    /** @private */
    this.name = NAME + room;
    /** @private */
    this.storage = storage;
  }

  /**
   * Records if a page in OBS shows the room.
   * @param {import("./overview.js").Overview} overview
   * @param {number} now by `Date.now()`
   * @returns {number | null} when the last page in OBS disconnected; null if one is
   *   connected, none ever was, or the studio may not see viewers
   */
  note({ viewers }, now) {
    if (viewers === null) return null;
    const before = this.storage.getItem(this.name);
    if (viewers.some(isOBS)) {
      if (before !== HERE) this.storage.setItem(this.name, HERE);
      return null;
    }
    if (before === null) return null;
    const lostAt = before === HERE ? now : Number(before);
    if (before === HERE) this.storage.setItem(this.name, String(now));
    return now - lostAt < FORGOTTEN_MILLISECONDS ? lostAt : null;
  }
}

// @ts-check
/**
 * Chooses the room time that the overlay shows at each screen refresh. Reads no clock: callers pass all times, in
 * milliseconds of the page's clock or of the room's.
 *
 * The room time shown is the refresh's time minus a lag. A constant lag makes the steps of the room time as
 * even as those of the screen, so the lag changes only slowly while the picture moves. It covers the delay of
 * frames and the interval between them, so that one frame lies on each side of the time shown.
 */

/** Milliseconds of lateness that every lag allows for. */
const SLACK = 4;
/** The greatest lateness that a lag allows for, in milliseconds. */
const LIMIT = 150;
/** Milliseconds without frames after which the two clocks may have drifted apart. */
const REST = 10_000;
/** A refresh that takes this many times as long as usual was delayed by a busy page, and so were messages. */
const HELD_UP = 1.5;
/** The margin that the lag has beyond the latest frame so far, as a share of that frame's lateness. */
const CAUTION = 0.1;
/** The fastest change of the lag, as a share of the time that passes: too slow to see. */
const GROWTH = 0.03;
const SHRINKAGE = 0.01;
/** The history of frames: the number of frames in a group, and the number of groups. */
const SHELF = 64;
const SHELVES = 8;

/**
 * @typedef {object} Shelf Statistics of a group of frames.
 * @property {number} count
 * @property {number} least the shortest delay: the arrival of a frame minus its room time
 * @property {number} need the longest wait: the arrival of a frame minus the room time of the frame before it
 */

export class Clock {
  constructor() {
    /** @private */
    this.interval = 1000 / 60;
    /** @private @type {Shelf[]} the newest last; empty before the first frame */
    this.shelves = [];
    /** The time of a refresh minus the room time that it shows. */
    this.lag = 0;
    /** @private the arrival of the newest frame */
    this.heard = 0;
    /** @private */
    this.refreshed = 0;
    /** @private the recent time between two refreshes of this screen */
    this.screen = Infinity;
    /** @private true if the newest refresh was not delayed */
    this.isTimely = false;
    /** @private true if no refresh has come since the history was cleared */
    this.isFresh = true;
  }

  /**
   * Clears the history for a new connection, perhaps to another server.
   * @param {number} fps frames per second that the server sends
   */
  restart(fps) {
    this.interval = 1000 / fps;
    this.shelves.length = 0;
  }

  /**
   * Records the arrival of a frame.
   * @param {number} now the time of the arrival
   * @param {number} time the room time of the frame
   * @param {number | null} before the room time of the frame before it; null after a silence
   * @param {{isStill: boolean, isAwake: boolean}} page isStill: the picture stands still, so that a jump of the
   *   lag is invisible; isAwake: the page receives refreshes
   */
  note(now, time, before, { isStill, isAwake }) {
    const delay = now - time;
    if (this.shelves.length === 0 || delay - this.least > LIMIT) {
      this.shelves = [shelf(delay)];
      this.isFresh = true;
    } else if (before === null && now - this.heard > REST) {
      this.shift(delay - this.least);
    }
    this.heard = now;
    const last = this.shelf();
    last.count++;
    last.least = Math.min(last.least, delay);
    const wait = before === null || this.isHeldUp(now, isAwake) ? -Infinity : now - before;
    last.need = Math.max(last.need, wait);
    // The picture stood still, so the lag can jump without being seen.
    if (isStill) this.lag = before === null ? this.target : Math.max(this.lag, wait);
    if (this.isFresh) this.lag = this.target;
    this.lag = Math.min(this.lag, this.most);
  }

  /**
   * Returns the room time to show at a refresh.
   * @param {number} refresh
   */
  at(refresh) {
    const passed = refresh - this.refreshed;
    this.refreshed = refresh;
    this.screen = Math.min(Math.max(passed, 1), this.screen + 0.02);
    this.isTimely = passed < HELD_UP * this.screen;
    this.isFresh = false;
    if (this.isTimely) {
      const missing = this.target - this.lag;
      this.lag += Math.max(-SHRINKAGE * passed, Math.min(missing, GROWTH * passed));
    }
    return refresh - this.lag;
  }

  /** The lag beyond the delay of the quickest frames, in milliseconds. */
  get behind() {
    return this.shelves.length > 0 ? this.lag - this.least : 0;
  }

  /**
   * Tells if the arrival time of a frame is unreliable because the page was busy or asleep.
   * @private @param {number} now @param {boolean} isAwake
   */
  isHeldUp(now, isAwake) {
    if (!isAwake) return this.isFresh;
    return !this.isTimely || now - this.refreshed > HELD_UP * this.screen;
  }

  /** @private */
  get least() {
    let least = Infinity;
    for (let i = 0; i < this.shelves.length; i++) least = Math.min(least, this.shelves[i].least);
    return least;
  }

  /** @private */
  get most() {
    return this.least + this.interval + LIMIT;
  }

  /** The best lag for the frames in the history. @private */
  get target() {
    let need = -Infinity;
    for (let i = 0; i < this.shelves.length; i++) need = Math.max(need, this.shelves[i].need);
    const least = this.least + this.interval;
    return Math.min(Math.max(need + (need - least) * CAUTION, least + SLACK), this.most);
  }

  /** @private @returns {Shelf} the group that new frames go to */
  shelf() {
    const last = this.shelves[this.shelves.length - 1];
    if (last.count < SHELF) return last;
    if (this.shelves.length === SHELVES) this.shelves.shift();
    const next = shelf(Infinity);
    this.shelves.push(next);
    return next;
  }

  /**
   * Shifts the history after the clocks have drifted apart. The lateness of each frame stays the same.
   * @private
   * @param {number} by
   */
  shift(by) {
    for (const shelf of this.shelves) {
      shelf.least += by;
      shelf.need += by;
    }
  }
}

/** @param {number} least @returns {Shelf} */
function shelf(least) {
  return { count: 0, least, need: -Infinity };
}

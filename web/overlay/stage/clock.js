// @ts-check
/**
 * Which room time is shown at which refresh of the screen. Pure: it is told all times, each in
 * milliseconds of the page's clock or of the room's.
 *
 * Shown is the refresh's time less a lag. A lag that stays makes steps of the room's time as even
 * as those of the screen; so it changes only slowly while something moves. It is as long as frames
 * take to come and to follow one another, so that there is one on each side of the time shown.
 */

/** What a frame may be later than others before it is waited for longer. */
const SLACK = 4;
/** More lateness than this is not waited for. */
const LIMIT = 150;
/** So long a silence that the two clocks may have drifted apart. */
const REST = 10_000;
/** A refresh that takes so many times as long as others was held up, as messages were. */
const HELD_UP = 1.5;
/** What is waited for beyond the latest frame so far, as a share of how late that was. */
const CAUTION = 0.1;
/** By how much of the time that passes the lag grows and shrinks, unseen. */
const GROWTH = 0.03;
const SHRINKAGE = 0.01;
/** Frames are remembered in shelves of so many, and so many shelves. */
const SHELF = 64;
const SHELVES = 8;

/**
 * @typedef {object} Shelf What came of some frames.
 * @property {number} count
 * @property {number} least the shortest delay: when a frame came less the time it shows
 * @property {number} need the longest wait: when a frame came less the time of that before it
 */

export class Clock {
  constructor() {
    /** @private */
    this.interval = 1000 / 60;
    /** @private @type {Shelf[]} the newest last; empty: nothing has come yet */
    this.shelves = [];
    /** What a refresh's time is ahead of the room time shown. */
    this.lag = 0;
    /** @private when the newest frame came */
    this.heard = 0;
    /** @private */
    this.refreshed = 0;
    /** @private the time from one refresh of this screen to the next, as short as it is of late */
    this.screen = Infinity;
    /** @private whether the newest refresh came in time */
    this.isTimely = false;
    /** @private whether nothing has been shown since all was forgotten */
    this.isFresh = true;
  }

  /**
   * Another connection, and perhaps another server: all that was known counts no more.
   * @param {number} fps frames a second that are sent
   */
  restart(fps) {
    this.interval = 1000 / fps;
    this.shelves.length = 0;
  }

  /**
   * Takes note of a frame.
   * @param {number} now when it came
   * @param {number} time what it shows
   * @param {number | null} before the time of the frame that it follows; null: it comes after a silence
   * @param {{isStill: boolean, isAwake: boolean}} page whether its picture stands still, so that no
   *   jump of the lag is seen; whether it is told of refreshes
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
    // The picture has stood still until the frame came, and goes on from there.
    if (isStill) this.lag = before === null ? this.target : Math.max(this.lag, wait);
    if (this.isFresh) this.lag = this.target;
    this.lag = Math.min(this.lag, this.most);
  }

  /**
   * The room time shown at a refresh.
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

  /** How much later frames are shown than the quickest of them could be, in milliseconds. */
  get behind() {
    return this.shelves.length > 0 ? this.lag - this.least : 0;
  }

  /**
   * Whether the page could not look when a frame came, so that it does not know when it did.
   * @private @param {number} now @param {boolean} isAwake
   */
  isHeldUp(now, isAwake) {
    if (!isAwake) return this.isFresh;
    return !this.isTimely || now - this.refreshed > HELD_UP * this.screen;
  }

  /** @private */
  get least() {
    return this.shelves.reduce((least, shelf) => Math.min(least, shelf.least), Infinity);
  }

  /** @private */
  get most() {
    return this.least + this.interval + LIMIT;
  }

  /** The lag that fits the frames of the last seconds in which something moved. @private */
  get target() {
    const need = this.shelves.reduce((need, shelf) => Math.max(need, shelf.need), -Infinity);
    const least = this.least + this.interval;
    return Math.min(Math.max(need + (need - least) * CAUTION, least + SLACK), this.most);
  }

  /** @private @returns {Shelf} that which is filled */
  shelf() {
    const last = this.shelves[this.shelves.length - 1];
    if (last.count < SHELF) return last;
    if (this.shelves.length === SHELVES) this.shelves.shift();
    const next = shelf(Infinity);
    this.shelves.push(next);
    return next;
  }

  /**
   * The clocks have drifted; what was late stays as late.
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

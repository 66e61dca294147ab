// @ts-check
/** The queue of frames on their way to the screen, which shows each at its time, and interpolates between them. */

import { Between } from "./between.js";
import { Clock } from "./clock.js";

/** @typedef {import("./stage.js").Frame} Frame */

/** The most frames that wait. A page without refreshes applies the older ones at once, and later shows the newest. */
const WAITING_LIMIT = 30;
/** Milliseconds for which refreshes continue after the newest frame is shown: the next frame may be late. */
const WATCH = 50;
/** The largest gap within a motion, in frame intervals: some ticks of the server have no changes to send. */
const APART = 2.5;

export class Reel {
  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.clock = new Clock();
    /**
     * Called at each refresh in a motion. The argument is the step of the room time minus that of the refreshes,
     * in milliseconds.
     * @type {(error: number) => void}
     */
    this.onstep = () => {};
    /** @private */
    this.between = new Between();
    /** @private @type {Frame[]} the frames that are not shown yet, the next one first */
    this.waiting = [];
    /** @private the time of the frame on the stage, in milliseconds; NaN if there is none */
    this.time = NaN;
    /** @private the time at which the motion to the next frame begins */
    this.start = 0;
    /** @private milliseconds between two frames */
    this.interval = 0;
    /** @private the IDs of the nodes in the received frames */
    this.known = new Set();
    /** @private the newest refresh; NaN before the first */
    this.refresh = NaN;
    /** @private the newest refresh in a motion and the room time it showed; NaN if there was none */
    this.step = { refresh: NaN, shown: NaN };
    this.restart(60);
  }

  /** True if frames wait to be shown. */
  get isMoving() {
    return this.waiting.length > 0;
  }

  /** True if the reel needs the next refresh. */
  get isAwake() {
    return this.isMoving || this.refresh - this.clock.lag - this.time < WATCH;
  }

  /**
   * Returns the room time at a refresh, without advancing to it.
   * @param {number} refresh
   */
  timeAt(refresh) {
    return refresh - this.clock.lag;
  }

  /**
   * Prepares for a new connection, whose first frame is shown at once.
   * @param {number} fps frames per second
   */
  restart(fps) {
    this.interval = 1000 / fps;
    this.clock.restart(fps);
    this.time = this.refresh = NaN;
    this.step = { refresh: NaN, shown: NaN };
  }

  /** Empties the stage. */
  clear() {
    this.between.end();
    this.waiting.length = 0;
    this.stage.clear();
  }

  /**
   * Accepts a frame. Throws if it changes a node that does not exist.
   * @param {Frame} frame
   * @param {number} now
   * @returns {boolean} true if the stage has changed
   */
  take(frame, now) {
    this.check(frame);
    const time = frame.time / 1000;
    const { newest } = this;
    const follows = time - newest <= APART * this.interval;
    const page = { isStill: !this.isMoving, isAwake: this.isAwake };
    this.clock.note(now, time, follows ? newest : null, page);
    if (!follows && !this.isMoving) this.step.refresh = NaN;
    if (Number.isNaN(this.time)) {
      this.clear();
      return this.apply(frame);
    }
    this.waiting.push(frame);
    if (this.waiting.length === 1) this.begin();
    let changed = false;
    while (this.waiting.length > WAITING_LIMIT) changed = this.reach() || changed;
    return changed;
  }

  /**
   * Moves the stage to the room time of a refresh.
   * @param {number} refresh its time
   * @returns {boolean} true if the stage has changed
   */
  advance(refresh) {
    if (!this.isAwake) return false;
    const time = Math.max(this.clock.at(refresh), this.step.shown || 0);
    this.refresh = refresh;
    let changed = false;
    while (this.isMoving && this.waiting[0].time / 1000 <= time) {
      changed = this.reach() || changed;
    }
    if (this.isMoving && time > this.start) {
      this.between.show((time - this.start) / (this.waiting[0].time / 1000 - this.start));
      changed = true;
    }
    if (this.isMoving) this.tell(refresh, time);
    return changed;
  }

  /** The time of the newest frame. @private */
  get newest() {
    return this.isMoving ? this.waiting[this.waiting.length - 1].time / 1000 : this.time;
  }

  /** @private @param {Frame} frame */
  check({ full, nodes, removed }) {
    if (full === true) this.known.clear();
    for (const id of removed ?? []) this.known.delete(id);
    for (const { id, kind } of nodes) {
      if (kind !== undefined) this.known.add(id);
      else if (!this.known.has(id)) throw new Error(`a change of a node that is not there: ${id}`);
    }
  }

  /** Starts the motion to the next frame. After a still picture it takes one interval. @private */
  begin() {
    const next = this.waiting[0];
    const time = next.time / 1000;
    const follows = time - this.time <= APART * this.interval;
    this.start = follows ? this.time : time - this.interval;
    this.between.begin(this.stage, next);
  }

  /** Puts the next frame on the stage. @private */
  reach() {
    this.between.end();
    const changed = this.apply(/** @type {Frame} */ (this.waiting.shift()));
    if (this.isMoving) this.begin();
    return changed;
  }

  /** @private @param {Frame} frame */
  apply(frame) {
    this.time = frame.time / 1000;
    return this.stage.apply(frame);
  }

  /** @private @param {number} refresh @param {number} shown */
  tell(refresh, shown) {
    const error = shown - this.step.shown - (refresh - this.step.refresh);
    if (!Number.isNaN(error)) this.onstep(error);
    this.step.refresh = refresh;
    this.step.shown = shown;
  }
}

// @ts-check
/** Frames on their way to the screen: each is shown when its time has come, and what moves between. */

import { Between } from "./between.js";
import { Clock } from "./clock.js";

/** @typedef {import("./stage.js").Frame} Frame */

/** A page that is not refreshed while frames come shows the newest of them when it is again. */
const WAITING_LIMIT = 30;
/** So long the page looks on when the newest frame is shown, in milliseconds: another may be late. */
const WATCH = 50;
/** Frames are a motion if no further apart than this, in intervals: some ticks show nothing new. */
const APART = 2.5;

export class Reel {
  /** @param {import("./stage.js").Stage} stage */
  constructor(stage) {
    this.stage = stage;
    this.clock = new Clock();
    /**
     * Told of each refresh in a motion by how much the room time's step missed the refresh's, in
     * milliseconds.
     * @type {(error: number) => void}
     */
    this.onstep = () => {};
    /** @private */
    this.between = new Between();
    /** @private @type {Frame[]} those not reached yet, the next one first */
    this.waiting = [];
    /** @private the time of the frame on the stage, in milliseconds; NaN: of none */
    this.time = NaN;
    /** @private the time at which the way to the next frame begins */
    this.start = 0;
    /** @private milliseconds between two frames */
    this.interval = 0;
    /** @private ids that frames have told of */
    this.known = new Set();
    /** @private the newest refresh; NaN: none yet */
    this.refresh = NaN;
    /** @private the newest refresh in a motion and the time it showed; NaN: there was none */
    this.step = { refresh: NaN, shown: NaN };
    this.restart(60);
  }

  /** Whether something is still to be shown. */
  get isMoving() {
    return this.waiting.length > 0;
  }

  /** Whether the next refresh is to be told of. */
  get isAwake() {
    return this.isMoving || this.refresh - this.clock.lag - this.time < WATCH;
  }

  /**
   * The room time at a refresh, whether it is advanced to or not.
   * @param {number} refresh
   */
  timeAt(refresh) {
    return refresh - this.clock.lag;
  }

  /**
   * Another connection: its first frame is shown at once.
   * @param {number} fps frames a second
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
   * Takes a frame in. One that speaks of a node nobody told of is an error.
   * @param {Frame} frame
   * @param {number} now
   * @returns {boolean} whether the stage has changed
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
   * Moves the stage to what a refresh is to show.
   * @param {number} refresh its time
   * @returns {boolean} whether the stage has changed
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

  /** Finds the way to the next frame. What stood still until then moves for one interval. @private */
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
    this.step = { refresh, shown };
  }
}

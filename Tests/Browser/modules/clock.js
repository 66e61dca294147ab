// @ts-check
/** A virtual clock fires timers in order while a test passes the time; no test really waits. */

// Tests replace the global timers, so that modules under test use virtual ones.
const { setImmediate } = globalThis;

export class VirtualClock {
  constructor() {
    /** Milliseconds since the clock was made. */
    this.now = 0;
    /** @private @type {{number: number, at: number, action: () => void}[]} */
    this.timers = [];
    /** @private */
    this.count = 0;
  }

  /**
   * @param {() => void} action @param {number} [pause] in milliseconds
   * @returns {number} the timer's number
   */
  set(action, pause = 0) {
    const number = ++this.count;
    this.timers.push({ number, at: this.now + Math.max(pause, 0), action });
    return number;
  }

  /** @param {number} number */
  clear(number) {
    this.timers = this.timers.filter((timer) => timer.number !== number);
  }

  /** Passes time: every timer that becomes due fires at its time. @param {number} milliseconds */
  async pass(milliseconds) {
    const end = this.now + milliseconds;
    await settled();
    for (let timer = this.next(end); timer !== undefined; timer = this.next(end)) {
      this.now = Math.max(this.now, timer.at);
      this.clear(timer.number);
      timer.action();
      await settled();
    }
    this.now = end;
  }

  /** Passes time without firing timers, as a sleeping computer does. @param {number} milliseconds */
  sleep(milliseconds) {
    this.now += milliseconds;
  }

  /** The next timer that is due by a time. @private @param {number} end */
  next(end) {
    const [first] = this.timers.sort((one, other) => one.at - other.at || one.number - other.number);
    return first !== undefined && first.at <= end ? first : undefined;
  }

  /** Replaces the global timers and `performance` by this clock. */
  install() {
    const global = /** @type {any} */ (globalThis);
    Object.defineProperty(global, "performance", {
      configurable: true, value: { now: () => this.now, getEntriesByType: () => [] },
    });
    global.setTimeout = (/** @type {() => void} */ action, /** @type {number} */ pause) => this.set(action, pause);
    global.clearTimeout = (/** @type {number} */ number) => this.clear(number);
    return this;
  }
}

/** Lets promises that need no timer settle. */
function settled() {
  return new Promise((resolve) => setImmediate(resolve));
}

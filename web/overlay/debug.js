// @ts-check
/** The overlay's debug panel, which shows frame rates, lateness, nodes and the connection in a corner of the page. */

const PERIOD_MILLISECONDS = 500;
const WINDOWS = 10;

export class Debug {
  /**
   * @param {import("./view.js").View} view
   * @param {import("./stage/reel.js").Reel} reel
   * @param {() => string} connection returns the state of the connection
   * @param {string} complaint the error in the page's address; empty if there is none
   */
  constructor(view, reel, connection, complaint) {
    this.view = view;
    this.reel = reel;
    this.connection = connection;
    /** @private */
    this.complaint = complaint;
    /** @private */
    this.panel = document.createElement("div");
    this.panel.id = "debug";
    document.body.append(this.panel);
    /** @private */
    this.received = 0;
    /** @private */
    this.drawn = view.drawn;
    /** @private */
    this.since = performance.now();
    /**
     * The smallest delay of each of the last periods, in milliseconds. A greater delay counts as lateness.
     * @private @type {number[]}
     */
    this.floors = [];
    /** @private */
    this.least = Infinity;
    /** @private */
    this.most = -Infinity;
    /** @private the differences between the steps of the shown room time and those of the refreshes */
    this.steps = { count: 0, squares: 0 };
    reel.onstep = (error) => {
      this.steps.count++;
      this.steps.squares += error * error;
    };
    setInterval(() => this.show(), PERIOD_MILLISECONDS);
    this.show();
  }

  /** @param {number} time the room time of the frame, in microseconds */
  frame(time) {
    const delay = performance.now() - time / 1000;
    this.received++;
    this.least = Math.min(this.least, delay);
    this.most = Math.max(this.most, delay);
  }

  /** Forgets the delays of frames, because another server has another clock. */
  reset() {
    this.floors.length = 0;
    this.least = Infinity;
    this.most = -Infinity;
  }

  /** @private */
  show() {
    const now = performance.now();
    const seconds = (now - this.since) / 1000;
    const rate = (/** @type {number} */ count) => Math.round(count / Math.max(seconds, 0.001));
    this.floors.push(this.least);
    if (this.floors.length > WINDOWS) this.floors.shift();
    const late = this.most - Math.min(...this.floors);
    const { count, squares } = this.steps;
    const steady = count > 0 ? `±${Math.sqrt(squares / count).toFixed(2)} ms` : "–";
    this.panel.textContent = [
      `frames   ${rate(this.received)}/s, drawn ${rate(this.view.drawn - this.drawn)}/s`,
      `lateness ${Number.isFinite(late) ? `${late.toFixed(1)} ms` : "–"}`,
      `steps    ${steady}, shown ${Math.round(this.reel.clock.behind)} ms later`,
      `nodes    ${this.view.stage.order.length}`,
      `server   ${this.connection()}`,
      ...(this.complaint === "" ? [] : [this.complaint]),
    ].join("\n");
    this.since = now;
    this.received = 0;
    this.drawn = this.view.drawn;
    this.least = Infinity;
    this.most = -Infinity;
    this.steps = { count: 0, squares: 0 };
  }
}

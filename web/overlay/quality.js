// @ts-check
/** Reports to the server when the page reduces its decoration because frames run late, at most once a second. */

const PAUSE_MILLISECONDS = 1000;

export class Quality {
  /** @param {(reduction: number) => void} send sends a report: 0 for the whole decoration */
  constructor(send) {
    /** @private */
    this.send = send;
    /** @private the reduction of now */
    this.level = 0;
    /** @private the reduction that the server knows; null without a server that takes reports */
    this.told = /** @type {number | null} */ (null);
    /** @private the timer that ends the pause after a report; 0 if none runs */
    this.pause = 0;
  }

  /** Begins to report on a new connection. */
  start() {
    this.told = 0;
    this.tell();
  }

  /** Stops, because the connection is lost. */
  stop() {
    this.told = null;
  }

  /** @param {number} level the reduction, 0 to 2 */
  note(level) {
    this.level = level;
    this.tell();
  }

  /** @private */
  tell() {
    if (this.told === null || this.level === this.told || this.pause !== 0) return;
    this.told = this.level;
    this.send(this.level);
    this.pause = setTimeout(() => {
      this.pause = 0;
      this.tell();
    }, PAUSE_MILLISECONDS);
  }
}

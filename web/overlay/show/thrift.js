// @ts-check
/** Reduces the particles while the page's drawing takes too long, and brings them back later. */

/** The number of drawings in one judgment. */
const WINDOW = 120;
/** The limit for 99 % of the drawings, in milliseconds of script time. */
const MOST = 2;
const SLOW = Math.ceil(WINDOW * 0.99) - 1;
/** The number of fast drawings in a row after which the decoration is complete again. */
const GOOD = 600;
const LEAST = 2;

export class Thrift {
  constructor() {
    /** The reduction of the decoration: 0 none, 1 half of the particles, 2 also no embers, comets and trails. */
    this.level = 0;
    /** @private the times of the drawings since the last judgment, in milliseconds */
    this.times = new Float64Array(WINDOW);
    /** @private */
    this.count = 0;
    /** @private good drawings in a row */
    this.good = 0;
  }

  /**
   * Records a drawing that painted no new sprite. The first drawing of a sprite always takes longer.
   * @param {number} milliseconds of script time
   */
  note(milliseconds) {
    this.good = milliseconds > MOST ? 0 : this.good + 1;
    this.times[this.count++] = milliseconds;
    if (this.count === WINDOW) this.judge();
    if (this.good >= GOOD && this.level > 0) {
      this.level = 0;
      this.good = 0;
    }
  }

  /** @private */
  judge() {
    this.count = 0;
    this.times.sort();
    if (this.times[SLOW] > MOST) this.level = Math.min(LEAST, this.level + 1);
  }
}

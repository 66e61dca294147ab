// @ts-check
/** Reduces the particles while the page's drawing takes too long, and brings them back later. */

/** The drawings that are judged together. */
const WINDOW = 120;
/** One in a hundred drawings may take longer, in milliseconds. */
const MOST = 2;
const SLOW = Math.ceil(WINDOW * 0.99) - 1;
/** So many good drawings in a row bring back what was left out. */
const GOOD = 600;
const LEAST = 2;

export class Thrift {
  constructor() {
    /** What is left out: 0 nothing, 1 half of the particles, 2 embers, comets and trails too. */
    this.level = 0;
    /** @private the times of the drawings since the last judgment, in milliseconds */
    this.times = new Float64Array(WINDOW);
    /** @private */
    this.count = 0;
    /** @private good drawings in a row */
    this.good = 0;
  }

  /**
   * Takes note of a drawing that painted no new picture: the first drawing of a picture always takes longer.
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

/** Random numbers that a seed repeats (SplitMix64, in 32 bits). */
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit) {
    this.state = (this.state + 0x9e3779b9) >>> 0;
    let z = this.state;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return ((z ^ (z >>> 16)) >>> 0) % limit;
  }

  pick(list) {
    return list[this.below(list.length)];
  }
}

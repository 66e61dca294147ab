// @ts-check
/**
 * Finds the built-in sounds that belong to what the page draws: a tick for each pop of an expensive gift, a sound for each
 * rise of its tier, and the sounds of films. They are no cues, because the server sends none for them.
 */

import { FILM_SOUNDS, soundAddress, TICKS } from "../shared/sounds.js";

/**
 * @typedef {import("../shared/decode.js").Cue} Cue
 * @typedef {import("./stage/stage.js").Frame} Frame
 * @typedef {import("./stage/stage.js").Change} Change
 * @typedef {import("./widgets/flourish.js").Flourish} Flourish
 * @typedef {object} Accent
 * @property {string} sound its address
 * @property {number} volume 0 to 1
 * @property {number} time room time in microseconds
 * @property {number} weight 0 if any cue is more important, else the volume
 *
 * @typedef {object} Row The pops and rises of a combo that were heard.
 * @property {number} born
 * @property {number} popped -1 before the first pop
 * @property {number} rose -1 before the first rise
 * @property {number} pops the number of its pops
 */

/** An instant that is older than this, in microseconds, is not heard any more. */
const LATE = 1_000_000;
/** The number of cues that are remembered. */
const CUES = 100;

export class Accents {
  constructor() {
    /** 0 to 1. At 0 the page plays no accents. */
    this.volume = 0;
    /** @private @type {Map<string, Row>} by the ID of the node */
    this.rows = new Map();
    /** @private @type {Cue[]} the newest cues */
    this.cues = [];
  }

  /**
   * Remembers a cue: a film whose effect has a cue is not heard beside it.
   * @param {Cue} cue
   */
  note(cue) {
    this.cues.push(cue);
    if (this.cues.length > CUES) this.cues.shift();
  }

  /**
   * Returns the sounds of a frame. A full frame has none: it shows what began before.
   * @param {Frame} frame
   * @returns {Accent[]}
   */
  take(frame) {
    if (!(this.volume > 0)) return [];
    if (frame.full === true) this.rows.clear();
    for (const id of frame.removed ?? []) this.rows.delete(id);
    /** @type {Accent[]} */
    const accents = [];
    for (const change of frame.nodes) {
      if (change.flourish) this.follow(change, change.flourish, accents);
      if (change.kind === "effect" && change.film) this.film(change, change.film, accents);
    }
    return frame.full === true ? [] : accents.filter(({ time }) => frame.time - time < LATE);
  }

  /** @private @param {Change} change @param {Flourish} flourish @param {Accent[]} accents */
  follow({ id, count }, { born, popped = -1, rose = -1, tier }, accents) {
    let row = this.rows.get(id);
    const isNew = row === undefined || row.born !== born;
    if (row === undefined || row.born !== born) this.rows.set(id, row = { born, popped: -1, rose: -1, pops: 0 });
    if (popped > row.popped) {
      // The page has not seen the earlier pops of a combo that was in tier 0. Its count is a good guess.
      row.pops = isNew ? count ?? 1 : row.pops + 1;
      accents.push(this.accent(`tick-${Math.min(row.pops, TICKS)}`, popped, 0));
    }
    if (rose > row.rose && rose > born) accents.push(this.accent(`tier-${tier}`, rose, 0));
    row.popped = popped;
    row.rose = rose;
  }

  /** @private @param {Change} change @param {string} film @param {Accent[]} accents */
  film({ id, start = 0 }, film, accents) {
    if (!FILM_SOUNDS.includes(film)) return;
    const event = id.slice("effect/".length);
    const own = soundAddress(film);
    const isHeard = this.cues.some((cue) => cue.id === event && (cue.cue === "effect" || cue.sound === own));
    if (!isHeard) accents.push(this.accent(film, start, this.volume));
  }

  /** @private @param {string} name @param {number} time @param {number} weight @returns {Accent} */
  accent(name, time, weight) {
    return { sound: soundAddress(name), volume: this.volume, time, weight };
  }
}

// @ts-check
/** Plays the films and pictures of effects in step with the room time, also in pages that join late. */

import { Film } from "./film.js";
import { Flipbook } from "./flipbook.js";
import { sizeOf } from "./pictures.js";

/**
 * @typedef {object} Shown A picture and its size.
 * @property {CanvasImageSource} picture
 * @property {number} width
 * @property {number} height
 * @property {boolean} [isStill] true if the picture never changes
 *
 * @typedef {object} Player Plays one file. If that fails it shows nothing and reports no error.
 * @property {(seconds: number) => Shown | null} at returns the picture at a time since its start; null if not ready
 * @property {(seconds: number) => boolean} isDue tells if another picture is due by then
 * @property {(seconds: number) => boolean} isPlaying tells if the next refresh may need another picture
 * @property {() => void} close
 */

const FILMS = /\.(webm|mp4)$/i;

export class Media {
  /**
   * @param {import("./pictures.js").Pictures} pictures the cache for still pictures
   * @param {() => void} onchange called when a new picture must be drawn
   */
  constructor(pictures, onchange) {
    this.pictures = pictures;
    this.onchange = onchange;
    /**
     * Players by start and address.
     * @private @type {Map<string, {player: Player | null, start: number, isUsed: boolean}>}
     */
    this.players = new Map();
    /** @private */
    this.sweepOne = this.sweepOne.bind(this);
  }

  /**
   * Returns the current picture of a file; null if it is not ready or the file cannot be shown.
   * @param {string} address
   * @param {number} start room time in milliseconds
   * @param {number} time
   * @returns {Shown | null}
   */
  get(address, start, time) {
    if (!isOwn(address)) return null;
    const key = `${start} ${address}`;
    let entry = this.players.get(key);
    if (entry === undefined) {
      entry = { player: playerOf(address, this.onchange), start, isUsed: true };
      this.players.set(key, entry);
    }
    entry.isUsed = true;
    const shown = entry.player?.at(Math.max(0, time - start) / 1000) ?? null;
    return shown ?? (entry.player === null ? this.still(address) : null);
  }

  /**
   * Tells if a player has another picture to draw at a time.
   * @param {number} time room time in milliseconds
   */
  isDue(time) {
    if (this.players.size === 0) return false;
    for (const { player, start } of this.players.values()) {
      if (player?.isDue(Math.max(0, time - start) / 1000)) return true;
    }
    return false;
  }

  /**
   * Tells if a player needs the next refresh.
   * @param {number} time room time in milliseconds
   */
  isPlaying(time) {
    if (this.players.size === 0) return false;
    for (const { player, start } of this.players.values()) {
      if (player?.isPlaying(Math.max(0, time - start) / 1000)) return true;
    }
    return false;
  }

  /** Closes the players that were not drawn since the last sweep. */
  sweep() {
    this.players.forEach(this.sweepOne);
  }

  /** @private @param {{player: Player | null, isUsed: boolean}} entry @param {string} key */
  sweepOne(entry, key) {
    if (!entry.isUsed) {
      entry.player?.close();
      this.players.delete(key);
    }
    entry.isUsed = false;
  }

  /** @private @param {string} address @returns {Shown | null} */
  still(address) {
    const picture = this.pictures.get(address);
    if (picture === null) return null;
    return { picture, ...sizeOf(picture, 1), isStill: true };
  }
}

/**
 * Tells if an address is on this server.
 * @param {string} address
 */
function isOwn(address) {
  try {
    return new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

/**
 * Returns a player for a file; null for a still picture.
 * @param {string} address @param {() => void} onchange
 * @returns {Player | null}
 */
function playerOf(address, onchange) {
  const path = new URL(address, location.href).pathname;
  if (FILMS.test(path)) return new Film(address, onchange);
  if (Flipbook.plays(path)) return new Flipbook(address, onchange);
  return null;
}

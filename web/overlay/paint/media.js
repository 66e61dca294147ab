// @ts-check
/** What effects show, by address: each plays by the room's time, wherever a page joins in. */

import { Film } from "./film.js";
import { Flipbook } from "./flipbook.js";
import { sizeOf } from "./pictures.js";

/**
 * @typedef {object} Shown A picture and its size.
 * @property {CanvasImageSource} picture
 * @property {number} width
 * @property {number} height
 * @property {boolean} [isStill] whether it stays as it is
 *
 * @typedef {object} Player Plays one file. What fails shows nothing, and tells nobody else.
 * @property {(seconds: number) => Shown | null} at the picture so far from its start; null: none yet
 * @property {(seconds: number) => boolean} isDue whether another picture is to be seen by then
 * @property {(seconds: number) => boolean} isPlaying whether it is to be asked at the next refresh
 * @property {() => void} close
 */

const FILMS = /\.(webm|mp4)$/i;

export class Media {
  /**
   * @param {import("./pictures.js").Pictures} pictures for what stands still
   * @param {() => void} onchange called when there is another picture to be drawn
   */
  constructor(pictures, onchange) {
    this.pictures = pictures;
    this.onchange = onchange;
    /**
     * By address and start.
     * @private @type {Map<string, {player: Player | null, start: number, isUsed: boolean}>}
     */
    this.players = new Map();
  }

  /**
   * What a file shows; null: nothing yet, or nothing at all.
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
   * Whether something that is shown has another picture at a time.
   * @param {number} time room time in milliseconds
   */
  isDue(time) {
    for (const { player, start } of this.players.values()) {
      if (player?.isDue(Math.max(0, time - start) / 1000)) return true;
    }
    return false;
  }

  /**
   * Whether the page is to look again at the next refresh.
   * @param {number} time room time in milliseconds
   */
  isPlaying(time) {
    for (const { player, start } of this.players.values()) {
      if (player?.isPlaying(Math.max(0, time - start) / 1000)) return true;
    }
    return false;
  }

  /** Closes what was not drawn since the last sweep. */
  sweep() {
    for (const [key, entry] of this.players) {
      if (!entry.isUsed) {
        entry.player?.close();
        this.players.delete(key);
      }
      entry.isUsed = false;
    }
  }

  /** @private @param {string} address @returns {Shown | null} */
  still(address) {
    const picture = this.pictures.get(address);
    if (picture === null) return null;
    return { picture, ...sizeOf(picture, 1), isStill: true };
  }
}

/**
 * Whether an address is a file of this server.
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
 * What plays a file; null: it stands still.
 * @param {string} address @param {() => void} onchange
 * @returns {Player | null}
 */
function playerOf(address, onchange) {
  const path = new URL(address, location.href).pathname;
  if (FILMS.test(path)) return new Film(address, onchange);
  if (Flipbook.plays(path)) return new Flipbook(address, onchange);
  return null;
}

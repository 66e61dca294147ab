// @ts-check
/**
 * Plays animated pictures (GIF, APNG, WebP) on the canvas. Decodes each frame when it is due, and keeps only the
 * current one.
 */

import { bookOf, Gif } from "./gif.js";
import { timingOf } from "./timing.js";

/** @typedef {import("./media.js").Shown} Shown */

/**
 * @typedef {Shown & {close: () => void}} Page
 * @typedef {{decode: (place: number) => Promise<Page>, close: () => void}} Pages
 */

const FILES = /\.(gif|apng|png|webp)$/i;
const GIFS = /\.gif$/i;

export class Flipbook {
  /**
   * Tells if the browser can play a file: GIFs in any page, other types only in secure contexts (HTTPS or localhost).
   * @param {string} path
   */
  static plays(path) {
    return FILES.test(path) && (hasDecoder() || GIFS.test(path));
  }

  /** @param {string} address @param {() => void} onchange called when a new picture is ready */
  constructor(address, onchange) {
    /** @private */
    this.onchange = onchange;
    /** @private @type {Pages | null} */
    this.pages = null;
    /** @private the end of each picture, in microseconds since the start of the first; empty if nothing can play */
    this.ends = /** @type {number[]} */ ([]);
    /** @private the number of times that the animation plays */
    this.runs = 1;
    /** @private @type {Page | null} the current picture; null before the first is decoded */
    this.page = null;
    /** @private the index of the picture that is shown or being decoded */
    this.place = -1;
    /** @private */
    this.isBusy = false;
    /** @private */
    this.isClosed = false;
    this.open(address).catch(() => this.close());
  }

  /** @param {number} seconds @returns {Shown | null} */
  at(seconds) {
    this.turn(seconds);
    return this.page;
  }

  /** @param {number} seconds */
  isDue(seconds) {
    return !this.isBusy && this.ends.length > 0 && this.placeAt(seconds) !== this.place;
  }

  /** @param {number} seconds */
  isPlaying(seconds) {
    const whole = this.ends[this.ends.length - 1] ?? 0;
    return !this.isClosed && this.ends.length > 1 && seconds * 1e6 < whole * this.runs;
  }

  close() {
    this.isClosed = true;
    this.page?.close();
    this.pages?.close();
    this.page = this.pages = null;
    this.ends = [];
  }

  /**
   * Loads the file and reads the timing of its pictures.
   * @private @param {string} address
   */
  async open(address) {
    const answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const timing = timingOf(bytes);
    if (timing === null) throw new Error(`${address}: no picture`);
    const pages = await pagesOf(bytes, timing.type);
    if (this.isClosed) return pages.close();
    this.pages = pages;
    this.runs = timing.runs;
    this.ends = timing.ends;
    this.onchange();
  }

  /** @private @param {number} seconds */
  placeAt(seconds) {
    const whole = this.ends[this.ends.length - 1];
    const time = seconds * 1e6;
    if (time >= whole * this.runs) return this.ends.length - 1;
    const within = time % whole;
    return this.ends.findIndex((end) => within < end);
  }

  /**
   * Decodes the picture for a time, unless it is already the current one.
   * @private @param {number} seconds
   */
  turn(seconds) {
    if (this.pages === null || !this.isDue(seconds)) return;
    this.place = this.placeAt(seconds);
    this.isBusy = true;
    this.pages.decode(this.place).then(
      (page) => {
        this.isBusy = false;
        if (this.isClosed) return page.close();
        this.page?.close();
        this.page = page;
        page.isStill = this.ends.length === 1;
        this.onchange();
      },
      // After an error the last decoded picture stays.
      () => (this.ends = []),
    );
  }
}

function hasDecoder() {
  return "ImageDecoder" in window;
}

/** @param {Uint8Array} bytes @param {string} type @returns {Promise<Pages>} */
async function pagesOf(bytes, type) {
  if (!hasDecoder()) return gifPages(bytes);
  const decoder = new (/** @type {any} */ (window).ImageDecoder)({ data: bytes, type });
  await decoder.tracks.ready;
  return {
    decode: async (place) => {
      const { image } = await decoder.decode({ frameIndex: place });
      const [width, height] = [image.displayWidth, image.displayHeight];
      // A copy, because the browser keeps the decoded form of each frame that is drawn, up to half a gigabyte in total.
      const picture = await createImageBitmap(image).finally(() => image.close());
      return { picture, width, height, close: () => picture.close() };
    },
    close: () => decoder.close(),
  };
}

/** @param {Uint8Array} bytes @returns {Pages} */
function gifPages(bytes) {
  const book = bookOf(bytes);
  if (book === null || book.pages.length === 0) throw new Error("no GIF");
  const gif = new Gif(bytes, book);
  return {
    decode: async (place) => ({
      picture: await gif.decode(place), width: book.width, height: book.height, close: () => {} }),
    close: () => {},
  };
}

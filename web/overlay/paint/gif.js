// @ts-check
/** Decodes animated GIFs (GIF89a) in pages where the browser has no ImageDecoder. */

/**
 * @typedef {object} Page One picture of a GIF, as described in the file.
 * @property {number} microseconds its duration; 0 if the file has none
 * @property {number} x of its left edge in the whole picture
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isInterlaced
 * @property {number} disposal its end: 2 clears it, 3 restores the pixels before it, other values keep it
 * @property {number} clear the index of the transparent color; −1 if there is none
 * @property {Uint8Array} colors three bytes each
 * @property {number} start the offset of its compressed pixels
 *
 * @typedef {object} Book
 * @property {number} width
 * @property {number} height
 * @property {number} runs the number of times that the animation plays
 * @property {Page[]} pages the pictures that are complete in the file
 */

/** The largest picture that is decoded, in pixels. */
const MOST_PIXELS = 1 << 24;
/** Milliseconds of decoding after which the browser gets time for other work. */
const TURN = 6;

/**
 * Returns the structure of a GIF without decoding its pixels; null if the bytes are no GIF or it is too large.
 * @param {Uint8Array} bytes @returns {Book | null}
 */
export function bookOf(bytes) {
  if (bytes.length < 13 || String.fromCharCode(...bytes.subarray(0, 4)) !== "GIF8") return null;
  /** @type {Book} */
  const book = { width: short(bytes, 6), height: short(bytes, 8), runs: 1, pages: [] };
  if (book.width * book.height === 0 || book.width * book.height > MOST_PIXELS) return null;
  const common = colorsAt(bytes, 13, bytes[10]);
  let at = 13 + common.length;
  let control = { microseconds: 0, disposal: 0, clear: -1 };
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x21) {
      if (bytes[at + 1] === 0xf9) control = controlAt(bytes, at + 3);
      if (bytes[at + 1] === 0xff) book.runs = runsAt(bytes, at + 2) ?? book.runs;
      at = endOfBlocks(bytes, at + 2);
    } else if (mark === 0x2c) {
      const own = colorsAt(bytes, at + 10, bytes[at + 9]);
      const start = at + 10 + own.length;
      at = endOfBlocks(bytes, start + 1);
      if (at > bytes.length) break;
      const place = start - 10 - own.length;
      book.pages.push({
        ...control, x: short(bytes, place + 1), y: short(bytes, place + 3),
        width: short(bytes, place + 5), height: short(bytes, place + 7),
        isInterlaced: (bytes[place + 9] & 0x40) !== 0,
        colors: own.length > 0 ? own : common, start });
      control = { microseconds: 0, disposal: 0, clear: -1 };
    } else break;
  }
  return book;
}

/** Decodes the pictures of a GIF in order, each on top of the ones before. */
export class Gif {
  /** @param {Uint8Array} bytes @param {Book} book */
  constructor(bytes, book) {
    /** @private */
    this.bytes = bytes;
    /** @private */
    this.book = book;
    /** @private the index of the newest decoded picture */
    this.place = -1;
    /** @private */
    this.data = new ImageData(book.width, book.height);
    /** @private the pixels before the newest picture, if its disposal restores them */
    this.before = /** @type {Uint8ClampedArray | null} */ (null);
    /** @private */
    this.canvas = document.createElement("canvas");
    this.canvas.width = book.width;
    this.canvas.height = book.height;
  }

  /**
   * Decodes the whole picture at an index. It stays valid until the next call.
   * @param {number} place @returns {Promise<HTMLCanvasElement>}
   */
  async decode(place) {
    if (place < this.place) this.rewind();
    let began = performance.now();
    while (this.place < place) {
      this.turn();
      if (performance.now() - began < TURN) continue;
      await new Promise((resolve) => setTimeout(resolve));
      began = performance.now();
    }
    const ctx = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext("2d"));
    ctx.putImageData(this.data, 0, 0);
    return this.canvas;
  }

  /** @private */
  rewind() {
    this.place = -1;
    this.before = null;
    this.data.data.fill(0);
  }

  /** Decodes the next picture on top of the current pixels. @private */
  turn() {
    const { pages } = this.book;
    if (this.place >= 0) this.dispose(pages[this.place]);
    const page = pages[++this.place];
    this.before = page.disposal === 3 ? this.data.data.slice() : null;
    this.paint(page);
  }

  /** @private @param {Page} page */
  dispose({ disposal, x, y, width, height }) {
    const { data } = this.data;
    if (disposal === 3 && this.before !== null) data.set(this.before);
    if (disposal !== 2) return;
    const right = Math.min(x + width, this.book.width);
    for (let row = y; row < Math.min(y + height, this.book.height); row++) {
      if (x < right) data.fill(0, 4 * (row * this.book.width + x), 4 * (row * this.book.width + right));
    }
  }

  /** @private @param {Page} page */
  paint(page) {
    const { x, y, width, height, clear, colors } = page;
    if (width * height > MOST_PIXELS) return;
    const { data } = this.data;
    const indices = new Uint8Array(width * height);
    const count = unpack(packed(this.bytes, page.start + 1), this.bytes[page.start], indices);
    const rows = rowsOf(page);
    for (let i = 0; i < count; i++) {
      const index = indices[i];
      const column = x + (i % width);
      const row = y + rows[Math.floor(i / width)];
      if (index === clear || column >= this.book.width || row >= this.book.height) continue;
      const to = 4 * (row * this.book.width + column);
      data[to] = colors[3 * index];
      data[to + 1] = colors[3 * index + 1];
      data[to + 2] = colors[3 * index + 2];
      data[to + 3] = 255;
    }
  }
}

/** @param {Uint8Array} bytes @param {number} at */
function short(bytes, at) {
  return bytes[at] | (bytes[at + 1] << 8);
}

/** @param {Uint8Array} bytes @param {number} at @param {number} flags */
function colorsAt(bytes, at, flags) {
  return flags & 0x80 ? bytes.subarray(at, at + 3 * (2 << (flags & 7))) : bytes.subarray(0, 0);
}

/** @param {Uint8Array} bytes @param {number} at */
function controlAt(bytes, at) {
  return {
    microseconds: short(bytes, at + 1) * 10_000, disposal: (bytes[at] >> 2) & 7,
    clear: bytes[at] & 1 ? bytes[at + 3] : -1 };
}

/**
 * Returns the number of plays if this is the NETSCAPE2.0 block, which states it; otherwise null.
 * @param {Uint8Array} bytes @param {number} at
 */
function runsAt(bytes, at) {
  const name = String.fromCharCode(...bytes.subarray(at + 1, at + 12));
  if (name !== "NETSCAPE2.0" || bytes[at + 13] !== 1) return null;
  const more = short(bytes, at + 14);
  return more === 0 ? Infinity : more + 1;
}

/**
 * Returns the offset after the data blocks that begin here; it is beyond the file if they are cut short.
 * @param {Uint8Array} bytes @param {number} at
 */
function endOfBlocks(bytes, at) {
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at] + 1;
  return at + 1;
}

/**
 * Joins the bytes of the data blocks that begin here, without their lengths.
 * @param {Uint8Array} bytes @param {number} at
 */
function packed(bytes, at) {
  const joined = new Uint8Array(endOfBlocks(bytes, at) - at);
  let length = 0;
  for (; bytes[at] !== 0; at += bytes[at] + 1) {
    joined.set(bytes.subarray(at + 1, at + 1 + bytes[at]), length);
    length += bytes[at];
  }
  return joined.subarray(0, length);
}

/**
 * Returns the row numbers of a picture in the order in which the file stores them.
 * @param {Page} page
 */
function rowsOf({ height, isInterlaced }) {
  /** @type {number[]} */
  const rows = [];
  const passes = isInterlaced ? [[0, 8], [4, 8], [2, 4], [1, 2]] : [[0, 1]];
  for (const [first, step] of passes) {
    for (let row = first; row < height; row += step) rows.push(row);
  }
  return rows;
}

/**
 * Decompresses LZW data until its end or the first error.
 * @param {Uint8Array} data @param {number} least bits of a color @param {Uint8Array} indices
 * @returns {number} the number of indices
 */
function unpack(data, least, indices) {
  if (least < 1 || least > 11) return 0;
  const clear = 1 << least;
  const [prefix, suffix] = [new Uint16Array(4096), new Uint8Array(4096)];
  const stack = new Uint8Array(4097);
  for (let code = 0; code < clear; code++) suffix[code] = code;
  let [size, next, last, first] = [least + 1, clear + 2, -1, 0];
  let [hold, bits, count] = [0, 0, 0];
  for (let at = 0; at < data.length; at++) {
    hold |= data[at] << bits;
    bits += 8;
    while (bits >= size) {
      const given = hold & ((1 << size) - 1);
      hold >>>= size;
      bits -= size;
      if (given === clear) {
        [size, next, last] = [least + 1, clear + 2, -1];
        continue;
      }
      if (given === clear + 1 || given > next || (last < 0 && given > clear)) return count;
      let [code, top] = [given, 0];
      if (given === next) {
        stack[top++] = first;
        code = last;
      }
      for (; code >= clear; code = prefix[code]) stack[top++] = suffix[code];
      first = stack[top++] = suffix[code];
      if (last >= 0 && next < 4096) {
        prefix[next] = last;
        suffix[next++] = first;
        if (next === 1 << size && size < 12) size++;
      }
      last = given;
      while (top > 0 && count < indices.length) indices[count++] = stack[--top];
      if (count === indices.length) return count;
    }
  }
  return count;
}

// @ts-check
/** GIFs (GIF89a), for pages to which the browser gives no ImageDecoder. */

/**
 * @typedef {object} Page One picture of a GIF, as it stands in the file.
 * @property {number} microseconds how long it stays; 0: it says nothing
 * @property {number} x of its place in the whole
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {boolean} isInterlaced
 * @property {number} disposal what becomes of it: 2 cleared, 3 as before it, else it stays
 * @property {number} clear the colour that is none; −1: there is none
 * @property {Uint8Array} colours three bytes each
 * @property {number} start where its packed pixels begin
 *
 * @typedef {object} Book
 * @property {number} width
 * @property {number} height
 * @property {number} runs how often all pictures are shown
 * @property {Page[]} pages those that are whole in the file
 */

/** More pixels than this are not decoded. */
const MOST_PIXELS = 1 << 24;
/** So long it decodes before others have their turn, in milliseconds. */
const TURN = 6;

/**
 * What a GIF holds, none of it decoded; null: it is none.
 * @param {Uint8Array} bytes @returns {Book | null}
 */
export function bookOf(bytes) {
  if (bytes.length < 13 || String.fromCharCode(...bytes.subarray(0, 4)) !== "GIF8") return null;
  /** @type {Book} */
  const book = { width: short(bytes, 6), height: short(bytes, 8), runs: 1, pages: [] };
  if (book.width * book.height === 0 || book.width * book.height > MOST_PIXELS) return null;
  const common = coloursAt(bytes, 13, bytes[10]);
  let at = 13 + common.length;
  let control = { microseconds: 0, disposal: 0, clear: -1 };
  while (at < bytes.length) {
    const mark = bytes[at];
    if (mark === 0x21) {
      if (bytes[at + 1] === 0xf9) control = controlAt(bytes, at + 3);
      if (bytes[at + 1] === 0xff) book.runs = runsAt(bytes, at + 2) ?? book.runs;
      at = endOfBlocks(bytes, at + 2);
    } else if (mark === 0x2c) {
      const own = coloursAt(bytes, at + 10, bytes[at + 9]);
      const start = at + 10 + own.length;
      at = endOfBlocks(bytes, start + 1);
      if (at > bytes.length) break;
      const place = start - 10 - own.length;
      book.pages.push({
        ...control, x: short(bytes, place + 1), y: short(bytes, place + 3),
        width: short(bytes, place + 5), height: short(bytes, place + 7),
        isInterlaced: (bytes[place + 9] & 0x40) !== 0,
        colours: own.length > 0 ? own : common, start });
      control = { microseconds: 0, disposal: 0, clear: -1 };
    } else break;
  }
  return book;
}

/** Decodes the pictures of a GIF, one after the other. */
export class Gif {
  /** @param {Uint8Array} bytes @param {Book} book */
  constructor(bytes, book) {
    /** @private */
    this.bytes = bytes;
    /** @private */
    this.book = book;
    /** @private the picture that lies there now */
    this.place = -1;
    /** @private */
    this.data = new ImageData(book.width, book.height);
    /** @private what it was before the newest picture, if that is to come back */
    this.before = /** @type {Uint8ClampedArray | null} */ (null);
    /** @private */
    this.canvas = document.createElement("canvas");
    this.canvas.width = book.width;
    this.canvas.height = book.height;
  }

  /**
   * The whole picture of this place, which stays as it is until the next is asked for.
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

  /** Lays the next picture over what is there. @private */
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
    const { x, y, width, height, clear, colours } = page;
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
      data[to] = colours[3 * index];
      data[to + 1] = colours[3 * index + 1];
      data[to + 2] = colours[3 * index + 2];
      data[to + 3] = 255;
    }
  }
}

/** @param {Uint8Array} bytes @param {number} at */
function short(bytes, at) {
  return bytes[at] | (bytes[at + 1] << 8);
}

/** @param {Uint8Array} bytes @param {number} at @param {number} flags */
function coloursAt(bytes, at, flags) {
  return flags & 0x80 ? bytes.subarray(at, at + 3 * (2 << (flags & 7))) : bytes.subarray(0, 0);
}

/** @param {Uint8Array} bytes @param {number} at */
function controlAt(bytes, at) {
  return {
    microseconds: short(bytes, at + 1) * 10_000, disposal: (bytes[at] >> 2) & 7,
    clear: bytes[at] & 1 ? bytes[at + 3] : -1 };
}

/**
 * How often all is shown, if this is the block that says so.
 * @param {Uint8Array} bytes @param {number} at
 */
function runsAt(bytes, at) {
  const name = String.fromCharCode(...bytes.subarray(at + 1, at + 12));
  if (name !== "NETSCAPE2.0" || bytes[at + 13] !== 1) return null;
  const more = short(bytes, at + 14);
  return more === 0 ? Infinity : more + 1;
}

/**
 * Where blocks end that begin here; beyond the file if they do.
 * @param {Uint8Array} bytes @param {number} at
 */
function endOfBlocks(bytes, at) {
  while (at < bytes.length && bytes[at] !== 0) at += bytes[at] + 1;
  return at + 1;
}

/**
 * The bytes of blocks without their lengths.
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
 * The rows in the order in which they come.
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
 * Undoes the packing (LZW) as far as it is whole.
 * @param {Uint8Array} data @param {number} least bits of a colour @param {Uint8Array} indices
 * @returns {number} how many there are
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

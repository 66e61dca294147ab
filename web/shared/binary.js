// @ts-check
/** Decodes frames in their binary form (subprotocol ovation.v1.binary). docs/binary.md has the layout. */

/**
 * @typedef {string} Form How a value is written: one of "hundredths", "thousandths", "thousandths?",
 *   "integer", "text", "name", "flag", "texts", "numbers?", "seconds", "seconds?", "integer?", "hundredths?",
 *   "flourish?", or a newer server's own.
 * @typedef {[key: string, form: Form]} Field
 * @typedef {{kind: string, fields: Field[]}} Layout A node kind and its fields, in the order of their bits.
 * @typedef {import("../overlay/stage/stage.js").Change} Change
 * @typedef {{type: "frame"} & import("../overlay/stage/stage.js").Frame} FrameMessage
 * @typedef {{key: string, form: Form, isKnown: boolean}} ToldField
 * @typedef {{kind: string, fields: ToldField[]}} Told The server's layout of a kind. The decoder reads
 *   fields that this page does not know, and drops their values.
 * @typedef {{id: string, layout: Told, names: (string | null)[]}} Known The parts of a node that later
 *   messages may refer to: its ID and, by field, its names.
 */

const FULL = 0x10;
const DELTA = 0x11;
/** A double holds every natural number of at most 49 bits exactly (7 LEB128 bytes). */
const EXACT_BITS = 49;

export class BinaryDecoder {
  /**
   * @param {Layout[]} known the fields that the page knows
   * @param {Layout[]} layouts the fields that the server sends; both lists are indexed by the number of the kind
   */
  constructor(known, layouts = known) {
    const names = new Set(known.flatMap(({ kind, fields }) => fields.map(nameIn(kind))));
    /** @private @type {Told[]} */
    this.layouts = layouts.map((layout) => told(layout, names));
    /**
     * The number of the newest frame; 0 before the first.
     * @private
     */
    this.seq = 0;
    /** @private */
    this.time = 0;
    /**
     * The nodes of the newest frame, in drawing order.
     * @private @type {Known[]}
     */
    this.nodes = [];
    /**
     * The names that the current message may refer to; null until they are collected.
     * @private @type {string[] | null}
     */
    this.names = null;
    /** @private */
    this.view = new DataView(new ArrayBuffer(0));
    /** @private */
    this.at = 0;
    /** @private */
    this.utf8 = new TextDecoder("utf-8", { ignoreBOM: true });
  }

  /**
   * Reads a message. Throws if the message cannot follow the one before it.
   * @param {ArrayBuffer} message
   * @returns {FrameMessage | {type: "unknown"}} unknown: this page is too old for this kind of message
   */
  decode(message) {
    this.view = new DataView(message);
    this.at = 0;
    this.names = null;
    const head = this.byte();
    if (head === FULL) return this.full();
    if (head === DELTA) return this.delta();
    return { type: "unknown" };
  }

  /** @private @returns {FrameMessage} */
  full() {
    this.seq = this.natural();
    this.time = this.natural();
    this.nodes = [];
    /** @type {Change[]} */
    const nodes = [];
    const known = [];
    for (let count = this.natural(); count > 0; count--) known.push(this.add(nodes));
    this.nodes = known;
    return { type: "frame", time: this.time, full: true, nodes };
  }

  /** @private @returns {FrameMessage} */
  delta() {
    const from = this.natural();
    if (from !== this.seq) throw new Error(`a change of frame ${from}, but ${this.seq} is here`);
    this.seq += this.natural();
    this.time += this.natural();
    const before = this.nodes;
    /** @type {Change[]} */
    const nodes = [];
    const gone = this.places();
    const removed = gone.map((place) => before[place].id);
    for (let place = -1, step; (step = this.natural()) > 0; ) {
      const node = before[(place += step)];
      nodes.push(this.fields(node, { id: node.id }));
    }
    const known = gone.length === 0 ? before : before.filter((_, place) => !gone.includes(place));
    /** @type {[number, Known][]} */
    const added = [];
    for (let place = -1, step; (step = this.natural()) > 0; ) {
      added.push([(place += step), this.add(nodes)]);
    }
    for (const [place, node] of added) known.splice(place, 0, node);
    this.nodes = known;
    this.place(added, nodes);
    return { type: "frame", time: this.time, nodes, removed };
  }

  /**
   * Sets `before` of the new nodes, which are the last ones in `nodes`: the old node that each is drawn under.
   * @private @param {[number, Known][]} added @param {Change[]} nodes
   */
  place(added, nodes) {
    /** @type {string | null} */
    let before = null;
    let above = this.nodes.length;
    for (let index = added.length - 1; index >= 0; index--) {
      const place = added[index][0];
      if (place + 1 < above) before = this.nodes[place + 1].id;
      nodes[nodes.length - added.length + index].before = before;
      above = place;
    }
  }

  /** @private */
  places() {
    const places = [];
    for (let place = -1, step; (step = this.natural()) > 0; ) places.push((place += step));
    return places;
  }

  /** @private @param {Change[]} nodes @returns {Known} */
  add(nodes) {
    const number = this.byte();
    const layout = this.layouts[number];
    if (layout === undefined) throw new Error(`a node of kind ${number}, which nobody told of`);
    const node = { id: this.text(), layout, names: [] };
    nodes.push(this.fields(node, { id: node.id, kind: layout.kind }));
    return node;
  }

  /** @private @param {Known} node @param {Change} change */
  fields(node, change) {
    let mask = this.view.getUint16(this.at, true);
    this.at += 2;
    for (let index = 0; mask !== 0; index++, mask >>= 1) {
      if ((mask & 1) === 0) continue;
      const { key, form, isKnown } = node.layout.fields[index];
      const value = this.value(form);
      if (form === "name") node.names[index] = /** @type {string | null} */ (value);
      if (isKnown) /** @type {any} */ (change)[key] = value;
    }
    return change;
  }

  /** @private @param {Form} form */
  value(form) {
    switch (form) {
      case "hundredths":
        return this.fixed(100);
      case "thousandths":
        return this.fixed(1000);
      case "seconds":
        return this.seconds();
      case "seconds?":
        return this.natural() === 0 ? null : this.natural() / 1_000_000;
      case "integer":
        return this.fixed(1);
      case "text":
        return this.text();
      case "name":
        return this.name();
      case "flag":
        return this.byte() === 1 ? true : null;
      case "texts":
        return Array.from({ length: this.count() }, () => this.text());
      case "thousandths?":
        return this.optionalThousandths();
      case "numbers?":
        return this.numbers();
      case "integer?":
        return this.natural() === 0 ? null : this.fixed(1);
      case "hundredths?":
        return this.natural() === 0 ? null : this.fixed(100);
      case "flourish?":
        return this.flourish();
      default:
        return this.pass();
    }
  }

  /** Skips a value of an unknown form: all newer forms start with their length in bytes. @private */
  pass() {
    const count = this.natural();
    this.at += count;
  }

  /** Reads a duration: its length in bytes, then microseconds. Returns seconds. @private */
  seconds() {
    this.natural();
    return this.natural() / 1_000_000;
  }

  /** The decoration of an expensive gift, behind its length. @private */
  flourish() {
    if (this.natural() === 0) return null;
    /** @type {import("../overlay/widgets/flourish.js").Flourish} */
    const flourish = { tier: this.byte(), seed: this.natural(), born: this.natural() };
    const parts = this.byte();
    if (parts & 1) flourish.popped = flourish.born + this.fixed(1);
    if (parts & 2) flourish.rose = flourish.born + this.fixed(1);
    if (parts & 4) flourish.left = flourish.born + this.fixed(1);
    if (parts & 8) flourish.roll = this.natural();
    return flourish;
  }

  /** @private */
  optionalThousandths() {
    const folded = this.natural();
    return folded === 0 ? null : unfolded(folded - 1) / 1000;
  }

  /** @private */
  numbers() {
    const count = this.count(1);
    return count === 0 ? null : Array.from({ length: count - 1 }, () => this.fixed(1000));
  }

  /**
   * Reads the length of a list whose elements take at least one byte each. Throws if the message is too
   * short for it, so that a wrong length cannot make the page allocate much memory.
   * @private @param {number} more the amount by which the length may exceed the remaining bytes
   */
  count(more = 0) {
    const count = this.natural();
    if (count > this.view.byteLength - this.at + more) throw new Error(`${count} of something`);
    return count;
  }

  /** @private */
  name() {
    const names = (this.names ??= this.nodes.flatMap(namesOf));
    const number = this.natural();
    if (number === 0) return null;
    if (number > 1) return names[number - 2];
    const name = this.text();
    names.push(name);
    return name;
  }

  /** @private */
  text() {
    const count = this.natural();
    const text = this.utf8.decode(new Uint8Array(this.view.buffer, this.at, count));
    this.at += count;
    return text;
  }

  /** @private */
  byte() {
    return this.view.getUint8(this.at++);
  }

  /**
   * Reads a natural number of at most 49 bits. Only the value of a counter can have more.
   * @private
   */
  natural() {
    let value = 0;
    let weight = 1;
    let byte;
    do {
      byte = this.byte();
      value += (byte & 0x7f) * weight;
      weight *= 0x80;
    } while (byte >= 0x80);
    return value;
  }

  /** @private @param {number} scale units in a whole */
  fixed(scale) {
    const start = this.at;
    const folded = this.natural();
    if (folded < 2 ** EXACT_BITS) return unfolded(folded) / scale;
    this.at = start;
    return this.long(scale);
  }

  /**
   * Reads a number with too many units for a double to count exactly.
   * @private @param {number} scale units in a whole
   */
  long(scale) {
    let folded = 0n;
    let shift = 0n;
    let byte;
    do {
      byte = this.byte();
      folded |= BigInt(byte & 0x7f) << shift;
      shift += 7n;
      if (shift > 70n) throw new Error("a number without an end");
    } while (byte >= 0x80);
    const units = folded & 1n ? -(folded >> 1n) - 1n : folded >> 1n;
    return Number(`${units}e-${Math.log10(scale)}`);
  }
}

/** @param {string} kind @returns {(field: Field) => string} */
function nameIn(kind) {
  return ([key, form]) => `${kind} ${key} ${form}`;
}

/** @param {Layout} layout @param {Set<string>} names of the known fields @returns {Told} */
function told({ kind, fields }, names) {
  const name = nameIn(kind);
  return {
    kind,
    fields: fields.map(([key, form]) => ({ key, form, isKnown: names.has(name([key, form])) })),
  };
}

/**
 * Returns 0, −1, 1, −2, 2, … for 0, 1, 2, 3, 4, …
 * @param {number} folded
 */
function unfolded(folded) {
  return folded % 2 === 0 ? folded / 2 : -(folded + 1) / 2;
}

/**
 * Returns the names of a node, in the order of its fields.
 * @param {Known} node
 * @returns {string[]}
 */
function namesOf(node) {
  return /** @type {string[]} */ (node.names.filter((name) => typeof name === "string"));
}

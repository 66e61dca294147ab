// @ts-check
/** The nodes the server last told of, by id and in drawing order. Draws nothing. */

/**
 * @typedef {"ticker" | "gift" | "counter" | "caption" | "call"} Kind
 * @typedef {object} Node What is on the stage; lengths are points of the stage.
 * @property {string} id
 * @property {Kind} kind
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} alpha 0 to 1
 * @property {string} [combo]
 * @property {string} [sender]
 * @property {string} [name]
 * @property {string} [avatar]
 * @property {string} [gift]
 * @property {string} [image]
 * @property {number} [count]
 * @property {number} [digitScale]
 * @property {string} [text]
 * @property {number} [value]
 * @property {"typewriter" | "fade" | "shine" | "wave"} [effect]
 * @property {"left" | "center" | "right"} [align]
 * @property {string[]} [glyphs]
 * @property {number[]} [glyphAlpha]
 * @property {number[]} [glyphRise]
 * @property {number} [level]
 * @property {number} [amplitude]
 * @property {number} [phase]
 * @property {boolean} [leaving]
 *
 * @typedef {{id: string} & Partial<Node>} Change The keys of a node that changed; null: gone.
 * @typedef {object} Frame
 * @property {number} time room time in microseconds
 * @property {boolean} [full]
 * @property {Change[]} nodes
 * @property {string[]} [removed]
 */

/** @type {Record<Kind, number>} */
const RANK = { ticker: 0, gift: 1, counter: 2, caption: 3, call: 4 };

/** What changes from frame to frame, and so is never part of a painted sprite. */
const LIVE = new Set([
  "id", "x", "y", "alpha", "digitScale", "count", "leaving", "value",
  "glyphAlpha", "glyphRise", "level", "amplitude", "phase",
]);

/** @type {Record<string, Kind>} */
const WIDGETS = {
  gifts: "gift", ticker: "ticker", counters: "counter", captions: "caption", calls: "call",
};

/**
 * The kinds of nodes that widgets draw.
 * @param {string | null} widgets names with commas between; null: all
 * @returns {Set<Kind> | null}
 */
export function kindsOf(widgets) {
  if (widgets === null) return null;
  const kinds = widgets.split(",").map((name) => WIDGETS[name.trim()]);
  return new Set(kinds.filter((kind) => kind !== undefined));
}

export class Stage {
  /** @param {Set<Kind> | null} kinds what is shown; null: everything */
  constructor(kinds = null) {
    this.width = 960;
    this.height = 540;
    /**
     * What is shown, in drawing order.
     * @type {Node[]}
     */
    this.order = [];
    /** @private @type {Map<string, Node>} */
    this.nodes = new Map();
    /** @private */
    this.kinds = kinds;
  }

  clear() {
    this.nodes.clear();
    this.order.length = 0;
  }

  /**
   * Takes a frame in; a delta that speaks of a node nobody told of is an error.
   * @param {Frame} frame
   * @returns {boolean} whether anything that is shown changed
   */
  apply(frame) {
    let changed = false;
    if (frame.full === true) {
      this.clear();
      changed = true;
    }
    for (const id of frame.removed ?? []) changed = this.remove(id) || changed;
    for (const change of frame.nodes) {
      const node = this.nodes.get(change.id);
      const shown = node === undefined ? this.add(change) : this.change(node, change);
      changed = shown || changed;
    }
    return changed;
  }

  /** @private @param {Change} change */
  add(change) {
    if (change.kind === undefined || !(change.kind in RANK)) {
      throw new Error(`a change of a node that is not there: ${change.id}`);
    }
    const node = /** @type {Node} */ (change);
    this.nodes.set(node.id, node);
    if (!this.shows(node)) return false;
    let place = this.order.length;
    while (place > 0 && isBelow(node, this.order[place - 1])) place--;
    this.order.splice(place, 0, node);
    return true;
  }

  /**
   * A change of content makes a new object, so that whoever painted the old one sees it is stale.
   * @private @param {Node} node @param {Change} change
   */
  change(node, change) {
    const fresh = keepsContent(node, change) ? node : { ...node };
    for (const key in change) {
      const value = /** @type {any} */ (change)[key];
      if (value === null) delete (/** @type {any} */ (fresh)[key]);
      else /** @type {any} */ (fresh)[key] = value;
    }
    if (fresh !== node) {
      this.nodes.set(fresh.id, fresh);
      if (this.shows(node)) this.order[this.order.indexOf(node)] = fresh;
    }
    return this.shows(fresh);
  }

  /** @private @param {string} id */
  remove(id) {
    const node = this.nodes.get(id);
    if (node === undefined) return false;
    this.nodes.delete(id);
    if (!this.shows(node)) return false;
    this.order.splice(this.order.indexOf(node), 1);
    return true;
  }

  /** @private @param {Node} node */
  shows(node) {
    return this.kinds === null || this.kinds.has(node.kind);
  }
}

/** @param {Node} node @param {Change} change */
function keepsContent(node, change) {
  if (node.kind === "counter") return true;
  for (const key in change) if (!LIVE.has(key)) return false;
  return true;
}

/**
 * Whether a new node is drawn before (under) one that is there. Rows of counters grow downwards,
 * of captions upwards; ticker cards and calls come in order of arrival.
 * @param {Node} node @param {Node} other
 */
function isBelow(node, other) {
  if (node.kind !== other.kind) return RANK[node.kind] < RANK[other.kind];
  if (node.kind === "gift") return channel(node) < channel(other);
  if (node.kind === "counter") return node.y < other.y;
  if (node.kind === "caption") return node.y > other.y;
  return false;
}

/** @param {Node} node */
function channel(node) {
  return Number(node.id.slice(node.id.indexOf("/") + 1));
}

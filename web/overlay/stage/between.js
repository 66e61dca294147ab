// @ts-check
/**
 * Interpolates between two frames, so that continuous values lie between both, and all others are those of the first.
 */

import { CONTENT, CONTINUOUS } from "../widgets/widgets.js";

/** @typedef {import("./stage.js").Change} Change */
/** @typedef {import("./stage.js").Frame} Frame */
/** @typedef {import("./stage.js").Node} Node */
/** @typedef {import("./stage.js").Stage} Stage */

/**
 * @typedef {object} Move A number of a node that changes continuously.
 * @property {any} node
 * @property {string} key
 * @property {number} from
 * @property {number} to
 *
 * @typedef {object} ListMove
 * @property {any} node
 * @property {string} key
 * @property {number[]} from
 * @property {number[]} to
 * @property {number[]} shown
 */

export class Between {
  constructor() {
    /**
     * The numbers that move; the objects are kept, so that a frame makes none.
     * @private @type {Move[]}
     */
    this.moves = [];
    /** @private how many of them are in use */
    this.count = 0;
    /** @private @type {ListMove[]} */
    this.lists = [];
  }

  /**
   * Collects the values that change continuously from the current stage to the next frame.
   * @param {Stage} stage
   * @param {Frame} next
   */
  begin(stage, next) {
    this.count = this.lists.length = 0;
    for (let i = 0; i < next.nodes.length; i++) {
      const change = next.nodes[i];
      const node = stage.shown(change.id);
      if (node !== undefined && goesOn(node, change)) this.add(node, change);
    }
  }

  /**
   * Sets all collected values to a point between both frames.
   * @param {number} share of the way from the first frame to the next, 0 to 1
   */
  show(share) {
    for (let i = 0; i < this.count; i++) {
      const { node, key, from, to } = this.moves[i];
      node[key] = from + (to - from) * share;
    }
    for (const { node, key, from, to, shown } of this.lists) {
      for (let i = 0; i < from.length; i++) shown[i] = from[i] + (to[i] - from[i]) * share;
      node[key] = shown;
    }
  }

  /** Resets all collected values to those of the first frame. */
  end() {
    for (let i = 0; i < this.count; i++) this.moves[i].node[this.moves[i].key] = this.moves[i].from;
    for (const { node, key, from } of this.lists) node[key] = from;
    this.count = this.lists.length = 0;
  }

  /** @private @param {any} node @param {any} change */
  add(node, change) {
    for (const key in change) {
      if (!CONTINUOUS.has(key)) continue;
      const from = node[key];
      const to = change[key];
      if (typeof from === "number" && typeof to === "number") {
        if (from !== to) this.move(node, key, from, to);
      } else if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
        this.lists.push({ node, key, from, to, shown: from.slice() });
      }
    }
  }

  /** @private @param {any} node @param {string} key @param {number} from @param {number} to */
  move(node, key, from, to) {
    const move = this.moves[this.count++];
    if (move === undefined) return void this.moves.push({ node, key, from, to });
    move.node = node;
    move.key = key;
    move.from = from;
    move.to = to;
  }
}

/**
 * Tells if a change continues what the node shows. It does not if the node now shows another combo,
 * caption or call.
 * @param {any} node
 * @param {any} change
 */
function goesOn(node, change) {
  for (const key in change) {
    if (CONTENT.has(key) && !isSame(node[key], change[key])) return false;
  }
  if (node.leaving === true && change.leaving === null) return false;
  return node.kind !== "caption" || !falls(node, change);
}

/** @param {any} one @param {any} other */
function isSame(one, other) {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === (other ?? undefined);
  return one.length === other.length && one.every((text, index) => text === other[index]);
}

/**
 * Tells if a caption moves backward. That happens only if another caption with the same text has replaced it.
 * @param {Node} node
 * @param {Change} change
 */
function falls(node, change) {
  if ((change.alpha ?? 0) > node.alpha) return true;
  if ((change.level ?? 1) < (node.level ?? 0)) return true;
  if ((change.phase ?? Infinity) < (node.phase ?? 0)) return true;
  return isLess(change.glyphAlpha, node.glyphAlpha) || isLess(change.glyphRise, node.glyphRise);
}

/** @param {number[] | undefined} values @param {number[] | undefined} before */
function isLess(values, before) {
  if (!values || !before) return false;
  return values.some((value, index) => value < before[index]);
}

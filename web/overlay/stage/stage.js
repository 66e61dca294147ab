// @ts-check
/** The nodes the server last told of, by id and in drawing order. Draws nothing. */

import { Malformed } from "../../shared/malformed.js";
import { kindsOf, widgetOf } from "../widgets/widgets.js";

/**
 * @typedef {object} Place What every node has; lengths are points of the stage.
 * @property {string} id
 * @property {string} kind
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} alpha 0 to 1
 *
 * @typedef {Place & import("../widgets/widgets.js").Fields} Node What is on the stage.
 *
 * @typedef {{id: string, before?: string | null} & Partial<Node>} Change The keys of a node that
 *   changed; null: gone. `before`: the node that a new one is drawn under; null: none; left out:
 *   the widgets' layers and, of gifts, the channels decide.
 * @typedef {object} Frame
 * @property {number} time room time in microseconds
 * @property {boolean} [full]
 * @property {Change[]} nodes
 * @property {string[]} [removed]
 */

export class Stage {
  /** @param {Set<string>} kinds what is shown; the server may tell of others */
  constructor(kinds = kindsOf(null)) {
    this.width = 960;
    this.height = 540;
    /**
     * What is shown, in drawing order.
     * @type {Node[]}
     */
    this.order = [];
    /**
     * All there is, in drawing order.
     * @private @type {Node[]}
     */
    this.all = [];
    /** @private @type {Map<string, Node>} */
    this.nodes = new Map();
    /** @private */
    this.kinds = kinds;
  }

  clear() {
    this.nodes.clear();
    this.all.length = 0;
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
      const shown = node === undefined
        ? this.add(change, frame.full === true) : this.change(node, change);
      changed = shown || changed;
      const now = this.shown(change.id);
      if (now !== undefined) widgetOf(now.kind)?.follow?.(now, frame.time / 1000);
    }
    return changed;
  }

  /**
   * @private @param {Change} change
   * @param {boolean} isWhole whether the frame is full, and so in drawing order
   */
  add(change, isWhole) {
    if (change.kind === undefined) {
      throw new Malformed(`a change of a node that is not there: ${change.id}`);
    }
    const { before, ...rest } = change;
    const node = /** @type {Node} */ (rest);
    this.nodes.set(node.id, node);
    const above = isWhole ? -1 : this.all.findIndex((other) =>
      before === undefined ? isAbove(other, node) : other.id === before);
    this.all.splice(above < 0 ? this.all.length : above, 0, node);
    if (!this.shows(node)) return false;
    this.order = this.all.filter((other) => this.shows(other));
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
      this.all[this.all.indexOf(node)] = fresh;
      if (this.shows(node)) this.order[this.order.indexOf(node)] = fresh;
    }
    return this.shows(fresh);
  }

  /** @private @param {string} id */
  remove(id) {
    const node = this.nodes.get(id);
    if (node === undefined) return false;
    this.nodes.delete(id);
    this.all.splice(this.all.indexOf(node), 1);
    if (!this.shows(node)) return false;
    this.order.splice(this.order.indexOf(node), 1);
    return true;
  }

  /**
   * The node of this id if it is shown.
   * @param {string} id
   */
  shown(id) {
    const node = this.nodes.get(id);
    return node !== undefined && this.shows(node) ? node : undefined;
  }

  /** @private @param {Node} node */
  shows(node) {
    return this.kinds.has(node.kind);
  }
}

/** @param {Node} node @param {Change} change */
function keepsContent(node, change) {
  const content = widgetOf(node.kind)?.content ?? [];
  return !content.some((key) => key in change) && !("width" in change || "height" in change);
}

/**
 * Whether a node is drawn above a new one; for frames that don't say `before`.
 * @param {Node} node @param {Node} fresh
 */
function isAbove(node, fresh) {
  const [widget, other] = [widgetOf(node.kind), widgetOf(fresh.kind)];
  if (widget === undefined || other === undefined) return false;
  if (widget !== other) return widget.layer > other.layer;
  return widget.isAbove?.(node, fresh) ?? false;
}

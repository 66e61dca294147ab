// @ts-check
/** The nodes of the newest frame that the server sent, by ID and in drawing order. Does not draw them. */

import { Malformed } from "../../shared/malformed.js";
import { isWanted, kindsOf, widgetOf } from "../widgets/widgets.js";
import { limitTexts } from "./texts.js";

/**
 * @typedef {object} Place The fields of every node; lengths are points of the stage.
 * @property {string} id
 * @property {string} kind
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {number} alpha 0 to 1
 *
 * @typedef {Place & import("../widgets/widgets.js").Fields} Node A node on the stage.
 *
 * @typedef {{id: string, before?: string | null} & Partial<Node>} Change The changed fields of a node; a
 *   null value removes the field. `before` is the node that a new node is drawn under; null draws it on top.
 *   Without `before`, the widgets' layers decide, and for gifts the channels.
 * @typedef {object} Frame
 * @property {number} time room time in microseconds
 * @property {boolean} [full]
 * @property {Change[]} nodes
 * @property {string[]} [removed]
 */

export class Stage {
  /** @param {Set<string>} kinds the node kinds and the parts to show; the server may send others */
  constructor(kinds = kindsOf(null)) {
    this.width = 960;
    this.height = 540;
    /**
     * The nodes that are shown, in drawing order.
     * @type {Node[]}
     */
    this.order = [];
    /**
     * All nodes, in drawing order.
     * @private @type {Node[]}
     */
    this.all = [];
    /** @private @type {Map<string, Node>} */
    this.nodes = new Map();
    /** @private */
    this.kinds = kinds;
    /**
     * The nodes of frames that are not on the stage yet, by the change that brings them.
     * @private @type {WeakMap<Change, Node>}
     */
    this.foreseen = new WeakMap();
  }

  /**
   * Returns the new nodes that a delta will bring, so that their sprites can be painted before. Sprites belong to IDs, so
   * that a node is left out while another one has its ID, unless its widget's sprites of new content are others.
   * @param {Frame} frame that is not applied yet
   * @returns {Node[]}
   */
  foresee(frame) {
    const nodes = [];
    for (const change of frame.full === true ? [] : frame.nodes) {
      const node = this.foreseenOf(change);
      if (node === null) continue;
      this.foreseen.set(change, node);
      if (this.shows(node)) nodes.push(node);
    }
    return nodes;
  }

  /** @private @param {Change} change @returns {Node | null} null: it brings no node whose sprites can be painted before */
  foreseenOf(change) {
    const node = this.nodes.get(change.id);
    if (node === undefined) return change.kind === undefined ? null : nodeOf(change);
    if (widgetOf(node.kind)?.renews !== true || keepsContent(node, change)) return null;
    return changed({ ...node }, change);
  }

  clear() {
    this.nodes.clear();
    this.all.length = 0;
    this.order.length = 0;
  }

  /**
   * Applies a frame. Throws if a delta changes a node that does not exist.
   * @param {Frame} frame
   * @returns {boolean} true if a node that is shown has changed
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
   * @param {boolean} isWhole true if the frame is full, and therefore in drawing order
   */
  add(change, isWhole) {
    if (change.kind === undefined) {
      throw new Malformed(`a change of a node that is not there: ${change.id}`);
    }
    const { before } = change;
    const node = this.foreseen.get(change) ?? nodeOf(change);
    this.nodes.set(node.id, node);
    const above = isWhole ? -1 : this.all.findIndex((other) =>
      before === undefined ? isAbove(other, node) : other.id === before);
    this.all.splice(above < 0 ? this.all.length : above, 0, node);
    if (!this.shows(node)) return false;
    this.order = this.all.filter((other) => this.shows(other));
    return true;
  }

  /**
   * Changes a node. A change of content makes a new object, so that painters see that their caches are stale.
   * @private @param {Node} node @param {Change} change
   */
  change(node, change) {
    const isShown = this.shows(node);
    const fresh = changed(keepsContent(node, change) ? node : copied(node, this.foreseen.get(change)), change);
    if (fresh !== node) {
      this.nodes.set(fresh.id, fresh);
      this.all[this.all.indexOf(node)] = fresh;
      if (isShown) this.order[this.order.indexOf(node)] = fresh;
    }
    if (this.shows(fresh) === isShown) return isShown;
    this.order = this.all.filter((other) => this.shows(other));
    return true;
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
   * Returns the node with this ID if it is shown.
   * @param {string} id
   */
  shown(id) {
    const node = this.nodes.get(id);
    return node !== undefined && this.shows(node) ? node : undefined;
  }

  /** @private @param {Node} node */
  shows(node) {
    return isWanted(this.kinds, node);
  }
}

/**
 * Copies a node into the object that was foreseen for it.
 * @param {any} node @param {any} [into] absent: a new object
 * @returns {Node}
 */
function copied(node, into = {}) {
  for (const key in into) if (!(key in node)) delete into[key];
  return Object.assign(into, node);
}

/** @param {Node} node @param {Change} change */
function changed(node, change) {
  for (const key in change) {
    const value = /** @type {any} */ (change)[key];
    if (value === null) delete (/** @type {any} */ (node)[key]);
    else /** @type {any} */ (node)[key] = value;
  }
  limitTexts(node, change);
  return node;
}

/** @param {Change} change that brings a node */
function nodeOf(change) {
  const { before, ...rest } = change;
  const node = /** @type {Node} */ (rest);
  limitTexts(node, change);
  return node;
}

/** @param {Node} node @param {Change} change */
function keepsContent(node, change) {
  const content = widgetOf(node.kind)?.content ?? [];
  return !content.some((key) => key in change) && !("width" in change || "height" in change);
}

/**
 * Tells if a node is drawn above a new one, for frames without `before`.
 * @param {Node} node @param {Node} fresh
 */
function isAbove(node, fresh) {
  const [widget, other] = [widgetOf(node.kind), widgetOf(fresh.kind)];
  if (widget === undefined || other === undefined) return false;
  if (widget !== other) return widget.layer > other.layer;
  return widget.isAbove?.(node, fresh) ?? false;
}

// @ts-check
/** Buttons no one sees over the cards of calls; everything else lets clicks through. */

import { CLOSE_SHARE } from "./call.js";

/** @typedef {import("./stage.js").Node} Node */

/**
 * @typedef {object} Pair The buttons of a card, and where they are in CSS pixels.
 * @property {HTMLButtonElement} card
 * @property {HTMLButtonElement} close
 * @property {boolean} stands
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

export class Pointer {
  /**
   * @param {HTMLElement} parent
   * @param {(message: {type: "tap" | "dismiss", call: string}) => void} send
   */
  constructor(parent, send) {
    this.parent = parent;
    /** @private @type {Map<string, Pair>} */
    this.pairs = new Map();
    parent.addEventListener("click", (event) => {
      const button = /** @type {HTMLElement} */ (event.target).closest("button");
      const { type, call } = button?.dataset ?? {};
      if (call !== undefined && (type === "tap" || type === "dismiss")) send({ type, call });
    });
  }

  /**
   * Puts the buttons where the cards are; a leaving card has none.
   * @param {Node[]} nodes in drawing order
   * @param {number} zoom CSS pixels a point
   */
  update(nodes, zoom) {
    for (const pair of this.pairs.values()) pair.stands = false;
    for (const node of nodes) {
      if (node.kind !== "call" || node.leaving === true) continue;
      let pair = this.pairs.get(node.id);
      if (pair === undefined) this.pairs.set(node.id, (pair = this.add(node)));
      pair.stands = true;
      place(pair, node, zoom);
    }
    for (const [id, pair] of this.pairs) {
      if (pair.stands) continue;
      pair.card.remove();
      pair.close.remove();
      this.pairs.delete(id);
    }
  }

  /** @private @param {Node} node @returns {Pair} */
  add(node) {
    const call = node.id.slice(node.id.indexOf("/") + 1);
    const card = button("tap", call, `Call of ${node.name ?? ""}`);
    const close = button("dismiss", call, `Dismiss the call of ${node.name ?? ""}`);
    this.parent.append(card, close);
    return { card, close, stands: true, x: 0, y: 0, width: 0, height: 0 };
  }
}

/** @param {string} type @param {string} call @param {string} label */
function button(type, call, label) {
  const element = document.createElement("button");
  element.type = "button";
  element.dataset.type = type;
  element.dataset.call = call;
  element.setAttribute("aria-label", label);
  return element;
}

/** @param {Pair} pair @param {Node} node @param {number} zoom */
function place(pair, node, zoom) {
  const x = node.x * zoom;
  const y = node.y * zoom;
  const width = node.width * zoom;
  const height = node.height * zoom;
  if (pair.x === x && pair.y === y && pair.width === width && pair.height === height) return;
  Object.assign(pair, { x, y, width, height });
  const share = Math.min(height * CLOSE_SHARE, width / 2);
  box(pair.card, x, y, width, height, `${height / 2}px`);
  box(pair.close, x + width - share, y, share, height, `0 ${height / 2}px ${height / 2}px 0`);
}

/**
 * @param {HTMLElement} element
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {string} radius the card's round ends: its corners let clicks through
 */
function box(element, x, y, width, height, radius) {
  const { style } = element;
  style.transform = `translate(${x}px, ${y}px)`;
  style.width = `${width}px`;
  style.height = `${height}px`;
  style.borderRadius = radius;
}

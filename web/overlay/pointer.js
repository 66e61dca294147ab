// @ts-check
/** Places invisible buttons over the call cards, for taps and dismissals. All other clicks pass through the overlay. */

import { isolated } from "../shared/bidi.js";
import { CLOSE_SHARE } from "./widgets/call.js";

/** @typedef {import("./stage/stage.js").Node} Node */

/**
 * @typedef {object} Pair The two buttons of a card, in a box, with the box's rectangle in CSS pixels.
 * @property {HTMLElement} box
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
   * Moves the buttons to their cards. A leaving card has no buttons.
   * @param {Node[]} nodes in drawing order
   * @param {number} zoom CSS pixels per point
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
      pair.box.remove();
      this.pairs.delete(id);
    }
  }

  /** @private @param {Node} node @returns {Pair} */
  add(node) {
    const call = node.id.slice(node.id.indexOf("/") + 1);
    const card = button("tap", call, `Call of ${isolated(node.name ?? "")}`);
    const close = button("dismiss", call, `Dismiss the call of ${isolated(node.name ?? "")}`);
    const box = document.createElement("div");
    box.append(card, close);
    this.parent.append(box);
    return { box, card, close, stands: true, x: NaN, y: NaN, width: 0, height: 0 };
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
  if (pair.x !== x || pair.y !== y) {
    pair.x = x;
    pair.y = y;
    pair.box.style.transform = `translate(${x}px, ${y}px)`;
  }
  const width = node.width * zoom;
  const height = node.height * zoom;
  if (pair.width !== width || pair.height !== height) shape(pair, width, height);
}

/**
 * Sizes the buttons and rounds their ends, so that the card's corners let clicks through.
 * @param {Pair} pair
 * @param {number} width
 * @param {number} height
 */
function shape(pair, width, height) {
  const share = Math.min(height * CLOSE_SHARE, width / 2);
  const { card, close } = pair;
  card.style.width = `${width}px`;
  card.style.height = close.style.height = `${height}px`;
  card.style.borderRadius = `${height / 2}px`;
  close.style.left = `${width - share}px`;
  close.style.width = `${share}px`;
  close.style.borderRadius = `0 ${height / 2}px ${height / 2}px 0`;
  pair.width = width;
  pair.height = height;
}

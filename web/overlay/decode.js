// @ts-check
/** The server's messages as they come over the wire, in whichever form it has chosen. */

import { BinaryDecoder } from "./binary.js";
import { LAYOUTS } from "./fields.js";

/**
 * @typedef {import("./fields.js").Layout} Layout
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {{width: number, height: number}} stage
 * @property {number} fps
 * @property {string} [build] absent: of a server that is older than this page
 * @property {Layout[]} [fields] absent as well: those of this page
 * @typedef {{type: "frame"} & import("./stage.js").Frame} FrameMessage
 * @typedef {Hello | FrameMessage | {type: "tap" | "beat" | "unknown"}} Message Types that are newer
 *   than this page come, too.
 */

/** The forms, the preferred one first; one connection speaks one of them. */
export const PROTOCOLS = ["ovation.v1.binary", "ovation.v1.json"];

/** Reads the messages of one connection after another. */
export class Decoder {
  /** @private */
  binary = new BinaryDecoder();

  /** A new connection: what the one before had told counts no more. */
  reset() {
    this.binary = new BinaryDecoder();
  }

  /**
   * Reads a message; throws where it makes no sense after those before.
   * @param {unknown} data a WebSocket message's data
   * @returns {Message}
   */
  decode(data) {
    if (data instanceof ArrayBuffer) return this.binary.decode(data);
    const message = JSON.parse(/** @type {string} */ (data));
    if (message.type === "hello") this.binary = new BinaryDecoder(message.fields ?? LAYOUTS);
    return message;
  }
}

// @ts-check
/** The server's messages as they come over the wire, in whichever form it has chosen. */

import { BinaryDecoder } from "./binary.js";
import { Malformed } from "./malformed.js";

/**
 * @typedef {import("./binary.js").Layout} Layout
 * @typedef {import("../overlay/paint/brush.js").Words} Words
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {{width: number, height: number, imageHosts?: string[]}} stage imageHosts: absent
 *   if none are named
 * @property {Look} [look] absent: of a server that tells none
 * @property {number} fps
 * @property {string} [build] absent: of a server that is older than this page
 * @property {unknown} [fields] as `Layout[]`; absent as well: those of this page
 * @typedef {{type: "frame"} & import("../overlay/stage/stage.js").Frame} FrameMessage
 * @typedef {object} Cue A sound to be played.
 * @property {"cue"} type
 * @property {string} sound a file of this server
 * @property {number} volume 0 to 1
 * @property {number} time room time in microseconds
 * @typedef {{type: "speaker", speaker?: unknown}} Speaker Whether this page is to play them.
 * @typedef {{theme?: unknown, font?: unknown, css?: unknown, words?: Partial<Words>}} Look
 * @typedef {{type: "ahead", files?: unknown}} Upcoming Files that will be needed soon.
 * @typedef {Hello | FrameMessage | Cue | Speaker | ({type: "look"} & Look) | Upcoming
 *   | {type: "tap" | "beat" | "reload" | "unknown"}} Message Types that are newer than this page come, too.
 */

/** The forms, the preferred one first; one connection speaks one of them. */
export const PROTOCOLS = ["ovation.v1.binary", "ovation.v1.json"];

/** Reads the messages of one connection after another. */
export class Decoder {
  /** @param {Layout[]} layouts the fields that the page knows, by number of the kind */
  constructor(layouts) {
    /** @private */
    this.layouts = layouts;
    /** @private */
    this.binary = new BinaryDecoder(layouts);
  }

  /** A new connection: what the one before had told counts no more. */
  reset() {
    this.binary = new BinaryDecoder(this.layouts);
  }

  /**
   * Reads a message; throws `Malformed` if it makes no sense after those before.
   * @param {unknown} data a WebSocket message's data
   * @returns {Message}
   */
  decode(data) {
    try {
      if (data instanceof ArrayBuffer) return this.binary.decode(data);
      return this.checked(JSON.parse(/** @type {string} */ (data)));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : "";
      throw new Malformed(`a message that makes no sense: ${why}`, { cause });
    }
  }

  /**
   * What JSON has come, as far as others rely on its form.
   * @private @param {any} message
   * @returns {Message}
   */
  checked(message) {
    if (message.type === "hello") {
      if (!(message.stage.width > 0 && message.stage.height > 0)) throw new Error("no stage");
      this.binary = new BinaryDecoder(this.layouts, told(message.fields));
    } else if (message.type === "frame") {
      for (const { id } of message.nodes) if (typeof id !== "string") throw new Error("no id");
      if (!Array.isArray(message.removed ?? [])) throw new Error("no list of what is gone");
    }
    return message;
  }
}

/**
 * What hello tells of fields; undefined if it tells of none in a way that the page knows.
 * @param {any} fields
 * @returns {Layout[] | undefined}
 */
function told(fields) {
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isField = (/** @type {any} */ field) => Array.isArray(field) && field.slice(0, 2).every(isText);
  const isLayout = (/** @type {any} */ layout) => {
    return isText(layout?.kind) && Array.isArray(layout.fields) && layout.fields.every(isField);
  };
  return Array.isArray(fields) && fields.every(isLayout) ? fields : undefined;
}

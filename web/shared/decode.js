// @ts-check
/** Decodes the server's stream messages, in JSON or in binary form. */

import { BinaryDecoder } from "./binary.js";
import { Malformed } from "./malformed.js";

/**
 * @typedef {import("./binary.js").Layout} Layout
 * @typedef {import("../overlay/paint/brush.js").Words} Words
 * @typedef {object} Hello
 * @property {"hello"} type
 * @property {{width: number, height: number, imageHosts?: string[]}} stage imageHosts: absent
 *   if the room names none
 * @property {Look} [look] absent from older servers
 * @property {number} fps
 * @property {string} [build] absent from servers that are older than this page
 * @property {unknown} [flourish] as in `FlourishMessage`; absent if it is 0
 * @property {unknown} [fields] as `Layout[]`; if absent, the layouts of this page apply
 * @property {unknown} [reports] the subjects of reports that the server accepts; absent if it accepts none
 * @typedef {{type: "frame"} & import("../overlay/stage/stage.js").Frame} FrameMessage
 * @typedef {object} Cue A sound to play.
 * @property {"cue"} type
 * @property {string} [cue] its cause: combo, call, effect, alert, speech or goal
 * @property {string} [id] of the combo, call, effect or alert, or the name of the goal
 * @property {string} sound a file of this server
 * @property {number} volume 0 to 1
 * @property {number} time room time in microseconds
 * @typedef {{type: "hush", id?: unknown}} Hush Ends the speech of the event with this ID.
 * @typedef {{type: "speaker", speaker?: unknown}} Speaker Tells if this page plays the room's sounds.
 * @typedef {{type: "flourish", volume?: unknown}} FlourishMessage The volume of the sounds that pages make themselves, 0 to 1.
 * @typedef {{theme?: unknown, motion?: unknown, font?: unknown, css?: unknown, words?: Partial<Words>}} Look
 * @typedef {{type: "ahead", files?: unknown}} Upcoming Files that will be needed soon.
 * @typedef {Hello | FrameMessage | Cue | Hush | Speaker | FlourishMessage | ({type: "look"} & Look) | Upcoming
 *   | {type: "tap" | "beat" | "reload" | "unknown"}} Message Newer servers also send other types.
 */

/** The subprotocols, the preferred one first. A connection uses one of them. */
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

  /** Starts a new connection: forgets the layouts and frames of the one before. */
  reset() {
    this.binary = new BinaryDecoder(this.layouts);
  }

  /**
   * Reads a message. Throws `Malformed` if it cannot be read or does not fit the messages before it.
   * @param {unknown} data the data of a WebSocket message
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
   * Checks the parts of a JSON message that the page relies on.
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
 * Returns the field layouts of `hello`; undefined if they are missing or in an unknown form.
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

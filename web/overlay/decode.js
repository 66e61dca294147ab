// @ts-check
/** The server's messages as they come over the wire (subprotocol ovation.v1.json). */

/**
 * @typedef {{type: "hello", stage: {width: number, height: number}}} Hello
 * @typedef {{type: "frame"} & import("./stage.js").Frame} FrameMessage
 * @typedef {Hello | FrameMessage | {type: "tap"}} Message
 */

export const PROTOCOL = "ovation.v1.json";

/**
 * @param {unknown} data a WebSocket message's data
 * @returns {Message}
 */
export function decode(data) {
  return JSON.parse(/** @type {string} */ (data));
}

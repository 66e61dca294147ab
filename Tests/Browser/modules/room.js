// @ts-check
/** The server's side of a page in virtual time: one room. */

import { Browser } from "./browser.js";

const HELLO = {
  type: "hello", protocol: 1, room: "main", stage: { width: 960, height: 540 }, fps: 60, time: 0,
};
const BEAT_MILLISECONDS = 5000;

export class Room {
  /** @param {object[]} nodes on the room's stage when a page connects */
  constructor(nodes = []) {
    this.nodes = nodes;
    this.build = "1";
    /** The reports that the server accepts. @type {string[] | undefined} */
    this.reports = ["quality"];
    /** Connections open only while this is true. */
    this.isReachable = true;
  }

  /** Accepts a connection, sends a greeting and the whole stage, then a beat every five seconds. */
  get connect() {
    return (/** @type {import("./browser.js").Socket} */ socket) => {
      if (!this.isReachable) return;
      socket.accept();
      socket.tell({ ...HELLO, build: this.build, reports: this.reports });
      sendFrame(socket, { full: true, nodes: this.nodes });
      const beat = () => {
        socket.tell({ type: "beat" });
        socket.browser.clock.set(beat, BEAT_MILLISECONDS);
      };
      socket.browser.clock.set(beat, BEAT_MILLISECONDS);
    };
  }
}

/**
 * Sends a frame of the present time: the room's clock is that of the page.
 * @param {import("./browser.js").Socket} socket @param {object} frame
 */
export function sendFrame(socket, frame) {
  socket.tell({ type: "frame", time: Math.round(1000 * socket.browser.clock.now), ...frame });
}

/**
 * A page that has been connected to a room for a second.
 * @param {Room} room @param {string} [address]
 */
export async function openPage(room, address) {
  const browser = new Browser(room.connect, address);
  await browser.open();
  await browser.pass(1000);
  return browser;
}

// @ts-check
/** This browser runs the overlay page in virtual time and without a screen. */

import assert from "node:assert/strict";

import { VirtualClock } from "./clock.js";

const REFRESH_MILLISECONDS = 1000 / 60;
const global = /** @type {any} */ (globalThis);

/** A WebSocket of the page, with the server's side of it. */
export class Socket {
  static OPEN = 1;

  /** @param {Browser} browser @param {string} url @param {string[]} protocols */
  constructor(browser, url, protocols) {
    this.browser = browser;
    this.url = url;
    this.protocols = protocols;
    this.readyState = 0;
    /** The page's messages. @type {any[]} */
    this.sent = [];
    /** The network has lost the connection and has not told the page. */
    this.isCut = false;
    /** @type {(() => void) | null} */
    this.onopen = null;
    /** @type {((event: {data: unknown}) => void) | null} */
    this.onmessage = null;
    /** @type {((event: {code: number}) => void) | null} */
    this.onclose = null;
  }

  /** @param {string} text */
  send(text) {
    assert.equal(this.readyState, Socket.OPEN, "a browser logs an error for a socket that is not open");
    this.sent.push(JSON.parse(text));
  }

  close() {
    this.readyState = 2;
  }

  /** The server takes the connection. */
  accept() {
    this.readyState = Socket.OPEN;
    this.onopen?.();
  }

  /** The server sends a message. @param {object | ArrayBuffer} message */
  tell(message) {
    if (this.isCut || this.readyState !== Socket.OPEN) return;
    this.onmessage?.({ data: message instanceof ArrayBuffer ? message : JSON.stringify(message) });
  }

  /** The server ends the connection, or the browser gives it up. @param {number} code */
  end(code) {
    this.readyState = 3;
    if (!this.isCut) this.onclose?.({ code });
  }
}

/** An element with the properties that the overlay uses. */
class Element {
  /** @param {Browser} browser @param {string} tag */
  constructor(browser, tag) {
    this.tag = tag;
    this.width = this.clientWidth = 960;
    this.height = this.clientHeight = 540;
    this.style = {};
    this.dataset = {};
    /** The number of the picture that was put on it. @type {number | undefined} */
    this.number = undefined;
    /** @type {Element[]} */
    this.children = [];
    /** @type {Element | null} */
    this.parent = null;
    /** @private */
    this.context = tag === "canvas" ? contextOf(browser, this) : null;
  }

  getContext() {
    return this.context;
  }

  /** @param {Element[]} children */
  append(...children) {
    for (const child of children) child.parent = this;
    this.children.push(...children);
  }

  remove() {
    if (this.parent !== null) this.parent.children = this.parent.children.filter((one) => one !== this);
    this.parent = null;
  }

  setAttribute() {}
  addEventListener() {}
}

/**
 * A drawing context that counts all calls, and records those on the page's own canvas.
 * @param {Browser} browser @param {Element} canvas
 */
function contextOf(browser, canvas) {
  const measure = (/** @type {string} */ text) => ({
    width: 7 * text.length, actualBoundingBoxLeft: 0, actualBoundingBoxRight: 7 * text.length,
    actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 2,
  });
  // A picture's number is that of its first pixel's red, so that tests can tell pictures apart.
  const putImageData = (/** @type {ImageData} */ { data }) => {
    canvas.number = data[0];
  };
  return new Proxy(/** @type {any} */ ({ canvas, measureText: measure, putImageData }), {
    get(context, key) {
      if (key in context) return context[key];
      return (/** @type {any[]} */ ...values) => {
        browser.drawings[key] = (browser.drawings[key] ?? 0) + 1;
        const numbers = values.map((one) => one?.number ?? one).filter((one) => typeof one === "number");
        if (canvas === browser.canvas) browser.drawn.push([key, ...numbers]);
        return /^create.*Gradient$/.test(String(key)) ? { addColorStop() {} } : undefined;
      };
    },
  });
}

export class Browser {
  /**
   * Takes the place of the browser for all modules that are imported.
   * @param {(socket: Socket) => void} connect called a millisecond after the page made a socket
   * @param {string} [address] of the page
   */
  constructor(connect, address = "http://localhost:8080/overlay/main") {
    this.clock = new VirtualClock().install();
    this.address = new URL(address);
    /** The sockets that the page has opened. @type {Socket[]} */
    this.sockets = [];
    /** The times at which it opened them. @type {number[]} */
    this.tries = [];
    /** The number of animation frames that the page has requested. */
    this.frames = 0;
    /** The number of calls of each drawing function, on any canvas. @type {Record<string, number>} */
    this.drawings = {};
    /** The drawing calls on the page's own canvas. @type {any[]} */
    this.drawn = [];
    /** The times at which the page loaded itself again. @type {number[]} */
    this.reloads = [];
    /** The page's warnings and errors. @type {string[]} */
    this.complaints = [];
    /** Makers of elements that a test brings itself, by tag. @type {Record<string, () => any>} */
    this.elements = {};
    /** @private @type {Map<string, (event: any) => void>} */
    this.listeners = new Map();
    this.canvas = new Element(this, "canvas");
    this.cards = new Element(this, "div");
    this.install(connect);
  }

  /** Opens the overlay's page. */
  async open() {
    const { Overlay } = await import("../web/overlay/overlay.js");
    this.overlay = new Overlay(/** @type {any} */ ({ canvas: this.canvas, cards: this.cards }), this.address);
    return this.overlay;
  }

  /** Lets time pass. @param {number} milliseconds */
  pass(milliseconds) {
    return this.clock.pass(milliseconds);
  }

  /** Tells the page of an event. @param {string} name */
  fire(name) {
    this.listeners.get(name)?.({});
  }

  /** The ids of what the page shows, in drawing order. @returns {string[]} */
  get shown() {
    return this.overlay.stage.order.map((/** @type {{id: string}} */ { id }) => id);
  }

  /** @private @param {(socket: Socket) => void} connect */
  install(connect) {
    const { clock, listeners } = this;
    const browser = this;
    const listen = (/** @type {string} */ name, /** @type {any} */ action) => listeners.set(name, action);
    const observer = class {
      observe() {}
    };
    Object.assign(global, {
      window: global, addEventListener: listen, innerWidth: 960, innerHeight: 540, devicePixelRatio: 1,
      ResizeObserver: observer, MutationObserver: observer, CSS: { supports: () => false, escape: String },
      matchMedia: () => ({ addEventListener() {} }),
      getComputedStyle: () => ({ getPropertyValue: () => "" }),
      location: Object.assign(new URL(this.address), { reload: () => this.reloads.push(clock.now) }),
      document: {
        visibilityState: "visible", addEventListener: listen, querySelector: () => null,
        createElement: (/** @type {string} */ tag) => this.elements[tag]?.() ?? new Element(browser, tag),
        documentElement: new Element(this, "html"), head: new Element(this, "head"), body: new Element(this, "body"),
        fonts: { addEventListener() {} },
      },
      requestAnimationFrame: (/** @type {(time: number) => void} */ tick) => {
        this.frames++;
        // A screen refreshes at whole multiples of its interval.
        const next = (Math.floor(clock.now / REFRESH_MILLISECONDS + 1e-6) + 1) * REFRESH_MILLISECONDS;
        return clock.set(() => tick(next), next - clock.now);
      },
      WebSocket: class extends Socket {
        /** @param {string} url @param {string[]} protocols */
        constructor(url, protocols) {
          super(browser, url, protocols);
          browser.sockets.push(this);
          browser.tries.push(clock.now);
          clock.set(() => connect(this), 1);
        }
      },
    });
    console.warn = console.error = (...words) => this.complaints.push(words.join(" "));
  }
}

// @ts-check
/** A WebSocket connection that reconnects after each close, with a jittered pause. */

const PAUSE_MILLISECONDS = 100;
const PAUSE_LIMIT_MILLISECONDS = 600;
/** A connection that breaks sooner counts as failed: the pauses keep growing. */
const HELD_MILLISECONDS = 1000;
const OPENING_MILLISECONDS = 2000;
const OPENING_LIMIT_MILLISECONDS = 10_000;
/** The server sends a message every five seconds. After this long without one, the connection is dead. */
const SILENCE_MILLISECONDS = 12_000;
/** Time that a page gets after sleep, when its timers were late, to receive the messages that came meanwhile. */
const WAKING_MILLISECONDS = 1000;
/** The close code for a deleted room. */
const GONE = 4404;
/** The close code for a refused client: the key was revoked, the room suspended, or a limit exceeded. */
const REFUSED = 1008;
/** The pause after a refusal, until a connection holds. */
const REFUSED_PAUSE_MILLISECONDS = 30_000;

export class Connection {
  /**
   * @param {string} url
   * @param {object} handlers
   * @param {() => void} handlers.opened
   * @param {(data: unknown) => void} handlers.received throws if the message is unusable: the connection starts again
   * @param {() => void} handlers.closed called for each lost connection and each failed try
   * @param {() => void} handlers.gone called when the room was deleted
   * @param {string[]} forms subprotocols, the preferred one first
   * @param {string} [key] the access key; empty for none
   */
  constructor(url, handlers, forms, key = "") {
    this.url = url;
    /** @private */
    this.protocols = key === "" ? forms : [...forms, `ovation.key.${key}`];
    this.handlers = handlers;
    /** @type {"connecting" | "open" | "waiting" | "gone"} */
    this.state = "waiting";
    /**
     * Failed tries since the last connection that held.
     * @private
     */
    this.tries = 0;
    /**
     * True if the server has refused the page since the last connection that held.
     * @private
     */
    this.refused = false;
    /**
     * The time at which the connection opened, in milliseconds; infinite while there is none.
     * @private
     */
    this.since = Infinity;
    /**
     * The time of the last message from the server, in milliseconds.
     * @private
     */
    this.heard = 0;
    /** @private @type {WebSocket | null} */
    this.socket = null;
    /** @private */
    this.timer = 0;
    addEventListener("online", () => this.hurry());
    this.open();
  }

  /** @param {object} message sent only if the connection is open, and dropped otherwise */
  send(message) {
    // A closing socket stays here until its close event, and accepts no messages.
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /** @private */
  open() {
    const socket = new WebSocket(this.url, this.protocols);
    socket.binaryType = "arraybuffer";
    const opening = Math.min(OPENING_MILLISECONDS + 500 * this.tries, OPENING_LIMIT_MILLISECONDS);
    this.socket = socket;
    this.state = "connecting";
    this.timer = setTimeout(() => this.lose(socket), opening);
    socket.onopen = () => {
      clearTimeout(this.timer);
      this.state = "open";
      this.since = this.heard = performance.now();
      this.listen(socket, SILENCE_MILLISECONDS);
      this.handlers.opened();
    };
    socket.onmessage = (event) => this.receive(socket, event.data);
    socket.onclose = (event) => event.code === GONE ? this.end() : this.lose(socket, event.code);
  }

  /** @private @param {WebSocket} socket @param {unknown} data */
  receive(socket, data) {
    this.heard = performance.now();
    try {
      this.handlers.received(data);
    } catch (error) {
      console.error("ovation: starting afresh:", error);
      this.lose(socket);
    }
  }

  /**
   * Drops the connection when the server has been silent for too long.
   * @private
   * @param {WebSocket} socket
   * @param {number} pause milliseconds until the check
   * @param {boolean} [woken] true if the check was already postponed because the page had slept
   */
  listen(socket, pause, woken = false) {
    const due = performance.now() + pause;
    this.timer = setTimeout(() => {
      const now = performance.now();
      const rest = this.heard + SILENCE_MILLISECONDS - now;
      if (rest > 0) this.listen(socket, rest);
      else if (!woken && now - due > WAKING_MILLISECONDS) {
        this.listen(socket, WAKING_MILLISECONDS, true);
      } else this.lose(socket);
    }, pause);
  }

  /** @private @param {WebSocket} socket @param {number} [code] the close code, if the server sent one */
  lose(socket, code) {
    if (socket !== this.socket) return;
    this.socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    clearTimeout(this.timer);
    this.state = "waiting";
    this.handlers.closed();
    if (performance.now() - this.since > HELD_MILLISECONDS) {
      this.tries = 0;
      this.refused = false;
    }
    this.since = Infinity;
    this.refused ||= code === REFUSED;
    const pause = this.refused
      ? REFUSED_PAUSE_MILLISECONDS
      : Math.min(PAUSE_MILLISECONDS * 1.5 ** this.tries, PAUSE_LIMIT_MILLISECONDS);
    this.tries++;
    this.timer = setTimeout(() => this.open(), pause * (0.5 + 0.5 * Math.random()));
  }

  /** @private */
  end() {
    clearTimeout(this.timer);
    this.socket = null;
    this.state = "gone";
    this.handlers.gone();
  }

  /**
   * Reconnects at once: the network is back.
   * @private
   */
  hurry() {
    if (this.state !== "waiting") return;
    clearTimeout(this.timer);
    this.open();
  }
}

// @ts-check
/** One WebSocket after another: whenever it closes, the next try comes after a jittered pause. */

const PAUSE_MILLISECONDS = 100;
const PAUSE_LIMIT_MILLISECONDS = 600;
/** A connection that broke sooner did not hold: the pauses go on growing. */
const HELD_MILLISECONDS = 1000;
const OPENING_MILLISECONDS = 2000;
const OPENING_LIMIT_MILLISECONDS = 10_000;
/** The server says something every five seconds: one that says nothing for so long is not there. */
const SILENCE_MILLISECONDS = 12_000;
/** A page that has slept, and its timers with it, has yet to hear what came meanwhile. */
const WAKING_MILLISECONDS = 1000;
/** The close code that says the room was deleted. */
const GONE = 4404;
/** The close code of who is not wanted: the key was revoked, the room suspended, there was too much. */
const REFUSED = 1008;
/** Who was refused asks again seldom, until a connection holds. */
const REFUSED_PAUSE_MILLISECONDS = 30_000;

export class Connection {
  /**
   * @param {string} url
   * @param {object} handlers
   * @param {() => void} handlers.opened
   * @param {(data: unknown) => void} handlers.received throws if it can't go on from the message
   * @param {() => void} handlers.closed called for each loss and each try that failed
   * @param {() => void} handlers.gone called when there is nothing to connect to any more
   * @param {string[]} forms of messages, the preferred one first
   * @param {string} [key] what lets the page in; empty: nothing
   */
  constructor(url, handlers, forms, key = "") {
    this.url = url;
    /** @private */
    this.protocols = key === "" ? forms : [...forms, `ovation.key.${key}`];
    this.handlers = handlers;
    /** @type {"connecting" | "open" | "waiting" | "gone"} */
    this.state = "waiting";
    /**
     * Tries since the last connection that held.
     * @private
     */
    this.tries = 0;
    /**
     * Whether the server has refused the page since a connection held.
     * @private
     */
    this.refused = false;
    /**
     * When the connection stood.
     * @private
     */
    this.since = Infinity;
    /**
     * When the server was heard last.
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

  /** @param {object} message what can't be sent now is not sent at all */
  send(message) {
    // One that is closing is still this page's until its close is told, and takes nothing.
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
   * Loses a connection that has died without a word.
   * @private
   * @param {WebSocket} socket
   * @param {number} pause until it is looked at
   * @param {boolean} [woken] whether the page has slept since
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

  /** @private @param {WebSocket} socket @param {number} [code] with which the server closed */
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
   * The network is back: no need to wait out the pause.
   * @private
   */
  hurry() {
    if (this.state !== "waiting") return;
    clearTimeout(this.timer);
    this.open();
  }
}

// @ts-check
/** Sends the studio's requests to the server. All of its requests go through this class. */

/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {number} status 0 without an answer
 * @property {any} body
 * @property {string} problem the server's text, or the name of a studio text; empty on success. `problemText` adds
 *   the names of fields
 * @property {{pointer: string, detail: string}[]} errors
 * @property {number} retrySeconds the pause before another try; 0 if the server states none
 */

/** After this long without an answer, the server counts as unreachable. */
const PATIENCE_MILLISECONDS = 30_000;

export class Actions {
  /**
   * @param {string} room
   * @param {string | null} key
   */
  constructor(room, key) {
    this.room = room;
    this.key = key;
    /**
     * Called with each answer to a change.
     * @type {(answer: Answer) => void}
     */
    this.onanswer = () => {};
    /**
     * Called with each request that changes the room. Its result is a function that gets the answer.
     * @type {() => () => void}
     */
    this.onchange = () => () => {};
  }

  /**
   * Sends a request about the room and returns the answer.
   * @param {string} method @param {string} part @param {any} [body]
   */
  ask(method, part, body) {
    return this.request(method, `/v1/rooms/${this.room}${part === "" ? "" : "/" + part}`, body);
  }

  /**
   * Sends a change and passes the answer to `onanswer`.
   * @param {string} method @param {string} part @param {any} [body]
   */
  async press(method, part, body) {
    const answer = await this.ask(method, part, body);
    this.onanswer(answer);
    return answer;
  }

  /**
   * Sends a request that outlives the page and ignores its answer.
   * @param {string} method @param {string} part @param {any} [body]
   */
  send(method, part, body) {
    this.request(method, `/v1/rooms/${this.room}/${part}`, body, undefined, true);
  }

  /** @param {string} action @param {string} [of] the ID of a node */
  control(action, of) {
    return this.press("POST", "control", of === undefined ? { action } : { action, of });
  }

  /** @param {string} sender @param {string} gift @param {number} count */
  testGift(sender, gift, count) {
    return this.press("POST", "gifts", { sender, gift, count, test: true });
  }

  /**
   * Uploads a file to the room.
   * @param {Blob} file @param {(share: number) => void} progress called with the uploaded share, 0 to 1
   * @returns {Promise<Answer>}
   */
  upload(file, progress) {
    // `fetch` does not report the progress of an upload.
    const call = new XMLHttpRequest();
    call.open("POST", `/v1/rooms/${this.room}/assets`);
    if (this.key !== null) call.setRequestHeader("Authorization", `Bearer ${this.key}`);
    call.setRequestHeader("Content-Type", "application/octet-stream");
    call.responseType = "json";
    call.upload.addEventListener("progress", ({ loaded, total }) => progress(total > 0 ? loaded / total : 0));
    return new Promise((resolve) => {
      call.addEventListener("loadend", () => resolve(call.status === 0 ? OFFLINE
        : read(call.status, (name) => call.getResponseHeader(name), call.response ?? undefined)));
      call.send(file);
    });
  }

  /**
   * Asks the server what a platform's delivery would do, without doing it.
   * @param {string} kind @param {import("./platforms/kinds.js").Delivery} delivery
   */
  tryDelivery(kind, { fields, body }) {
    return this.request("POST", `/v1/rooms/${this.room}/sources/${kind}/try`, body, fields);
  }

  /**
   * Sends a request. With `fields` as its headers, the body is sent as it is; otherwise it is sent as JSON.
   * @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [fields]
   * @param {boolean} [keepalive] true if the request outlives the page
   * @returns {Promise<Answer>}
   */
  async request(method, path, body, fields, keepalive = false) {
    /** @type {Record<string, string>} */
    const headers = { ...fields };
    if (this.key !== null) headers.Authorization = `Bearer ${this.key}`;
    if (body !== undefined && fields === undefined) headers["Content-Type"] = "application/json";
    const isReady = body === undefined || fields !== undefined;
    // TypeScript's types and old versions of OBS lack `timeout`.
    const signal = /** @type {any} */ (AbortSignal).timeout?.(PATIENCE_MILLISECONDS);
    const init = { method, headers, signal, keepalive, body: isReady ? body : JSON.stringify(body) };
    const answered = method === "GET" ? () => {} : this.onchange();
    try {
      const response = await fetch(path, init);
      return read(response.status, (name) => response.headers.get(name), parsed(await response.text()));
    } catch {
      // The answer is missing or incomplete.
      return OFFLINE;
    } finally {
      answered();
    }
  }
}

/** @type {Answer} */
const OFFLINE = { ok: false, status: 0, body: null, problem: "offline", errors: [], retrySeconds: 0 };

/**
 * Returns the value of a JSON text; null if it is empty, undefined if it is no JSON, such as a proxy's error page.
 * @param {string} text
 */
function parsed(text) {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {number} status @param {(name: string) => string | null} header @param {any} body
 * @returns {Answer}
 */
function read(status, header, body) {
  const ok = status >= 200 && status < 300 && body !== undefined;
  const errors = Array.isArray(body?.errors) ? body.errors : [];
  const problem = ok ? "" : [body?.title, body?.detail].filter(Boolean).join(" · ") || String(status);
  const retrySeconds = Number(header("Retry-After")) || 0;
  return { ok, status, body, problem, errors, retrySeconds };
}

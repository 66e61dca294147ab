// @ts-check
/** Presses become requests. Nobody else in the studio asks the server for anything. */

/**
 * @typedef {object} Answer
 * @property {boolean} ok
 * @property {number} status 0: no answer
 * @property {any} body
 * @property {string} problem the server's text, or the name of one of the studio's; `problemText` adds the fields' names. Empty: no problem
 * @property {{pointer: string, detail: string}[]} errors
 * @property {number} retrySeconds after which it may be tried again; 0: not said
 */

/** A server that takes longer to answer is as good as away. */
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
     * Called with each answer to what changes something.
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
   * Asks for a part of the room.
   * @param {string} method @param {string} part @param {any} [body]
   */
  ask(method, part, body) {
    return this.request(method, `/v1/rooms/${this.room}${part === "" ? "" : "/" + part}`, body);
  }

  /**
   * Changes something, and says what came of it.
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

  /** @param {string} action @param {string} [of] a node's id */
  control(action, of) {
    return this.press("POST", "control", of === undefined ? { action } : { action, of });
  }

  /** @param {string} sender @param {string} gift @param {number} count */
  testGift(sender, gift, count) {
    return this.press("POST", "gifts", { sender, gift, count, test: true });
  }

  /**
   * Gives the room a file.
   * @param {Blob} file @param {(share: number) => void} progress called with how much has gone, from 0 to 1
   * @returns {Promise<Answer>}
   */
  upload(file, progress) {
    // fetch does not tell how far it has come.
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
   * What would become of a platform's delivery, which is sent as it is.
   * @param {string} kind @param {import("./platforms/kinds.js").Delivery} delivery
   */
  tryDelivery(kind, { fields, body }) {
    return this.request("POST", `/v1/rooms/${this.room}/sources/${kind}/try`, body, fields);
  }

  /**
   * `fields`: those of a request whose body is sent as it is; without them it is sent as JSON.
   * @param {string} method @param {string} path @param {any} [body] @param {Record<string, string>} [fields]
   * @param {boolean} [keepalive] whether the request outlives the page
   * @returns {Promise<Answer>}
   */
  async request(method, path, body, fields, keepalive = false) {
    /** @type {Record<string, string>} */
    const headers = { ...fields };
    if (this.key !== null) headers.Authorization = `Bearer ${this.key}`;
    if (body !== undefined && fields === undefined) headers["Content-Type"] = "application/json";
    const isReady = body === undefined || fields !== undefined;
    // TypeScript's description of a page and old versions of OBS lack `timeout`.
    const signal = /** @type {any} */ (AbortSignal).timeout?.(PATIENCE_MILLISECONDS);
    const init = { method, headers, signal, keepalive, body: isReady ? body : JSON.stringify(body) };
    const answered = method === "GET" ? () => {} : this.onchange();
    try {
      const response = await fetch(path, init);
      return read(response.status, (name) => response.headers.get(name), parsed(await response.text()));
    } catch {
      // No answer, or only a part of it.
      return OFFLINE;
    } finally {
      answered();
    }
  }
}

/** @type {Answer} */
const OFFLINE = { ok: false, status: 0, body: null, problem: "offline", errors: [], retrySeconds: 0 };

/**
 * The value of a JSON text; null: no text; undefined: no JSON, as a proxy's page.
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

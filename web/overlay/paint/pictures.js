// @ts-check
/** A cache of pictures by address: the least recently used go first. */

/**
 * A picture in the cache; `due` is when one that failed may be tried again, `bytes` what it takes when
 * it is decoded, `used` when it was last asked for.
 * @typedef {{image: HTMLImageElement, state: "loading" | "ready" | "failed", due: number,
 *   bytes: number, used: number}} Entry
 */

const RETRY_MILLISECONDS = 60_000;
/** What was asked for so recently is to be seen. */
const SEEN_MILLISECONDS = 1000;

/**
 * Whether a picture may be fetched. One from this server always may. Others may not be SVGs: an SVG
 * is a document, which can take minutes to draw. Redirects can't be seen here, so are not checked.
 * @param {string} address
 * @param {string[] | null} hosts from which pictures are fetched; null: from any, by https: only
 */
export function mayFetch(address, hosts) {
  /** @type {URL} */
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return false;
  }
  if (url.origin === location.origin) return true;
  if (url.protocol === "data:") return !decoded(url.pathname.split(",", 1)[0]).includes("svg");
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  if (url.username !== "" || url.password !== "") return false;
  if (/\.svgz?$/.test(decoded(url.pathname))) return false;
  if (hosts === null) return url.protocol === "https:";
  return hosts.some((host) => host.startsWith("*.")
    ? url.hostname.length > host.length - 1 && url.hostname.endsWith(host.slice(1))
    : url.hostname === host);
}

/**
 * The text in lower case, and percent-decoded if its encoding is valid.
 * @param {string} text
 */
function decoded(text) {
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}

export class Pictures {
  /**
   * @param {() => void} onchange called when a picture is ready
   * @param {number} limit how many are kept
   * @param {number} limitBytes what they may take when they are decoded
   */
  constructor(onchange, limit = 128, limitBytes = 128 << 20) {
    this.onchange = onchange;
    this.limit = limit;
    /** @private */
    this.limitBytes = limitBytes;
    /**
     * The hosts from which pictures are fetched.
     * @type {string[] | null}
     */
    this.hosts = null;
    /** @private @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @private @type {Set<Promise<void>>} */
    this.loading = new Set();
  }

  /**
   * The picture, or null while it loads and if that failed; a minute later it is tried again.
   * @param {string | undefined} address
   */
  get(address) {
    if (address === undefined || address === "") return null;
    let entry = this.entries.get(address);
    if (entry === undefined || (entry.state === "failed" && performance.now() > entry.due)) {
      entry = this.load(address);
    }
    entry.used = performance.now();
    this.entries.delete(address);
    this.entries.set(address, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
    return entry.state === "ready" ? entry.image : null;
  }

  /**
   * Lets pictures be fetched from these hosts, beside this server, and forgets those it has.
   * @param {string[] | null} hosts null: from any, by https: only
   */
  allow(hosts) {
    this.hosts = hosts;
    this.entries.clear();
  }

  /** Waits until nothing loads any more. */
  async settled() {
    while (this.loading.size > 0) await Promise.all(this.loading);
  }

  /**
   * Lets the least recently used go until the others take no more than they may. One that is still to be
   * seen is not fetched again at once: the others would have to go for it.
   * @private
   */
  makeRoom() {
    let bytes = 0;
    for (const entry of this.entries.values()) bytes += entry.bytes;
    for (const [address, entry] of this.entries) {
      if (bytes <= this.limitBytes) return;
      bytes -= entry.bytes;
      if (performance.now() - entry.used < SEEN_MILLISECONDS) fail(entry);
      else this.entries.delete(address);
    }
  }

  /** @private @param {string} address @returns {Entry} */
  load(address) {
    const image = new Image();
    const none = { image, due: 0, bytes: 0, used: 0 };
    if (!mayFetch(address, this.hosts)) return { ...none, state: "failed", due: Infinity };
    image.referrerPolicy = "no-referrer";
    image.src = address;
    /** @type {Entry} */
    const entry = { ...none, state: "loading" };
    const loaded = image.decode().then(
      () => {
        const bytes = 4 * image.naturalWidth * image.naturalHeight;
        if (bytes > this.limitBytes) return fail(entry);
        entry.state = "ready";
        entry.bytes = bytes;
        this.makeRoom();
        this.onchange();
      },
      () => fail(entry),
    ).finally(() => this.loading.delete(loaded));
    this.loading.add(loaded);
    return entry;
  }
}

/** @param {Entry} entry */
function fail(entry) {
  entry.state = "failed";
  entry.due = performance.now() + RETRY_MILLISECONDS;
  entry.image = new Image();
  entry.bytes = 0;
}

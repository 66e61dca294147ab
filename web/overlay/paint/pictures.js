// @ts-check
/** Pictures by address: at most so many, the least lately used go first. */

/**
 * @typedef {{image: HTMLImageElement, state: "loading" | "ready" | "failed", due: number}} Entry
 */

const RETRY_MILLISECONDS = 60_000;

/**
 * Whether a picture may be fetched. An SVG is a document that can take minutes to draw: only this
 * server's are. Where an address leads on to can't be seen.
 * @param {string} address
 * @param {string[] | null} hosts whose pictures are fetched; null: any host's, by https: only
 */
export function isFetched(address, hosts) {
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
 * In lower case, and without percent-encoding if it is good.
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
   */
  constructor(onchange, limit = 128) {
    this.onchange = onchange;
    this.limit = limit;
    /**
     * Whose pictures are fetched.
     * @type {string[] | null}
     */
    this.hosts = null;
    /** @private @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @private @type {Set<Promise<void>>} */
    this.loading = new Set();
  }

  /**
   * The picture, or null while it loads and if it can't be had.
   * @param {string | undefined} address
   */
  get(address) {
    if (address === undefined || address === "") return null;
    let entry = this.entries.get(address);
    if (entry === undefined || (entry.state === "failed" && performance.now() > entry.due)) {
      entry = this.load(address);
    }
    this.entries.delete(address);
    this.entries.set(address, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
    return entry.state === "ready" ? entry.image : null;
  }

  /**
   * Has pictures fetched from these hosts alone.
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

  /** @private @param {string} address @returns {Entry} */
  load(address) {
    const image = new Image();
    if (!isFetched(address, this.hosts)) return { image, state: "failed", due: Infinity };
    image.referrerPolicy = "no-referrer";
    image.src = address;
    /** @type {Entry} */
    const entry = { image, state: "loading", due: 0 };
    const loaded = image.decode().then(
      () => {
        entry.state = "ready";
        this.onchange();
      },
      () => {
        entry.state = "failed";
        entry.due = performance.now() + RETRY_MILLISECONDS;
      },
    ).finally(() => this.loading.delete(loaded));
    this.loading.add(loaded);
    return entry;
  }
}

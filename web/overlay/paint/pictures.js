// @ts-check
/** A cache of loaded pictures, by address. The least recently used picture leaves first. */

import { fetchPicture } from "./fetched.js";

/**
 * @typedef {HTMLImageElement | ImageBitmap} Picture
 *
 * An entry of the cache. `due` is the time for the next try after a failure, `bytes` the decoded size,
 * `used` the time of the last request, and `turn` its number.
 * @typedef {{picture: Picture | null, state: "loading" | "ready" | "failed", due: number,
 *   bytes: number, used: number, turn: number}} Entry
 */

const RETRY_MILLISECONDS = 60_000;
/** A picture that was requested within this time is assumed to be visible. */
const SEEN_MILLISECONDS = 1000;

/**
 * Returns the size of a picture in pixels. An SVG without a size gets `size` for each side.
 * @param {Picture} picture @param {number} size
 */
export function sizeOf(picture, size) {
  if ("close" in picture) return { width: picture.width, height: picture.height };
  return { width: picture.naturalWidth || size, height: picture.naturalHeight || size };
}

/**
 * Tells if a picture may be fetched. SVGs are refused, because they are documents that can take minutes to draw,
 * except for those that come with the server. Redirects are not checked, because the page cannot see them.
 * @param {string} address
 * @param {string[] | null} hosts the allowed hosts; null allows all hosts, but only over HTTPS
 */
export function mayFetch(address, hosts) {
  /** @type {URL} */
  let url;
  try {
    url = new URL(address, location.href);
  } catch {
    return false;
  }
  if (url.origin === location.origin) return !/^\/assets\/.*\.svg$/.test(decoded(url.pathname));
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
 * Returns the text in lower case, and percent-decoded if its encoding is valid.
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
   * @param {number} limit the number of pictures to keep
   * @param {number} limitBytes the total size of the decoded pictures
   */
  constructor(onchange, limit = 128, limitBytes = 128 << 20) {
    this.onchange = onchange;
    this.limit = limit;
    /** @private */
    this.limitBytes = limitBytes;
    /**
     * The allowed hosts; null for all, over HTTPS.
     * @type {string[] | null}
     */
    this.hosts = null;
    /** @private @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @private the number of requests */
    this.turns = 0;
    /** @private @type {Set<Promise<void>>} */
    this.loading = new Set();
  }

  /**
   * Returns the picture; null while it loads or after a failure. A failed picture is tried again after a minute.
   * @param {string | undefined} address
   */
  get(address) {
    if (address === undefined || address === "") return null;
    let entry = this.entries.get(address);
    if (entry === undefined || (entry.state === "failed" && performance.now() > entry.due)) {
      entry = this.load(address);
    }
    entry.used = performance.now();
    entry.turn = ++this.turns;
    if (this.entries.size > this.limit) this.drop(this.oldestFirst()[0][0]);
    return entry.picture;
  }

  /**
   * The pictures, the one that was requested the longest time ago first.
   * @private
   */
  oldestFirst() {
    return [...this.entries].sort(([, one], [, other]) => one.turn - other.turn);
  }

  /**
   * Sets the allowed hosts beside this server, and clears the cache.
   * @param {string[] | null} hosts null allows all hosts, but only over HTTPS
   */
  allow(hosts) {
    this.hosts = hosts;
    for (const address of this.entries.keys()) this.drop(address);
  }

  /** Resolves when no picture is loading. */
  async settled() {
    while (this.loading.size > 0) await Promise.all(this.loading);
  }

  /**
   * Drops the least recently used pictures until the rest fits the limit. A visible picture is marked as failed
   * instead, because fetching it again at once would push out the others.
   * @private
   */
  makeRoom() {
    let bytes = 0;
    for (const entry of this.entries.values()) bytes += entry.bytes;
    for (const [address, entry] of this.oldestFirst()) {
      if (bytes <= this.limitBytes) return;
      bytes -= entry.bytes;
      if (performance.now() - entry.used < SEEN_MILLISECONDS) fail(entry);
      else this.drop(address);
    }
  }

  /** @private @param {string} address */
  drop(address) {
    const entry = this.entries.get(address);
    this.entries.delete(address);
    if (entry !== undefined) close(entry);
  }

  /** @private @param {string} address @returns {Entry} */
  load(address) {
    /** @type {Entry} */
    const entry = { picture: null, due: 0, bytes: 0, used: 0, turn: 0, state: "loading" };
    this.entries.set(address, entry);
    if (!mayFetch(address, this.hosts)) return Object.assign(entry, { state: "failed", due: Infinity });
    const loaded = (isOwn(address) ? ownPicture(address) : fetchPicture(address)).then(
      (picture) => {
        entry.picture = picture;
        const { width, height } = sizeOf(picture, 0);
        const bytes = 4 * width * height;
        if (bytes > this.limitBytes) return fail(entry);
        if (this.entries.get(address) !== entry) return close(entry);
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

/** @param {string} address */
function isOwn(address) {
  return new URL(address, location.href).origin === location.origin;
}

/**
 * Loads a picture of this server. It may be an SVG that comes with the server.
 * @param {string} address
 */
async function ownPicture(address) {
  const image = new Image();
  image.referrerPolicy = "no-referrer";
  image.src = address;
  await image.decode();
  return image;
}

/** @param {Entry} entry */
function fail(entry) {
  close(entry);
  entry.state = "failed";
  entry.due = performance.now() + RETRY_MILLISECONDS;
}

/**
 * Frees the memory of a picture at once, without waiting for the garbage collector.
 * @param {Entry} entry
 */
function close(entry) {
  if (entry.picture !== null && "close" in entry.picture) entry.picture.close();
  entry.picture = null;
  entry.bytes = 0;
}

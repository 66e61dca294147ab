// @ts-check
/** A cache of pictures by address: the least recently used go first. */

import { fetchPicture } from "./fetched.js";

/**
 * @typedef {HTMLImageElement | ImageBitmap} Picture
 *
 * A picture in the cache; `due` is when one that failed may be tried again, `bytes` what it takes when
 * it is decoded, `used` when it was last asked for.
 * @typedef {{picture: Picture | null, state: "loading" | "ready" | "failed", due: number,
 *   bytes: number, used: number}} Entry
 */

const RETRY_MILLISECONDS = 60_000;
/** What was asked for so recently is to be seen. */
const SEEN_MILLISECONDS = 1000;

/**
 * The size of a picture in pixels. An SVG may state none: then each side is `size`.
 * @param {Picture} picture @param {number} size
 */
export function sizeOf(picture, size) {
  if ("close" in picture) return { width: picture.width, height: picture.height };
  return { width: picture.naturalWidth || size, height: picture.naturalHeight || size };
}

/**
 * Whether a picture may be fetched. An SVG may not, because it is a document that can take minutes to draw,
 * unless it comes with the server. Redirects can't be seen here, so are not checked.
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
      this.drop(oldest);
    }
    return entry.picture;
  }

  /**
   * Lets pictures be fetched from these hosts, beside this server, and forgets those it has.
   * @param {string[] | null} hosts null: from any, by https: only
   */
  allow(hosts) {
    this.hosts = hosts;
    for (const address of this.entries.keys()) this.drop(address);
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
    const none = { picture: null, due: 0, bytes: 0, used: 0 };
    if (!mayFetch(address, this.hosts)) return { ...none, state: "failed", due: Infinity };
    /** @type {Entry} */
    const entry = { ...none, state: "loading" };
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
 * A picture of this server, which may be an SVG that comes with it.
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
 * Frees what a picture takes at once, not when the browser tidies up.
 * @param {Entry} entry
 */
function close(entry) {
  if (entry.picture !== null && "close" in entry.picture) entry.picture.close();
  entry.picture = null;
  entry.bytes = 0;
}

// @ts-check
/** Pictures by address: at most so many, the least lately used go first. */

/**
 * @typedef {{image: HTMLImageElement, state: "loading" | "ready" | "failed", due: number}} Entry
 */

const RETRY_MILLISECONDS = 60_000;

export class Pictures {
  /**
   * @param {() => void} onchange called when a picture is ready
   * @param {number} limit how many are kept
   */
  constructor(onchange, limit = 128) {
    this.onchange = onchange;
    this.limit = limit;
    /** @private @type {Map<string, Entry>} */
    this.entries = new Map();
    /** @private @type {Set<Promise<void>>} */
    this.loading = new Set();
  }

  /**
   * The picture, or null while it loads and where it can't be had.
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

  /** Waits until nothing loads any more. */
  async settled() {
    while (this.loading.size > 0) await Promise.all(this.loading);
  }

  /** @private @param {string} address @returns {Entry} */
  load(address) {
    const image = new Image();
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

// @ts-check
/** Prefetches the files of effects that will soon be needed into the browser's cache, one at a time. */

/** The number of fetched files that are remembered. */
const KEPT = 64;
/** A fetch that takes longer is aborted, so that the next file can start. */
const PATIENCE_MILLISECONDS = 10_000;

export class Ahead {
  constructor() {
    /** @private the fetched files, the newest last */
    this.known = /** @type {Set<string>} */ (new Set());
    /** @private */
    this.wanted = /** @type {string[]} */ ([]);
    /** @private */
    this.isBusy = false;
  }

  /** @param {unknown} files addresses of this server's files, in the order in which they are needed */
  want(files) {
    if (!Array.isArray(files)) return;
    this.wanted = files.filter((file) => isOwn(file) && !this.known.has(file));
    if (!this.isBusy) this.work();
  }

  /** @private */
  async work() {
    this.isBusy = true;
    for (let file = this.wanted.shift(); file !== undefined; file = this.wanted.shift()) {
      this.known.add(file);
      for (const oldest of this.known) {
        if (this.known.size <= KEPT) break;
        this.known.delete(oldest);
      }
      await read(file).catch(() => this.known.delete(/** @type {string} */ (file)));
    }
    this.isBusy = false;
  }
}

/**
 * Reads a file and discards its bytes: the browser's cache keeps them.
 * @param {string} file
 */
async function read(file) {
  // Chromium 102 has no AbortSignal.timeout.
  const control = new AbortController();
  const timer = setTimeout(() => control.abort(), PATIENCE_MILLISECONDS);
  try {
    const answer = await fetch(file, /** @type {any} */ ({ priority: "low", signal: control.signal }));
    const reader = answer.body?.getReader();
    while (reader !== undefined && !(await reader.read()).done);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {unknown} file */
function isOwn(file) {
  try {
    return typeof file === "string" && new URL(file, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

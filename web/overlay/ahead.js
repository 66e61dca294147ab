// @ts-check
/** Fetches what will soon be needed into the browser's own cache, one file after the other. */

/** So many files are remembered as fetched. */
const KEPT = 64;
/** A file that takes longer keeps the others waiting no more. */
const PATIENCE_MILLISECONDS = 10_000;

export class Ahead {
  constructor() {
    /** @private those that were fetched, the newest last */
    this.known = /** @type {Set<string>} */ (new Set());
    /** @private */
    this.wanted = /** @type {string[]} */ ([]);
    /** @private */
    this.isBusy = false;
  }

  /** @param {unknown} files addresses of this server's files, the one needed first first */
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
 * Reads a file and keeps nothing of it.
 * @param {string} file
 */
async function read(file) {
  const signal = /** @type {any} */ (AbortSignal).timeout(PATIENCE_MILLISECONDS);
  const answer = await fetch(file, /** @type {any} */ ({ priority: "low", signal }));
  const reader = answer.body?.getReader();
  while (reader !== undefined && !(await reader.read()).done);
}

/** @param {unknown} file */
function isOwn(file) {
  try {
    return typeof file === "string" && new URL(file, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

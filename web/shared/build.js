// @ts-check
/** Reloads the page when the server has another version than the one that the page was loaded from. */

const PAUSE_MILLISECONDS = 60_000;

/**
 * @typedef {object} Surroundings The browser functions that `Build` uses.
 * @property {() => string} loaded returns the build that the page was loaded from; empty if the page does not say
 * @property {() => boolean} again returns true if this load is a reload, by the page itself or by a person
 * @property {() => number} age returns the milliseconds since the page was loaded
 * @property {(action: () => void, milliseconds: number) => void} wait
 * @property {() => Promise<boolean>} reachable resolves to true if the server can serve the page now
 * @property {() => void} reload
 */

/** @type {Surroundings} */
const BROWSER = {
  loaded() {
    const meta = document.querySelector('meta[name="ovation-build"]');
    return meta?.getAttribute("content") ?? "";
  },
  again: () => navigation()?.type !== "navigate",
  age: () => performance.now(),
  wait: (action, milliseconds) => void setTimeout(action, milliseconds),
  reachable: () => fetch(location.href, { cache: "no-store" }).then(({ ok }) => ok, () => false),
  reload: () => location.reload(),
};

export class Build {
  /** @param {Surroundings} surroundings */
  constructor(surroundings = BROWSER) {
    /** @private */
    this.around = surroundings;
    /** The build of this page; empty until known. */
    this.own = surroundings.loaded();
    /** @private the build of the server */
    this.theirs = "";
    /** @private */
    this.waits = false;
  }

  /**
   * Schedules a reload if the server's build is not the page's. A page reloads at most once a minute. It
   * needs no storage for that: a page that was reloaded waits until it is a minute old.
   * @param {unknown} build
   */
  meet(build) {
    if (typeof build !== "string") return;
    if (this.own === "") this.own = build;
    this.theirs = build;
    if (build === this.own || this.waits) return;
    this.waits = true;
    const pause = this.around.again() ? PAUSE_MILLISECONDS - this.around.age() : 0;
    this.around.wait(() => this.renew(), Math.max(pause, 0));
  }

  /** @private */
  async renew() {
    const reachable = this.theirs !== this.own && await this.around.reachable();
    this.waits = false;
    // Without this check, a failed reload would put the browser's error page on air.
    if (reachable) this.around.reload();
  }
}

/** @returns {PerformanceNavigationTiming | undefined} */
function navigation() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry);
}

// @ts-check
/** Whether the page is that of the server it talks to; one of another version loads itself anew. */

const PAUSE_MILLISECONDS = 60_000;

/**
 * @typedef {object} Surroundings What the browser does and knows of the page.
 * @property {() => string} loaded the build that the page was loaded under; empty: it does not say
 * @property {() => boolean} again whether the page was loaded anew, by itself or by a person
 * @property {() => number} age milliseconds since it was loaded
 * @property {(action: () => void, milliseconds: number) => void} wait
 * @property {() => Promise<boolean>} reachable whether the page could be loaded now
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
    /** The build of this page; empty: not known yet. */
    this.own = surroundings.loaded();
    /** @private the server's */
    this.theirs = "";
    /** @private */
    this.waits = false;
  }

  /**
   * Hears of the server's build. A page loads itself anew once a minute at most, and remembers that
   * nowhere: one that was loaded anew has to be a minute old.
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
    // A page that can't be loaded would leave the browser's own page of errors on air.
    if (reachable) this.around.reload();
  }
}

/** @returns {PerformanceNavigationTiming | undefined} */
function navigation() {
  const [entry] = performance.getEntriesByType("navigation");
  return /** @type {PerformanceNavigationTiming | undefined} */ (entry);
}

// @ts-check
/** Watches if the page is visible and on air, as the browser and OBS report it. */

export class Visibility {
  /** @param {() => void} onchange */
  constructor(onchange) {
    /** True if the source is part of the program output; always true outside of OBS. */
    this.active = true;
    /** @private */
    this.shown = true;
    document.addEventListener("visibilitychange", onchange);
    if (!("obsstudio" in window)) return;
    addEventListener("obsSourceVisibleChanged", (event) => {
      this.shown = /** @type {CustomEvent} */ (event).detail.visible;
      onchange();
    });
    addEventListener("obsSourceActiveChanged", (event) => {
      this.active = /** @type {CustomEvent} */ (event).detail.active;
      onchange();
    });
  }

  get visible() {
    return this.shown && document.visibilityState === "visible";
  }
}

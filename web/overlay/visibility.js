// @ts-check
/** Whether anyone can see the page, as the browser and OBS tell. */

export class Visibility {
  /** @param {() => void} onchange */
  constructor(onchange) {
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

// @ts-check
/** Whether anyone can see the page, and whether it is on air, as the browser and OBS tell. */

export class Visibility {
  /** @param {() => void} onchange */
  constructor(onchange) {
    /** Whether the source is part of what goes on air; true outside of OBS. */
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

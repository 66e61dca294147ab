// @ts-check
/** Small moving pictures of alerts, in the look of the room, painted by the overlay's code. */

import { Pictures } from "../../overlay/paint/pictures.js";
import { lookOf } from "../looks/lookof.js";
import { Thumbnail } from "../looks/thumbnail.js";
import { alertScene } from "./scene.js";

/** @typedef {import("./rules.js").Rule} Rule */

export class Previews {
  /** @param {import("../store.js").Store} store */
  constructor(store) {
    /** @private */
    this.store = store;
    /** @private @type {Set<AlertPreview>} */
    this.all = new Set();
    /** @private */
    this.pictures = new Pictures(() => this.repaint());
    /** @private paints a preview when it scrolls into sight, because a room may have a hundred rules */
    this.observer = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries) {
        const preview = [...this.all].find(({ element }) => element === target);
        preview?.see(isIntersecting);
      }
    });
    this.refaced = () => this.repaint();
    document.fonts.addEventListener("loadingdone", this.refaced);
  }

  /** @param {number} [scale] device pixels a point */
  make(scale) {
    const preview = new AlertPreview(this.pictures, this.store, scale, () => {
      this.all.delete(preview);
      this.observer.unobserve(preview.element);
    });
    this.all.add(preview);
    this.observer.observe(preview.element);
    return preview;
  }

  dispose() {
    document.fonts.removeEventListener("loadingdone", this.refaced);
    this.observer.disconnect();
    for (const preview of this.all) preview.stop();
  }

  /** @private */
  repaint() {
    for (const preview of this.all) preview.repaint();
  }
}

class AlertPreview {
  /**
   * @param {Pictures} pictures @param {import("../store.js").Store} store @param {number | undefined} scale
   * @param {() => void} removed
   */
  constructor(pictures, store, scale, removed) {
    /** @private */
    this.pictures = pictures;
    /** @private */
    this.store = store;
    /** @private */
    this.scale = scale;
    this.remove = removed;
    this.element = document.createElement("span");
    this.element.className = "alert-preview checks";
    this.element.setAttribute("aria-hidden", "true");
    /** @private @type {Thumbnail | null} created when it is first seen */
    this.thumbnail = null;
    /** @private @type {Rule | null} */
    this.rule = null;
    /** @private */
    this.isSeen = false;
    /** @private what is painted */
    this.told = "";
    for (const type of ["pointerenter", "focusin"]) this.element.addEventListener(type, () => this.play());
  }

  /** @param {Rule} rule */
  show(rule) {
    this.rule = rule;
    this.paint();
  }

  /** @param {boolean} isSeen */
  see(isSeen) {
    this.isSeen = isSeen;
    this.paint();
  }

  /** @param {boolean} [isAsked] true if the person asked for this movement */
  play(isAsked = false) {
    this.thumbnail?.stop();
    this.thumbnail?.play(isAsked);
  }

  stop() {
    this.thumbnail?.stop();
  }

  repaint() {
    this.thumbnail?.repaint();
  }

  /** @private */
  paint() {
    const { config } = this.store.state;
    if (!this.isSeen || this.rule === null || config === null) return;
    const { look = {}, tiers, sources, catalogue } = config;
    const text = JSON.stringify([this.rule, look, tiers, sources?.currency, catalogue]);
    if (text === this.told) return;
    this.told = text;
    const scene = alertScene(this.rule, config, this.scale);
    if (this.thumbnail === null) {
      this.thumbnail = new Thumbnail(this.pictures, scene);
      this.element.append(this.thumbnail.canvas);
    } else this.thumbnail.set(scene);
    const own = Object.fromEntries(Object.entries(look.css ?? {}).filter(([, value]) => value !== null));
    const family = typeof look.font === "string" && !look.font.startsWith("/") ? CSS.escape(look.font) : "";
    this.thumbnail.show(lookOf(look.theme, own, family), look.words ?? {});
  }
}

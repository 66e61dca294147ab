// @ts-check
/** A film (WebM): a video that is kept at the room's time. Its own sound is never heard. */

/** @typedef {import("./media.js").Shown} Shown */

/** So far off, in seconds, it jumps; less is made up for by going a little faster or slower. */
const JUMP = 0.25;
/** By how much of itself the speed changes for each second that it is off, and at the most. */
const PULL = 1;
const MOST = 0.15;
/** Less than this is not mended. */
const SLACK = 0.01;
/** How fast it goes to make up for what it can't jump over. */
const HASTE = 4;

export class Film {
  /** @param {string} address @param {() => void} onchange called when there is another picture */
  constructor(address, onchange) {
    /** @private */
    this.video = document.createElement("video");
    /** @private where it ought to be, in seconds, and when that was said */
    this.wanted = { seconds: 0, at: performance.now() };
    /** @private whether a picture has come that has not been drawn */
    this.isFresh = false;
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.preload = "auto";
    this.video.onloadeddata = this.video.onseeked = () => this.come(onchange);
    this.video.src = address;
    this.follow(onchange);
  }

  /** @param {number} seconds @returns {Shown | null} */
  at(seconds) {
    this.wanted = { seconds, at: performance.now() };
    this.isFresh = false;
    this.steer();
    const { video } = this;
    if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return null;
    return { picture: video, width: video.videoWidth, height: video.videoHeight };
  }

  isDue() {
    return this.isFresh;
  }

  /** It says itself when there is another picture. */
  isPlaying() {
    return false;
  }

  close() {
    this.video.onloadeddata = this.video.onseeked = null;
    this.video.pause();
    this.video.removeAttribute("src");
    this.video.load();
  }

  /** @private @param {() => void} onchange */
  come(onchange) {
    this.isFresh = true;
    onchange();
  }

  /**
   * Has each new picture drawn.
   * @private @param {() => void} onchange
   */
  follow(onchange) {
    this.video.requestVideoFrameCallback?.(() => {
      if (!this.video.hasAttribute("src")) return;
      this.come(onchange);
      this.follow(onchange);
    });
  }

  /**
   * A file that its server only gives as a whole can't be jumped in.
   * @private @param {number} seconds
   */
  canJump(seconds) {
    const { seekable } = this.video;
    return seekable.length > 0 && seekable.end(seekable.length - 1) >= seconds;
  }

  /** Brings it to where it ought to be. @private */
  steer() {
    const { video } = this;
    if (video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return;
    const now = this.wanted.seconds + (performance.now() - this.wanted.at) / 1000;
    const end = Number.isFinite(video.duration) ? video.duration : Infinity;
    if (now >= end) {
      // Its last picture stays.
      if (!video.ended && video.currentTime < end - JUMP) video.currentTime = end;
      return;
    }
    const off = now - video.currentTime;
    if (Math.abs(off) > JUMP && !this.canJump(now)) {
      video.playbackRate = off > 0 ? HASTE : 1 / HASTE;
    } else if (Math.abs(off) > JUMP) {
      video.currentTime = now;
      video.playbackRate = 1;
    } else {
      const pull = Math.abs(off) < SLACK ? 0 : off * PULL;
      video.playbackRate = 1 + Math.max(-MOST, Math.min(MOST, pull));
    }
    // A page that is not to be seen may not be allowed to; the next picture asks again.
    if (video.paused) video.play().catch(() => {});
  }
}

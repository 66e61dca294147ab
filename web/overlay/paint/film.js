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
/** The server takes no larger films. It can't see the size of every frame of VP9. */
const MAX_PIXELS = 4096 * 2304;

export class Film {
  /** @param {string} address @param {() => void} onchange called when there is another picture */
  constructor(address, onchange) {
    /** @private */
    this.video = document.createElement("video");
    /** @private where it ought to be, in seconds, and when that was said */
    this.wanted = { seconds: 0, at: performance.now() };
    /**
     * The newest picture, as it was taken from the video: of one that is drawn itself the browser keeps
     * every picture, up to half a gigabyte in all.
     * @private @type {(Shown & {picture: ImageBitmap}) | null}
     */
    this.page = null;
    /** @private whether a picture has come that has not been drawn */
    this.isFresh = false;
    /** @private whether one is being taken, and whether another one has come since */
    this.isBusy = false;
    this.isBehind = false;
    /** @private */
    this.isClosed = false;
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.preload = "auto";
    this.video.onloadeddata = this.video.onseeked = () => this.come(onchange);
    this.video.onresize = () => {
      if (this.video.videoWidth * this.video.videoHeight > MAX_PIXELS) this.close();
    };
    this.video.src = address;
    this.follow(onchange);
  }

  /** @param {number} seconds @returns {Shown | null} */
  at(seconds) {
    this.wanted = { seconds, at: performance.now() };
    this.isFresh = false;
    this.steer();
    return this.page;
  }

  isDue() {
    return this.isFresh;
  }

  /** It says itself when there is another picture. */
  isPlaying() {
    return false;
  }

  close() {
    this.isClosed = true;
    this.page?.picture.close();
    this.page = null;
    this.video.onloadeddata = this.video.onseeked = this.video.onresize = null;
    this.video.pause();
    this.video.removeAttribute("src");
    this.video.load();
  }

  /**
   * Takes the picture that the video has, unless it is on its way to another place.
   * @private @param {() => void} onchange
   */
  async come(onchange) {
    this.steer();
    this.isBehind = this.isBusy;
    if (this.isBusy || this.video.seeking) return;
    this.isBusy = true;
    const picture = await taken(this.video).catch(() => null);
    this.isBusy = false;
    if (this.isClosed) return picture?.close();
    if (this.isBehind) this.come(onchange);
    if (picture === null) return;
    this.page?.picture.close();
    // The size it is to be seen at: its pixels may not be square.
    const { videoWidth, videoHeight } = this.video;
    this.page = { picture, width: videoWidth || picture.width, height: videoHeight || picture.height };
    this.isFresh = true;
    onchange();
  }

  /**
   * Has each new picture drawn.
   * @private @param {() => void} onchange
   */
  follow(onchange) {
    const { video } = this;
    const next = () => {
      if (this.isClosed) return;
      this.come(onchange);
      this.follow(onchange);
    };
    if ("requestVideoFrameCallback" in video) return void video.requestVideoFrameCallback(next);
    // An older browser does not tell of new pictures: while it plays, each refresh may bring one.
    if (video.paused || video.ended) return video.addEventListener("playing", next, { once: true });
    requestAnimationFrame(next);
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

/**
 * The picture that a video has now, copied where the browser lets it be: what it decodes for a drawing of its
 * own it keeps.
 * @param {HTMLVideoElement} video @returns {Promise<ImageBitmap>}
 */
async function taken(video) {
  const frame = "VideoFrame" in window ? new (/** @type {any} */ (window).VideoFrame)(video) : null;
  try {
    const { width, height } = frame?.visibleRect ?? { width: 0, height: 0 };
    const form = { format: "RGBA", colorSpace: "srgb" };
    // A picture that only the graphics card has, or an older browser.
    if (!frame?.format || frame.allocationSize(form) !== 4 * width * height) return await createImageBitmap(video);
    const data = new Uint8ClampedArray(4 * width * height);
    await frame.copyTo(data, form);
    return await createImageBitmap(new ImageData(data, width, height));
  } finally {
    frame?.close();
  }
}

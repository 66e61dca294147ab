// @ts-check
/** Plays a film (WebM or MP4) in step with the room time. Its own sound is always muted. */

/** @typedef {import("./media.js").Shown} Shown */

/** The difference in seconds beyond which the film jumps. A smaller one is corrected by a slightly changed speed. */
const JUMP = 0.25;
/** The relative change of speed per second of difference, and its limit. */
const PULL = 1;
const MOST = 0.15;
/** The difference in seconds that needs no correction. */
const SLACK = 0.01;
/** The speed that corrects a large difference in a film without seeking. */
const HASTE = 4;
/** The server accepts no larger films, but it cannot see the size of every frame of VP9. */
const MAX_PIXELS = 4096 * 2304;

export class Film {
  /** @param {string} address @param {() => void} onchange called when a new picture is ready */
  constructor(address, onchange) {
    /** @private */
    this.video = document.createElement("video");
    /** @private the wanted position in seconds, and the time in milliseconds at which it was requested */
    this.wanted = { seconds: 0, at: performance.now() };
    /**
     * The newest picture, copied from the video. If the video were drawn itself, the browser would keep every
     * decoded picture, up to half a gigabyte in total.
     * @private @type {(Shown & {picture: ImageBitmap}) | null}
     */
    this.page = null;
    /** @private true if a new picture was copied but not drawn yet */
    this.isFresh = false;
    /** @private true while a picture is being copied, and true if a newer one came meanwhile */
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

  /** Always false: the film itself reports new pictures. */
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
   * Copies the current picture of the video, unless the video is seeking.
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
    // The display size of the video can differ from the picture's, because its pixels may not be square.
    const { videoWidth, videoHeight } = this.video;
    this.page = { picture, width: videoWidth || picture.width, height: videoHeight || picture.height };
    this.isFresh = true;
    onchange();
  }

  /**
   * Copies each new picture of the video.
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
    // Older browsers do not report new pictures: during playback, each refresh may bring one.
    if (video.paused || video.ended) return video.addEventListener("playing", next, { once: true });
    requestAnimationFrame(next);
  }

  /**
   * Tells if the film can jump to a position. It cannot if its server only sends whole files.
   * @private @param {number} seconds
   */
  canJump(seconds) {
    const { seekable } = this.video;
    return seekable.length > 0 && seekable.end(seekable.length - 1) >= seconds;
  }

  /** Corrects the position of the video by a jump or by its speed. @private */
  steer() {
    const { video } = this;
    if (video.readyState < HTMLMediaElement.HAVE_METADATA || video.seeking) return;
    const now = this.wanted.seconds + (performance.now() - this.wanted.at) / 1000;
    const end = Number.isFinite(video.duration) ? video.duration : Infinity;
    if (now >= end) {
      // The last picture stays after the end.
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
    // The browser may refuse this in a hidden page; the next picture tries again.
    if (video.paused) video.play().catch(() => {});
  }
}

/**
 * Copies the current picture of a video, pixel by pixel where the browser can. A bitmap made from the video itself
 * keeps the browser's decoded picture.
 * @param {HTMLVideoElement} video @returns {Promise<ImageBitmap>}
 */
async function taken(video) {
  const frame = "VideoFrame" in window ? new (/** @type {any} */ (window).VideoFrame)(video) : null;
  try {
    const { width, height } = frame?.visibleRect ?? { width: 0, height: 0 };
    const form = { format: "RGBA", colorSpace: "srgb" };
    // An older browser, or a picture that is only in the graphics card's memory.
    if (!frame?.format || frame.allocationSize(form) !== 4 * width * height) return await createImageBitmap(video);
    const data = new Uint8ClampedArray(4 * width * height);
    await frame.copyTo(data, form);
    return await createImageBitmap(new ImageData(data, width, height));
  } finally {
    frame?.close();
  }
}

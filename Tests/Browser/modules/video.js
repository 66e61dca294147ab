// @ts-check
/** A video element in virtual time takes time to load and to seek. */

const LOAD_MILLISECONDS = 50;
const SEEK_MILLISECONDS = 60;
const PICTURE_SECONDS = 1 / 25;

/** @type {any} */ (globalThis).HTMLMediaElement = { HAVE_METADATA: 1 };

export class Video {
  /**
   * @param {import("./clock.js").VirtualClock} clock
   * @param {object} setting
   * @param {number} setting.duration in seconds
   * @param {number} [setting.speed] the browser's real speed as a share of the requested one
   * @param {boolean} [setting.canJump] whether its server gives parts of it
   * @param {boolean} [setting.tellsFrames] whether the browser tells of each new picture
   */
  constructor(clock, { duration, speed = 1, canJump = true, tellsFrames = true }) {
    this.clock = clock;
    this.duration = duration;
    this.readyState = 0;
    this.paused = true;
    this.seeking = false;
    this.videoWidth = 96;
    this.videoHeight = 54;
    this.seekable = { length: canJump ? 1 : 0, end: () => duration };
    /** @type {(() => void) | null} */
    this.onloadeddata = null;
    /** @type {(() => void) | null} */
    this.onseeked = null;
    /** @private */
    this.speed = speed;
    /** @private */
    this.rate = 1;
    /** @private the last known position and its time */
    this.mark = { seconds: 0, at: 0 };
    /** @private @type {(() => void)[]} */
    this.waiting = [];
    /** @private */
    this.told = NaN;
    if (tellsFrames) {
      this.requestVideoFrameCallback = (/** @type {() => void} */ action) => void this.waiting.push(action);
    }
  }

  set src(/** @type {string} */ _address) {
    this.clock.set(() => {
      this.readyState = 2;
      this.onloadeddata?.();
      this.refresh();
    }, LOAD_MILLISECONDS);
  }

  get currentTime() {
    const passed = this.paused || this.seeking ? 0 : (this.clock.now - this.mark.at) / 1000;
    return Math.min(this.mark.seconds + passed * this.rate * this.speed, this.duration);
  }

  set currentTime(seconds) {
    this.seeking = true;
    this.mark = { seconds, at: this.clock.now };
    this.clock.set(() => {
      this.mark.at = this.clock.now;
      this.seeking = false;
      this.onseeked?.();
    }, SEEK_MILLISECONDS);
  }

  get ended() {
    return this.currentTime >= this.duration;
  }

  get playbackRate() {
    return this.rate;
  }

  set playbackRate(rate) {
    this.mark = { seconds: this.currentTime, at: this.clock.now };
    this.rate = rate;
  }

  async play() {
    if (!this.paused) return;
    this.mark.at = this.clock.now;
    this.paused = false;
    this.playing?.();
  }

  pause() {
    this.mark = { seconds: this.currentTime, at: this.clock.now };
    this.paused = true;
  }

  /** @param {string} _name @param {() => void} action */
  addEventListener(_name, action) {
    this.playing = () => {
      this.playing = undefined;
      action();
    };
  }

  removeAttribute() {}
  load() {}

  /** Reports a new picture, at most a hundred times a second. @private */
  refresh() {
    const picture = Math.floor(this.currentTime / PICTURE_SECONDS);
    if (picture !== this.told && !this.seeking) {
      this.told = picture;
      for (const action of this.waiting.splice(0)) action();
    }
    this.clock.set(() => this.refresh(), 10);
  }
}

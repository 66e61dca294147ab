// @ts-check
/** Plays one sound at a time in the studio, and measures its level. */

/** The lowest level of the meter, in decibels relative to full scale. */
const FLOOR_DECIBELS = -60;
const SAMPLES = 1024;
/** The number of files whose bytes are kept. */
const KEPT = 16;

export class Sounding {
  constructor() {
    /** @private @type {AudioContext | null} */
    this.context = null;
    /** @private @type {AnalyserNode | null} */
    this.analyser = null;
    /** @private @type {AudioBufferSourceNode | null} */
    this.source = null;
    /** @private */
    this.samples = new Float32Array(SAMPLES);
    /** @private @type {Map<string, Promise<ArrayBuffer | null>>} the bytes of files by address, the newest last */
    this.files = new Map();
    /** The address of the sound that plays or is about to; empty if none. */
    this.address = "";
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** @param {() => void} action called when a sound begins or ends @returns {() => void} ends the subscription */
  subscribe(action) {
    this.listeners.add(action);
    return () => void this.listeners.delete(action);
  }

  /**
   * Plays a file of this server, at the volume of the room.
   * @param {string} address @param {number} volume 0 to 1
   * @returns {Promise<boolean>} false if the file could not be played
   */
  async play(address, volume) {
    this.stop();
    this.tell(address);
    const context = (this.context ??= new AudioContext());
    await context.resume();
    const buffer = await this.decode(context, address);
    if (this.address !== address) return true;
    if (buffer === null) {
      this.tell("");
      return false;
    }
    this.analyser ??= new AnalyserNode(context, { fftSize: SAMPLES });
    const gain = new GainNode(context, { gain: volume });
    const source = (this.source = new AudioBufferSourceNode(context, { buffer }));
    source.connect(gain).connect(this.analyser).connect(context.destination);
    source.onended = () => {
      gain.disconnect();
      if (this.source === source) this.stop();
    };
    source.start();
    return true;
  }

  /**
   * Fetches a file, so that it plays without delay.
   * @param {string} address of this server; empty for none
   */
  prepare(address) {
    if (address !== "") void this.fetch(address);
  }

  /** @private @param {string} address */
  fetch(address) {
    const known = this.files.get(address);
    if (known !== undefined) return known;
    const bytes = read(address);
    this.files.set(address, bytes);
    const [oldest] = this.files.keys();
    if (this.files.size > KEPT) this.files.delete(oldest);
    // A file that failed is fetched again.
    void bytes.then((result) => result === null && this.files.delete(address));
    return bytes;
  }

  /** @private @param {AudioContext} context @param {string} address */
  async decode(context, address) {
    const bytes = await this.fetch(address);
    // The decoder takes the bytes away.
    return bytes === null ? null : context.decodeAudioData(bytes.slice(0)).catch(() => null);
  }

  stop() {
    this.source?.stop();
    this.source = null;
    if (this.address !== "") this.tell("");
  }

  /** Stops the sound, and releases the audio device. */
  close() {
    this.stop();
    this.context?.close();
    this.context = null;
    this.analyser = null;
  }

  /** The current peak level in decibels: 0 is full scale, −60 and less is silence. */
  decibels() {
    if (this.source === null || this.analyser === null) return FLOOR_DECIBELS;
    this.analyser.getFloatTimeDomainData(this.samples);
    let most = 0;
    for (const sample of this.samples) most = Math.max(most, Math.abs(sample));
    return Math.max(FLOOR_DECIBELS, 20 * Math.log10(most));
  }

  /** @private @param {string} address */
  tell(address) {
    this.address = address;
    for (const action of [...this.listeners]) action();
  }
}

/** @param {string} address */
async function read(address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await answer.arrayBuffer() : null;
  } catch {
    return null;
  }
}

/**
 * Converts a level to a share of the meter: 0 is silence, 1 full scale.
 * @param {number} decibels
 */
export function shareOf(decibels) {
  return Math.min(Math.max(1 - decibels / FLOOR_DECIBELS, 0), 1);
}

// @ts-check
/** One sound at a time, to be listened to here, and how loud it is. */

/** What the meter reaches down to, in decibels below full scale. */
const FLOOR_DECIBELS = -60;
const SAMPLES = 1024;

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
    /** What sounds, or is about to; empty: nothing. */
    this.address = "";
    /** @private @type {Set<() => void>} */
    this.listeners = new Set();
  }

  /** @param {() => void} action called when something begins or ends @returns {() => void} ends it */
  subscribe(action) {
    this.listeners.add(action);
    return () => void this.listeners.delete(action);
  }

  /**
   * Plays a file of this server, as loud as the room would.
   * @param {string} address @param {number} volume from 0 to 1
   * @returns {Promise<boolean>} whether it could be played
   */
  async play(address, volume) {
    this.stop();
    this.tell(address);
    const context = (this.context ??= new AudioContext());
    await context.resume();
    const buffer = await decode(context, address);
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

  stop() {
    this.source?.stop();
    this.source = null;
    if (this.address !== "") this.tell("");
  }

  /** Stops, and lets the machine's audio go. */
  close() {
    this.stop();
    this.context?.close();
    this.context = null;
    this.analyser = null;
  }

  /** How loud it is now, in decibels of its highest sample: 0 is full scale, -60 and less silence. */
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

/** @param {AudioContext} context @param {string} address */
async function decode(context, address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/**
 * How far a level is from silence to full scale, from 0 to 1.
 * @param {number} decibels
 */
export function shareOf(decibels) {
  return Math.min(Math.max(1 - decibels / FLOOR_DECIBELS, 0), 1);
}

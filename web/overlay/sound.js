// @ts-check
/** Plays sounds if this page is the room's speaker. OBS lets a page play sound without a user gesture. */

import { limiter } from "./limiter.js";

/** @typedef {{source: AudioBufferSourceNode, weight: number, speech?: string}} Voice speech: the ID of the event that it speaks for */

/** The number of sounds that play at once. When more are due, those with the largest weights play. */
const VOICES = 8;
/**
 * The limits of the cache of decoded files, in files and in bytes. The least recently used file leaves first. All built-in
 * sounds take half of the files and 5 MiB.
 */
const KEPT = 64;
const KEPT_BYTES = 64 << 20;
/** The weight of speech, which no other sound replaces. */
const SPEECH_WEIGHT = 2;
/** The number of ended speeches that are remembered. */
const HEARD = 64;
/** Seconds after which a late sound is dropped, and the longest time that a sound is scheduled ahead. */
const LATE = 1;

export class Sound {
  /** @param {string | null} choice "on" or "off" overrides the server's choice of the speaker */
  constructor(choice) {
    /** @private */
    this.choice = choice;
    /** True if the server has chosen this page as the room's speaker. */
    this.isSpeaker = false;
    /** @private @type {AudioContext | null} created for the first sound */
    this.context = null;
    /** @private @type {AudioNode | null} the limiter, through which all sounds go */
    this.output = null;
    /** @private @type {Map<string, {buffer: Promise<AudioBuffer | null>, bytes: number}>} by address */
    this.files = new Map();
    /** @private @type {Voice[]} the sounds that play now, the oldest first */
    this.voices = [];
    /** The number of sounds that were started. */
    this.played = 0;
    /** @private @type {string[]} the IDs of events whose speech has been played or ended, the newest last */
    this.heard = [];
  }

  /** @private */
  get isOn() {
    return this.choice === "on" || (this.choice !== "off" && this.isSpeaker);
  }

  /**
   * Fetches and decodes files, one at a time, so that they play without delay. Only the page that is heard fetches them.
   * @param {string[]} addresses of this server's files, the most frequent first
   */
  async prepare(addresses) {
    for (const address of addresses) {
      if (!this.isOn) return;
      if (isOwn(address) && !this.files.has(address)) await this.load(this.open(), address);
    }
  }

  /** @private */
  open() {
    return (this.context ??= new AudioContext());
  }

  /**
   * Schedules a sound for the moment when the page shows its room time.
   * @param {{sound: string, volume: number, time: number, cue?: string, id?: string}} due a file of this server, 0 to 1, and
   *   room time in microseconds; a `cue` of "speech" is the speech of the event `id`
   * @param {number} shown the room time that is shown now, in milliseconds
   * @param {number} [weight] a sound replaces those of less weight
   */
  async play({ sound, volume, time, cue, id }, shown, weight = volume) {
    const speech = cue === "speech" ? id : undefined;
    if (speech !== undefined) weight = SPEECH_WEIGHT;
    if (!this.isOn || !(volume > 0) || !isOwn(sound)) return;
    const context = this.open();
    const due = context.currentTime + Math.min(Math.max(time / 1000 - shown, 0) / 1000, LATE);
    if (context.state === "suspended") context.resume().catch(() => {});
    const buffer = await this.load(context, sound);
    if (buffer === null || !this.isOn || context.currentTime > due + LATE) return;
    // A server that crashed repeats the last moments of room time, perhaps with the cue of a speech that was played.
    if (speech !== undefined && this.heard.includes(speech)) return;
    if (!this.hasRoom(weight)) return;
    if (speech !== undefined) this.remember(speech);
    const gain = new GainNode(context, { gain: Math.min(volume, 1) });
    const source = new AudioBufferSourceNode(context, { buffer });
    source.connect(gain).connect(this.output ??= limiter(context));
    const voice = { source, weight, speech };
    source.onended = () => this.end(voice);
    source.start(due);
    this.voices.push(voice);
    this.played++;
  }

  /**
   * Ends the speech of an event, or prevents it if its file is still loading.
   * @param {unknown} id
   */
  hush(id) {
    if (typeof id !== "string") return;
    this.remember(id);
    for (const voice of this.voices.filter(({ speech }) => speech === id)) {
      voice.source.stop();
      this.end(voice);
    }
  }

  /** @private @param {string} event the ID of an event whose speech must not be played from now on */
  remember(event) {
    this.heard = [...this.heard.slice(1 - HEARD), event];
  }

  /**
   * Makes room for a sound: stops the oldest sound of the least weight. Returns false if all have more weight.
   * @private @param {number} weight
   */
  hasRoom(weight) {
    if (this.voices.length < VOICES) return true;
    const least = Math.min(...this.voices.map((voice) => voice.weight));
    if (weight < least) return false;
    const voice = this.voices.find((one) => one.weight === least);
    if (voice !== undefined) {
      voice.source.stop();
      this.end(voice);
    }
    return true;
  }

  /** @private @param {Voice} voice */
  end(voice) {
    voice.source.disconnect();
    this.voices = this.voices.filter((other) => other !== voice);
  }

  /**
   * Returns the decoded file; null if it cannot be loaded or decoded.
   * @private @param {AudioContext} context @param {string} address
   */
  load(context, address) {
    const known = this.files.get(address) ?? { buffer: read(context, address), bytes: 0 };
    this.files.delete(address);
    this.files.set(address, known);
    known.buffer.then((buffer) => {
      // A failed file is not cached, so that the next cue tries again.
      if (buffer === null) this.files.delete(address);
      else known.bytes = 4 * buffer.length * buffer.numberOfChannels;
      this.makeRoom();
    });
    return known.buffer;
  }

  /** @private */
  makeRoom() {
    let bytes = 0;
    for (const file of this.files.values()) bytes += file.bytes;
    for (const [address, file] of this.files) {
      if (this.files.size <= KEPT && bytes <= KEPT_BYTES) return;
      bytes -= file.bytes;
      this.files.delete(address);
    }
  }
}

/** @param {AudioContext} context @param {string} address */
async function read(context, address) {
  try {
    const answer = await fetch(address);
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** @param {string} address */
function isOwn(address) {
  try {
    return new URL(address, location.href).origin === location.origin;
  } catch {
    return false;
  }
}

// @ts-check
/** The page starts, mixes and drops sounds; in virtual time. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { VirtualClock } from "./clock.js";
import { Sound } from "../web/overlay/sound.js";

const global = /** @type {any} */ (globalThis);
/** @type {VirtualClock} */
let clock;
/** The file that the server has. */
let file = { milliseconds: 20, ok: true, length: 48_000 };
/** @type {string[]} */
let fetched = [];
/** The sounds that the page has started. @type {any[]} */
let started = [];

beforeEach(() => {
  clock = new VirtualClock().install();
  file = { milliseconds: 20, ok: true, length: 48_000 };
  [fetched, started] = [[], []];
  global.location = new URL("http://localhost:8080/overlay/main");
  global.fetch = async (/** @type {string} */ address) => {
    fetched.push(address);
    await new Promise((resolve) => clock.set(() => resolve(null), file.milliseconds));
    return { ok: file.ok, arrayBuffer: async () => new ArrayBuffer(0) };
  };
  class Node {
    /** @param {any} _context @param {any} settings */
    constructor(_context, settings) {
      Object.assign(this, settings);
    }

    connect(/** @type {any} */ target) {
      this.target = target;
      return target;
    }

    disconnect() {
      this.isOff = true;
    }

    start(/** @type {number} */ at) {
      this.at = at;
      started.push(this);
    }

    stop() {
      this.isOff = true;
    }
  }
  for (const kind of ["GainNode", "AudioBufferSourceNode", "DynamicsCompressorNode", "WaveShaperNode"]) global[kind] = Node;
  global.AudioContext = class {
    state = "running";
    destination = {};

    get currentTime() {
      return clock.now / 1000;
    }

    async decodeAudioData() {
      return { length: file.length, numberOfChannels: 1 };
    }
  };
});

const cue = (/** @type {object} */ more) =>
  /** @type {any} */ ({ type: "cue", sound: "/assets/a.mp3", volume: 1, time: 0, ...more });

/** The volumes of the audible sounds, oldest first. */
const heard = () => started.filter(({ isOff }) => !isOff).map(({ target }) => target.gain);

async function speaker() {
  const sound = new Sound(null);
  sound.isSpeaker = true;
  return sound;
}

test("A sound starts when its time is shown", async () => {
  const sound = await speaker();
  await clock.pass(5000);
  // The page shows 4.8 s, the sound belongs to 5 s.
  sound.play(cue({ time: 5_000_000 }), 4800);
  await clock.pass(100);
  assert.deepEqual(started.map(({ at }) => at), [5.2]);
});

test("A sound whose time has passed starts at once", async () => {
  const sound = await speaker();
  await clock.pass(5000);
  sound.play(cue({ time: 4_900_000 }), 5000);
  await clock.pass(100);
  assert.deepEqual(started.map(({ at }) => at), [5]);
});

test("A sound whose file comes more than a second late is not heard", async () => {
  const sound = await speaker();
  file.milliseconds = 990;
  sound.play(cue({}), 0);
  await clock.pass(2000);
  assert.equal(started.length, 1);
  file.milliseconds = 1010;
  sound.play(cue({ sound: "/assets/b.mp3", time: 2_000_000 }), 2000);
  await clock.pass(2000);
  assert.equal(started.length, 1);
});

test("Of more than eight sounds the loudest eight are heard, and of equals the newest", async () => {
  const sound = await speaker();
  const play = async (/** @type {number} */ volume) => {
    sound.play(cue({ volume, time: 1000 * clock.now }), clock.now);
    await clock.pass(50);
  };
  const louder = [0.34, 0.35, 0.36, 0.37];
  for (const volume of [0.31, 0.3, 0.32, 0.33, ...louder]) await play(volume);
  assert.deepEqual(heard(), [0.31, 0.3, 0.32, 0.33, ...louder]);
  await play(0.2);
  assert.deepEqual(heard(), [0.31, 0.3, 0.32, 0.33, ...louder]);
  await play(0.9);
  assert.deepEqual(heard(), [0.31, 0.32, 0.33, ...louder, 0.9]);
  await play(0.31);
  assert.deepEqual(heard(), [0.32, 0.33, ...louder, 0.9, 0.31]);
});

test("A sound without weight replaces only its like, and any cue replaces it", async () => {
  const sound = await speaker();
  const play = async (/** @type {number} */ volume, /** @type {number | undefined} */ weight) => {
    sound.play(cue({ volume, time: 1000 * clock.now }), clock.now, weight);
    await clock.pass(50);
  };
  for (const volume of [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]) await play(volume);
  await play(0.81, 0);
  await play(0.82, 0);
  await play(0.83, 0);
  assert.deepEqual(heard(), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.82, 0.83]);
  await play(0.05);
  await play(0.06);
  await play(0.84, 0);
  assert.deepEqual(heard(), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.05, 0.06]);
});

test("All sounds go through one limiter", async () => {
  const sound = await speaker();
  for (let number = 0; number < 3; number++) {
    sound.play(cue({ time: 1000 * clock.now }), clock.now);
    await clock.pass(50);
  }
  const ends = started.map((source) => source.target.target);
  assert.equal(new Set(ends).size, 1);
  assert.ok(ends[0] instanceof global.DynamicsCompressorNode && ends[0].ratio > 1);
});

test("Only the speaker is heard, unless the page's address says otherwise", async () => {
  for (const [choice, isSpeaker, count] of /** @type {[string | null, boolean, number][]} */ ([
    [null, false, 0], [null, true, 1], ["on", false, 1], ["off", true, 0],
  ])) {
    started = [];
    const sound = new Sound(choice);
    sound.isSpeaker = isSpeaker;
    sound.play(cue({}), 0);
    await clock.pass(100);
    assert.equal(started.length, count, `${choice}, ${isSpeaker}`);
  }
});

test("A page that stops being the speaker while a file loads plays nothing", async () => {
  const sound = await speaker();
  sound.play(cue({}), 0);
  sound.isSpeaker = false;
  await clock.pass(100);
  assert.equal(started.length, 0);
});

test("A sound that was prepared starts on time and needs no fetch", async () => {
  const sound = await speaker();
  sound.prepare(["/web/sounds/tick-1.wav", "/web/sounds/castle.wav", "https://elsewhere.example/a.mp3"]);
  sound.prepare(["/web/sounds/castle.wav", "/web/sounds/tick-1.wav"]);
  await clock.pass(1000);
  assert.deepEqual(fetched.toSorted(), ["/web/sounds/castle.wav", "/web/sounds/tick-1.wav"]);
  file.milliseconds = 5000;
  sound.play(cue({ sound: "/web/sounds/castle.wav", time: 1_030_000 }), 1000);
  await clock.pass(10);
  assert.deepEqual([started.map(({ at }) => at), fetched.length], [[1.03], 2]);
});

test("A page that is not heard prepares no sounds, and one that stops being heard prepares no more", async () => {
  const sound = await speaker();
  sound.prepare(["/a.wav", "/b.wav", "/c.wav"]);
  await clock.pass(30);
  sound.isSpeaker = false;
  await clock.pass(1000);
  sound.prepare(["/d.wav"]);
  await clock.pass(1000);
  assert.deepEqual(fetched, ["/a.wav", "/b.wav"]);
});

test("Sounds of other servers are not fetched", async () => {
  const sound = await speaker();
  for (const address of ["https://elsewhere.example/a.mp3", "//elsewhere.example/a.mp3", "data:audio/wav,x"]) {
    sound.play(cue({ sound: address }), 0);
  }
  await clock.pass(100);
  assert.deepEqual([fetched, started], [[], []]);
});

test("A file is fetched once for many sounds, and again after it failed", async () => {
  const sound = await speaker();
  file.ok = false;
  sound.play(cue({}), 0);
  await clock.pass(100);
  assert.equal(started.length, 0);
  file.ok = true;
  for (let number = 0; number < 3; number++) {
    sound.play(cue({ time: 1000 * clock.now }), clock.now);
    await clock.pass(100);
  }
  assert.deepEqual([fetched.length, started.length], [2, 3]);
});

test("A hush ends the speech of its event, and no other sound", async () => {
  const sound = await speaker();
  sound.play(cue({ cue: "speech", id: "a", volume: 0.5 }), 0);
  sound.play(cue({ cue: "speech", id: "b", volume: 0.6 }), 0);
  sound.play(cue({ cue: "alert", id: "a", volume: 0.7 }), 0);
  await clock.pass(100);
  sound.hush("a");
  assert.deepEqual(heard(), [0.6, 0.7]);
});

test("A hush prevents a speech whose file is still loading", async () => {
  const sound = await speaker();
  sound.play(cue({ cue: "speech", id: "a" }), 0);
  sound.hush("a");
  await clock.pass(100);
  assert.deepEqual(heard(), []);
});

test("No other sound takes the place of a speech", async () => {
  const sound = await speaker();
  sound.play(cue({ cue: "speech", id: "a", volume: 0.1 }), 0);
  for (let count = 0; count < 9; count++) sound.play(cue({ volume: 1 }), 0);
  await clock.pass(100);
  assert.equal(heard().length, 8);
  assert.equal(heard().includes(0.1), true);
});

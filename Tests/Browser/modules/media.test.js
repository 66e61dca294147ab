// @ts-check
/** A page shows each picture of an animation or film at the room's time; in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser } from "./browser.js";
import { Room } from "./room.js";
import { Video } from "./video.js";

const COUNT = 8;
const SECOND = 1000;
/** The browser's time to decode a picture. */
const DECODE_MILLISECONDS = 30;
/** A picture may be late by its decoding, a refresh, and what a page shows behind the room's time. */
const LATE_MILLISECONDS = 100;
/** The effect's start, in milliseconds of the room's time. */
const START = 0;

const big = (/** @type {number} */ value, length = 4) =>
  Array.from({ length }, (_, place) => (value >>> (8 * (length - 1 - place))) & 0xff);
const little = (/** @type {number} */ value, length = 4) => big(value, length).reverse();
const ascii = (/** @type {string} */ text) => [...text].map((letter) => letter.charCodeAt(0));
const each = (/** @type {(place: number) => number[]} */ make) =>
  Array.from({ length: COUNT }, (_, place) => make(place)).flat();

/** A GIF of one pixel whose red is the picture's number; a second each. @param {number | null} more runs */
function gif(more) {
  const colors = Array.from({ length: 8 }, (_, place) => [place, 0, 0]).flat();
  const loop = more === null ? [] : [0x21, 0xff, 11, ...ascii("NETSCAPE2.0"), 3, 1, ...little(more, 2), 0];
  const picture = (/** @type {number} */ place) => {
    // Codes of four bits: clear (8), the pixel, end (9).
    const packed = 8 | (place << 4) | (9 << 8);
    return [0x21, 0xf9, 4, 0, ...little(100, 2), 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 3, 2, packed & 0xff, packed >> 8, 0];
  };
  return [...ascii("GIF89a"), 1, 0, 1, 0, 0x82, 0, 0, ...colors, ...loop, ...each(picture), 0x3b];
}

/** The chunks of an APNG that give its pictures' times. @param {number | null} more runs */
function png(more) {
  const chunk = (/** @type {string} */ name, /** @type {number[]} */ body) =>
    [...big(body.length), ...ascii(name), ...body, 0, 0, 0, 0];
  const times = each(() => chunk("fcTL", [...new Array(20).fill(0), ...big(1, 2), ...big(1, 2), 0, 0]));
  return [0x89, ...ascii("PNG\r\n\x1a\n"), ...chunk("acTL", [...big(COUNT), ...big(more === null ? 1 : more)]), ...times];
}

/**
 * The chunks of an animated WebP that give its pictures' times, after a color profile of odd length.
 * @param {number | null} more runs
 */
function webp(more) {
  // RIFF pads each chunk to an even length.
  const chunk = (/** @type {string} */ name, /** @type {number[]} */ body) =>
    [...ascii(name), ...little(body.length), ...body, ...(body.length % 2 === 1 ? [0] : [])];
  const times = each(() => chunk("ANMF", [...new Array(12).fill(0), ...little(1000, 3), 0]));
  return [...ascii("RIFF"), ...little(0), ...ascii("WEBP"),
    ...chunk("ICCP", [1, 2, 3]), ...chunk("ANIM", [0, 0, 0, 0, ...little(more === null ? 1 : more, 2)]), ...times];
}

/**
 * A page of a room whose stage has an effect that began at START.
 * @param {string} name of its file @param {object} setting
 * @param {number[]} [setting.bytes] of the file
 * @param {boolean} [setting.decodes] whether the browser has a decoder of moving pictures
 * @param {number} [setting.joins] when the page is opened
 * @param {(browser: Browser) => void} [setting.prepare]
 */
async function openEffect(name, { bytes = [], decodes = true, joins = 0, prepare = () => {} }) {
  const effect = {
    id: "effect", kind: "effect", x: 0, y: 0, width: 960, height: 540, alpha: 1, src: `/assets/${name}`, start: 1000 * START,
  };
  const browser = new Browser(new Room([effect]).connect);
  const global = /** @type {any} */ (globalThis);
  const later = (/** @type {any} */ value) =>
    new Promise((resolve) => browser.clock.set(() => resolve(value), DECODE_MILLISECONDS));
  global.fetch = async () => ({ ok: true, arrayBuffer: async () => new Uint8Array(bytes).buffer });
  global.createImageBitmap = async (/** @type {any} */ { number, currentTime }) =>
    ({ number: number ?? currentTime, width: 96, height: 54, close() {} });
  global.ImageData = class {
    constructor(/** @type {number} */ width, /** @type {number} */ height) {
      this.data = new Uint8ClampedArray(4 * width * height);
    }
  };
  global.ImageDecoder = class {
    tracks = { ready: Promise.resolve() };
    decode({ frameIndex }) {
      return later({ image: { number: frameIndex, displayWidth: 96, displayHeight: 54, close() {} } });
    }
    close() {}
  };
  if (!decodes) delete global.ImageDecoder;
  prepare(browser);
  await browser.pass(joins);
  await browser.open();
  return browser;
}

/**
 * The picture on the screen after each refresh.
 * @param {Browser} browser @param {number} milliseconds
 * @returns {Promise<{at: number, number: number}[]>} none before the first picture
 */
async function watch(browser, milliseconds) {
  const seen = [];
  const end = browser.clock.now + milliseconds;
  while (browser.clock.now < end) {
    await browser.pass(1000 / 60);
    const drawing = browser.drawn.findLast(([name]) => name === "drawImage");
    if (drawing !== undefined) seen.push({ at: browser.clock.now, number: drawing[1] });
  }
  return seen;
}

const playedOnce = (/** @type {number} */ at) => Math.min(Math.floor((at - START) / SECOND), COUNT - 1);
const repeated = (/** @type {number} */ at) => Math.floor((at - START) / SECOND) % COUNT;

/**
 * @param {{at: number, number: number}[]} seen
 * @param {(at: number) => number} wanted the number of the picture that belongs to a time
 */
function assertInTime(seen, wanted) {
  assert.ok(seen.length > 0, "no picture was shown");
  for (const { at, number } of seen) {
    const allowed = [wanted(Math.max(at - LATE_MILLISECONDS, START)), wanted(at)];
    assert.ok(allowed.includes(number), `picture ${number} at ${at} ms, instead of ${allowed}`);
  }
}

const FORMS = [
  ["a GIF", "e.gif", gif, true], ["an APNG", "e.png", png, true], ["an animated WebP", "e.webp", webp, true],
  ["a GIF in a browser without a decoder", "e.gif", gif, false],
];
for (const [what, name, make, decodes] of /** @type {any[]} */ (FORMS)) {
  test(`Each picture of ${what} is shown in its second, and the last one stays`, async () => {
    const browser = await openEffect(name, { bytes: make(null), decodes });
    const seen = await watch(browser, 10_000);
    assertInTime(seen, playedOnce);
    assert.deepEqual([...new Set(seen.map(({ number }) => number))], [0, 1, 2, 3, 4, 5, 6, 7]);
    const { frames } = browser;
    await browser.pass(10_000);
    assert.equal(browser.frames, frames, "the page goes on refreshing though nothing changes any more");
  });

  test(`A page that joins in the middle of ${what} shows the middle`, async () => {
    const browser = await openEffect(name, { bytes: make(null), decodes, joins: 3200 });
    const seen = await watch(browser, 2500);
    assert.equal(seen[0].number, 3);
    assertInTime(seen, playedOnce);
  });

  test(`The pictures of ${what} that repeats without end begin again`, async () => {
    const browser = await openEffect(name, { bytes: make(0), decodes, joins: 100_000 });
    assertInTime(await watch(browser, 20_000), repeated);
  });
}

test("A moving picture that can't be read shows nothing, and the page goes on", async () => {
  for (const bytes of [[], [1, 2, 3], ascii("GIF89a"), gif(null).slice(0, 30)]) {
    const browser = await openEffect("e.gif", { bytes, decodes: false });
    assert.deepEqual(await watch(browser, 2000), []);
    assert.equal(browser.sockets.length, 1);
  }
});

/**
 * The picture's delay behind the room's time at each refresh, in milliseconds.
 * @param {{at: number, number: number}[]} seen @param {number} from
 */
function lags(seen, from) {
  const found = seen.filter(({ at }) => at >= from).map(({ at, number }) => at - START - 1000 * number);
  assert.ok(found.length > 0, "no picture was shown");
  return found;
}

/** @param {object} video settings @param {number} joins */
function openFilm(video, joins) {
  return openEffect("e.webm", { joins, prepare: (browser) => {
    browser.elements.video = () => new Video(browser.clock, video);
  } });
}

// A film may be two frames of the page off. A picture of it lasts 40 ms and is told within 10 ms; then it waits for
// a refresh, and the page shows the room's time a frame and 4 ms late.
const MOST_AHEAD = 34;
const MOST_BEHIND = MOST_AHEAD + 40 + 10 + 17 + 17 + 4;

for (const speed of [0.995, 1, 1.005]) {
  test(`A film that the browser plays at ${speed} times its speed keeps to the room's time`, async () => {
    const browser = await openFilm({ duration: 60, speed }, 3200);
    for (const lag of lags(await watch(browser, 50_000), 3200 + 1000)) {
      assert.ok(lag >= -MOST_AHEAD && lag <= MOST_BEHIND, `${lag} ms`);
    }
  });
}

test("A page that joins in the middle of a film shows the middle at once", async () => {
  const browser = await openFilm({ duration: 60 }, 30_000);
  const seen = await watch(browser, 2000);
  assert.ok(lags(seen, 0).every((lag) => lag < 400 && lag > -MOST_AHEAD), `${lags(seen, 0)}`);
});

test("A film in which the browser can't jump catches up at four times its speed", async () => {
  const browser = await openFilm({ duration: 60, canJump: false }, 3000);
  const seen = await watch(browser, 5000);
  assert.ok(lags(seen, 0)[0] > 2500);
  // It has 3 s to make up for and gains 3 s each second.
  for (const lag of lags(seen, 3000 + 1500)) assert.ok(Math.abs(lag) < 350, `${lag} ms`);
});

test("A film whose pictures grow beyond 4096 × 2304 is closed, and smaller ones are not", async () => {
  const made = /** @type {any[]} */ ([]);
  const browser = await openEffect("e.webm", { joins: 3200, prepare: (browser) => {
    browser.elements.video = () => {
      made.push(new Video(browser.clock, { duration: 60 }));
      return made[0];
    };
  } });
  await watch(browser, 1000);
  const [video] = made;
  let closed = 0;
  video.load = () => closed++;
  for (const [width, height, isClosed] of [[4096, 2304, false], [4096, 2305, true]]) {
    [video.videoWidth, video.videoHeight] = [width, height];
    video.onresize();
    assert.equal(closed === 1 && video.paused, isClosed);
  }
});

test("A film without news of its pictures keeps to the room's time", async () => {
  const browser = await openFilm({ duration: 60, tellsFrames: false }, 3200);
  for (const lag of lags(await watch(browser, 10_000), 4200)) {
    assert.ok(lag >= -MOST_AHEAD && lag <= MOST_BEHIND, `${lag} ms`);
  }
});

test("The last picture of a film stays", async () => {
  const browser = await openFilm({ duration: 8 }, 5000);
  const seen = await watch(browser, 10_000);
  assert.ok(seen[seen.length - 1].number > 7.9);
  const late = await openFilm({ duration: 8 }, 20_000);
  const shown = await watch(late, 2000);
  assert.ok(shown[shown.length - 1].number > 7.7, `${shown[shown.length - 1].number}`);
});

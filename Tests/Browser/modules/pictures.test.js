// @ts-check
/** The page fetches, retries and keeps pictures within limits; in virtual time. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { VirtualClock } from "./clock.js";
import { mayFetch, Pictures } from "../web/overlay/paint/pictures.js";

const ADDRESSES = JSON.parse(readFileSync(new URL("addresses.json", import.meta.url), "utf8"));

/**
 * The beginning of a PNG of a size.
 * @param {{width: number, height: number}} size
 */
function png({ width, height }) {
  const bytes = new DataView(new ArrayBuffer(33));
  bytes.setUint32(0, 0x89504e47);
  bytes.setUint32(12, 0x49484452);
  bytes.setUint32(16, width);
  bytes.setUint32(20, height);
  return new Uint8Array(bytes.buffer);
}

/**
 * A browser whose pictures load in 10 ms.
 * @param {(address: string) => {width: number, height: number} | null} sizeOf of a picture; null: it fails
 */
function install(sizeOf) {
  const global = /** @type {any} */ (globalThis);
  const browser = { clock: new VirtualClock().install(), /** @type {string[]} */ fetched: [], closed: 0 };
  global.location = new URL("http://localhost:8080/overlay/main");
  global.Image = class {
    src = "";

    async decode() {
      browser.fetched.push(this.src);
      await new Promise((resolve) => browser.clock.set(() => resolve(null), 10));
      const size = sizeOf(this.src);
      if (size === null) throw new Error("no picture");
      this.naturalWidth = size.width;
      this.naturalHeight = size.height;
    }
  };
  global.fetch = async (/** @type {string} */ address) => {
    browser.fetched.push(address);
    await new Promise((resolve) => browser.clock.set(() => resolve(null), 10));
    const size = sizeOf(address);
    if (size === null) throw new TypeError("Failed to fetch");
    const parts = [png(size).subarray(0, 20), png(size).subarray(20)];
    const read = async () => ({ done: parts.length === 0, value: parts.shift() });
    return { ok: true, url: address, body: { getReader: () => ({ read }) } };
  };
  global.createImageBitmap = async (/** @type {Blob} */ blob) => {
    const view = new DataView(await blob.arrayBuffer());
    return { width: view.getUint32(16), height: view.getUint32(20), close: () => browser.closed++ };
  };
  return browser;
}

for (const { address, hosts, isFetched } of ADDRESSES) {
  const from = hosts === null ? "any host" : JSON.stringify(hosts);
  test(`A page that may fetch from ${from} ${isFetched ? "fetches" : "does not fetch"} ${address}`, () => {
    install(() => null);
    assert.equal(mayFetch(address, hosts), isFetched);
  });
}

test("A picture that failed is fetched again after a minute, and not before", async () => {
  const { clock, fetched } = install(() => null);
  const pictures = new Pictures(() => {});
  for (let second = 0; second < 59; second++) {
    assert.equal(pictures.get("/a.png"), null);
    await clock.pass(1000);
  }
  assert.equal(fetched.length, 1);
  await clock.pass(2000);
  pictures.get("/a.png");
  assert.equal(fetched.length, 2);
});

test("A picture that may not be fetched is never tried again", async () => {
  const { clock, fetched } = install(() => null);
  const pictures = new Pictures(() => {});
  for (let minute = 0; minute < 10; minute++) {
    assert.equal(pictures.get("https://x.org/a.svg"), null);
    await clock.pass(60_000);
  }
  assert.deepEqual(fetched, []);
});

/** Loads pictures one after the other, and returns which of them the page keeps. */
async function kept(/** @type {string[]} */ addresses, /** @type {number} */ limitBytes) {
  const sizes = /** @type {any} */ ({ "/large.png": { width: 100, height: 151 } });
  const { clock } = install((address) => sizes[address] ?? { width: 100, height: 50 });
  const pictures = new Pictures(() => {}, 128, limitBytes);
  for (const address of addresses) {
    pictures.get(address);
    await clock.pass(20);
  }
  return addresses.map((address) => pictures.get(address) !== null);
}

test("Decoded pictures take no more memory than they may", async () => {
  const small = ["/red.png", "/green.png", "/blue.png"];
  assert.deepEqual(await kept(small, 3 * 4 * 100 * 50), [true, true, true]);
  assert.deepEqual(await kept(small, 2 * 4 * 100 * 50), [false, true, true]);
});

test("A picture that is larger than all may be takes no other's place", async () => {
  const addresses = ["/red.png", "/green.png", "/blue.png", "/large.png"];
  assert.deepEqual(await kept(addresses, 3 * 4 * 100 * 50), [true, true, true, false]);
});

test("A page that is told other hosts forgets the pictures it has", async () => {
  const { clock, fetched } = install(() => ({ width: 10, height: 10 }));
  const pictures = new Pictures(() => {});
  pictures.get("https://x.org/a.png");
  await clock.pass(20);
  assert.notEqual(pictures.get("https://x.org/a.png"), null);
  pictures.allow([]);
  assert.equal(pictures.get("https://x.org/a.png"), null);
  await clock.pass(20);
  assert.equal(pictures.get("https://x.org/a.png"), null);
  assert.equal(fetched.length, 1);
});

test("A picture from elsewhere is drawn if it has at most 8,192 pixels a side and 2²⁵ in all", async () => {
  for (const [width, height, isDrawn] of [[8192, 4096, true], [8193, 1, false], [8192, 4097, false]]) {
    const { clock } = install(() => ({ width: Number(width), height: Number(height) }));
    const pictures = new Pictures(() => {});
    pictures.get("https://x.org/a");
    await clock.pass(20);
    assert.equal(pictures.get("https://x.org/a") !== null, isDrawn, `${width} × ${height}`);
  }
});

test("A picture from elsewhere that the page lets go is freed at once", async () => {
  const browser = install(() => ({ width: 10, height: 10 }));
  const pictures = new Pictures(() => {}, 1);
  pictures.get("https://x.org/a.png");
  await browser.clock.pass(20);
  pictures.get("https://x.org/b.png");
  assert.equal(browser.closed, 1);
  // It is still loading when it has to go.
  pictures.allow(null);
  await browser.clock.pass(20);
  assert.equal(browser.closed, 2);
});

test("An SVG that was uploaded is not fetched; those that come with the server are", () => {
  install(() => null);
  assert.equal(mayFetch("/assets/0.svg", null), false);
  assert.equal(mayFetch("/x/..//assets/0.%53vg?a", null), true);
  assert.equal(mayFetch("/x/../assets/0.%53vg?a", null), false);
  assert.equal(mayFetch("/assets/0.png", null), true);
  assert.equal(mayFetch("/web/gifts/rose.svg", null), true);
});

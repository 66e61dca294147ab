// @ts-check
/** The page fetches, retries and keeps pictures within limits; in virtual time. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { VirtualClock } from "./clock.js";
import { mayFetch, Pictures } from "../web/overlay/paint/pictures.js";

const ADDRESSES = JSON.parse(readFileSync(new URL("addresses.json", import.meta.url), "utf8"));

/**
 * A browser whose pictures load in 10 ms.
 * @param {(address: string) => {width: number, height: number} | null} sizeOf of a picture; null: it fails
 */
function install(sizeOf) {
  const global = /** @type {any} */ (globalThis);
  const browser = { clock: new VirtualClock().install(), /** @type {string[]} */ fetched: [] };
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

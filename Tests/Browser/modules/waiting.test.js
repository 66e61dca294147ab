// @ts-check
/** The local file for OBS that waits for the server (deploy/overlay.html), in virtual time. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import vm from "node:vm";

import { VirtualClock } from "./clock.js";

const PAGE = readFileSync(new URL("../deploy/overlay.html", import.meta.url), "utf8");
const ADDRESS = "http://localhost:8080/overlay/main";

/** The file, open in a browser, where a style sheet loads if the server is there. @param {string} fragment */
function openFile(fragment = "") {
  const clock = new VirtualClock().install();
  const file = {
    clock, isServed: false,
    /** @type {string[]} */
    tries: [],
    /** @type {string[]} */
    places: [],
    links: 0,
  };
  const [, script] = /** @type {RegExpExecArray} */ (/<script>(.*)<\/script>/s.exec(PAGE));
  assert.ok(script.includes(`"${ADDRESS}"`));
  const createElement = () => ({ remove: () => file.links-- });
  const append = (/** @type {any} */ link) => {
    file.links++;
    file.tries.push(link.href);
    clock.set(() => file.isServed ? link.onload() : link.onerror(), 20);
  };
  vm.runInNewContext(script.replace(ADDRESS, ADDRESS + fragment), {
    URL, Date: { now: () => clock.now }, setTimeout: globalThis.setTimeout,
    document: { createElement, head: { append } },
    location: { replace: (/** @type {string} */ place) => file.places.push(place) },
  });
  return file;
}

test("The waiting page asks for the server every two seconds for as long as it takes", async () => {
  const file = openFile();
  await file.clock.pass(3_600_000);
  assert.ok(file.tries.length > 1700 && file.tries.length <= 1801, `${file.tries.length}`);
  assert.deepEqual(file.places, []);
  assert.ok(file.links <= 1, "links of earlier tries stay in the page");
});

test("The waiting page asks for the server's own style sheet, and never takes one from a cache", async () => {
  const file = openFile();
  await file.clock.pass(10_000);
  for (const address of file.tries) assert.match(address, /^http:\/\/localhost:8080\/web\/overlay\/style\.css\?\d+$/);
  assert.equal(new Set(file.tries).size, file.tries.length);
});

test("The waiting page becomes the overlay, with its key, within three seconds of the server's start", async () => {
  const file = openFile("#key=ov_v_x");
  await file.clock.pass(60_000);
  file.isServed = true;
  await file.clock.pass(3000);
  assert.deepEqual(file.places, [`${ADDRESS}#key=ov_v_x`]);
  const tries = file.tries.length;
  await file.clock.pass(60_000);
  assert.equal(file.tries.length, tries);
});

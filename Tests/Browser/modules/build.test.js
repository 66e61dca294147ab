// @ts-check
/** A page loads itself again after its server was updated; in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VirtualClock } from "./clock.js";
import { Build } from "../web/shared/build.js";

/**
 * A page of a build; `loads` says when it loaded itself again.
 * @param {string} loaded @param {boolean} [again] whether it was loaded again already
 */
function pageOf(loaded, again = false) {
  const clock = new VirtualClock();
  const page = { clock, loads: /** @type {number[]} */ ([]), reachable: true, build: /** @type {any} */ (null) };
  page.build = new Build({
    loaded: () => loaded,
    again: () => again,
    age: () => clock.now,
    wait: (action, milliseconds) => void clock.set(action, milliseconds),
    reachable: async () => page.reachable,
    reload: () => void page.loads.push(clock.now),
  });
  return page;
}

test("A page stays while the server's build is its own", async () => {
  const page = pageOf("1");
  page.build.meet("1");
  await page.clock.pass(200_000);
  page.build.meet("1");
  await page.clock.pass(200_000);
  assert.deepEqual(page.loads, []);
});

test("A page that meets another build loads itself again at once", async () => {
  const page = pageOf("1");
  page.build.meet("1");
  await page.clock.pass(5000);
  page.build.meet("2");
  await page.clock.pass(1000);
  assert.deepEqual(page.loads, [5000]);
});

test("A page that was loaded again waits until it is a minute old before it loads itself again", async () => {
  const page = pageOf("1", true);
  page.build.meet("2");
  await page.clock.pass(59_000);
  assert.deepEqual(page.loads, []);
  page.build.meet("2");
  await page.clock.pass(2000);
  assert.deepEqual(page.loads, [60_000]);
});

test("A page stays if its own build comes back in time", async () => {
  const page = pageOf("1", true);
  page.build.meet("2");
  await page.clock.pass(30_000);
  page.build.meet("1");
  await page.clock.pass(100_000);
  assert.deepEqual(page.loads, []);
});

test("A page that can't be loaded stays, and tries again with the next greeting", async () => {
  const page = pageOf("1");
  page.reachable = false;
  page.build.meet("2");
  await page.clock.pass(10_000);
  assert.deepEqual(page.loads, []);
  page.reachable = true;
  page.build.meet("2");
  await page.clock.pass(1000);
  assert.deepEqual(page.loads, [10_000]);
});

test("A page that does not say its build takes the first server's build as its own", async () => {
  const page = pageOf("");
  page.build.meet("1");
  await page.clock.pass(1000);
  assert.deepEqual(page.loads, []);
  page.build.meet("2");
  await page.clock.pass(1000);
  assert.deepEqual(page.loads, [1000]);
});

test("A page stays with a server that is too old to say its build", async () => {
  const page = pageOf("1");
  page.build.meet(undefined);
  await page.clock.pass(1000);
  assert.deepEqual(page.loads, []);
});

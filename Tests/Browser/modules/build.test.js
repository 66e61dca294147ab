// @ts-check
/** When a page loads itself anew. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Build } from "../web/shared/build.js";

/** A page of a build in virtual time: `loads` notes when it loads itself anew. */
function pageOf(loaded, again = false) {
  const page = {
    now: 0, loads: [], timers: [], reachable: true,
    async pass(milliseconds) {
      const end = page.now + milliseconds;
      for (;;) {
        page.timers.sort((one, other) => one.at - other.at);
        if (page.timers.length === 0 || page.timers[0].at > end) break;
        const { at, action } = page.timers.shift();
        page.now = at;
        action();
        await new Promise((resolve) => setImmediate(resolve));
      }
      page.now = end;
    },
  };
  page.build = new Build({
    loaded: () => loaded,
    again: () => again,
    age: () => page.now,
    wait: (action, milliseconds) => page.timers.push({ at: page.now + milliseconds, action }),
    reachable: async () => page.reachable,
    reload: () => page.loads.push(page.now),
  });
  return page;
}

test("A page stays while the server's build is its own", async () => {
  const page = pageOf("1");
  page.build.meet("1");
  await page.pass(200_000);
  page.build.meet("1");
  await page.pass(200_000);
  assert.deepEqual(page.loads, []);
});

test("A page that meets another build loads itself anew at once", async () => {
  const page = pageOf("1");
  page.build.meet("1");
  await page.pass(5000);
  page.build.meet("2");
  await page.pass(1000);
  assert.deepEqual(page.loads, [5000]);
});

test("A page that was loaded anew waits until it is a minute old", async () => {
  const page = pageOf("1", true);
  page.build.meet("2");
  await page.pass(59_000);
  assert.deepEqual(page.loads, []);
  page.build.meet("2");
  await page.pass(2000);
  assert.deepEqual(page.loads, [60_000]);
});

test("A server that comes back in time is stayed with", async () => {
  const page = pageOf("1", true);
  page.build.meet("2");
  await page.pass(30_000);
  page.build.meet("1");
  await page.pass(100_000);
  assert.deepEqual(page.loads, []);
});

test("A page that can't be loaded now stays, and tries again with the next hello", async () => {
  const page = pageOf("1");
  page.reachable = false;
  page.build.meet("2");
  await page.pass(10_000);
  assert.deepEqual(page.loads, []);
  page.reachable = true;
  page.build.meet("2");
  await page.pass(1000);
  assert.deepEqual(page.loads, [10_000]);
});

test("A page that does not say its build takes the first one's", async () => {
  const page = pageOf("");
  page.build.meet("1");
  await page.pass(1000);
  assert.deepEqual(page.loads, []);
  page.build.meet("2");
  await page.pass(1000);
  assert.deepEqual(page.loads, [1000]);
});

test("A server too old to tell its build is stayed with", async () => {
  const page = pageOf("1");
  page.build.meet(undefined);
  await page.pass(1000);
  assert.deepEqual(page.loads, []);
});

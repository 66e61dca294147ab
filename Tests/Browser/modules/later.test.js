// @ts-check
/** Requests that can be undone for five seconds, in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { VirtualClock } from "./clock.js";
import { Later } from "../web/studio/later.js";
import { Store } from "../web/studio/store.js";

/** @param {number} status of the server's answers */
function desk(status = 202) {
  const clock = new VirtualClock().install();
  const sent = /** @type {string[]} */ ([]);
  const last = /** @type {string[]} */ ([]);
  const told = /** @type {number[]} */ ([]);
  const store = new Store((action) => action());
  const page = new EventTarget();
  const actions = {
    ask: async (/** @type {string} */ method, /** @type {string} */ part) => (sent.push(`${method} ${part}`), { ok: status < 300, status }),
    send: (/** @type {string} */ method, /** @type {string} */ part) => void last.push(`${method} ${part}`),
    onanswer: (/** @type {{status: number}} */ answer) => void told.push(answer.status),
  };
  const later = new Later(/** @type {any} */ (actions), store, page);
  const remove = (/** @type {string} */ name) =>
    later.plan({ key: `goal/${name}`, text: name, method: "DELETE", part: `goals/${name}` });
  return { clock, sent, last, told, store, page, later, remove };
}

test("A planned request is sent once, after five seconds", async () => {
  const { clock, sent, store, remove } = desk();
  remove("lamp");
  await clock.pass(3000);
  remove("lamp");
  await clock.pass(1999);
  assert.deepEqual([sent, store.state.planned.length], [[], 1]);
  await clock.pass(1);
  assert.deepEqual([sent, store.state.planned.length], [["DELETE goals/lamp"], 0]);
  await clock.pass(60_000);
  assert.equal(sent.length, 1);
});

test("A request that was undone is never sent", async () => {
  const { clock, sent, last, store, page, later, remove } = desk();
  remove("lamp");
  assert.equal(later.undo("goal/lamp"), true);
  assert.equal(later.undo("goal/lamp"), false);
  await clock.pass(60_000);
  page.dispatchEvent(new Event("pagehide"));
  assert.deepEqual([sent, last, store.state.planned], [[], [], []]);
});

test("The end of a countdown is told before the request, and again after its answer", async () => {
  const { clock, sent, later, remove } = desk();
  const told = /** @type {string[]} */ ([]);
  later.onexpired = (key) => (told.push(`${key} with ${sent.length} sent`), () => void told.push(`answered with ${sent.length} sent`));
  remove("lamp");
  remove("camera");
  later.send("goal/camera");
  await clock.pass(5000);
  assert.deepEqual(told, ["goal/lamp with 1 sent", "answered with 2 sent"]);
});

test("Undo without a name takes the newest request", async () => {
  const { clock, sent, later, remove } = desk();
  remove("lamp");
  remove("camera");
  assert.equal(later.undo(), true);
  await clock.pass(5000);
  assert.deepEqual(sent, ["DELETE goals/lamp"]);
  assert.equal(later.undo(), false);
});

test("A page that is left sends what it has planned, in order and once", async () => {
  const { clock, sent, last, page, remove } = desk();
  remove("lamp");
  remove("camera");
  page.dispatchEvent(new Event("pagehide"));
  page.dispatchEvent(new Event("pagehide"));
  await clock.pass(60_000);
  assert.deepEqual([sent, last], [[], ["DELETE goals/lamp", "DELETE goals/camera"]]);
});

for (const [status, wanted] of /** @type {[number, number[]][]} */ ([[202, [202]], [0, [0]], [403, [403]], [404, []]])) {
  test(`The answer ${status} is ${wanted.length > 0 ? "reported" : "what was wanted"}`, async () => {
    const { clock, told, remove } = desk(status);
    remove("lamp");
    await clock.pass(5000);
    assert.deepEqual(told, wanted);
  });
}

// @ts-check
/** The names of the keys that caused events, read with few requests. */

import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = /** @type {any} */ ({ getItem: () => "en" });
globalThis.document = /** @type {any} */ ({ documentElement: {} });
const { Authors, isAct } = await import("../web/studio/history/authors.js");

const MIA = { id: "k1", name: "Mia", role: "moderator" };
const entry = (/** @type {any} */ by, kind = "control", more = {}) =>
  /** @type {any} */ ({ id: "e", seq: 1, kind, at: "", body: { ...(by && { by }), ...more }, fate: {} });
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** @param {any[]} answers the lists of keys, one for each request; null: no answer */
function reader(...answers) {
  const told = { requests: 0, changes: 0 };
  const actions = /** @type {any} */ ({ ask: async () => {
    const keys = answers[told.requests++];
    return keys === null ? { ok: false } : { ok: true, body: { keys } };
  } });
  return { told, authors: new Authors(actions, () => told.changes++) };
}

test("Events without a key need no request", async () => {
  const { told, authors } = reader();
  assert.equal(authors.text(entry(undefined)), "");
  assert.equal(authors.text(entry(null)), "");
  await settled();
  assert.deepEqual(told, { requests: 0, changes: 0 });
});

test("The keys of a page are read with one request, and a key that does not exist is asked for once", async () => {
  const { told, authors } = reader([MIA, { id: "k2", name: null, role: "deck" }], [MIA]);
  assert.deepEqual(["k1", "k2", "k3", "k1"].map((by) => authors.text(entry(by))), ["by k1", "by k2", "by k3", "by k1"]);
  await settled();
  assert.deepEqual(told, { requests: 1, changes: 1 });
  assert.deepEqual(["k1", "k2", "k3"].map((by) => authors.text(entry(by))), ["by Mia (moderator)", "by k2 (deck)", "by k3"]);
  await settled();
  assert.equal(told.requests, 1);
  authors.text(entry("k4"));
  await settled();
  assert.equal(told.requests, 2);
});

test("A key that comes while the keys are read is read after that", async () => {
  const { told, authors } = reader([MIA], [MIA, { id: "k2", name: "Late", role: "deck" }]);
  authors.text(entry("k1"));
  await null;
  authors.text(entry("k2"));
  await settled();
  assert.deepEqual(told, { requests: 2, changes: 2 });
  assert.equal(authors.text(entry("k2")), "by Late (deck)");
});

test("A key that was revoked meanwhile keeps its name and cannot be revoked again", async () => {
  const { authors } = reader([MIA], []);
  authors.text(entry("k1"));
  await settled();
  assert.equal(authors.revocable(entry("k1")), MIA);
  await authors.read();
  assert.equal(authors.text(entry("k1")), "by Mia (moderator, revoked)");
  assert.equal(authors.revocable(entry("k1")), null);
});

test("A request without an answer is not repeated for the same keys", async () => {
  const { told, authors } = reader(null, [MIA]);
  authors.text(entry("k1"));
  await settled();
  authors.text(entry("k1"));
  await settled();
  assert.deepEqual(told, { requests: 1, changes: 0 });
  authors.text(entry("k2"));
  await settled();
  assert.equal(authors.text(entry("k1")), "by Mia (moderator)");
});

test("Content is an act only if it approves or repeats other content", () => {
  for (const kind of ["control", "block", "config", "counter", "takeBack", "deleteGoal", "moveAlert"]) assert.ok(isAct(entry("k", kind)));
  for (const kind of ["gift", "call", "notice", "caption", "hold", "speech"]) assert.ok(!isAct(entry("k", kind)));
  assert.ok(isAct(entry("k", "gift", { approves: "x" })) && isAct(entry("k", "call", { replayOf: "x" })));
});

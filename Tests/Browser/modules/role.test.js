// @ts-check
/** The studio by the role of its key, without a page. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { entryOf } from "../web/studio/entries.js";
import { Feed } from "../web/studio/feed.js";
import { mayHaveMessage, read } from "../web/studio/overview.js";
import { lampOf } from "../web/studio/parts/lamp.js";
import { Presence } from "../web/studio/presence.js";
import { rightsOf, roleOfKey } from "../web/studio/role.js";
import { Store } from "../web/studio/store.js";

const NOW = 1_800_000_000_000;

/** An overview as the feed of a deck tells it: without viewers and sources. */
const STEERED = { time: 2_000_000, running: true, held: false, lastSeq: 4, faults: [], queue: {}, queueLength: 0 };

const lamp = (/** @type {any} */ patch = {}, /** @type {any} */ more = {}) => lampOf(
  { link: "open", hello: { build: "1" }, config: null, lostAt: null, overview: read({ ...STEERED, ...patch }, 0), ...more }, false, 0, NOW);

for (const [key, role] of [
  ["ov_d_0123456789abcdefghjkmnpqrs", "deck"], ["ov_m_0123456789abcdefghjkmnpqrs", "moderator"],
  ["ov_o_0123456789abcdefghjkmnpqrs", "owner"],
  ["ov_a_0123456789abcdefghjkmnpqrs", "admin"], [null, "owner"], ["", "owner"], ["ov_v_0123456789abcdefghjkmnpqrs", "owner"],
  ["xov_d_", "owner"], ["ov_d", "owner"],
]) {
  test(`The key ${JSON.stringify(key)} is an ${role}'s before the server answers`, () => {
    assert.equal(roleOfKey(key), role);
  });
}

test("A deck only steers; a moderator also hides messages, blocks and reads totals; an owner and an admin do everything", () => {
  assert.deepEqual([...rightsOf("deck")], ["steer"]);
  assert.deepEqual([...rightsOf("moderator")], ["steer", "messages", "block", "totals"]);
  const rights = ["steer", "messages", "block", "post", "configure", "history", "totals", "sources", "viewers", "keys", "rooms"];
  for (const role of ["owner", "admin"]) assert.deepEqual([...rightsOf(role)].sort(), [...rights].sort());
});

test("A role that this page does not know has the rights of a deck", () => {
  for (const role of ["", "someone", "constructor", "toString"]) assert.deepEqual([...rightsOf(role)], ["steer"], role);
});

test("The first paint hides the navigation for exactly the keys that open one view", () => {
  const text = readFileSync(new URL("../web/studio/boot.js", import.meta.url), "utf8");
  const single = new RegExp(/** @type {RegExpExecArray} */ (/if \(\/(.*)\/\.test\(key/.exec(text))[1]);
  for (const letter of "vthidoa") {
    const key = `ov_${letter}_0123456789abcdefghjkmnpqrs`;
    assert.equal(single.test(key), rightsOf(roleOfKey(key)).size === 1, key);
  }
});

for (const [wanted, patch, more] of [
  ["connected", {}],
  ["connected", {}, { lostAt: NOW - 5000 }],
  ["held", { held: true }],
  ["long", { queueLength: 51 }],
  ["long", { queueEnd: 123_000_000 }],
  ["connected", { queueLength: 50 }],
  ["journal", { faults: ["The journal can't be written: disk full"] }],
  ["wait", {}, { overview: null }],
  ["key", {}, { link: "key" }],
  ["gone", {}, { link: "deleted" }],
  ["none", { viewers: {} }],
]) {
  test(`The lamp without viewers is ${wanted} after the change ${JSON.stringify({ .../** @type {any} */ (patch), .../** @type {any} */ (more) })}`, () => {
    assert.equal(lamp(patch, more).state, wanted);
  });
}

test("The lamp without viewers says that the show waits while room time stands", () => {
  assert.equal(lamp().stands, false);
  assert.equal(lamp({ running: false }).stands, true);
  assert.equal(lamp().shape, "ok");
});

test("A studio that may not see viewers never says that OBS disconnected", () => {
  const kept = new Map([["ovation.obs.main", "here"]]);
  const storage = { getItem: (/** @type {string} */ name) => kept.get(name) ?? null,
    setItem: (/** @type {string} */ name, /** @type {string} */ value) => void kept.set(name, value) };
  assert.equal(new Presence("main", storage).note(read(STEERED, 0), NOW), null);
  assert.equal(kept.get("ovation.obs.main"), "here");
});

/** A feed with a store of a role, and the requests that it sends. */
function feedOf(/** @type {string} */ role) {
  const store = new Store((action) => action());
  store.set({ role });
  /** @type {string[]} */
  const asked = [];
  const ask = async (/** @type {string} */ method, /** @type {string} */ part) => {
    asked.push(`${method} ${part.replace(/\?.*/, "")}`);
    return { ok: true, status: 200, body: { events: [] } };
  };
  const feed = Object.assign(Object.create(Feed.prototype), {
    store, actions: { ask }, early: new Map(), raw: null, heard: 0, isBehind: false, pause: 1, onconfig: () => {}, onheld: () => {}, onblocklist: () => {},
    build: { meet: () => {} }, presence: { note: () => null } });
  return { feed, store, asked };
}

test("The feed of a role that may not read the history asks for no event", async () => {
  for (const [role, requests] of /** @type {[string, string[]][]} */ ([["deck", []], ["owner", ["GET events", "GET events"]]])) {
    const { feed, store, asked } = feedOf("owner");
    feed.take({ type: "hello", may: role, build: "1" });
    assert.equal(store.state.role, role);
    feed.take({ type: "overview", full: true, ...STEERED });
    await feed.recall();
    assert.deepEqual(asked, requests, role);
  }
});

test("The way of an event does not say who saw it to a role that may not see viewers", async () => {
  Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => "en" }, configurable: true });
  Object.assign(globalThis, { document: { documentElement: {} } });
  const { stepsOf } = await import("../web/studio/live/way.js");
  const entry = entryOf({
    id: "g", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "gift", gift: "Rose", outcome: "shown" });
  assert.deepEqual(stepsOf(entry).map(({ name }) => name), ["posted", "queued", "shown", "sent", "finished"]);
  assert.deepEqual(stepsOf(entry, false).map(({ name }) => name), ["posted", "queued", "shown", "finished"]);
});

test("A waiting alert has no message to hide if its rule shows none, its event has none, or it is hidden", () => {
  const alert = { event: "n", rule: "raid", title: "", position: 1, expectedAt: null };
  const entry = (/** @type {any} */ body) => entryOf({ seq: 1, at: "2026-11-21T20:14:02.100Z", ...body });
  const of = (/** @type {any[]} */ recent, /** @type {any} */ rule = {}) => mayHaveMessage(alert, {
    recent, config: { alerts: { rules: [{ name: "raid", message: true, ...rule }] } } });
  const raid = entry({ id: "n", type: "notice", kind: "raid" });
  const said = entry({ id: "n", type: "notice", kind: "raid", message: "Hi" });
  assert.equal(of([said]), true);
  assert.equal(of([raid]), false);
  assert.equal(of([said], { message: false }), false);
  assert.equal(of([entry({ id: "c", type: "control", action: "hideMessage", of: "n" }), said]), false);
  // The page has not seen the event.
  assert.equal(of([]), true);
});

// @ts-check
/** The studio's state, from recorded messages and without a page. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Actions } from "../web/studio/actions.js";
import { renewedAddress, sizeText, sourceOf } from "../web/studio/address.js";
import { entryOf, fateOf, hasEntry, lineOf, withNews } from "../web/studio/entries.js";
import { Changes } from "../web/studio/history/changes.js";
import { largeOf } from "../web/studio/live/worth.js";
import { Feed } from "../web/studio/feed.js";
import { difference, merged } from "../web/studio/merge.js";
import { Answers } from "../web/studio/missed.js";
import { isReduced, read } from "../web/studio/overview.js";
import { languageOf, OVERLAY_WORDS } from "../web/studio/overlaywords.js";
import { formatBlocked, hasEdges, parseBlocked } from "../web/studio/parts/blockedwords.js";
import { curlOf } from "../web/studio/parts/curl.js";
import { lampOf } from "../web/studio/parts/lamp.js";
import { Presence } from "../web/studio/presence.js";
import { reversalsOf } from "../web/studio/rooms/undoblocks.js";
import { Settings } from "../web/studio/settings.js";
import { Store } from "../web/studio/store.js";

const OBS = {
  role: "overlay", visible: true, active: true, fps: 60, build: "1",
  agent: "Mozilla/5.0 Chrome/127.0 OBS/31.0.1 Safari/537.36",
};

/** An overview as the feed tells it first. */
const WHOLE = {
  time: 2_000_000, running: true, held: false, lastSeq: 4, faults: [],
  channels: { 0: { state: "animating", combo: "a", sender: "Ann", gift: "Rose", count: 2, target: 3 } },
  queue: {
    c: { sender: "Chidi", gift: "Cake", count: 5, position: 2, expectedAt: 9_000_000 },
    b: { sender: "Mira", gift: "Rocket", count: 28, position: 1, expectedAt: 4_000_000 },
  },
  queueLength: 2, queueEnd: 9_000_000, ticker: {}, counters: {},
  captions: { main: { id: "x", text: "Hello" } },
  goals: { stream: { title: "A new lamp", amount: 4, target: 10, reached: false } },
  calls: { k: { name: "Yuki", slot: 0 }, m: { name: "Luz", position: 1 } },
  viewers: { 1: OBS, 2: { ...OBS, role: "preview", agent: "Chrome" } },
};

const known = (patch = {}, hello = { build: "1" }) =>
  ({ link: "open", hello, overview: read(merged(WHOLE, patch), 0) });
const NOW = 1_800_000_000_000;
const state = (patch = {}, more = {}) => lampOf({ ...known(patch), ...more }, false, 0, NOW).state;

test("An overview lists waiting gifts by position, and the nodes on the stage", () => {
  const overview = read(WHOLE, 1000);
  assert.deepEqual(overview.queue.map(({ combo, sender }) => [combo, sender]), [["b", "Mira"], ["c", "Chidi"]]);
  assert.deepEqual(overview.shown.map(({ node, title }) => [node, title]),
    [["gifts/0", "Ann"], ["call/k", "Yuki"], ["caption/main", "Hello"],
      ["goal/stream", "A new lamp"]]);
  assert.equal(overview.waitingCalls, 1);
  assert.deepEqual(overview.viewers.map(({ id }) => id), ["1"]);
});

test("Room time continues from the last message, and stops while the room is paused", () => {
  assert.equal(read(WHOLE, 1000).roomTime(1500), 2_500_000);
  assert.equal(read({ ...WHOLE, running: false }, 1000).roomTime(1500), 2_000_000);
});

test("The lamp shows the frame rate of the slowest page that reports one", () => {
  const viewers = { 1: { ...OBS, fps: 60 }, 3: { ...OBS, fps: 24 }, 4: { ...OBS, fps: undefined } };
  assert.equal(lampOf(known({ viewers }), false, 0).fps, 24);
});

test("A page that shows the room and reduces its particles is noticed, and a hidden one or a preview is not", () => {
  const reduced = (/** @type {any} */ more) => isReduced(read(merged(WHOLE, { viewers: { 1: more } }), 0).viewers);
  assert.equal(reduced({}), false);
  assert.equal(reduced({ reduction: 1 }), true);
  assert.equal(reduced({ reduction: 2, visible: false }), false);
  assert.equal(reduced({ reduction: 2, role: "preview" }), false);
  assert.equal(isReduced(null), false);
});

test("A merge patch removes, adds and merges nested keys (RFC 7396, appendix A)", () => {
  assert.deepEqual(merged({ a: "b", c: { d: 1, e: 2 } }, { a: null, c: { d: 3 }, f: [1] }), { c: { d: 3, e: 2 }, f: [1] });
  assert.deepEqual(merged({ a: "foo" }, "bar"), "bar");
  assert.deepEqual(merged({ e: null }, { a: 1 }), { e: null, a: 1 });
  assert.deepEqual(merged({}, { a: { bb: { ccc: null } } }), { a: { bb: {} } });
});

test("A difference has only the keys that changed", () => {
  assert.deepEqual(difference({ a: 1, b: { c: 2, d: 3 } }, { a: 1, b: { c: 2, d: 4 } }), { b: { d: 4 } });
  assert.equal(difference({ a: [1] }, { a: [1] }), undefined);
});

test("A difference removes the keys that are gone", () => {
  const [before, after] = [{ a: 1, b: { c: 2, d: 3 } }, { b: { c: 2 } }];
  assert.deepEqual(difference(before, after), { a: null, b: { d: null } });
  assert.deepEqual(merged(before, difference(before, after)), after);
});

for (const [wanted, patch, more] of [
  ["ok", {}],
  ["wait", {}, { overview: null }],
  ["key", {}, { link: "key" }],
  ["journal", { faults: ["The journal can't be written: disk full"] }],
  ["ok", { faults: ["the frame clock is late: 20 % of ticks were missed"] }],
  ["none", { viewers: { 1: null } }],
  ["wait", { viewers: { 1: null } }, { lostAt: NOW - 1000 }],
  ["lost", { viewers: { 1: null } }, { lostAt: NOW - 5000 }],
  ["lost", { viewers: { 1: { agent: "Chrome" } } }, { lostAt: NOW - 5000 }],
  ["ok", {}, { lostAt: NOW - 5000 }],
  ["size", { viewers: { 1: { width: 800, height: 600 } } }],
  ["ok", { viewers: { 1: { width: 1280, height: 720 } } }],
  ["ok", { viewers: { 1: { width: 1080, height: 1920 } } }, { config: { stage: { width: 540, height: 960 } } }],
  ["size", { viewers: { 1: { width: 1920, height: 1080 } } }, { config: { stage: { width: 540, height: 960 } } }],
  ["tab", { viewers: { 1: { agent: "Chrome" } } }],
  ["old", { viewers: { 1: { build: "0" } } }],
  ["hidden", { viewers: { 1: { visible: false } } }],
  ["off", { viewers: { 1: { active: false } } }],
  ["held", { held: true }],
  ["long", { queueLength: 51 }],
  ["ok", { queueLength: 50 }],
  ["long", { queueEnd: 123_000_000 }],
  ["ok", { queueEnd: 121_000_000 }],
  ["hidden", { held: true, viewers: { 1: { visible: false } } }],
]) {
  test(`The lamp is ${wanted} after the change ${JSON.stringify({ ...patch, ...more })}`, () => {
    assert.equal(state(/** @type {any} */ (patch), /** @type {any} */ (more)), wanted);
  });
}

test("A studio knows when OBS disconnected, also after it was loaded again", () => {
  const kept = new Map();
  const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  const [here, away] = [read(WHOLE, 0), read(merged(WHOLE, { viewers: { 1: null } }), 0)];
  const presence = new Presence("main", storage);
  assert.equal(presence.note(away, NOW), null);
  assert.equal(presence.note(here, NOW), null);
  assert.equal(presence.note(away, NOW + 1000), NOW + 1000);
  assert.equal(new Presence("main", storage).note(away, NOW + 9000), NOW + 1000);
  assert.equal(new Presence("other", storage).note(away, NOW + 9000), null);
  assert.equal(presence.note(away, NOW + 13 * 3_600_000), null);
  assert.equal(presence.note(here, NOW + 9000), null);
});

const HOUR = 3_600_000;
const missed = (hours, more = {}) => ({
  source: "twitch", type: "channel.new", count: 3, last: new Date(NOW - hours * HOUR).toISOString(), ...more });
const moneyLamp = (sources, settled, patch = {}) =>
  lampOf(/** @type {any} */ (known({ sources, ...patch })), false, 0, NOW, settled);

for (const [wanted, sources, settled, patch] of [
  ["missed", { missed: [missed(5)] }],
  ["ok", { missed: [missed(7)] }],
  ["missed", { missed: [missed(0)], otherCurrency: "EUR" }],
  ["ok", { missed: [missed(0)] }, { currency: null, dismissed: { "twitch channel.new": NOW - 5 * HOUR } }],
  ["missed", { missed: [missed(0)] }, { currency: null, dismissed: { "twitch channel.new": NOW - 7 * HOUR } }],
  ["missed", { missed: [missed(0, { type: "other" })] }, { currency: null, dismissed: { "twitch channel.new": NOW } }],
  ["currency", { missed: [], otherCurrency: "EUR" }],
  ["currency", { missed: [missed(7)], otherCurrency: "EUR" }, { currency: "JPY", dismissed: {} }],
  ["ok", { missed: [], otherCurrency: "EUR" }, { currency: "EUR", dismissed: {} }],
  ["held", { missed: [missed(0)] }, undefined, { held: true }],
]) {
  test(`The lamp is ${wanted} with the sources ${JSON.stringify(sources)}, ${JSON.stringify(settled ?? null)}`, () => {
    assert.equal(moneyLamp(sources, /** @type {any} */ (settled), patch).state, wanted);
  });
}

test("A dismissal silences one type or one reason of one room, for one show", () => {
  const kept = new Map();
  const storage = { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) };
  const refused = missed(0, { type: undefined, code: "forged", reason: "…" });
  const list = [missed(0), refused, missed(0, { type: "other" })];
  const answers = new Answers("main", storage);
  answers.dismiss([list[0], list[1]], NOW - HOUR);
  const left = (room, now = NOW) => moneyLamp({ missed: list.map((one) => ({ ...one, last: new Date(now).toISOString() })) },
    new Answers(room, storage).read()).missed.map(({ type }) => type);
  assert.deepEqual(left("main"), ["other"]);
  assert.deepEqual(left("stage2"), ["channel.new", undefined, "other"]);
  // Dismissals of earlier shows are forgotten.
  answers.dismiss([list[2]], NOW + 6 * HOUR);
  assert.deepEqual(Object.keys(answers.read().dismissed), ["twitch other"]);
  answers.keepUncounted("EUR");
  assert.equal(answers.read().currency, "EUR");
  kept.set("ovation.missed.main", "{");
  assert.deepEqual(answers.read().dismissed, {});
});

test("The size of a source follows the stage", () => {
  assert.equal(sizeText(sourceOf({ width: 960, height: 540 })), "1920×1080");
  assert.equal(sizeText(sourceOf({ width: 540, height: 960 })), "1080×1920");
  assert.equal(sizeText(sourceOf({ width: 800, height: 600 })), "1440×1080");
  assert.equal(sizeText(sourceOf({ width: 1200, height: 300 })), "4320×1080");
});

const CATALOGUE = { rose: { name: "Rose", value: 1 }, rocket: { name: "Rocket", value: 2000 }, cake: { value: 50 } };

/** The large gift of an overview with these waiting gifts: name, count and expected second. */
function large(gifts, more = {}) {
  const queue = Object.fromEntries(gifts.map(([gift, count, seconds], index) => [
    `c${index}`, { sender: `S${index}`, gift, count, position: index + 1, expectedAt: seconds === null ? null : seconds * 1e6 }]));
  const overview = read({ ...WHOLE, queue, queueLength: gifts.length }, 0);
  return largeOf(/** @type {any} */ ({ overview, config: { catalogue: CATALOGUE, sources: { currency: "EUR" } }, recent: [], ...more }), 0);
}

for (const [combo, gifts, more] of [
  ["c2", [["Rose", 9, 4], ["Cake", 3, 8], ["Rocket", 1, 12]]],
  ["c1", [["Rose", 9, 4], ["ROCKET", 1, null], ["Cake", 1, 12]]],
  [undefined, []],
  ["c0", [["Rocket", 1, 9]]],
  [undefined, [["Rocket", 1, 4]]],
  [undefined, [["Rose", 3, 9], ["Rose", 1, 12]]],
  ["c1", [["Cake", 9, 9], ["tip", 1, 12]], { recent: [{ id: "c1", body: { gift: { value: 900, currency: "EUR" } } }] }],
  ["c0", [["Cake", 9, 9], ["tip", 1, 12]], { recent: [{ id: "c1", body: { gift: { value: 900, currency: "USD" } } }] }],
]) {
  test(`Of ${JSON.stringify(gifts)} ${combo ?? "none"} is a large gift that waits`, () => {
    assert.equal(large(/** @type {any} */ (gifts), more)?.combo, combo);
  });
}

test("Blocked words are read and written as the configuration has them", () => {
  const text = "idiot*, troll, *ass*, *hole, 笨蛋";
  assert.deepEqual(parseBlocked(` ${text},, * ,troll`).map(({ word, reach }) => `${word} ${reach}`),
    ["idiot start", "troll whole", "ass anywhere", "hole end", "笨蛋 whole"]);
  assert.equal(formatBlocked(parseBlocked(text)), text);
  assert.equal(formatBlocked([]), "");
  assert.deepEqual(["troll", "笨蛋", "笨a", "ß"].map(hasEdges), [true, false, true, false]);
});

test("The language of the overlay's words is known, also with the default of earlier versions", () => {
  assert.equal(languageOf({ sent: "sent", give: "Give", calling: "is calling" }), "en");
  assert.equal(languageOf(OVERLAY_WORDS.en), "en");
  assert.equal(languageOf(OVERLAY_WORDS.zh), "zh");
  assert.equal(languageOf({ ...OVERLAY_WORDS.zh, sent: "送了" }), null);
  assert.equal(languageOf(undefined), null);
});

test("The lamp is `gone` once the server has been silent for too long", () => {
  assert.equal(lampOf(/** @type {any} */ (known()), true, 0).state, "gone");
});

test("The lamp says that a room is paused because it has no viewer", () => {
  assert.equal(lampOf(/** @type {any} */ (known({ running: false, viewers: { 1: null } })), false, 0).stands, true);
  assert.equal(lampOf(/** @type {any} */ (known({ running: false })), false, 0).stands, false);
});

test("Outcomes in the feed give an entry the status that its explanation has", () => {
  const entry = entryOf({
    id: "g", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "gift", sender: { name: "Ann" },
    gift: { name: "Rose" }, count: 3, test: true, outcome: "queued", position: 3 });
  assert.deepEqual(entry.fate, { outcome: "queued", position: 3 });
  assert.equal(entry.body.test, true);
  const told = [
    { type: "outcome", id: "g", status: "shown", time: 11_800_100 },
    { type: "outcome", id: "g", status: "sent", at: "2026-11-21T20:14:13.916Z" },
    { type: "outcome", id: "g", status: "finished", time: 16_800_100, ended: "played" },
  ].reduce((one, news) => withNews(one, fateOf(news)), entry);
  assert.deepEqual(told.fate, {
    outcome: "queued", position: 3, status: "finished", shownAt: 11_800_100,
    sentAt: "2026-11-21T20:14:13.916Z", finishedAt: 16_800_100, ended: "played" });
});

test("The way of an event says how long it waited, and how soon after its showing it was sent", async () => {
  // The studio reads its language from the browser when its texts load.
  Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => "en" }, configurable: true });
  Object.assign(globalThis, { document: { documentElement: {} } });
  const { stepsOf } = await import("../web/studio/live/way.js");
  const entry = entryOf({
    id: "g", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "gift", sender: { name: "Ann" },
    gift: { name: "Rose" }, count: 3, outcome: "queued", position: 3 });
  const told = [
    { type: "outcome", id: "g", status: "shown", time: 11_800_100 },
    { type: "outcome", id: "g", status: "sent", at: "2026-11-21T20:14:13.916Z" },
    { type: "outcome", id: "g", status: "finished", time: 16_800_100, ended: "played" },
  ].reduce((one, news) => withNews(one, fateOf(news)), entry);
  const texts = Object.fromEntries(stepsOf(told).map(({ name, text }) => [name, text]));
  assert.equal(texts.shown, "+11.8 s");
  assert.equal(texts.sent, "+16 ms");
  assert.match(texts.finished, /^\+5\.0 s/);
});

const RECORDED = { rule: "big", status: "queued", position: 3 };
for (const [text, state, outcome, recorded, ...news] of /** @type {[string, string, string, any, ...any[]][]} */ ([
  ["big · waits at place 3", "coming", "shown", RECORDED],
  ["big · shown at +1.2 s", "done", "shown", RECORDED, { status: "shown", shownAt: 1_200_100 }],
  ["big · shown at +1.2 s, ended after 6.0 s", "done", "shown", RECORDED,
    { status: "shown", shownAt: 1_200_100 }, { endedAt: 7_200_100, ended: "played" }],
  ["big · shown at once, skipped after 2.0 s", "done", "skipped", { rule: "big", status: "shown" }, { endedAt: 2_000_100, ended: "skipped" }],
  ["big · removed before it was shown", "never", "queued", RECORDED, { endedAt: 7_200_100, ended: "dismissed" }],
  ["big · pushed out of the full queue before it was shown", "never", "queued", RECORDED, { status: "dropped", endedAt: 9, ended: "replaced" }],
  // The alert was shown before the page was opened.
  ["big · played", "done", "queued", RECORDED, { endedAt: 7_200_100, ended: "played" }],
  ["big · shown at +1.2 s · its message was hidden", "done", "queued", RECORDED, { status: "shown", shownAt: 1_200_100 },
    { rule: "big", messageHidden: true }],
  ["big · dropped: the queue was full", "never", "skipped", { rule: "big", status: "dropped" }],
])) {
  test(`The way of an event says of its alert: ${text}`, async () => {
    Object.defineProperty(globalThis, "localStorage", { value: { getItem: () => "en" }, configurable: true });
    Object.assign(globalThis, { document: { documentElement: {} } });
    const { stepsOf } = await import("../web/studio/live/way.js");
    const entry = entryOf({
      id: "n", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "notice", kind: "raid", outcome, alert: recorded });
    const told = news.reduce((one, alert) => withNews(one, fateOf({ type: "outcome", id: "n", alert })), entry);
    const last = /** @type {any} */ (stepsOf(told).at(-1));
    assert.deepEqual([last.name, last.state, last.text], ["alert", state, text]);
  });
}

test("The way of an event without an alert says nothing of alerts", async () => {
  const { stepsOf } = await import("../web/studio/live/way.js");
  const entry = entryOf({ id: "g", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "gift", gift: "Rose", outcome: "shown" });
  assert.ok(!stepsOf(entry).some(({ name }) => name === "alert"));
});

/** A feed of a server that has these events, told as a stream would be. */
function feed(/** @type {any[]} */ events) {
  const state = { recent: /** @type {any[]} */ ([]) };
  const store = { state, set: (/** @type {any} */ patch) => Object.assign(state, patch), may: () => true };
  const ask = async (/** @type {string} */ _, /** @type {string} */ path) =>
    path.startsWith("events?") ? { ok: true, body: { events } } : { ok: false };
  const feed = Object.assign(Object.create(Feed.prototype), {
    store, actions: { ask }, early: new Map(), raw: null, onconfig: () => {}, onheld: () => {} });
  return { feed, store };
}

test("An outcome that arrives before its event is kept until the event arrives", async () => {
  const events = ["a", "b"].map((id, index) => ({
    id, seq: index + 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "counter", name: id, to: 1, outcome: "shown" }));
  const { feed: one, store } = feed(events.slice(0, 1));
  for (const { id } of events) one.take({ type: "outcome", id, status: "shown", time: 700 });
  await one.recall();
  one.take({ type: "event", event: events[1] });
  assert.deepEqual(store.state.recent.map(({ id, fate }) => [id, fate.shownAt]), [["b", 700], ["a", 700]]);
  // It is said once.
  assert.equal(one.early.size, 0);
});

test("An event that the feed both asked for and was told is listed once", async () => {
  const event = {
    id: "a", seq: 1, time: 100, at: "2026-11-21T20:14:02.100Z", type: "counter", name: "a", to: 1, outcome: "shown" };
  const { feed: one, store } = feed([event]);
  await one.recall();
  one.take({ type: "event", event });
  one.take({ type: "event", event: { ...event, id: "b", seq: 2 } });
  assert.deepEqual(store.state.recent.map(({ seq }) => seq), [2, 1]);
});

test("A renewed address expires on the same day as the old one", async () => {
  const day = 86_400_000;
  const made = async (/** @type {string | null} */ expiresAt) => {
    const asked = /** @type {any[]} */ ([]);
    const press = async (/** @type {string} */ method, /** @type {string} */ path, /** @type {any} */ body) => {
      asked.push([method, path, body]);
      return { ok: true, status: 200, body: method === "GET" ? { keys: [{ id: "1", key: "old", expiresAt }] } : { key: "new" } };
    };
    assert.equal(await renewedAddress(/** @type {any} */ ({ press }), "http://x/overlay/r#key=old"), "http://x/overlay/r#key=new");
    return asked[1][2].expiresDays;
  };
  assert.equal(await made(new Date(Date.now() + 6.5 * day).toISOString()), 7);
  assert.equal(await made(new Date(Date.now() + day / 100).toISOString()), 1);
  assert.equal(await made(null), undefined);
});

test("A curl command escapes everything but letters and digits, so that it works in sh and in cmd", () => {
  const where = { origin: "http://localhost:8080", room: "main", needsKey: false };
  assert.equal(curlOf({ name: "", method: "POST", part: "control", body: { action: "skip" } }, where),
    'curl -H "Content-Type: application/json" -d "{\\"action\\":\\"skip\\"}" http://localhost:8080/v1/rooms/main/control');
  const line = curlOf({ name: "", method: "PUT", part: "counters/test", body: { to: 5, prefix: "$1 %é" } }, { ...where, needsKey: true });
  assert.equal(line, 'curl -X PUT -H "Authorization: Bearer YOUR_KEY" -H "Content-Type: application/json" ' +
    '-d "{\\"to\\":5,\\"prefix\\":\\"\\u00241\\u0020\\u0025\\u00e9\\"}" http://localhost:8080/v1/rooms/main/counters/test');
});

/** Settings over a server of one configuration, which takes patches as a server does. */
function desk(config) {
  const server = { config, asked: [], told: [], refuses: false, status: 200, kept: undefined };
  const store = new Store((action) => action());
  const actions = {
    onanswer: (answer) => void server.told.push(answer.ok),
    async ask(method, _part, patch) {
      if (server.status !== 200) return { ok: false, status: server.status, errors: [], retrySeconds: 0 };
      if (method === "GET") return { ok: true, status: 200, body: server.config };
      server.asked.push(patch);
      if (server.refuses) return { ok: false, status: 422, errors: [{ pointer: "/gifts/x", detail: "no" }] };
      server.config = merged(server.config, patch);
      return { ok: true, status: 200, body: server.config };
    },
  };
  const unsent = { load: () => server.kept, save: (patch) => { server.kept = patch; } };
  const open = () => new Settings(/** @type {any} */ (actions), store, unsent);
  const settings = open();
  return { server, store, open, settings, rest: () => new Promise((resolve) => setTimeout(resolve, 250)) };
}

test("Settings show at once, are sent together, and can be undone and redone", async () => {
  const { server, store, settings, rest } = desk({ gifts: { x: 24, y: 320 } });
  await settings.read();
  settings.change({ gifts: { x: 30 } }, "box gifts");
  settings.change({ gifts: { x: 40, y: 300 } }, "box gifts");
  assert.deepEqual(store.state.config.gifts, { x: 40, y: 300 });
  await rest();
  assert.deepEqual(server.asked, [{ gifts: { x: 40, y: 300 } }]);
  await settings.undo();
  await rest();
  assert.deepEqual(server.config.gifts, { x: 24, y: 320 });
  await settings.redo();
  await rest();
  assert.deepEqual(server.config.gifts, { x: 40, y: 300 });
});

test("Undo removes a key that the change added", async () => {
  const { server, settings, rest } = desk({ catalogue: { rose: { value: 1 } } });
  await settings.read();
  settings.change({ catalogue: { cake: { value: 5 } } }, "add cake");
  await rest();
  assert.deepEqual(server.config.catalogue, { rose: { value: 1 }, cake: { value: 5 } });
  await settings.undo();
  await rest();
  assert.deepEqual(server.config.catalogue, { rose: { value: 1 } });
});

test("Undo asks before it overwrites a change that another client made", async () => {
  const { server, settings, rest } = desk({ gifts: { x: 24 } });
  await settings.read();
  settings.change({ gifts: { x: 30 } }, "x");
  await rest();
  server.config = { gifts: { x: 99 } };
  await settings.read();
  settings.onconflict = async () => false;
  await settings.undo();
  await rest();
  assert.deepEqual(server.config.gifts, { x: 99 });
});

test("A rejected setting returns to its stored value, and the errors are reported", async () => {
  const { server, store, settings, rest } = desk({ gifts: { x: 24 } });
  await settings.read();
  server.refuses = true;
  /** @type {any} */
  let told = null;
  settings.onrefused = (errors) => { told = errors; };
  settings.change({ gifts: { x: 99_999 } }, "x");
  await rest();
  assert.deepEqual(store.state.config.gifts, { x: 24 });
  assert.equal(told[0].pointer, "/gifts/x");
});

for (const status of [0, 429, 503]) {
  test(`Changes made while the server answers ${status} are kept, and sent when it is back`, async () => {
    const { server, store, settings, rest } = desk({ gifts: { x: 24, y: 320 } });
    await settings.read();
    server.status = status;
    settings.change({ gifts: { x: 30 } }, "x");
    await rest();
    settings.change({ gifts: { y: 300 } }, "y");
    assert.deepEqual(store.state.config.gifts, { x: 30, y: 300 });
    assert.equal(store.state.isUnsent, true);
    assert.deepEqual(server.kept, { gifts: { x: 30, y: 300 } });
    server.status = 200;
    await settings.read();
    await rest();
    assert.deepEqual(server.asked, [{ gifts: { x: 30, y: 300 } }]);
    assert.equal(store.state.isUnsent, false);
    assert.equal(server.kept, undefined);
  });
}

test("A page that was loaded again sends the changes that the one before could not send", async () => {
  const { server, settings, open, rest } = desk({ gifts: { x: 24, y: 320 } });
  await settings.read();
  server.status = 0;
  settings.change({ gifts: { x: 30 } }, "x");
  await rest();
  server.status = 200;
  server.config = { gifts: { x: 24, y: 111 } };
  await open().read();
  await rest();
  assert.deepEqual(server.config.gifts, { x: 30, y: 111 });
});

test("Kept changes can be discarded", async () => {
  const { server, store, settings, rest } = desk({ gifts: { x: 24 } });
  await settings.read();
  server.status = 0;
  settings.change({ gifts: { x: 30 } }, "x");
  await rest();
  settings.discard();
  server.status = 200;
  await settings.read();
  await rest();
  assert.deepEqual([store.state.config.gifts, server.asked, server.kept], [{ x: 24 }, [], undefined]);
});

test("A gift on the stage leaves the queue at once, although the queue is sent less often", () => {
  const entered = { channels: { 1: { state: "animating", combo: "b", sender: "Mira", gift: "Rocket", count: 1, target: 28 } } };
  const { queue } = read(merged(WHOLE, entered), 0);
  assert.deepEqual(queue.map(({ combo, position }) => [combo, position]), [["c", 1]]);
});

test("A counter's line has the number as the stage shows it", () => {
  const line = (/** @type {any} */ more) => lineOf(entryOf({
    id: "e", seq: 1, at: "2026-01-01T00:00:00Z", type: "counter", name: "hearts", to: 12345, prefix: "♥ ", ...more }));
  assert.equal(line({ grouping: true }).detail, "♥ 12,345");
  assert.equal(line({}).detail, "♥ 12345");
});

for (const [what, answers, ok, status, problem] of /** @type {[string, () => Promise<any>, boolean, number, string][]} */ ([
  ["is cut off", async () => { throw new TypeError("network error"); }, false, 0, "offline"],
  ["is a proxy's page", async () => "<title>Sign in</title>", false, 200, "200"],
  ["is empty", async () => "", true, 200, ""],
  ["is JSON", async () => "{}", true, 200, ""],
])) {
  test(`An answer whose body ${what} ${ok ? "counts" : "does not count"} as a success`, async () => {
    global.fetch = /** @type {any} */ (async () => ({ status: 200, headers: new Headers(), text: answers }));
    const answer = await new Actions("main", null).ask("GET", "state");
    assert.deepEqual([answer.ok, answer.status, answer.problem], [ok, status, problem]);
  });
}

/** The changes that History finds in pages of configuration events. */
async function changesIn(/** @type {any[]} */ pages) {
  const asked = /** @type {string[]} */ ([]);
  const ask = async (/** @type {string} */ method, /** @type {string} */ part) => {
    asked.push(part);
    return { ok: true, body: pages[asked.length - 1] };
  };
  const changes = new Changes(/** @type {any} */ ({ ask }), () => {});
  const entry = entryOf({ id: "c", seq: 9000, type: "config", config: { gifts: { y: 300 } } });
  changes.of(entry);
  await changes.asking;
  return { asked, change: changes.of(entry) };
}

const OWN = { id: "c", seq: 9000, config: { gifts: { y: 300 } } };

test("Settings are compared with earlier ones, even if many events lie between", async () => {
  const { asked, change } = await changesIn([
    { events: [OWN], next: 4001 }, { events: [], next: 17 }, { events: [{ id: "a", seq: 3, config: { gifts: { y: 320 } } }], next: null }]);
  assert.deepEqual(asked.map((part) => /before=(\d+)/.exec(part)?.[1]), ["9001", "4001", "17"]);
  assert.deepEqual(change, { patch: { gifts: { y: 300 } }, back: { gifts: { y: 320 } }, leaves: [{ path: "gifts.y", from: 320, to: 300 }] });
});

test("The oldest settings are compared with no guess, so nothing of them can be taken back", async () => {
  const { change } = await changesIn([{ events: [OWN], next: null }]);
  assert.deepEqual(change, { patch: {}, back: {}, leaves: [], isUnknown: true });
});

for (const [one, other, areEqual] of /** @type {[string, string, boolean][]} */ ([
  ["word:SPAM", "word: spam ", true], ["word:\uff33pam", "word:spa\u0301m\u200b", true], ["word:spam", "word:spam*", false],
  ["sender:name:Eve", "sender:name:EVE", true], ["sender:name:Eve", "sender:name: Eve", false],
  ["sender:id:u", "sender:id:U", false], ["word:eve", "sender:name:eve", false], ["word:É", "word:é", false],
])) {
  test(`The studio takes "${one}" and "${other}" for ${areEqual ? "one entry" : "two entries"}, as the server does`, () => {
    assert.equal(hasEntry([one], other), areEqual);
  });
}

/** Blocklist events from texts such as `m+spam`: the key m blocks (+) or unblocks (-) spam. Returns them newest first. */
const blocks = (/** @type {string} */ text) => text.split(" ").filter(Boolean).map((one, index) => {
  const [, by, sign, entry] = /** @type {RegExpExecArray} */ (/^(.)(.)(.*)$/.exec(one));
  return { seq: index + 1, type: sign === "+" ? "block" : "unblock", entry, by };
}).reverse();

for (const [events, wanted] of /** @type {[string, string[]][]} */ ([
  ["m+a m+b", ["DELETE b", "DELETE a"]],
  ["m+a m-a", []],
  ["m+a o-a", []],
  ["m+a o+a", []],
  ["o+a m+a", []],
  ["o+a m-a", ["PUT a"]],
  ["m-a", ["PUT a"]],
  ["o+a m-a m+a", []],
  ["m+a o-a m+a", ["DELETE a"]],
  ["m+a m+b m+a", ["DELETE a", "DELETE b"]],
  ["o+a", []],
  ["m+word:SPAM o+word:spam", []],
  ["o+word:Spam m-word:spam", ["PUT word:Spam"]],
  ["m+sender:id:A o+sender:id:a", ["DELETE sender:id:A"]],
])) {
  test(`Undoing the blocks of the key m after "${events}" sends ${JSON.stringify(wanted)}`, () => {
    assert.deepEqual(reversalsOf(blocks(events), "m").map(({ entry, method }) => `${method} ${entry}`), wanted);
  });
}

// @ts-check
/** A page fetches the files that it will soon need one after the other; without a network. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Ahead } from "../web/overlay/ahead.js";

const global = /** @type {any} */ (globalThis);
const rest = () => new Promise((resolve) => setTimeout(resolve, 10));

/** A network in which a file comes when the test says so; and what the page asked for. */
function network() {
  global.location = new URL("http://localhost:8080/overlay/main");
  /** @type {string[]} */
  const asked = [];
  /** @type {(() => void)[]} */
  const waiting = [];
  global.fetch = (/** @type {string} */ file) => {
    asked.push(file);
    return new Promise((resolve, reject) => waiting.push(() =>
      file.includes("lost") ? reject(new Error("lost")) : resolve(new Response("bytes"))));
  };
  const finish = async () => {
    /** @type {() => void} */ (waiting.shift())();
    await rest();
  };
  return { asked, finish };
}

test("Files are fetched one after the other, the one needed first first", async () => {
  const { asked, finish } = network();
  new Ahead().want(["/assets/a", "/assets/b", "/assets/c"]);
  await rest();
  assert.deepEqual(asked, ["/assets/a"]);
  await finish();
  assert.deepEqual(asked, ["/assets/a", "/assets/b"]);
  await finish();
  assert.deepEqual(asked, ["/assets/a", "/assets/b", "/assets/c"]);
});

test("A newer list replaces the files that were not fetched yet, and a file is fetched once", async () => {
  const { asked, finish } = network();
  const ahead = new Ahead();
  ahead.want(["/assets/a", "/assets/b"]);
  ahead.want(["/assets/a", "/assets/c"]);
  await finish();
  await finish();
  assert.deepEqual(asked, ["/assets/a", "/assets/c"]);
});

test("A file that could not be fetched is fetched again, and does not keep the next one waiting", async () => {
  const { asked, finish } = network();
  const ahead = new Ahead();
  ahead.want(["/assets/lost", "/assets/b"]);
  await finish();
  assert.deepEqual(asked, ["/assets/lost", "/assets/b"]);
  await finish();
  ahead.want(["/assets/lost", "/assets/b"]);
  assert.deepEqual(asked, ["/assets/lost", "/assets/b", "/assets/lost"]);
});

test("Files of other servers are not fetched", async () => {
  const { asked } = network();
  new Ahead().want(["https://elsewhere.example/a", 7, "//elsewhere.example/b"]);
  await rest();
  assert.deepEqual(asked, []);
});

test("Files are fetched by engines without AbortSignal.timeout, such as Chromium 102", async () => {
  const { asked, finish } = network();
  const { timeout } = AbortSignal;
  global.AbortSignal.timeout = undefined;
  try {
    new Ahead().want(["/assets/a"]);
    await finish();
    assert.deepEqual(asked, ["/assets/a"]);
  } finally {
    AbortSignal.timeout = timeout;
  }
});

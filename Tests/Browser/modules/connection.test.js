// @ts-check
/** A page drops dead connections and opens new ones; in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Browser } from "./browser.js";
import { Connection } from "../web/shared/connection.js";

/**
 * A page whose tries to connect end as `answer(number)` says.
 * @param {(number: number) => {open?: boolean, code?: number, after?: number}} answer
 */
async function connect(answer) {
  const browser = new Browser((socket) => {
    const { open, code, after = 0 } = answer(browser.sockets.length);
    if (open) socket.accept();
    if (code !== undefined) browser.clock.set(() => socket.end(code), after);
  });
  const page = { browser, isGone: false, losses: 0, connection: /** @type {any} */ (null) };
  page.connection = new Connection("ws://x", {
    opened() {},
    received(message) {
      if (message === '"nonsense"') throw new Error("nonsense");
    },
    closed: () => page.losses++,
    gone: () => (page.isGone = true),
  }, ["ovation.v1.json"]);
  return page;
}

// A browser tells a page that a connection was refused with 1006, as it does of a server that is away.
const AWAY = { code: 1006 };

test("A page whose server goes away tries again twice a second", async () => {
  const { browser } = await connect((number) =>
    number === 1 ? { open: true, code: 1001, after: 5000 } : AWAY);
  await browser.pass(65_000);
  assert.ok(browser.tries.length > 90, `${browser.tries.length} tries`);
});

test("A page that was refused waits 15 to 30 seconds before each try, until a connection holds", async () => {
  const { browser } = await connect((number) => {
    if (number === 1) return { open: true, code: 1008, after: 5000 };
    if (number < 6) return AWAY;
    if (number === 6) return { open: true, code: 1001, after: 5000 };
    return AWAY;
  });
  await browser.pass(200_000);
  const [first, ...later] = browser.tries;
  assert.equal(first, 0);
  const pauses = later.slice(0, 5).map((at, place) => at - browser.tries[place] - (place === 0 ? 5000 : 0));
  for (const pause of pauses) assert.ok(pause >= 15_000 && pause <= 30_010, `${pauses}`);
  assert.ok(browser.tries.length > 12, "it asks often again after that");
});

test("A page that was refused asks at once if the network comes back", async () => {
  const { browser } = await connect((number) =>
    number === 1 ? { open: true, code: 1008, after: 5000 } : { open: true });
  await browser.pass(6000);
  assert.equal(browser.tries.length, 1);
  browser.fire("online");
  assert.equal(browser.tries.length, 2);
});

test("A page whose room was deleted asks no more", async () => {
  const page = await connect(() => ({ open: true, code: 4404, after: 100 }));
  await page.browser.pass(100_000);
  assert.equal(page.browser.tries.length, 1);
  assert.equal(page.isGone, true);
});

test("A message is sent only while the connection is open", async () => {
  const { browser, connection } = await connect(() => ({ open: true, code: 1001, after: 5000 }));
  const send = (/** @type {number} */ number) => connection.send({ number });
  send(0);
  await browser.pass(10);
  send(1);
  browser.sockets[0].readyState = 2;
  send(2);
  await browser.pass(4991);
  send(3);
  assert.deepEqual(browser.sockets[0].sent, [{ number: 1 }]);
});

test("A connection that does not open within two seconds is given up", async () => {
  const { browser } = await connect(() => ({}));
  await browser.pass(1990);
  assert.equal(browser.tries.length, 1);
  await browser.pass(120);
  assert.equal(browser.tries.length, 2);
});

test("A page that can't read a message connects again", async () => {
  const page = await connect(() => ({ open: true }));
  await page.browser.pass(10);
  page.browser.sockets[0].tell("nonsense");
  assert.equal(page.losses, 1);
  await page.browser.pass(200);
  assert.equal(page.browser.tries.length, 2);
  assert.match(page.browser.complaints.join(), /nonsense/);
});

test("A connection that says nothing for 12 seconds is given up", async () => {
  const page = await connect(() => ({ open: true }));
  await page.browser.pass(7000);
  page.browser.sockets[0].tell({ type: "beat" });
  await page.browser.pass(11_990);
  assert.equal(page.losses, 0);
  await page.browser.pass(20);
  assert.equal(page.losses, 1);
});

test("A page that has slept keeps its connection if it hears the server within a second", async () => {
  const page = await connect(() => ({ open: true }));
  await page.browser.pass(1000);
  page.browser.clock.sleep(3_600_000);
  await page.browser.pass(500);
  page.browser.sockets[0].tell({ type: "beat" });
  await page.browser.pass(5000);
  assert.deepEqual([page.losses, page.browser.tries.length], [0, 1]);
});

test("A page that has slept gives its connection up if it hears nothing for a second", async () => {
  const page = await connect(() => ({ open: true }));
  await page.browser.pass(1000);
  page.browser.clock.sleep(3_600_000);
  await page.browser.pass(990);
  assert.equal(page.losses, 0);
  await page.browser.pass(20);
  assert.equal(page.losses, 1);
});

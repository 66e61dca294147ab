// @ts-check
/** When a page whose connection was closed asks for another. */

import assert from "node:assert/strict";
import { test } from "node:test";

/** A browser in virtual time, whose tries to connect end as `answer(number)` says. */
async function browser(answer) {
  const world = { now: 0, timers: [], tries: [], sockets: [], sent: [] };
  let number = 0;
  const global = /** @type {any} */ (globalThis);
  Object.defineProperty(global, "performance", {
    configurable: true, value: { now: () => world.now },
  });
  global.setTimeout = (action, milliseconds) => {
    world.timers.push({ number: ++number, at: world.now + milliseconds, action });
    return number;
  };
  global.clearTimeout = (timer) => {
    world.timers = world.timers.filter(({ number }) => number !== timer);
  };
  global.addEventListener = (name, action) => {
    if (name === "online") world.online = action;
  };
  global.WebSocket = class {
    static OPEN = 1;

    constructor() {
      this.readyState = 0;
      world.tries.push(world.now);
      world.sockets.push(this);
      const end = answer(world.tries.length);
      global.setTimeout(() => {
        if (end.open) {
          this.readyState = 1;
          this.onopen?.();
        }
        if (end.code !== undefined) {
          global.setTimeout(() => this.onclose?.({ code: end.code }), end.after ?? 0);
        }
      }, 1);
    }

    send(text) {
      assert.equal(this.readyState, 1, "a browser logs an error");
      world.sent.push(text);
    }

    close() {}
  };
  world.pass = (milliseconds) => {
    const end = world.now + milliseconds;
    for (;;) {
      world.timers.sort((one, other) => one.at - other.at);
      if (world.timers.length === 0 || world.timers[0].at > end) break;
      const { at, action } = world.timers.shift();
      world.now = at;
      action();
    }
    world.now = end;
  };
  const { Connection } = await import("../web/shared/connection.js");
  world.handlers = { opened() {}, received() {}, closed() {}, gone() { world.gone = true; } };
  world.connection = new Connection("ws://x", world.handlers, ["ovation.v1.json"]);
  return world;
}

// A browser tells a page that a stream was refused as 1006, as it does of a server that is away.
const AWAY = { code: 1006 };

test("A page whose server goes away tries again twice a second", async () => {
  const world = await browser((number) =>
    number === 1 ? { open: true, code: 1001, after: 5000 } : AWAY);
  world.pass(65_000);
  assert.ok(world.tries.length > 90, `${world.tries.length} tries`);
});

test("A page that was refused asks again seldom, until a connection holds", async () => {
  const world = await browser((number) => {
    if (number === 1) return { open: true, code: 1008, after: 5000 };
    if (number < 6) return AWAY;
    if (number === 6) return { open: true, code: 1001, after: 5000 };
    return AWAY;
  });
  world.pass(200_000);
  const [first, ...later] = world.tries;
  assert.equal(first, 0);
  const pauses = later.slice(0, 5).map((at, place) => at - world.tries[place]);
  for (const pause of pauses) assert.ok(pause >= 15_000 && pause <= 36_000, `${pauses}`);
  assert.ok(world.tries.length > 12, "it asks often again after that");
});

test("A page that was refused asks at once if the network comes back", async () => {
  const world = await browser((number) =>
    number === 1 ? { open: true, code: 1008, after: 5000 } : { open: true });
  world.pass(6000);
  assert.equal(world.tries.length, 1);
  world.online();
  assert.equal(world.tries.length, 2);
});

test("A page whose room was deleted asks no more", async () => {
  const world = await browser(() => ({ open: true, code: 4404, after: 100 }));
  world.pass(100_000);
  assert.equal(world.tries.length, 1);
  assert.equal(world.gone, true);
});

test("What can't be sent is not: before the connection stands, while it closes, after it", async () => {
  const world = await browser(() => ({ open: true, code: 1001, after: 5000 }));
  const send = (number) => world.connection.send({ number });
  send(0);
  world.pass(10);
  send(1);
  world.sockets[0].readyState = 2;
  send(2);
  world.pass(4991);
  send(3);
  assert.deepEqual(world.sent, ['{"number":1}']);
});

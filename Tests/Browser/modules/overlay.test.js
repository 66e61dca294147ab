// @ts-check
/** The whole overlay page copes with servers that fall silent, restart and change; in virtual time. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { openPage, Room, sendFrame } from "./room.js";

const CALL = {
  id: "call/c", kind: "call", x: 395, y: 17, width: 170, height: 48, alpha: 1, name: "Ann",
};

test("A page in a quiet room keeps its connection for an hour", async () => {
  const browser = await openPage(new Room([CALL]));
  await browser.pass(3_600_000);
  assert.equal(browser.sockets.length, 1);
  assert.deepEqual(browser.shown, ["call/c"]);
});

for (const pause of [0, 1700, 4900]) {
  test(`A page whose connection dies ${pause} ms after a beat opens another 12 s after that beat`, async () => {
    const room = new Room([CALL]);
    const browser = await openPage(room);
    // The room has sent beats at 5.001 and 10.001 s.
    await browser.pass(10_001 - browser.clock.now + pause);
    browser.sockets[0].isCut = true;
    room.nodes = [];
    await browser.pass(11_990 - pause);
    assert.equal(browser.sockets.length, 1);
    assert.deepEqual(browser.shown, ["call/c"]);
    await browser.pass(300);
    assert.equal(browser.sockets.length, 2);
    assert.deepEqual(browser.shown, []);
    sendFrame(browser.sockets[1], { nodes: [{ ...CALL, id: "call/d" }] });
    await browser.pass(100);
    assert.deepEqual(browser.shown, ["call/d"]);
  });
}

test("An alert disappears 3 s after its connection was lost, if no other opens", async () => {
  const room = new Room([CALL]);
  const browser = await openPage(room);
  browser.sockets[0].isCut = true;
  room.isReachable = false;
  await browser.pass(11_000 + 2900);
  assert.deepEqual(browser.shown, ["call/c"]);
  await browser.pass(200);
  assert.deepEqual(browser.shown, []);
});

test("A card that disappeared with its connection can be tapped again once the next one shows it", async () => {
  const room = new Room([CALL]);
  const browser = await openPage(room);
  const buttons = () => browser.cards.children.map((box) => box.children.map(({ dataset }) => dataset));
  const own = [[{ type: "tap", call: "c" }, { type: "dismiss", call: "c" }]];
  assert.deepEqual(buttons(), own);
  browser.sockets[0].isCut = true;
  room.isReachable = false;
  await browser.pass(16_000);
  assert.deepEqual(buttons(), []);
  room.isReachable = true;
  await browser.pass(16_000);
  assert.deepEqual(browser.shown, ["call/c"]);
  assert.deepEqual(buttons(), own);
});

test("An alert stays while the server restarts within 3 s", async () => {
  const room = new Room([CALL]);
  const browser = await openPage(room);
  room.isReachable = false;
  browser.sockets[0].end(1001);
  await browser.pass(1500);
  assert.deepEqual(browser.shown, ["call/c"]);
  room.isReachable = true;
  // A try that began before the server was back is given up after some seconds.
  for (const socket of browser.sockets.slice(1)) socket.end(1006);
  await browser.pass(1000);
  assert.equal(browser.overlay.connection.state, "open");
  await browser.pass(5000);
  assert.deepEqual(browser.shown, ["call/c"]);
});

test("A page whose room is deleted empties, and does not connect again when the network comes back", async () => {
  const browser = await openPage(new Room([CALL]));
  browser.sockets[0].end(4404);
  await browser.pass(20);
  assert.deepEqual(browser.shown, []);
  browser.fire("online");
  await browser.pass(600_000);
  assert.equal(browser.sockets.length, 1);
});

test("An empty page asks for no animation frame and draws nothing", async () => {
  const browser = await openPage(new Room());
  const { frames, drawn } = { frames: browser.frames, drawn: browser.drawn.length };
  await browser.pass(60_000);
  assert.equal(browser.frames, frames);
  assert.equal(browser.drawn.length, drawn);
});

test("A page on which nothing moves is not drawn again", async () => {
  const browser = await openPage(new Room());
  const before = browser.drawings.drawImage ?? 0;
  browser.sockets[0].tell({ type: "frame", time: 1e6, nodes: [CALL] });
  await browser.pass(1000);
  const { frames, drawn } = { frames: browser.frames, drawn: browser.drawn.length };
  assert.ok(browser.drawings.drawImage > before);
  await browser.pass(60_000);
  assert.equal(browser.frames, frames);
  assert.equal(browser.drawn.length, drawn);
});

test("A page draws an alert as it comes and as it leaves, and rests in between", async () => {
  const browser = await openPage(new Room());
  const start = Math.round(1000 * browser.clock.now);
  const alert = {
    id: "alert/a", kind: "alert", x: 300, y: 200, width: 360, height: 150, alpha: 1, title: "Ann", tier: 2, start, duration: 60 };
  sendFrame(browser.sockets[0], { nodes: [alert] });
  const { view } = browser.overlay;
  const painted = async (/** @type {number} */ milliseconds) => {
    const { drawn } = view;
    const { frames } = browser;
    await browser.pass(milliseconds);
    return { drawn: view.drawn - drawn, frames: browser.frames - frames };
  };
  assert.ok((await painted(3900)).drawn > 200);
  await painted(500);
  assert.deepEqual(await painted(55_200), { drawn: 0, frames: 0 });
  assert.ok((await painted(500)).drawn > 15);
  await painted(500);
  assert.deepEqual(await painted(60_000), { drawn: 0, frames: 0 });
});

test("A page asks for one animation frame a refresh while something moves", async () => {
  const browser = await openPage(new Room([CALL]));
  const [before, drawn] = [browser.frames, browser.overlay.view.drawn];
  for (let number = 1; number <= 60; number++) {
    await browser.pass(1000 / 60);
    sendFrame(browser.sockets[0], { nodes: [{ id: "call/c", y: 17 + number }] });
  }
  await browser.pass(10_000);
  // Sixty frames are a second; then the page looks on for 50 ms.
  const asked = browser.frames - before;
  assert.ok(asked >= 60 && asked <= 68, `${asked} animation frames`);
  const times = browser.overlay.view.drawn - drawn;
  assert.ok(times >= 59 && times <= 62, `${times} drawings`);
});

test("Keys that the page does not know paint nothing again", async () => {
  const browser = await openPage(new Room([{ ...CALL, badge: "gold", shake: [1, { a: 2 }] }]));
  const painted = browser.drawings.fillText;
  assert.ok(painted > 0);
  for (let number = 1; number <= 40; number++) {
    await browser.pass(1000 / 60);
    sendFrame(browser.sockets[0], { nodes: [{ id: "call/c", glow: number / 100 }] });
  }
  await browser.pass(1000);
  assert.equal(browser.drawings.fillText, painted);
});

test("A page under a newer server draws the same picture as under its own", async () => {
  const drawings = [];
  for (const isNewer of [false, true]) {
    const browser = await openPage(new Room());
    const [socket] = browser.sockets;
    const extra = isNewer ? { badge: "gold", shake: [1, { a: 2 }], glow: 0.5 } : {};
    const hologram = { id: "hologram/h", kind: "hologram", x: 0, y: 0, width: 960, height: 540, alpha: 1, src: "/a" };
    if (isNewer) {
      for (const message of [{ type: "cue2" }, { type: "mood", mood: "new" }, { type: null }, {}]) socket.tell(message);
    }
    sendFrame(socket, { nodes: [...(isNewer ? [hologram] : []), { ...CALL, ...extra }] });
    await browser.pass(500);
    browser.drawn.length = 0;
    browser.overlay.view.invalidate();
    await browser.pass(500);
    drawings.push(browser.drawn);
    assert.deepEqual(browser.complaints, []);
    assert.equal(browser.sockets.length, 1);
  }
  assert.ok(drawings[0].some(([name]) => name === "drawImage"));
  assert.deepEqual(drawings[1], drawings[0]);
});

test("A key in the address goes into the connection's protocols and not into its address", async () => {
  const key = "ov_v_0123456789abcdefghjkmnpqrs";
  const browser = await openPage(new Room(), `http://localhost:8080/overlay/show#key=${key}`);
  const [socket] = browser.sockets;
  assert.deepEqual(socket.protocols, ["ovation.v1.binary", "ovation.v1.json", `ovation.key.${key}`]);
  assert.equal(socket.url, "ws://localhost:8080/v1/rooms/show/stream?fps=60");
  assert.ok(!JSON.stringify(socket.sent).includes(key));
});

test("A text in the address that can't be a key is sent nowhere", async () => {
  for (const fragment of ["", "#key=", "#key=a,b c", "#key=ov_v_0"]) {
    const browser = await openPage(new Room(), `http://localhost:8080/overlay/main${fragment}`);
    assert.deepEqual(browser.sockets[0].protocols, ["ovation.v1.binary", "ovation.v1.json"], fragment);
  }
});

test("A page loads itself again when its server says so", async () => {
  const browser = await openPage(new Room());
  browser.sockets[0].tell({ type: "reload" });
  assert.equal(browser.reloads.length, 1);
});

test("A page tells the server which build and size it has, after each greeting", async () => {
  const browser = await openPage(new Room());
  assert.deepEqual(browser.sockets[0].sent, [
    { type: "visibility", visible: true, active: true },
    { type: "about", build: "1", width: 960, height: 540 },
  ]);
});

/** A gift of the highest tier that comes now. @param {import("./browser.js").Browser} browser */
function castleNow(browser) {
  const born = browser.clock.now * 1000;
  return {
    id: "gifts/0", kind: "gift", x: 24, y: 320, width: 200, height: 40, alpha: 1, combo: "a", sender: "Ann", gift: "Castle",
    count: 1, digitScale: 1, flourish: { tier: 4, seed: 7, born } };
}

test("A page tells its server how far it reduces the decoration, and tells each new connection again", async () => {
  const browser = await openPage(new Room());
  const reports = (/** @type {number} */ index) => browser.sockets[index].sent.filter(({ type }) => type === "report");
  browser.overlay.view.onreduce(1);
  browser.overlay.view.onreduce(2);
  assert.deepEqual(reports(0), [{ type: "report", what: "quality", reduction: 1 }]);
  await browser.pass(1000);
  assert.deepEqual(reports(0).map(({ reduction }) => reduction), [1, 2]);
  browser.sockets[0].end(1006);
  await browser.pass(1000);
  assert.deepEqual(reports(1).map(({ reduction }) => reduction), [2]);
});

test("A page sends no reports to a server that accepts none", async () => {
  for (const reports of [undefined, ["mood"]]) {
    const room = new Room();
    room.reports = reports;
    const browser = await openPage(room);
    browser.overlay.view.onreduce(1);
    await browser.pass(1000);
    assert.deepEqual(browser.sockets[0].sent.filter(({ type }) => type === "report"), []);
  }
});

test("Without motion a page rests while an expensive gift enters, and draws a film's name only", async () => {
  const browser = await openPage(new Room([]));
  const [socket] = browser.sockets;
  socket.tell({ type: "look", motion: "none" });
  await browser.pass(1000);
  sendFrame(socket, { nodes: [castleNow(browser)] });
  await browser.pass(1000);
  const drawn = browser.overlay.view.drawn;
  await browser.pass(1000);
  assert.equal(browser.overlay.view.drawn, drawn);
  sendFrame(socket, { removed: ["gifts/0"], nodes: [{
    id: "effect/a", kind: "effect", x: 0, y: 0, width: 960, height: 540, alpha: 1, film: "fireworks", sender: "Ann",
    gift: "Fireworks", start: browser.clock.now * 1000, duration: 7, seed: 7 }] });
  await browser.pass(1000);
  const pictures = () => browser.drawn.filter(([call]) => call === "drawImage").length;
  const before = pictures();
  await browser.pass(2000);
  assert.equal(pictures(), before);
  socket.tell({ type: "look", motion: "calm" });
  await browser.pass(2000);
  assert.ok(pictures() > before + 60, `${pictures() - before} pictures of the film`);
});

test("Without motion a page rests while an alert, a leader, added time and a reached goal come", async () => {
  const browser = await openPage(new Room([]));
  const [socket] = browser.sockets;
  const drawn = () => browser.overlay.view.drawn;
  socket.tell({ type: "look", motion: "none" });
  await browser.pass(1000);
  const now = 1000 * browser.clock.now;
  sendFrame(socket, { nodes: [
    { id: "alert/a", kind: "alert", x: 300, y: 40, width: 360, height: 150, alpha: 1, title: "Ann sent a Castle",
      name: "Ann", tier: 4, seed: 7, start: now, duration: 9 },
    { id: "leader/a", kind: "leader", x: 736, y: 200, width: 200, height: 28, alpha: 1, place: 1, name: "Ann", value: 5,
      born: now, rose: now, seed: 7 },
    { id: "counter/a", kind: "counter", x: 24, y: 24, width: 0, height: 36, alpha: 1, text: "0:41:07", value: 2467,
      added: 60, addedAt: now },
    { id: "goal/a", kind: "goal", x: 24, y: 440, width: 244, height: 32, alpha: 1, title: "Roses", value: 5, target: 5,
      level: 1, reached: true, reachedAt: now },
  ] });
  await browser.pass(200);
  const before = drawn();
  await browser.pass(10_000);
  assert.equal(drawn(), before);
});

test("A page draws without frames until the newest instant of a flourish is 4 s old, and then rests", async () => {
  const browser = await openPage(new Room([]));
  await browser.pass(1000);
  sendFrame(browser.sockets[0], { nodes: [castleNow(browser)] });
  await browser.pass(3500);
  const before = browser.overlay.view.drawn;
  await browser.pass(300);
  assert.ok(browser.overlay.view.drawn > before + 15, `${browser.overlay.view.drawn - before} drawings in 300 ms`);
  await browser.pass(700);
  const [drawn, frames] = [browser.overlay.view.drawn, browser.frames];
  await browser.pass(2000);
  assert.deepEqual([browser.overlay.view.drawn, browser.frames], [drawn, frames]);
});

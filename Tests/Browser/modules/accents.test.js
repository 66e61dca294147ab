// @ts-check
/** The page's own sounds: ticks that climb with the pops, rising tiers, and films. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Accents } from "../web/overlay/accents.js";

/** The names of the sounds that the frames give, with their times. @param {Accents} accents @param {...object} frames */
const heard = (accents, ...frames) => frames.flatMap((frame) => accents.take(/** @type {any} */ ({ nodes: [], ...frame })))
  .map(({ sound, time }) => `${sound.slice("/web/sounds/".length, -".wav".length)} ${time}`);

function loud() {
  const accents = new Accents();
  accents.volume = 0.8;
  return accents;
}

const row = (/** @type {object} */ flourish, /** @type {object} */ more = {}) => ({ id: "gifts/0", flourish, ...more });
const born = { tier: 1, seed: 7, born: 1000 };

test("The ticks of a combo climb with its pops and stay on the tenth", () => {
  const accents = loud();
  const frames = [{ time: 1000, nodes: [row(born, { kind: "gift", count: 1 })] }];
  for (let pop = 1; pop <= 12; pop++) {
    const popped = 1000 + 500_000 * pop;
    frames.push({ time: popped, nodes: [row({ ...born, popped }, { count: 3 * pop })] });
  }
  assert.deepEqual(heard(accents, ...frames).map((text) => text.split(" ")[0]),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10].map((step) => `tick-${step}`));
});

test("A frame that changes nothing of the flourish gives no sound", () => {
  const accents = loud();
  const popped = { ...born, popped: 2000 };
  assert.deepEqual(heard(accents, { time: 2000, nodes: [row(popped)] }, { time: 3000, nodes: [row(popped), { id: "gifts/0", x: 3 }] }),
    ["tick-1 2000"]);
});

test("A tier that rises is heard beside its pop, and a combo that enters in a tier only with its pops", () => {
  const accents = loud();
  assert.deepEqual(heard(accents,
    { time: 1000, nodes: [row({ ...born, tier: 3 })] },
    { time: 2000, nodes: [row({ ...born, tier: 3, popped: 2000 })] },
    { time: 3000, nodes: [row({ ...born, tier: 4, popped: 3000, rose: 3000 })] },
  ), ["tick-1 2000", "tick-2 3000", "tier-4 3000"]);
});

test("A combo that rises from tier 0 goes on climbing at its count", () => {
  assert.deepEqual(heard(loud(),
    { time: 4000, nodes: [row({ ...born, popped: 4000, rose: 4000 }, { count: 4 })] },
    { time: 5000, nodes: [row({ ...born, popped: 5000, rose: 4000 }, { count: 5 })] },
  ), ["tick-4 4000", "tier-1 4000", "tick-5 5000"]);
});

test("The next combo in a row begins at the first tick", () => {
  const accents = loud();
  const next = { ...born, born: 9000 };
  assert.deepEqual(heard(accents,
    { time: 2000, nodes: [row({ ...born, popped: 2000 })] },
    { time: 3000, nodes: [row({ ...born, popped: 3000 })] },
    { time: 9000, nodes: [row(next)] },
    { time: 9500, nodes: [row({ ...next, popped: 9500 })] },
  ), ["tick-1 2000", "tick-2 3000", "tick-1 9500"]);
});

test("A full frame is silent, and the pops after it are heard", () => {
  const accents = loud();
  const film = { id: "effect/e", kind: "effect", film: "castle", start: 1_999_000 };
  assert.deepEqual(heard(accents,
    { time: 2_000_000, full: true, nodes: [row({ ...born, popped: 1_990_000, rose: 1_990_000 }, { count: 6 }), film] },
    { time: 2_500_000, nodes: [row({ ...born, popped: 2_500_000, rose: 1_990_000 }, { count: 7 })] },
  ), ["tick-7 2500000"]);
});

test("What began more than a second before its frame is not heard", () => {
  assert.deepEqual(heard(loud(),
    { time: 3_000_000, nodes: [row({ ...born, popped: 1_900_000 })] },
    { time: 3_000_000, nodes: [{ id: "gifts/1", flourish: { ...born, popped: 2_100_000 } }] },
  ), ["tick-1 2100000"]);
});

test("Each film is heard at its start, unless its effect has a cue or the gift's sound is the same", () => {
  const accents = loud();
  const cue = (/** @type {object} */ one) => accents.note(/** @type {any} */ ({ type: "cue", volume: 1, time: 0, ...one }));
  cue({ cue: "combo", id: "a", sound: "/assets/own.mp3" });
  cue({ cue: "effect", id: "b", sound: "/assets/own.mp3" });
  cue({ cue: "combo", id: "c", sound: "/web/sounds/hearts.wav" });
  const films = Object.entries({ a: "castle", b: "crown", c: "hearts", d: "rocket" });
  const nodes = films.map(([id, film], index) => ({ id: `effect/${id}`, kind: "effect", film, start: index }));
  assert.deepEqual(heard(accents, { time: 10, nodes }), ["castle 0", "rocket 3"]);
  assert.deepEqual(heard(accents, { time: 20, nodes: [{ id: "effect/d", alpha: 0.5 }] }), []);
});

test("Without a volume there is no sound", () => {
  const film = { id: "effect/e", kind: "effect", film: "castle", start: 2000 };
  assert.deepEqual(heard(new Accents(), { time: 2000, nodes: [row({ ...born, popped: 2000 }), film] }), []);
});

test("The film of a newer server without a sound here is silent", () => {
  const film = { id: "effect/e", kind: "effect", film: "volcano", start: 2000 };
  assert.deepEqual(heard(loud(), { time: 2000, nodes: [film] }), []);
});

// Reads lines of a binary frame in base64, a blank and the same frame in JSON, and holds the stage
// that the page makes of the one against that of the other. A full frame is another stream's first.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Stage } from "../../../web/overlay/stage/stage.js";
import { LAYOUTS } from "../../../web/overlay/widgets/widgets.js";
import { Decoder } from "../../../web/shared/decode.js";

const decoder = new Decoder(LAYOUTS);
const [fromBinary, fromJSON] = [new Stage(), new Stage()];
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const blank = line.indexOf(" ");
  const bytes = new Uint8Array(Buffer.from(line.slice(0, blank), "base64"));
  const json = decoder.decode(line.slice(blank + 1));
  if (bytes[0] === 0x10) decoder.reset();
  const binary = decoder.decode(bytes.buffer);
  assert.equal(binary.time, json.time);
  fromBinary.apply(binary);
  fromJSON.apply(json);
  assert.deepEqual(fromBinary.order, fromJSON.order);
  if (json.full === true) assert.deepEqual(fromJSON.order, json.nodes);
  count++;
}
console.log(`${count} frames agree`);

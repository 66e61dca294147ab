// Reads lines with a binary frame in base64, a blank and the same frame in JSON, and compares the stages that the page makes
// of the two. A full frame is the first one of another stream.
import assert from "node:assert/strict";
import { createInterface } from "node:readline";
import { Stage } from "../../../web/overlay/stage/stage.js";
import { limitTexts } from "../../../web/overlay/stage/texts.js";
import { LAYOUTS } from "../../../web/overlay/widgets/widgets.js";
import { Decoder } from "../../../web/shared/decode.js";

const decoder = new Decoder(LAYOUTS);
const [fromBinary, fromJSON] = [new Stage(), new Stage()];
let count = 0;

/** The node as the page draws it, with its texts within the limits. */
function drawn(node) {
  const copy = { ...node };
  limitTexts(copy, node);
  return copy;
}

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
  if (json.full === true) assert.deepEqual(fromJSON.order, json.nodes.map(drawn));
  count++;
}
console.log(`${count} frames agree`);

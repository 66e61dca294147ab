// @ts-check
/** The page reads a picture's type and size from its bytes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { formatOf } from "../web/overlay/paint/format.js";

/** @param {...(string | number[])} parts texts, and bytes */
function bytes(...parts) {
  return Uint8Array.from(parts.flatMap((part) => typeof part === "string" ? [...part].map((one) => one.charCodeAt(0)) : part));
}

const GIF = ["GIF89a", [24, 0, 16, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]];
const FRAME = [0x2c, 0, 0, 0, 0, 24, 0, 16, 0, 0, 2, 0];
const pictures = /** @type {[string, Uint8Array, string][]} */ ([
  ["PNG", bytes([0x89], "PNG\r\n\x1a\n", [0, 0, 0, 13], "IHDR", [0, 0, 0, 24, 0, 0, 0, 16]), "image/png"],
  ["GIF", bytes(...GIF, [0x21, 0xfe, 3], "abc", [0], FRAME), "image/gif"],
  ["JPEG", bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 11, 8, 0, 16, 0, 24]), "image/jpeg"],
  ["lossy WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 ", [0, 0, 0, 0, 0x10, 0, 0, 0x9d, 1, 0x2a, 24, 0x40, 16, 0x40]), "image/webp"],
  ["lossless WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8L", [0, 0, 0, 0, 0x2f, 0x17, 0xc0, 0x03, 0x10]), "image/webp"],
  ["moving WebP", bytes("RIFF", [0, 0, 0, 0], "WEBPVP8X", [10, 0, 0, 0, 2, 0, 0, 0, 23, 0, 0, 15, 0, 0]), "image/webp"],
]);

for (const [name, content, type] of pictures) {
  test(`The size of a ${name} is read from its bytes`, () => {
    assert.deepEqual(formatOf(content), { type, width: 24, height: 16 });
    for (let count = 0; count < 8; count++) assert.equal(formatOf(content.subarray(0, count)), null);
  });
}

test("A GIF is as large as its first frame if that is larger than the whole", () => {
  const frame = [0x2c, 8, 0, 0, 0, 0x00, 0x40, 16, 0, 0, 2, 0];
  assert.deepEqual(formatOf(bytes(...GIF, frame)), { type: "image/gif", width: 0x4008, height: 16 });
});

test("An SVG has no size, whatever stands before it", () => {
  for (const text of ["<svg xmlns='http://www.w3.org/2000/svg'/>", "<?xml version='1.0'?><svg/>", "\xef\xbb\xbf<svg/>", ""]) {
    assert.equal(formatOf(bytes(text)), null);
  }
});

// @ts-check
/** The presets of the whole stage: captions and gift rows have room side by side, or stand apart. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { PRESETS } from "../web/studio/layout/presets.js";

const MARGIN = 8;
/** The width of a count beside its row, in heights of the row. */
const COUNT_HEIGHTS = 1.6;
/** The height of a count as it pops, in heights of its row. */
const POP_HEIGHTS = 2;
/** The width that a caption needs beside rows. */
const LEAST_ROOM = 200;

for (const { label, patch } of PRESETS) {
  test(`Captions of the preset ${label} have room beside gift rows, or stand below them`, () => {
    const { gifts, captions } = patch;
    const middle = gifts.y + (gifts.channels - 1) * (gifts.height + gifts.gap) + gifts.height / 2;
    const bottom = middle + gifts.height * POP_HEIGHTS / 2;
    const top = captions.y - (captions.max - 1) * (captions.height + captions.gap);
    const right = gifts.x + gifts.width + COUNT_HEIGHTS * gifts.height + MARGIN;
    assert.ok(top >= bottom || 2 * (captions.x - right) >= LEAST_ROOM, `${top} < ${bottom}`);
  });

  test(`Counters of the preset ${label} stand above the gift rows`, () => {
    const { gifts, counters } = patch;
    const bottom = counters.y + counters.max * (counters.height + counters.gap) - counters.gap;
    // A gift's picture is higher than its row.
    assert.ok(bottom <= gifts.y - gifts.height / 4, `${bottom} > ${gifts.y}`);
  });
}

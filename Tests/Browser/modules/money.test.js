/** Amounts of money as texts; every expected text is written by hand. */

import { test } from "node:test";
import assert from "node:assert/strict";
import { figures, money } from "../web/shared/money.js";

test("An amount has its currency's decimal places", () => {
  const amounts = [
    [420, "EUR", "4.20 EUR"], [5, "EUR", "0.05 EUR"], [0, "EUR", "0.00 EUR"], [5500, "USD", "55.00 USD"],
    [123456789, "EUR", "1,234,567.89 EUR"], [500, "JPY", "500 JPY"], [1234567, "KRW", "1,234,567 KRW"],
    [1234, "KWD", "1.234 KWD"], [7, "TND", "0.007 TND"], [12, "CLF", "0.0012 CLF"], [100, "MGA", "1.00 MGA"],
    [1e12, "EUR", "10,000,000,000.00 EUR"],
  ];
  for (const [units, currency, text] of amounts) assert.equal(money(units, currency), text);
});

test("A part of the smallest unit is not shown", () => {
  assert.equal(figures(420.99, "EUR"), "4.20");
  assert.equal(figures(0.5, "JPY"), "0");
});

// @ts-check
/** Formats amounts of money, which are whole numbers of a currency's smallest unit. */

import { grouped } from "./text.js";

/**
 * The decimal places of currencies that do not have two. Source: ISO 4217, list one; the server has the
 * same table (Sources/Platforms/Currency.swift), and a test compares the two.
 * @type {Record<string, number>}
 */
const PLACES = {
  BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0,
  XOF: 0, XPF: 0, BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4,
};

/** @param {string} currency its ISO 4217 code */
export function placesOf(currency) {
  return PLACES[currency] ?? 2;
}

/**
 * Formats an amount without its currency: 1,234.50.
 * @param {number} units of the smallest unit @param {string} currency
 */
export function figures(units, currency) {
  const places = placesOf(currency);
  const digits = String(Math.floor(units)).padStart(places + 1, "0");
  const whole = grouped(Number(digits.slice(0, digits.length - places)));
  return places === 0 ? whole : `${whole}.${digits.slice(-places)}`;
}

/**
 * Formats an amount with its currency: 1,234.50 EUR.
 * @param {number} units of the smallest unit @param {string} currency
 */
export function money(units, currency) {
  return `${figures(units, currency)} ${currency}`;
}

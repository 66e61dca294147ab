// @ts-check
/** Reads the type and size of a picture from its bytes (PNG, JPEG, GIF, WebP). */

/** @typedef {{type: string, width: number, height: number}} Format */

/**
 * Returns the format of a picture; null for other formats and truncated headers.
 * @param {Uint8Array} bytes @returns {Format | null}
 */
export function formatOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (view.getUint32(0) === 0x89504e47) return png(view);
    if (view.getUint32(0) === 0x47494638) return gif(view);
    if (view.getUint16(0) === 0xffd8) return jpeg(view);
    return view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250 ? webp(view) : null;
  } catch {
    // The header is cut short.
    return null;
  }
}

/** @param {DataView} view @returns {Format | null} */
function png(view) {
  if (view.getUint32(12) !== 0x49484452) return null;
  return { type: "image/png", width: view.getUint32(16), height: view.getUint32(20) };
}

/**
 * Returns the size of a GIF. Browsers extend it to the size of the first frame if that is larger.
 * @param {DataView} view @returns {Format | null}
 */
function gif(view) {
  const colors = (/** @type {number} */ flags) => (flags & 0x80) === 0 ? 0 : 3 * (2 << (flags & 7));
  let at = 13 + colors(view.getUint8(10));
  while (view.getUint8(at) === 0x21) {
    at += 2;
    while (view.getUint8(at) !== 0) at += view.getUint8(at) + 1;
    at += 1;
  }
  if (view.getUint8(at) !== 0x2c) return null;
  const side = (/** @type {number} */ place) => Math.max(
    view.getUint16(6 + place, true), view.getUint16(at + 1 + place, true) + view.getUint16(at + 5 + place, true));
  return { type: "image/gif", width: side(0), height: side(2) };
}

/** @param {DataView} view @returns {Format | null} */
function jpeg(view) {
  for (let at = 2; view.getUint8(at) === 0xff;) {
    const mark = view.getUint8(at + 1);
    if (mark === 0xff) at += 1;
    else if (mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8)) at += 2;
    else if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark)) {
      return { type: "image/jpeg", width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    } else at += 2 + view.getUint16(at + 2);
  }
  return null;
}

/** @param {DataView} view @returns {Format | null} */
function webp(view) {
  const type = "image/webp";
  const kind = view.getUint32(12);
  const long = (/** @type {number} */ at) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x10000;
  if (kind === 0x56503858) return { type, width: 1 + long(24), height: 1 + long(27) };
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { type, width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (kind !== 0x56503820) return null;
  return { type, width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
}

// @ts-check
/** Converts an SVG to a WebP in the streamer's browser, because the server accepts no SVG, and no page draws one. */

/** The longer side of the WebP, in pixels: the height of an effect on a stage of 1080 points. */
const LONGER_SIDE = 1080;
const QUALITY = 0.95;
/**
 * Tells if a file is an SVG, by its type or its name.
 * @param {File} file
 */
export function isSVG(file) {
  return file.type === "image/svg+xml" || /\.svg$/i.test(file.name);
}

/**
 * Tells if an address is that of an uploaded SVG, which earlier versions of the server accepted.
 * @param {string} url
 */
export function isRetired(url) {
  return /^\/assets\/[^/]*\.svg$/.test(url);
}

/**
 * Converts an SVG to a WebP, or to a PNG if the browser cannot write WebP; returns null if the SVG cannot be drawn.
 * @param {File} file
 * @returns {Promise<File | null>}
 */
export async function convertSVG(file) {
  try {
    const text = await file.text();
    const image = await drawn(text).then((one) => one.naturalWidth > 0 ? one : drawn(sized(text)));
    const factor = LONGER_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.naturalWidth * factor));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * factor));
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/webp", QUALITY));
    if (blob === null) return null;
    const ending = blob.type === "image/webp" ? "webp" : "png";
    return new File([blob], `${file.name.replace(/\.svg$/i, "")}.${ending}`, { type: blob.type });
  } catch {
    return null;
  }
}

/** @param {string} text of an SVG */
async function drawn(text) {
  const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/**
 * Gives an SVG without a size the proportions of its `viewBox`, because Firefox cannot draw it without a size.
 * @param {string} text
 */
function sized(text) {
  const box = /<svg\b[^>]*\sviewBox\s*=\s*["']\s*\S+?[\s,]+\S+?[\s,]+([\d.]+)[\s,]+([\d.]+)\s*["']/.exec(text);
  const [width, height] = box === null ? [LONGER_SIDE, LONGER_SIDE] : [Number(box[1]), Number(box[2])];
  return text.replace(/(<svg\b[^>]*?)\s(?:width|height)\s*=\s*["'][^"']*["']/g, "$1")
    .replace(/<svg\b/, `<svg width="${width}" height="${height}"`);
}

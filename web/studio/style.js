// @ts-check
/** Loads the style sheets that a view needs. */

/** @param {string} name @returns {Promise<void>} fulfilled when the style applies, or could not be loaded */
export function loadStyle(name) {
  const href = `/web/studio/${name}.css`;
  /** @type {HTMLLinkElement | null} */
  const there = document.querySelector(`link[href="${href}"]`);
  if (there !== null && there.sheet !== null) return Promise.resolve();
  const link = there ?? Object.assign(document.createElement("link"), { rel: "stylesheet", href });
  if (there === null) document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // The next view that needs the style requests it again.
      link.remove();
      resolve();
    });
  });
}

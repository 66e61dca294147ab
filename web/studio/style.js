// @ts-check
/** Styles that come with the view that needs them. */

/** @param {string} name @returns {Promise<void>} fulfilled when it applies */
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
      // Asked for again with the next view that needs it.
      link.remove();
      resolve();
    });
  });
}

// @ts-check
/** Styles that come with the view that needs them. */

/** @param {string} name @returns {Promise<void>} fulfilled when it applies */
export function loadStyle(name) {
  const href = `/web/studio/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`) !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = href;
  document.head.append(link);
  return new Promise((resolve) => {
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      // Asked for again with the next view that needs it.
      link.remove();
      resolve();
    });
  });
}

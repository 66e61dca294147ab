// @ts-check
/** Finds the access key that the studio was opened with, and stores it for the tab. */

const NAME = "ovation.key";

/** True if the page is a dock in OBS. */
export const isDock = navigator.userAgent.includes("OBS/");

/**
 * Returns the key in the address's fragment, or else the stored key of this tab. In a browser, the key is removed
 * from the address bar and the history at once. A dock has neither, and needs the key there when OBS restarts.
 * @returns {string | null}
 */
export function takeKey() {
  const key = new URLSearchParams(location.hash.slice(1)).get("key");
  if (key === null || key === "") return sessionStorage.getItem(NAME);
  if (!isDock) {
    sessionStorage.setItem(NAME, key);
    history.replaceState(history.state, "", location.pathname + location.search);
  }
  return key;
}

/** @param {string} key */
export function keepKey(key) {
  sessionStorage.setItem(NAME, key);
}

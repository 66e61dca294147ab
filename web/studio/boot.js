// @ts-check
/**
 * Prepares the first paint of the studio, in the right theme and language. Then it loads the studio, which the first
 * paint does not wait for.
 */
{
  const kept = (/** @type {string} */ name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  };
  const add = (/** @type {"link" | "script"} */ tag, /** @type {any} */ properties) =>
    document.head.append(Object.assign(document.createElement(tag), properties));
  const root = document.documentElement;
  const theme = kept("ovation.theme");
  if (theme === "dark" || theme === "light") root.dataset.theme = theme;
  const tag = kept("ovation.language") ?? navigator.languages.find((one) => /^(en|zh)\b/i.test(one)) ?? "en";
  // A deck's or a moderator's key opens only one view, so the first paint shows no navigation (role.js).
  let key = new URLSearchParams(location.hash.slice(1)).get("key");
  try {
    key = key || sessionStorage.getItem("ovation.key");
  } catch {
    // Without session storage there is no other key.
  }
  if (/^ov_[dm]_/.test(key ?? "")) root.dataset.single = "";
  root.lang = /^zh/i.test(tag) ? "zh" : "en";
  const at = "/web/studio/";
  for (const name of ["style", "shell"]) add("link", { rel: "stylesheet", href: `${at}${name}.css` });
  add("script", { type: "module", src: `${at}main.js` });
  add("script", { src: `${at}preload.js`, async: true });
  // main.js and its direct imports load in parallel with the words; preload.js lists the deeper imports.
  for (const name of ["access", "actions", "blocklist", "feed", "later", "role", "settings", "shell", "store", "style", "theme", "unsent", `words/${root.lang}`]) {
    add("link", { rel: "modulepreload", href: `${at}${name}.js` });
  }
}

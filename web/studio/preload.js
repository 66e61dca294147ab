// @ts-check
/** Preloads the modules of the first view, because otherwise each level of imports would wait for the level above. */
{
  for (const name of [
    "shared/connection", "shared/bidi", "shared/build", "studio/entries", "studio/held", "studio/merge",
    "studio/overview", "studio/presence", "studio/parts/takeback", "studio/lampview", "studio/live/steer", "studio/heldbadge",
    "studio/keys", "studio/laterview", "studio/icons", "studio/menus", "studio/overlaywordsview",
    "studio/parts/dom", "studio/parts/toast", "studio/parts/wait", "studio/address", "studio/unsentview",
    "studio/words", "shared/text", "studio/beat", "studio/live/tests", "studio/layout/presets",
    "studio/layout/shape", "studio/layout/schema", "studio/parts/copy", "studio/parts/dialog", "studio/parts/lamp",
    "studio/parts/menu", "studio/overlaywords", "studio/missed", "studio/misseddialogs",
    "studio/platforms/names", "studio/parts/problem", "studio/live/live",
    "studio/live/connect", "studio/live/preview", "studio/live/recent", "studio/live/stage",
    "studio/live/try", "studio/live/waiting", "studio/parts/rows", "studio/parts/empty", "studio/live/face", "studio/live/way",
    "studio/parts/command", "studio/parts/list", "studio/live/due", "studio/live/large", "studio/live/evening", "studio/live/alertqueue", "studio/live/message", "studio/live/clock", "shared/palette",
    "studio/parts/curl", "studio/parts/trigger", "shared/money", "studio/live/worth", "studio/qualitynote", "shared/themes", "shared/styles",
  ]) {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: `/web/${name}.js` }));
  }
}

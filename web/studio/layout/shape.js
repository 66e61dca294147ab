// @ts-check
/** Changes the shape of the stage to a preset, with a matching layout of every widget. */

import { sourceOf, sizeText } from "../address.js";
import { holds } from "../settings.js";
import { ask } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { applicable, presetOf } from "./presets.js";
import { defaultsOf, schemaOf } from "./schema.js";

/** @typedef {import("./presets.js").Preset} Preset */

/**
 * Applies a preset. Asks first if the room has a layout of its own.
 * @param {import("../shell.js").Studio} studio @param {Preset} preset
 * @returns {Promise<boolean>} true if the preset was applied
 */
export async function shapeStage(studio, preset) {
  const { settings, store } = studio;
  if (store.state.config === null) return false;
  if (await hasOwnLayout(studio, preset) && !await ask(t("shapeAsk", { size: preset.label }), t("apply"))) return false;
  applyPreset(settings, store, preset);
  return true;
}

/**
 * Tells if a preset would replace positions that a person has chosen: neither those of a preset, nor the defaults.
 * @param {import("../shell.js").Studio} studio @param {Preset} preset names the settings of positions
 */
async function hasOwnLayout(studio, { patch }) {
  const { config } = studio.store.state;
  if (presetOf(config) !== null) return false;
  const schema = await schemaOf(studio);
  if (schema === null) return true;
  const defaults = defaultsOf(schema);
  const positions = Object.entries(applicable(patch, defaults)).map(([name, keys]) =>
    [name, Object.fromEntries(Object.keys(keys).map((key) => [key, defaults[name][key]]))]);
  return !holds(config, Object.fromEntries(positions));
}

/**
 * @param {import("../settings.js").Settings} settings @param {import("../store.js").Store} store
 * @param {Preset} preset
 */
export function applyPreset(settings, store, preset) {
  settings.change(applicable(preset.patch, store.state.config), `preset ${performance.now()}`);
  toast(t("presetDone", { size: sizeText(sourceOf(preset.patch.stage)) }));
}

// @ts-check
/** Changes the shape of the stage to a preset, with a matching layout of every widget. */

import { sourceOf, sizeText } from "../address.js";
import { holds } from "../settings.js";
import { ask } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { applicable, PRESETS } from "./presets.js";

/** @typedef {import("./presets.js").Preset} Preset */

/**
 * Applies a preset. Asks first if the room has a layout of its own.
 * @param {import("../shell.js").Studio} studio @param {Preset} preset
 * @returns {Promise<boolean>} true if the preset was applied
 */
export async function shapeStage({ settings, store }, preset) {
  const { config } = store.state;
  if (config === null) return false;
  if (!isStock(config) && !await ask(t("shapeAsk", { size: preset.label }), t("apply"))) return false;
  applyPreset(settings, store, preset);
  return true;
}

/**
 * @param {import("../settings.js").Settings} settings @param {import("../store.js").Store} store
 * @param {Preset} preset
 */
export function applyPreset(settings, store, preset) {
  settings.change(applicable(preset.patch, store.state.config), `preset ${performance.now()}`);
  toast(t("presetDone", { size: sizeText(sourceOf(preset.patch.stage)) }));
}

/**
 * Tells if every widget has the position of a preset.
 * @param {any} config
 */
function isStock(config) {
  return PRESETS.some(({ patch }) => holds(config, applicable(patch, config)));
}

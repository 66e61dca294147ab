// @ts-check
/** The stage in another shape: every widget is laid out for it. */

import { sourceOf, sizeText } from "../address.js";
import { holds } from "../settings.js";
import { ask } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { applicable, PRESETS } from "./presets.js";

/** @typedef {import("./presets.js").Preset} Preset */

/**
 * Lays the stage out as a preset says; an own layout is asked about first.
 * @param {import("../shell.js").Studio} studio @param {Preset} preset
 * @returns {Promise<boolean>} whether it was done
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

// @ts-check
/** Changes the shape of the stage to a preset, with a matching layout of every widget. */

import { sourceOf, sizeText } from "../address.js";
import { holds } from "../settings.js";
import { ask } from "../parts/dialog.js";
import { toast } from "../parts/toast.js";
import { t } from "../words.js";
import { applicable, presetOf, withOwnRows } from "./presets.js";
import { defaultsOf, schemaOf } from "./schema.js";

/** @typedef {import("./presets.js").Preset} Preset */

/**
 * Applies a preset. Asks first if the room has a layout of its own.
 * @param {import("../shell.js").Studio} studio @param {Preset} preset
 * @returns {Promise<boolean>} true if the preset was applied
 */
export async function shapeStage(studio, preset) {
  if (studio.store.state.config === null) return false;
  if (await hasOwnLayout(studio, preset) && !await ask(t("shapeAsk", { size: preset.label }), t("apply"))) return false;
  await applyPreset(studio, preset);
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
 * @param {import("../shell.js").Studio} studio @param {Preset} preset
 */
export async function applyPreset(studio, preset) {
  const { settings, store } = studio;
  const schema = await schemaOf(studio);
  const { config } = store.state;
  const usual = presetOf(config)?.patch ?? (schema === null ? null : defaultsOf(schema));
  const { patch, lost } = withOwnRows(applicable(preset.patch, config), config, usual);
  settings.change(patch, `preset ${performance.now()}`);
  const rows = lost.map(({ widget, was, n }) => t("rowsLost", { widget: t(`widget_${widget}`), was, n }));
  toast([t("presetDone", { size: sizeText(sourceOf(preset.patch.stage)) }), ...rows].join(" "));
}

// @ts-check
/** Reads the server's JSON Schema of configurations, and the defaults in it. */

/**
 * Returns the schema. It is requested only once.
 * @param {Pick<import("../shell.js").Studio, "store" | "actions">} studio
 * @returns {Promise<any>} null if the server does not answer
 */
export async function schemaOf({ store, actions }) {
  if (store.state.schema !== null) return store.state.schema;
  const { ok, body } = await actions.request("GET", "/v1/schema/config");
  if (ok) store.set({ schema: body });
  return ok ? body : null;
}

/**
 * Returns the configuration in which every setting has its default.
 * @param {any} schema of a configuration, or of a part of it
 * @returns {any}
 */
export function defaultsOf(schema) {
  if ("default" in schema) return schema.default;
  const parts = Object.entries(schema.properties ?? {});
  return Object.fromEntries(parts.map(([key, part]) => [key, defaultsOf(part)]));
}

// @ts-check
/**
 * Thrown for a message that can't be read, or that doesn't fit those before it. The page then
 * connects anew and is sent everything again.
 */
export class Malformed extends Error {
  name = "Malformed";
}

// @ts-check
/**
 * An error for a message that cannot be read or does not fit the messages before it. The page then
 * reconnects and receives the full state again.
 */
export class Malformed extends Error {
  name = "Malformed";
}

// @ts-check
/** A message that makes no sense, alone or after those before: the page begins afresh. */
export class Malformed extends Error {
  name = "Malformed";
}

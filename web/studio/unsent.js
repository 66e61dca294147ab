// @ts-check
/** Changes of the settings that the server does not have yet, kept in the tab's storage: a reload loses none. */

export class Unsent {
  /** @param {string} room @param {Storage} [storage] */
  constructor(room, storage = sessionStorage) {
    /** @private */
    this.name = `ovation.unsent.${room}`;
    /** @private */
    this.storage = storage;
  }

  /** @returns {any} a merge patch; undefined: the server has everything */
  load() {
    try {
      return JSON.parse(this.storage.getItem(this.name) ?? "") ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {any} patch undefined: the server has everything */
  save(patch) {
    try {
      if (patch === undefined) this.storage.removeItem(this.name);
      else this.storage.setItem(this.name, JSON.stringify(patch));
    } catch {
      // A full storage: the changes last as long as the page.
    }
  }
}

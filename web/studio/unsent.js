// @ts-check
/** Stores unsaved changes of the settings in the tab's storage, so that they survive a reload. */

export class Unsent {
  /** @param {string} room @param {Storage} [storage] */
  constructor(room, storage = sessionStorage) {
    /** @private */
    this.name = `ovation.unsent.${room}`;
    /** @private */
    this.storage = storage;
  }

  /** @returns {any} a merge patch; undefined if all changes are saved */
  load() {
    try {
      return JSON.parse(this.storage.getItem(this.name) ?? "") ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** @param {any} patch undefined if all changes are saved */
  save(patch) {
    try {
      if (patch === undefined) this.storage.removeItem(this.name);
      else this.storage.setItem(this.name, JSON.stringify(patch));
    } catch {
      // With a full storage, the changes last only as long as the page.
    }
  }
}

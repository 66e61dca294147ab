// @ts-check
/**
 * The frame around the studio's views, with the lamp, steering buttons, navigation and menus. It shows one view at a
 * time.
 */

import { lampView } from "./lampview.js";
import { qualityNote } from "./qualitynote.js";
import { steerBar } from "./live/steer.js";
import { HeldList } from "./held.js";
import { heldBadge } from "./heldbadge.js";
import { listen } from "./keys.js";
import { watchPlanned } from "./laterview.js";
import { icon } from "./icons.js";
import { mainMenu, roomMenu } from "./menus.js";
import { offerWords } from "./overlaywordsview.js";
import { el, fill, put } from "./parts/dom.js";
import { closeToasts, tell, toast, toasts } from "./parts/toast.js";
import { makeWait, waitForAnswer, watchPresses } from "./parts/wait.js";
import { addressOf } from "./address.js";
import { rightsOf } from "./role.js";
import { loadStyle } from "./style.js";
import { watchUnsent } from "./unsentview.js";
import { addWords, t } from "./words.js";

/**
 * @typedef {object} Studio The services that every view gets.
 * @property {string} room
 * @property {import("./store.js").Store} store
 * @property {import("./actions.js").Actions} actions
 * @property {import("./feed.js").Feed} feed
 * @property {import("./settings.js").Settings} settings
 * @property {import("./later.js").Later} later
 * @property {import("./blocklist.js").Blocklist} blocklist
 *
 * @typedef {() => void} Dispose
 * @typedef {(place: HTMLElement, studio: Studio) => Dispose} Mount
 */

/**
 * The views, each with the right that opens it.
 * @type {{name: string, right: import("./role.js").Right, styles: string[], hasWords?: boolean, load: () => Promise<Mount>}[]}
 */
const VIEWS = [
  { name: "live", right: "steer", styles: [], load: async () => (await import("./live/live.js")).mountLive },
  { name: "history", right: "history", styles: ["views"], load: async () => (await import("./history/history.js")).mountHistory },
  { name: "layout", right: "configure", styles: ["layout"], load: async () => (await import("./layout/layout.js")).mountLayout },
  { name: "looks", right: "configure", styles: ["looks", "gifts"], load: async () => (await import("./looks/looks.js")).openLooks() },
  {
    name: "alerts", right: "configure", styles: ["looks", "gifts", "alerts"], hasWords: true,
    load: async () => (await import("./alerts/alerts.js")).openAlerts(),
  },
  {
    name: "platforms", right: "sources", styles: ["views", "platforms"], hasWords: true,
    load: async () => (await import("./platforms/platforms.js")).mountPlatforms,
  },
  { name: "rooms", right: "keys", styles: ["views"], load: async () => (await import("./rooms/rooms.js")).mountRooms },
];

const TOO_MANY = 429;

export class Shell {
  /** @param {HTMLElement} place @param {Studio} studio */
  constructor(place, studio) {
    /** @private */
    this.place = place;
    /** @private */
    this.studio = studio;
    /** @private @type {Dispose[]} */
    this.frame = [];
    /** @private @type {Dispose} */
    this.disposeView = () => {};
    /** @private the number of requested views, so that a view that loads too late is not shown */
    this.asked = 0;
    watchPresses();
    studio.actions.onchange = waitForAnswer;
    studio.actions.onanswer = (answer) => {
      tell(answer);
      if (answer.status === TOO_MANY) makeWait(answer.retrySeconds);
    };
    studio.feed.onconfig = () => {
      if (studio.store.may("configure")) studio.settings.read();
    };
    const held = new HeldList(studio.actions, studio.store);
    studio.feed.onheld = () => held.read();
    studio.feed.onblocklist = () => studio.blocklist.refresh();
    addEventListener("popstate", () => this.show(this.viewInAddress()));
    listen(studio, { views: () => this.views, show: (view) => this.go(view), help: () => this.help() });
    /** @private the rights that the frame was built for */
    this.rights = "";
    studio.store.subscribe(["role"], () => this.adapt());
    watchUnsent(studio);
    watchPlanned(studio);
  }

  /**
   * Builds the frame for the role's rights. The key's letter names the role before the server does, so this usually
   * happens once.
   * @private
   */
  adapt() {
    const { actions, store } = this.studio;
    const rights = [...rightsOf(store.state.role)].join(" ");
    if (rights === this.rights) return;
    this.rights = rights;
    this.build();
    this.show(this.viewInAddress());
    if (store.may("keys")) addressOf(actions).then((address) => store.set({ address }));
  }

  /**
   * The names of the views that the role can open.
   * @private
   */
  get views() {
    return VIEWS.filter(({ right }) => this.studio.store.may(right)).map(({ name }) => name);
  }

  /**
   * Builds the whole frame, in the current language.
   * @private
   */
  build() {
    for (const dispose of this.frame.splice(0)) dispose();
    const { room, store } = this.studio;
    const { views } = this;
    document.title = `${room} · Ovation`;
    const lamp = lampView(this.studio);
    const steer = steerBar(this.studio);
    const quality = qualityNote(store);
    this.frame.push(lamp.dispose, steer.dispose, quality.dispose);
    if (store.may("configure")) this.frame.push(offerWords(this.studio));
    put(document.documentElement, "data-single", views.length === 1);
    /** @private */
    this.nav = el("nav", { id: "views", "aria-label": t("views") }, views.map((name) =>
      el("a", {
        href: `?view=${name}`, "data-view": name,
        on: { click: (/** @type {MouseEvent} */ event) => this.follow(event, name) },
      }, icon(name), el("span", {}, t(/** @type {any} */ (name))))));
    const live = /** @type {HTMLElement} */ (this.nav.querySelector("[data-view=live]"));
    this.frame.push(heldBadge(store, live, t("live")));
    /** @private */
    this.content = el("main", { id: "content", tabindex: -1 });
    fill(this.place,
      el("a", { class: "skip-link", href: "#content", on: { click: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.content?.focus();
      } } }, t("skipLink")),
      el("header", { id: "bar" }, lamp.element, views.length > 1 && this.nav, steer.element,
        el("div", { id: "menus" }, roomMenu(this.studio), mainMenu(this.studio, () => this.rebuild(), () => this.help())), quality.element),
      this.content,
      toasts());
  }

  /** @private */
  rebuild() {
    this.build();
    this.show(this.studio.store.state.view);
  }

  /** @private */
  async help() {
    const { showShortcuts } = await import("./parts/shortcuts.js");
    showShortcuts(this.studio.store, this.views.length);
  }

  /** @private @param {MouseEvent} event @param {string} view */
  follow(event, view) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    this.go(view);
  }

  /** @param {string} view */
  go(view) {
    if (view === this.studio.store.state.view) return;
    const url = new URL(location.href);
    url.searchParams.set("view", view);
    history.pushState(null, "", url);
    this.show(view);
  }

  /** @private @param {string} name */
  mark(name) {
    for (const link of this.nav?.children ?? []) {
      put(link, "aria-current", /** @type {HTMLElement} */ (link).dataset.view === name ? "page" : null);
    }
  }

  /**
   * Stays in the current view, because the server does not answer and the other view cannot be loaded.
   * @private
   */
  stay() {
    const { view } = this.studio.store.state;
    this.mark(view);
    const url = new URL(location.href);
    url.searchParams.set("view", view);
    history.replaceState(null, "", url);
    toast(t("offline"), true);
  }

  /** @private @param {string} name */
  async show(name) {
    const turn = ++this.asked;
    this.mark(name);
    const view = VIEWS.find((one) => one.name === name && this.views.includes(name)) ?? VIEWS[0];
    const link = this.nav?.querySelector(`[data-view=${view.name}]`) ?? null;
    if (link !== null) put(link, "aria-busy", "true");
    const mount = await load(view);
    if (link !== null) put(link, "aria-busy", null);
    if (turn !== this.asked || this.content === undefined) return;
    if (mount === null) return this.stay();
    this.disposeView();
    closeToasts();
    this.studio.store.set({ view: name });
    this.content.replaceChildren();
    this.content.dataset.view = name;
    this.disposeView = mount(this.content, this.studio);
  }

  /** @private */
  viewInAddress() {
    const name = new URLSearchParams(location.search).get("view");
    return name !== null && this.views.includes(name) ? name : "live";
  }
}

/**
 * Loads a view with its texts and styles; returns null if the server does not answer.
 * @param {typeof VIEWS[number]} view
 * @returns {Promise<Mount | null>}
 */
async function load(view) {
  try {
    const [mount] = await Promise.all([
      view.load(), view.hasWords && addWords(view.name), ...["rows", "live", ...view.styles].map(loadStyle),
    ]);
    return mount;
  } catch {
    return null;
  }
}

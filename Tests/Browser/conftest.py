"""Fixtures: a server, a room for each test, and pages whose errors fail the test."""

import itertools
import os

import pytest
from playwright.sync_api import sync_playwright

from Browser import films
from Browser.chromium import PATH, SHELL, launch
from Browser.replaying import open_replay
from Browser.studio import OBS, Studio
from harness.ports import free_port
from harness.room import Room
from harness.server import ROOT, Server
from harness.waiting import pause_of, wait_for

CLASSIC = ROOT / "Tests" / "Browser" / "classic.json"
NETWORK = ("WebSocket connection to", "Failed to load resource", "Access to fetch at")
# A new page starts without the settings of earlier pages in its context, and keeps its own when it is loaded again.
FORGET = """if (window === top && window.name !== "known") {
  window.name = "known";
  try { localStorage.clear() } catch {}
}"""
# The streamer of the room has answered the studio's first question already.
ANSWERED = """{
  const room = /^\\/studio\\/([^/]+)/.exec(location.pathname)?.[1];
  try { if (room) localStorage.setItem(`ovation.setup.${room}`, "answered") } catch {}
}"""
# The studio's demo draws in every animation frame. Pages whose tests do not look at it leave it undrawn.
STILL_DEMO = """if (new URLSearchParams(location.search).has("demo")) window.requestAnimationFrame = () => 0;"""
PATIENCE_MILLISECONDS = 120_000
names = (f"room-{number}" for number in itertools.count(1))


@pytest.fixture(scope="session")
def engine():
    """Playwright, which drives the browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(engine):
    """Chromium by device scale: the whole browser, or its headless shell where tests run in parallel."""
    launched = {}
    path = SHELL if "PYTEST_XDIST_WORKER" in os.environ else PATH

    def of_scale(scale):
        if scale not in launched:
            launched[scale] = launch(engine, scale, path=path)
        return launched[scale]

    yield of_scale
    for chromium in launched.values():
        chromium.close()


def running_server(tmp_path_factory):
    # Tests recognize nodes by the plain colors of the classic theme.
    with Server(tmp_path_factory.mktemp("server"), config=CLASSIC, port=free_port()) as running:
        yield running
        assert running.stop() == 0


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory):
    """The server of all modules without one of their own: a page finds the files of earlier pages in the cache."""
    yield from running_server(tmp_path_factory)


@pytest.fixture(scope="module")
def own_server(tmp_path_factory):
    """For modules that stop the server, or whose tests depend on which rooms it has."""
    yield from running_server(tmp_path_factory)


@pytest.fixture(scope="module")
def keyed_server(tmp_path_factory):
    """For modules whose pages have keys."""
    with Server(tmp_path_factory.mktemp("keyed"), "--auth", "keys") as running:
        yield running
        assert running.stop() == 0


@pytest.fixture(scope="module")
def server(shared_server):
    return shared_server


@pytest.fixture
def room(server):
    return Room(server, next(names))


def contexts(browser):
    """Browser contexts by their options; the pages of one context share a cache of files."""
    made = {}

    def make(scale, **options):
        key = scale, repr(sorted(options.items()))
        if key not in made:
            made[key] = browser(scale).new_context(device_scale_factor=scale, **options)
            # Beside the other tests, a page may open slowly.
            made[key].set_default_timeout(PATIENCE_MILLISECONDS)
        return made[key]

    yield make
    for context in made.values():
        context.close()


@pytest.fixture(scope="session")
def shared_contexts(browser):
    yield from contexts(browser)


@pytest.fixture(scope="module")
def own_contexts(browser):
    """For modules that stop the clock of pages: it is never again the browser's own."""
    yield from contexts(browser)


@pytest.fixture(scope="module")
def context_of(shared_contexts):
    return shared_contexts


@pytest.fixture
def blank(context_of, request):
    """Makes pages whose errors fail the test: `blank(width, height, scale, **context_options)`.

    A page draws the studio's demo only with `demo=True`, and shows the studio's first question only with
    `first_run=True`.
    """
    pages = []
    troubles = []

    def make(width=960, height=540, scale=1, demo=False, first_run=False, **options):
        page = context_of(scale, **options).new_page()
        pages.append(page)
        page.add_init_script(FORGET)
        if not demo:
            page.add_init_script(STILL_DEMO)
        if not first_run:
            page.add_init_script(ANSWERED)
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text)
                if message.type == "error" else None)
        return page

    yield make
    for page in pages:
        page.close()
    if request.node.get_closest_marker("network"):
        troubles = [text for text in troubles if not text.startswith(NETWORK)]
    assert troubles == []


@pytest.fixture(scope="session")
def film(browser):
    """A film with alpha that shows each color for a second."""
    with browser(1).new_page() as page:
        return films.film(page)


@pytest.fixture
def overlay(blank, room):
    """Opens the overlay of the test's room, and waits for the first frame."""

    def open_one(query="", script=None, **size):
        page = blank(**size)
        if script is not None:
            page.add_init_script(script)
        received = []
        page.on("websocket", lambda socket: socket.on(
            "framereceived", lambda message: received.append(message)))
        page.goto(f"{room.server.url}/overlay/{room.name}{query}")
        wait_for(lambda: len(received) >= 2, pause=pause_of(page))
        return page

    return open_one


@pytest.fixture
def replay(blank, server):
    """Opens the page that draws recorded frames."""

    def open_one(**size):
        page = blank(**size)
        open_replay(page, server)
        return page

    return open_one


@pytest.fixture(scope="module")
def drawing_page(context_of, server):
    """One page of recorded frames for all tests of a module that only draw frames of their own."""
    page = context_of(1).new_page()
    page.set_viewport_size({"width": 960, "height": 540})
    page.troubles = []
    page.on("pageerror", lambda error: page.troubles.append(str(error)))
    page.on("console", lambda message: page.troubles.append(message.text) if message.type == "error" else None)
    open_replay(page, server)
    yield page
    page.close()


@pytest.fixture
def drawing(drawing_page):
    """The module's page of recorded frames; its errors fail the test."""
    yield drawing_page
    # Playwright delivers events of the page while a call is running.
    drawing_page.title()
    troubles = list(drawing_page.troubles)
    drawing_page.troubles.clear()
    assert troubles == []


@pytest.fixture
def studio(blank, room):
    """Opens the studio of the test's room at a view."""

    def open_one(view="live", width=1280, height=800, **more):
        return Studio(blank(width, height, **more), room).open(view)

    return open_one


@pytest.fixture
def source(blank, room):
    """Opens an address, by default the overlay's, as OBS does, with the source visible and on air."""

    def open_one(address=None, width=960, height=540):
        page = blank(width, height, user_agent=OBS)
        page.add_init_script("window.obsstudio = {}")
        page.goto(address or f"{room.server.url}/overlay/{room.name}")
        return page

    return open_one


@pytest.fixture
def stop_clock():
    """Stops a page's timers and animation frames: only `page.clock.run_for` moves them until the test ends.

    Playwright's `install` alone does not stop the clock: time goes on in the page while a test waits. The module needs
    `own_contexts`.
    """
    contexts = []

    def stop(page):
        page.clock.install()
        # The new clock starts at the real time, and can only be stopped at a later moment.
        page.clock.pause_at(page.evaluate("() => Date.now()") / 1000 + 1)
        contexts.append(page.context)

    yield stop
    for context in contexts:
        # All pages of a context have one clock.
        context.clock.resume()


@pytest.fixture
def output():
    """The directory for pictures that people look at."""
    directory = ROOT / "Tests" / "Browser" / "output"
    directory.mkdir(exist_ok=True)
    return directory

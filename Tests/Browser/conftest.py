"""A server a module, a room a test, and pages whose every error fails the test."""

import itertools
import os

import pytest
from playwright.sync_api import sync_playwright

from Browser import films
from Browser.canvas import until
from Browser.chromium import PATH, SHELL, launch
from Browser.process import ROOT, Room, Server
from Browser.replaying import open_replay
from Browser.studio import OBS, Studio

NETWORK = ("WebSocket connection to", "Failed to load resource")
names = (f"room-{number}" for number in itertools.count(1))


@pytest.fixture(scope="session")
def engine():
    """What drives browsers."""
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(engine):
    """Debian's Chromium, one a device scale: the whole browser, or its shell where tests run side by side."""
    launched = {}
    path = SHELL if "PYTEST_XDIST_WORKER" in os.environ else PATH

    def of_scale(scale):
        if scale not in launched:
            launched[scale] = launch(engine, scale, path=path)
        return launched[scale]

    yield of_scale
    for chromium in launched.values():
        chromium.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def room(server):
    return Room(server, next(names))


@pytest.fixture
def blank(browser, request):
    """Makes pages whose errors fail the test: `blank(width, height, scale)`; `more` is the context's."""
    contexts = []
    troubles = []

    def make(width=960, height=540, scale=1, **more):
        context = browser(scale).new_context(
            viewport={"width": width, "height": height}, device_scale_factor=scale, **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text)
                if message.type == "error" else None)
        return page

    yield make
    for context in contexts:
        context.close()
    if request.node.get_closest_marker("network"):
        troubles = [text for text in troubles if not text.startswith(NETWORK)]
    assert troubles == []


@pytest.fixture(scope="session")
def film(browser):
    """A film with alpha, a second of each of some colours."""
    with browser(1).new_page() as page:
        return films.film(page)


@pytest.fixture
def overlay(blank, room):
    """Opens the overlay of the test's room, and waits until the server has told it of the room."""

    def open_one(query="", script=None, **size):
        page = blank(**size)
        if script is not None:
            page.add_init_script(script)
        received = []
        page.on("websocket", lambda socket: socket.on(
            "framereceived", lambda message: received.append(message)))
        page.goto(f"{room.server.url}/overlay/{room.name}{query}")

        def is_told():
            page.wait_for_timeout(10)
            return len(received) >= 2

        until(is_told, seconds=30)
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


@pytest.fixture
def studio(blank, room):
    """Opens the studio of the test's room at a view."""

    def open_one(view="live", width=1280, height=800, **more):
        return Studio(blank(width, height, **more), room).open(view)

    return open_one


@pytest.fixture
def source(blank, room):
    """Opens an address, by default the overlay's, as OBS does: visible, and on air."""

    def open_one(address=None, width=960, height=540):
        page = blank(width, height, user_agent=OBS)
        page.add_init_script("window.obsstudio = {}")
        page.goto(address or f"{room.server.url}/overlay/{room.name}")
        return page

    return open_one


@pytest.fixture
def output():
    """Where pictures for people go."""
    directory = ROOT / "Tests" / "Browser" / "output"
    directory.mkdir(exist_ok=True)
    return directory

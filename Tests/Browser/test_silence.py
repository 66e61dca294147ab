"""A connection that dies without a word."""

import time

import pytest

from Browser.canvas import painted, pixels, until
from Browser.proxy import Proxy

pytestmark = pytest.mark.alone

SILENCE_SECONDS = 12
# What is half over stays so long when the connection has been lost.
KEEP_SECONDS = 3
# What a busy machine may take longer.
GRACE_SECONDS = 5


@pytest.fixture
def wire(server):
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.fixture
def page(blank, room, wire):
    """The room's page behind the wire, with a card that stands; and what sockets it opened."""
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Ann")
    opened = blank()
    opened.sockets = []
    opened.on("websocket", lambda socket: opened.sockets.append(socket))
    opened.goto(f"http://localhost:{wire.port}/overlay/{room.name}")
    until(lambda: painted(pixels(opened), least=255))
    return opened


def test_a_quiet_room_is_not_a_dead_one(page):
    page.wait_for_timeout((SILENCE_SECONDS + 4) * 1000)
    assert len(page.sockets) == 1


@pytest.mark.network
def test_a_connection_that_died_is_left_for_another(page, room, wire):
    cut = time.monotonic()
    wire.cut()
    room.send("POST", "control", {"action": "clear"})
    page.wait_for_timeout(5000)
    # Nothing has told the page so far.
    assert painted(pixels(page), least=255) and len(page.sockets) == 1
    until(lambda: painted(pixels(page)) is None, seconds=SILENCE_SECONDS + GRACE_SECONDS)
    # The last beat may have come just before.
    assert SILENCE_SECONDS - 5.5 < time.monotonic() - cut < SILENCE_SECONDS + GRACE_SECONDS
    assert len(page.sockets) == 2
    room.call("Bea")
    until(lambda: painted(pixels(page), least=255))


@pytest.mark.network
def test_what_is_half_over_does_not_stay_when_nothing_is_heard_at_all(page, wire):
    cut = time.monotonic()
    wire.cut(new_ones_too=True)
    until(lambda: painted(pixels(page)) is None,
          seconds=SILENCE_SECONDS + KEEP_SECONDS + GRACE_SECONDS)

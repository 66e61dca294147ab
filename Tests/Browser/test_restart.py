"""The overlay page survives a restart of its server."""

import pytest

from Browser.canvas import difference, painted, pixels
from harness.waiting import wait_for


@pytest.fixture(scope="module")
def server(own_server):
    return own_server


def drawn(page, frame):
    """The picture of a frame, drawn by the page's own code."""
    page.evaluate("""async (frame) => {
        replay.load([{...frame, full: true}]);
        await replay.draw(0);
    }""", frame)
    return pixels(page)


@pytest.mark.network
def test_the_page_shows_the_room_again_after_the_server_was_killed_and_restarted(overlay, replay, room, server):
    sockets = []
    mirror = replay()
    page = overlay()
    page.on("websocket", lambda socket: sockets.append(socket))
    # Everything on the stage rests, because the room's time continues only when the page is back.
    room.configure({"calls": {"vanish": 60, "entrance": 0},
                    "gifts": {"entrance": 0, "pop": 0, "settle": 0, "linger": 60}})
    room.call("Ann")
    room.gift("Ann", "Rose")
    wait_for(lambda: painted(pixels(page), least=255))

    server.kill()
    # The page clears its half-finished alerts, and keeps trying to connect.
    wait_for(lambda: painted(pixels(page)) is None and len(sockets) >= 3)

    server.start()
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Bea")
    wait_for(lambda: difference(pixels(page), drawn(mirror, room.frame())) <= 2
             and painted(pixels(page), least=255))
    assert any(node["kind"] == "call" and node["name"] == "Bea" for node in room.nodes().values())


@pytest.mark.network
def test_an_alert_stays_on_screen_while_the_page_reconnects(overlay, room, server):
    sockets = []
    page = overlay()
    page.on("websocket", lambda socket: sockets.append(socket))
    room.configure({"calls": {"vanish": 60}})
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    server.kill()
    wait_for(lambda: page.title() and len(sockets) >= 2)
    assert painted(pixels(page), least=255) is not None
    server.start()

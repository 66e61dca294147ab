"""A server that dies and comes back, under a page that stays."""

import pytest

from Browser.canvas import difference, painted, pixels, until

# The pauses between its tries grow to 0.6 s; the others are for a busy machine.
LATEST_SECONDS = 4


def drawn(page, frame):
    """How the page's own drawing shows a frame."""
    page.evaluate("""async (frame) => {
        replay.load([{...frame, full: true}]);
        await replay.draw(0);
    }""", frame)
    return pixels(page)


@pytest.mark.network
def test_the_page_is_right_soon_after_the_servers_return(overlay, replay, room, server):
    sockets = []
    mirror = replay()
    page = overlay()
    page.on("websocket", lambda socket: sockets.append(socket))
    # What came before the end rests: the room's time goes on only when the page is back.
    room.configure({"calls": {"vanish": 60, "entrance": 0},
                    "gifts": {"entrance": 0, "pop": 0, "settle": 0, "linger": 60}})
    room.call("Ann")
    room.gift("Ann", "Rose")
    until(lambda: painted(pixels(page), least=255))

    server.kill()
    # What is half over is taken off the screen, and the pauses are as long as they grow.
    until(lambda: painted(pixels(page)) is None and len(sockets) >= 8, seconds=12)

    server.start()
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Bea")
    until(lambda: difference(pixels(page), drawn(mirror, room.frame())) <= 2
          and painted(pixels(page), least=255), LATEST_SECONDS)
    assert any(node["kind"] == "call" and node["name"] == "Bea" for node in room.nodes().values())


@pytest.mark.network
def test_a_short_absence_does_not_blank_the_page(overlay, room, server):
    sockets = []
    page = overlay()
    page.on("websocket", lambda socket: sockets.append(socket))
    room.configure({"calls": {"vanish": 60}})
    room.call("Ann")
    until(lambda: painted(pixels(page), least=255))
    server.kill()
    until(lambda: page.title() and len(sockets) >= 2)
    assert painted(pixels(page), least=255) is not None
    server.start()

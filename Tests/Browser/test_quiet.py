"""The page rests while nothing moves, and notices when its connection or its room is gone.

Tests/Browser/modules/overlay.test.js covers the same behaviour in virtual time, with many more cases."""

import pytest

from Browser.canvas import painted, pixels
from Browser.proxy import Proxy
from harness.waiting import wait_for

CARD = {"calls": {"vanish": 60, "entrance": 0}}
# Counts the page's animation frames and drawing calls, and can wait for refreshes of the screen without being counted.
COUNTER = """
window.work = { frames: 0, draws: 0 };
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (tick) => { work.frames++; return ask(tick); };
window.refreshes = (count) => new Promise((resolve) => {
  const next = () => count-- > 0 ? ask(next) : resolve();
  next();
});
for (const name of ["clearRect", "drawImage", "fillText", "strokeText", "fill", "stroke"]) {
  const real = CanvasRenderingContext2D.prototype[name];
  CanvasRenderingContext2D.prototype[name] = function (...values) {
    work.draws++;
    return real.apply(this, values);
  };
}
"""


def work_after_refreshes(page, count=20):
    return page.evaluate("(count) => refreshes(count).then(() => ({...work}))", count)


def test_a_page_on_which_nothing_moves_requests_no_animation_frame(overlay, room):
    page = overlay(script=COUNTER)
    room.configure(CARD)
    start = work_after_refreshes(page, 0)
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    wait_for(lambda: work_after_refreshes(page) == work_after_refreshes(page))
    after = work_after_refreshes(page)
    assert after["frames"] > start["frames"] and after["draws"] > start["draws"]


@pytest.fixture(scope="module")
def context_of(own_contexts):
    return own_contexts


@pytest.fixture
def wire(server):
    with Proxy(server.port) as proxy:
        yield proxy


@pytest.mark.network
def test_a_page_whose_connection_died_silently_opens_another(blank, room, wire, stop_clock):
    room.configure(CARD)
    room.call("Ann")
    page = blank()
    page.clock.install()
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    page.goto(f"http://localhost:{wire.port}/overlay/{room.name}")
    wait_for(lambda: painted(pixels(page), least=255))
    stop_clock(page)
    wire.cut()
    room.send("POST", "control", {"action": "clear"})
    page.clock.run_for(5000)
    assert painted(pixels(page), least=255) and len(sockets) == 1
    page.clock.run_for(8000)
    page.clock.resume()
    wait_for(lambda: painted(pixels(page)) is None)
    assert len(sockets) == 2
    room.call("Bea")
    wait_for(lambda: painted(pixels(page), least=255))


def test_a_page_whose_room_is_deleted_empties_and_does_not_connect_again(overlay, room):
    page = overlay()
    sockets = []
    page.on("websocket", lambda socket: sockets.append(socket))
    room.configure(CARD)
    room.call("Ann")
    wait_for(lambda: painted(pixels(page), least=255))
    answer = room.server.request("DELETE", f"/v1/rooms/{room.name}")
    assert (answer.status, answer.json) == (202, {"room": room.name, "copies": []})
    wait_for(lambda: painted(pixels(page)) is None)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    assert page.evaluate("() => overlay.connection.state") == "gone"
    assert sockets == []
    rooms = room.server.get("/v1/rooms").json["rooms"]
    assert room.name not in [entry["name"] for entry in rooms]

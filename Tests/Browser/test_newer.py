"""The page copes with servers of other versions, and reloads after an upgrade."""

import json
import shutil

import pytest

from Browser.canvas import difference, painted, pixels
from Browser.standin import StandIn
from harness.ports import free_port
from harness.server import ROOT, Server
from harness.waiting import pause_of, wait_for

# The page may report that a fake server has gone.
pytestmark = pytest.mark.network

HELLO = {"type": "hello", "protocol": 1, "room": "main", "stage": {"width": 960, "height": 540},
         "fps": 60, "time": 0}
CALL = {"id": "call/c", "kind": "call", "x": 395, "y": 17, "width": 170, "height": 48, "alpha": 1,
        "name": "Ann"}
PLACE = [["x", "hundredths"], ["y", "hundredths"], ["width", "hundredths"],
         ["height", "hundredths"], ["alpha", "thousandths"]]
# Calls have two more fields, one of an unknown type, and there is an unknown kind.
FIELDS = [
    *({"kind": kind, "fields": PLACE} for kind in ("ticker", "gift", "counter", "caption")),
    {"kind": "call", "fields": [*PLACE, ["name", "name"], ["avatar", "name"], ["leaving", "flag"],
                                ["badge", "name"], ["shake", "vector"]]},
    {"kind": "hologram", "fields": [*PLACE, ["src", "name"], ["path", "vector"]]},
]
MORE = {"build": "9.0.0-newer", "fields": FIELDS, "look": {"theme": "a newer one"}, "may": "viewer"}


def natural(value):
    head = b""
    while value >= 0x80:
        head += bytes([value & 0x7f | 0x80])
        value >>= 7
    return head + bytes([value])


def text(value):
    return natural(len(value.encode())) + value.encode()


def mask(*bits):
    return sum(1 << bit for bit in bits).to_bytes(2, "little")


def hundredths(*values):
    return b"".join(natural(2 * round(100 * value)) for value in values)


def whole_call(x):
    return (b"\x04" + text("call/c") + mask(0, 1, 2, 3, 4, 5, 8, 9) + hundredths(x, 17, 170, 48)
            + natural(2000) + b"\x01" + text("Ann") + b"\x01" + text("gold") + text("any bytes"))


HOLOGRAM = (b"\x05" + text("hologram/h") + mask(0, 1, 2, 3, 4, 5, 6) + hundredths(0, 0, 960, 540)
          + natural(2000) + b"\x01" + text("/a.webm") + natural(300) + b"\xff" * 300)
NOISE = [json.dumps(message) for message in (
    {"type": "beat"}, {"type": "cue", "cue": "combo", "id": "a", "sound": "/a.mp3"},
    {"type": "speaker", "speaker": True}, {"type": "look", "theme": "a newer one"}, {"type": None}, {})]


def newer_binary(stream):
    stream.send(json.dumps({**HELLO, **MORE}))
    for message in NOISE:
        stream.send(message)
    stream.send(b"\x10" + natural(1) + natural(0) + natural(2) + HOLOGRAM + whole_call(300))
    stream.send(b"\x7f what nobody knows")
    # The hologram changes, and the call moves to 395.
    stream.send(b"\x11" + natural(1) + natural(1) + natural(16_667) + b"\x00"
                + natural(1) + mask(0, 6) + hundredths(7) + text("more")
                + natural(1) + mask(0, 9) + hundredths(395) + text("") + b"\x00" + b"\x00")


def newer_json(stream):
    stream.send(json.dumps({**HELLO, **MORE}))
    for message in NOISE:
        stream.send(message)
    hologram = {"id": "hologram/h", "kind": "hologram", "x": 0, "y": 0, "width": 960, "height": 540,
              "alpha": 1, "src": "/a.webm", "start": 0}
    mirror = {"id": "mirror/m", "kind": "mirror", "x": 0, "y": 0, "width": 9, "height": 9, "alpha": 1}
    stream.send(json.dumps({
        "type": "frame", "seq": 1, "time": 0, "full": True, "mood": "new",
        "nodes": [hologram, mirror, {**CALL, "x": 300, "badge": "gold", "shake": [1, {"a": 2}]}]}))
    stream.send(json.dumps({
        "type": "frame", "seq": 2, "time": 16_667, "removed": ["mirror/m"],
        "nodes": [{"id": "hologram/h", "x": 7, "spin": 3},
                  {"id": "call/c", "x": 380, "before": "call/x", "shake": None, "glow": 0.5}]}))
    # These frames change only an unknown key.
    for number in range(2, 40):
        stream.send(json.dumps({
            "type": "frame", "seq": number + 1, "time": number * 16_667,
            "nodes": [{"id": "call/c", "glow": number / 100}]}))
    # The card reaches its final place with the last message.
    stream.send(json.dumps({
        "type": "frame", "seq": 41, "time": 41 * 16_667, "nodes": [{"id": "call/c", "x": 395}]}))


def older(stream):
    stream.send(json.dumps(HELLO))
    stream.send(json.dumps(
        {"type": "frame", "seq": 1, "time": 0, "full": True, "nodes": [CALL]}))


def call_alone(replay):
    page = replay()
    page.evaluate("""async (node) => {
        replay.load([{time: 0, full: true, nodes: [node]}]);
        await replay.draw(0);
    }""", CALL)
    return pixels(page)


@pytest.mark.parametrize("script", [newer_binary, newer_json, older])
def test_a_page_under_a_newer_or_older_server_draws_what_it_knows(blank, replay, script):
    form = "ovation.v1.binary" if script is newer_binary else "ovation.v1.json"
    with StandIn(script, forms=[form]) as server:
        page = blank()
        page.goto(server.url)
        expected = call_alone(replay)
        # The last message brings the card to its place: the page has read all messages by then.
        wait_for(lambda: painted(pixels(page)) and difference(pixels(page), expected) == 0)
        assert server.streams == 1 and server.loads == 1


def test_a_page_reloads_once_after_the_build_of_its_server_changed(blank):
    builds = iter(["1", "2", "3", "4"])

    def script(stream):
        stream.send(json.dumps({**HELLO, "build": next(builds)}))
        stream.send(json.dumps(
            {"type": "frame", "seq": 1, "time": 0, "full": True, "nodes": [CALL]}))
        # The first connection under each page ends, as when the server restarts.
        if server.streams in (1, 3):
            stream.close(1012)

    with StandIn(script, forms=["ovation.v1.json"]) as server:
        page = blank()
        page.goto(server.url)
        wait_for(lambda: server.loads == 2)
        # The page was loaded under build 3 and meets build 4 less than a minute later.
        wait_for(lambda: server.streams == 4 and painted(pixels(page), least=255))
        # Before it loads itself again the page asks whether it could be loaded. Its own request comes after that.
        page.evaluate("() => new Promise((resolve) => setTimeout(resolve)).then(() => fetch(location.href))")
        assert (server.loads, server.streams) == (2, 4)


def test_a_page_reloads_after_an_upgrade_and_not_after_a_restart(blank, tmp_path):
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web)
    server = Server(tmp_path / "data", config=None, port=free_port(), web=web)
    server.start()
    page = blank()
    received = []
    page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda message: received.append(message)))

    def wait_for_frame():
        """Waits until the page has received a greeting and a first frame."""
        wait_for(lambda: len(received) >= 2, pause=pause_of(page))

    page.goto(f"{server.url}/overlay/main")
    wait_for_frame()
    own = page.locator('meta[name="ovation-build"]').get_attribute("content")
    assert own.startswith("0.")

    # The page stays when the same server restarts.
    page.evaluate("() => { window.stays = true; }")
    assert server.stop() == 0
    received.clear()
    server.start()
    wait_for_frame()
    # The greeting would have made the page ask whether it can be loaded. Its own request comes after that.
    page.evaluate("() => new Promise((resolve) => setTimeout(resolve)).then(() => fetch(location.href))")
    assert page.evaluate("() => window.stays")

    assert server.stop() == 0
    style = web / "overlay" / "style.css"
    style.write_text(style.read_text() + "\n/* newer */\n")
    server.start()
    page.wait_for_function("() => window.stays === undefined && performance.now() > 500")
    meta = page.locator('meta[name="ovation-build"]')
    assert meta.get_attribute("content") not in ("", own)
    assert server.stop() == 0

"""A page under a server of another version: newer, older, or changed under its feet."""

import json
import shutil

import pytest

from Browser.canvas import difference, painted, pixels, until
from Browser.process import ROOT, Server
from Browser.standin import StandIn

# The page may say that a stand-in has gone.
pytestmark = pytest.mark.network

HELLO = {"type": "hello", "protocol": 1, "room": "main", "stage": {"width": 960, "height": 540},
         "fps": 60, "time": 0}
CALL = {"id": "call/c", "kind": "call", "x": 395, "y": 17, "width": 170, "height": 48, "alpha": 1,
        "name": "Ann"}
PLACE = [["x", "hundredths"], ["y", "hundredths"], ["width", "hundredths"],
         ["height", "hundredths"], ["alpha", "thousandths"]]
# Calls have two more fields, one of them in a new form; and there is a new kind.
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
    # The hologram goes on, the call moves to 395.
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
                  {"id": "call/c", "x": 395, "before": "call/x", "shake": None, "glow": 0.5}]}))
    # Only what is unknown changes: nothing to paint.
    for number in range(2, 40):
        stream.send(json.dumps({
            "type": "frame", "seq": number + 1, "time": number * 16_667,
            "nodes": [{"id": "call/c", "glow": number / 100}]}))


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
def test_a_page_draws_what_it_knows_and_passes_over_the_rest(blank, replay, script):
    form = "ovation.v1.binary" if script is newer_binary else "ovation.v1.json"
    with StandIn(script, forms=[form]) as server:
        page = blank()
        page.goto(server.url)
        expected = call_alone(replay)
        until(lambda: painted(pixels(page)) and difference(pixels(page), expected) == 0)
        page.wait_for_timeout(1000)
        assert difference(pixels(page), expected) == 0
        assert server.streams == 1 and server.loads == 1


SPRITES = """
window.sprites = 0;
const fill = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (...values) {
  sprites++;
  return fill.apply(this, values);
};
"""


def test_keys_that_are_unknown_have_nothing_painted_anew(blank):
    with StandIn(newer_json, forms=["ovation.v1.json"]) as server:
        page = blank()
        page.add_init_script(SPRITES)
        page.goto(server.url)
        until(lambda: painted(pixels(page), least=255))
        page.wait_for_timeout(1000)
        # The card's name, initial and "is calling", once; where the fonts come late, twice.
        assert page.evaluate("() => sprites") <= 6


def test_a_page_that_was_loaded_under_another_build_loads_itself_anew_once(blank):
    builds = iter(["1", "2", "3", "4"])

    def script(stream):
        stream.send(json.dumps({**HELLO, "build": next(builds)}))
        stream.send(json.dumps(
            {"type": "frame", "seq": 1, "time": 0, "full": True, "nodes": [CALL]}))
        # All but the newest connection end, as when the server is started anew.
        if server.streams in (1, 3):
            stream.close(1012)

    with StandIn(script, forms=["ovation.v1.json"]) as server:
        page = blank()
        page.goto(server.url)
        until(lambda: server.loads == 2, 20)
        # Loaded under 3, it meets 4: too soon to load itself again.
        until(lambda: server.streams == 4, 20)
        page.wait_for_timeout(3000)
        assert (server.loads, server.streams) == (2, 4)
        assert painted(pixels(page), least=255)


def test_a_page_follows_its_servers_upgrade(blank, tmp_path):
    web = tmp_path / "web"
    shutil.copytree(ROOT / "web", web)
    server = Server(tmp_path, web=web)
    server.start()
    page = blank()
    received = []
    page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda message: received.append(message)))

    def is_told():
        """It has heard a greeting and the first frame of a stream of its own."""
        page.wait_for_timeout(20)
        return len(received) >= 2

    page.goto(f"{server.url}/overlay/main")
    until(is_told, 20)
    own = page.locator('meta[name="ovation-build"]').get_attribute("content")
    assert own.startswith("0.")

    # The same server again: the page stays.
    page.evaluate("() => { window.stays = true; }")
    assert server.stop() == 0
    received.clear()
    server.start()
    until(is_told, 20)
    # It would have begun to load itself anew with the greeting.
    page.wait_for_timeout(1000)
    assert page.evaluate("() => window.stays")

    assert server.stop() == 0
    style = web / "overlay" / "style.css"
    style.write_text(style.read_text() + "\n/* newer */\n")
    server.start()
    page.wait_for_function("() => window.stays === undefined && performance.now() > 500")
    meta = page.locator('meta[name="ovation-build"]')
    assert meta.get_attribute("content") not in ("", own)
    assert server.stop() == 0

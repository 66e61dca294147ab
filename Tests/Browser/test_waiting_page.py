"""The local file for OBS that waits for the server (deploy/overlay.html) becomes the overlay.

Tests/Browser/modules/waiting.test.js covers how often it tries, in virtual time."""

import http.server
import re
import threading

import pytest

from Browser.canvas import painted, pixels
from harness.ports import free_port
from harness.room import Room
from harness.server import ROOT, Server
from harness.waiting import wait_for

ADDRESS = re.compile(r'const address = "[^"]*";')
PAUSE = re.compile(r"const pause = 2000;")


@pytest.fixture
def late(tmp_path):
    """A server that is not started yet."""
    server = Server(tmp_path / "data", config=None, port=free_port())
    yield server
    if server.process is not None:
        assert server.stop() == 0


@pytest.fixture
def waiting(blank, late, tmp_path):
    """The local file in a page, with the late server's address in it and with short pauses between its tries."""
    text = (ROOT / "deploy/overlay.html").read_text()
    address = f"http://localhost:{late.port}/overlay/late"
    text, addresses = ADDRESS.subn(f'const address = "{address}#key=none";', text)
    text, pauses = PAUSE.subn("const pause = 200;", text)
    assert addresses == pauses == 1
    file = tmp_path / "overlay.html"
    file.write_text(text)
    page = blank()
    page.address = address
    page.tries = []
    page.on("request", lambda request: page.tries.append(request.url))
    page.goto(file.as_uri())
    return page


def is_waiting(page):
    return page.url.startswith("file:") and page.evaluate(
        "getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


def try_again(page, count):
    """Waits for so many more tries of the page."""
    wanted = len(page.tries) + count
    wait_for(lambda: is_waiting(page) and len(page.tries) >= wanted)


class Stranger(http.server.BaseHTTPRequestHandler):
    """Another program at that port, or a proxy whose server is down."""

    def do_GET(self):
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>502 Bad Gateway</h1>")

    def log_message(self, *_):
        pass


@pytest.mark.network
def test_the_waiting_page_ignores_other_programs_and_becomes_the_overlay(waiting, late):
    try_again(waiting, 2)
    stranger = http.server.ThreadingHTTPServer(("127.0.0.1", late.port), Stranger)
    serving = threading.Thread(target=stranger.serve_forever)
    serving.start()
    try:
        try_again(waiting, 3)
    finally:
        stranger.shutdown()
        stranger.server_close()
        serving.join()
    late.start()
    waiting.wait_for_url(waiting.address + "#key=none", timeout=20_000)
    room = Room(late, "late")
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Ann")
    wait_for(lambda: painted(pixels(waiting), least=255))

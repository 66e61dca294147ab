"""The local file for OBS that waits for the server: deploy/overlay.html."""

import http.server
import re
import threading

import pytest

from Browser.canvas import painted, pixels, until
from Browser.process import ROOT, Room, Server

ADDRESS = re.compile(r'const address = "[^"]*";')


@pytest.fixture
def late(tmp_path):
    """A server that is not started yet."""
    server = Server(tmp_path)
    yield server
    if server.process is not None:
        assert server.stop() == 0


@pytest.fixture
def waiting(blank, late, tmp_path):
    """The local file, opened as OBS opens one, with a streamer's address in it."""
    text = (ROOT / "deploy/overlay.html").read_text()
    address = f"http://localhost:{late.port}/overlay/late"
    text, count = ADDRESS.subn(f'const address = "{address}#key=none";', text)
    assert count == 1
    file = tmp_path / "overlay.html"
    file.write_text(text)
    page = blank()
    page.goto(file.as_uri())
    page.address = address
    return page


def is_waiting(page):
    return page.url.startswith("file:") and page.evaluate(
        "getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"


@pytest.mark.network
def test_it_becomes_the_overlay_once_the_server_is_there(waiting, late):
    waiting.wait_for_timeout(3000)
    assert is_waiting(waiting)
    late.start()
    waiting.wait_for_url(waiting.address + "#key=none", timeout=20_000)
    room = Room(late, "late")
    room.configure({"calls": {"vanish": 60, "entrance": 0}})
    room.call("Ann")
    until(lambda: painted(pixels(waiting), least=255))


class Stranger(http.server.BaseHTTPRequestHandler):
    """Another program at that port, or a proxy whose server is away."""

    def do_GET(self):
        self.send_response(502)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<h1>502 Bad Gateway</h1>")

    def log_message(self, *_):
        pass


@pytest.mark.network
def test_it_goes_on_waiting_where_something_else_answers(waiting, late):
    stranger = http.server.ThreadingHTTPServer(("127.0.0.1", late.port), Stranger)
    serving = threading.Thread(target=stranger.serve_forever)
    serving.start()
    try:
        waiting.wait_for_timeout(5000)
        assert is_waiting(waiting)
    finally:
        stranger.shutdown()
        stranger.server_close()
        serving.join()
    late.start()
    waiting.wait_for_url(re.compile("/overlay/late"), timeout=20_000)

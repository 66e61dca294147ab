"""The recorded show that the page plays without a server."""

import json

from Browser.canvas import painted, pixels, until
from Browser.demo import FILE, record


def test_the_recording_is_what_the_server_shows():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(record())


def test_the_page_plays_it_and_opens_no_stream(blank, server):
    page = blank()
    streams = []
    page.on("websocket", lambda stream: streams.append(stream))
    page.goto(f"{server.url}/overlay/main?demo")
    until(lambda: painted(pixels(page)) is not None)
    assert streams == []

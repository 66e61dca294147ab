"""The page plays a recorded demo without a server."""

import json

import pytest

from Browser.canvas import painted, pixels
from Browser.demo import FILE, record
from harness.waiting import wait_for


def test_the_demo_recording_equals_the_frames_of_the_simulator():
    assert json.loads(FILE.read_text(encoding="utf-8")) == json.loads(record())


def test_the_demo_page_plays_the_recording_and_opens_no_stream(blank, server):
    page = blank(demo=True)
    streams = []
    page.on("websocket", lambda stream: streams.append(stream))
    page.goto(f"{server.url}/overlay/main?demo")
    wait_for(lambda: painted(pixels(page)) is not None)
    assert streams == []


THEME = """async () => {
  const [{ worn }, { themes }] = await Promise.all([import("/web/shared/palette.js"), import("/web/shared/themes.js")]);
  return Object.keys(themes).find((name) => themes[name].style === worn().style);
}"""


@pytest.mark.parametrize(("query", "theme"), [("demo", "aurora"), ("demo=neon", "neon"), ("demo=", "aurora")])
def test_the_demo_page_wears_a_theme(blank, server, query, theme):
    page = blank(demo=True)
    page.goto(f"{server.url}/overlay/main?{query}")
    wait_for(lambda: painted(pixels(page)) is not None)
    assert page.evaluate(THEME) == theme

"""The key in an overlay's address opens its stream and appears nowhere else."""

import json
import re

import pytest

from harness.server import Server
from harness.waiting import pause_of, wait_for

# Records long pauses and shortens them.
HASTE = """
window.pauses = [];
const wait = window.setTimeout.bind(window);
window.setTimeout = (action, pause, ...more) => {
  if (!(pause >= 14_000)) return wait(action, pause, ...more);
  pauses.push(pause);
  return wait(action, pause / 50, ...more);
};"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("keyed"), "--auth", "keys", config=None) as running:
        yield running
        assert running.stop() == 0


def ask(server, method, path, body=None):
    """Sends a request with the admin key from the data directory."""
    answer = server.request(method, path, body, server.admin)
    assert answer.status < 300, answer
    return answer.json


@pytest.mark.network
def test_a_key_in_the_address_opens_the_stream_and_appears_nowhere_else(server, blank):
    made = ask(server, "POST", "/v1/rooms/show/keys", {"role": "viewer"})
    key = made["key"]
    page = blank()
    page.add_init_script(HASTE)
    asked, told, said = [], [], []

    def streams():
        return [url for url in asked if "/stream" in url]

    page.on("request", lambda request: asked.append(
        request.url + json.dumps(request.all_headers())))
    page.on("console", lambda message: told.append(message.text))
    page.on("websocket", lambda socket: (
        asked.append(socket.url),
        socket.on("framereceived", lambda message: said.append(message))))
    page.goto(f"{server.url}/overlay/show?debug#key={key}")
    wait_for(lambda: len(said) >= 2, pause=pause_of(page))
    hello = json.loads(said[0])
    assert hello["may"] == "viewer"
    ask(server, "POST", "/v1/rooms/show/gifts", {"sender": "Ann", "gift": "Rose"})
    before = len(said)
    wait_for(lambda: len(said) >= before + 5, pause=pause_of(page))
    assert len(asked) > 5
    assert key not in "".join(asked + told) + page.content()
    assert page.evaluate("[...Object.values(localStorage), ...Object.values(sessionStorage)]") == []
    assert key not in server.said() and "ov_" not in server.said()

    # The server rejects the page after the key was revoked.
    ask(server, "DELETE", f"/v1/rooms/show/keys/{made['id']}")
    page.wait_for_function("performance.now() > 0")
    opened = len(streams())
    wait_for(lambda: len(streams()) >= opened + 2, pause=pause_of(page))
    # The page tries again on its own, at long intervals.
    pauses = page.evaluate("pauses")
    assert len(pauses) >= 2 and all(15_000 <= pause <= 30_000 for pause in pauses), pauses
    count, opened = len(said), len(streams())
    wait_for(lambda: len(streams()) > opened, pause=pause_of(page))
    assert len(said) == count


@pytest.mark.network
def test_a_page_without_its_key_receives_nothing(server, blank):
    for fragment in ("", "#key=", "#key=ov_v_00000000000000000000000000", "#key=a,b c"):
        page = blank()
        said, opened = [], []

        def note(socket, said=said, opened=opened):
            opened.append(socket)
            socket.on("framereceived", lambda message: said.append(message))

        page.on("websocket", note)
        page.goto(f"{server.url}/overlay/main{fragment}")
        wait_for(lambda opened=opened: len(opened) >= 3, pause=pause_of(page))
        assert said == []
        page.close()


def test_the_printed_address_has_the_key_of_a_viewer(server):
    listed = ask(server, "GET", "/v1/rooms/main/keys")["keys"]
    assert [key["role"] for key in listed] == ["viewer"]
    assert re.fullmatch(r"ov_v_[0-9a-z]{26}", listed[0]["key"])
    assert listed[0]["key"] in server.printed
    assert "ov_a_" not in server.printed

"""The server and the page accept the same picture addresses, and the page fetches no others."""

import json
import struct

import pytest

from Browser.canvas import pixels
from Browser.test_modules import MODULES
from Browser.uploads import picture
from harness.waiting import wait_for

# The page decides in the same way: Tests/Browser/modules/pictures.test.js reads the same table.
ADDRESSES = json.loads((MODULES / "addresses.json").read_text(encoding="utf-8"))


def test_the_server_accepts_the_picture_addresses_that_the_page_fetches(room):
    for case in ADDRESSES:
        room.configure({"stage": {"imageHosts": case["hosts"]}})
        answer = room.server.request(
            "POST", f"/v1/rooms/{room.name}/gifts", {"gift": {"name": "Rose", "image": case["address"]}})
        assert answer.status == (202 if case["isFetched"] else 422), (case, answer)
        if answer.status == 422:
            assert [error["pointer"] for error in answer.json["errors"]] == ["/gift/image"], case


@pytest.mark.network
def test_the_page_fetches_pictures_only_from_the_configured_hosts(overlay, room):
    room.configure({"stage": {"imageHosts": ["*.example"]}})
    page = overlay()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("https://*.example/**", lambda route: route.fulfill(status=404))
    with page.expect_request("https://a.example/b.png"):
        room.send("POST", "gifts", {"gift": {"name": "Rose", "image": "https://a.example/b.png"}})
    # The journal still has the picture that was accepted before. The server greets the page with the new hosts.
    room.configure({"stage": {"imageHosts": []}})
    page.wait_for_function("() => overlay.view.pictures.hosts?.length === 0")
    asked.clear()
    # The drawing that asks for this avatar draws the gift with the picture from elsewhere, too.
    with page.expect_request("**/heart.svg"):
        room.send("POST", "calls", {"user": {"name": "Ann", "avatar": "/web/gifts/heart.svg"}})
    wait_for(lambda: page.evaluate("() => overlay.view.stale") is False)
    assert [url for url in asked if "example" in url] == []


GREEN = (10, 200, 30)
SVG = (b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">'
       b'<rect width="40" height="40" fill="#0ac81e"/></svg>')
# A PNG that states 16,384 pixels a side.
HUGE = (b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBBI", 13, b"IHDR", 16384, 16384, 8, 2, 0, 0, 0, 0))


def look_at(page, room, address):
    """Sends a gift with a picture; returns the picture's state in the page."""
    room.configure({"gifts": {"linger": 60, "entrance": 0}})
    room.send("POST", "gifts", {"gift": {"name": "Rose", "image": address}})
    state = "address => overlay.view.pictures.entries.get(address)?.state"
    page.wait_for_function(f"address => ['ready', 'failed'].includes(({state})(address))", arg=address)
    return page.evaluate(state, address)


def is_green(page):
    return any(all(abs(one - other) < 8 for one, other in zip(color[:3], GREEN)) and color[3] > 200
               for _, color in pixels(page).getcolors(1 << 20))


@pytest.mark.network
@pytest.mark.parametrize("kind, content, readers, is_drawn", [
    ("image/png", picture(*GREEN), "*", True),
    ("text/plain", picture(*GREEN), "*", True),
    ("image/png", picture(*GREEN), "https://other.example", False),
    ("image/svg+xml", SVG, "*", False),
    ("image/png", SVG, "*", False),
    ("image/png", HUGE, "*", False),
])
def test_the_page_decodes_a_picture_from_elsewhere_from_its_bytes(overlay, room, kind, content, readers, is_drawn):
    page = overlay()
    page.route("https://a.example/**", lambda route: route.fulfill(
        body=content, content_type=kind, headers={"access-control-allow-origin": readers}))
    assert look_at(page, room, "https://a.example/picture") == ("ready" if is_drawn else "failed")
    if is_drawn:
        wait_for(lambda: is_green(page))
    else:
        assert not is_green(page)


@pytest.mark.network
def test_the_page_draws_no_svg_that_was_uploaded(overlay, room):
    page = overlay()
    asked = []
    page.route("**/assets/**", lambda route: (
        asked.append(route.request.url), route.fulfill(body=SVG, content_type="image/svg+xml")))
    assert look_at(page, room, "/assets/" + "0" * 64 + ".svg") == "failed"
    assert not is_green(page)
    assert asked == []

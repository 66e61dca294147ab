"""The server and the page accept the same picture addresses, and the page fetches no others."""

import json

import pytest

from Browser.test_modules import MODULES
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

"""Which pictures the page fetches, whatever the journal holds."""

import pytest
from PIL import Image

from Browser.canvas import data_url, painted, pixels, until

DOT = data_url(Image.new("RGB", (1, 1)))
SVG = "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'/>"
FETCHED = """async ([address, hosts]) => {
  const { mayFetch } = await import("/web/overlay/paint/pictures.js");
  return mayFetch(address, hosts);
}"""


@pytest.fixture(scope="module")
def page(browser, server):
    context = browser(1).new_context()
    page = context.new_page()
    page.goto(f"{server.url}/overlay/pictures")
    yield page
    context.close()


@pytest.mark.parametrize("address, hosts, fetched", [
    ("/web/a.png", None, True), ("/web/a.svg", None, True), ("/web/a.svg?x", [], True),
    (DOT, None, True), (DOT, [], True), (SVG, None, False),
    (SVG.replace("svg+xml", "SVG+XML"), None, False), ("data:image/%73vg+xml,x", None, False),
    ("DATA: image/svg+xml;base64,x", None, False),
    ("https://x.org/a.png", None, True), ("http://x.org/a.png", None, False),
    ("https://x.org/a.svg", None, False), ("https://x.org/a.SVG?b=c#d", None, False),
    ("https://x.org/a.%73vg", None, False), ("https://x.org/a.svgz", None, False),
    ("https://x.org/a.svg ", None, False), ("https://x.org\\\\a.svg", None, False),
    ("https://x.org/a.svg/b.png", None, True), ("https://x.org/a.png?b=.svg", None, True),
    ("https://ann@x.org/a.png", None, False), ("https://ann:b@x.org/a.png", None, False),
    ("https://:b@x.org/a.png", None, False), ("https:///ann@x.org/a.png", None, False),
    ("https://x.org/a.png", ["x.org"], True), ("http://x.org:80/a.png", ["x.org"], True),
    ("https://X.ORG/a.png", ["x.org"], True), ("https://y.x.org/a.png", ["x.org"], False),
    ("https://y.x.org/a.png", ["*.x.org"], True), ("https://x.org/a.png", ["*.x.org"], False),
    ("https://evilx.org/a.png", ["*.x.org"], False), ("https://x.org.evil/a", ["x.org"], False),
    ("https://[::1]:8443/a.png", ["[::1]"], True), ("https://x.org/a.png", [], False),
    ("https://x.org/a.svg", ["x.org"], False), ("//x.org/a.png", [], False),
    ("ftp://x.org/a.png", None, False), ("javascript:1", None, False),
])
def test_the_page_and_the_door_agree(page, room, address, hosts, fetched):
    assert page.evaluate(FETCHED, [address, hosts]) == fetched
    room.configure({"stage": {"imageHosts": hosts}})
    status, answer = room.server.request(
        "POST", f"/v1/rooms/{room.name}/gifts", {"gift": {"name": "Rose", "image": address}})
    assert (status == 202) == fetched, answer
    if status == 422:
        assert [error["pointer"] for error in answer["errors"]] == ["/gift/image"]


@pytest.mark.network
def test_the_page_fetches_only_from_the_hosts_that_it_was_told(overlay, room):
    room.configure({"stage": {"imageHosts": ["*.example"]}})
    page = overlay()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("https://*.example/**", lambda route: route.fulfill(status=404))
    with page.expect_request("https://a.example/b.png"):
        room.send("POST", "gifts", {"gift": {"name": "Rose", "image": "https://a.example/b.png"}})
    # The journal holds what was let in before; the page is told anew.
    room.configure({"stage": {"imageHosts": []}, "calls": {"vanish": 60, "entrance": 0}})
    page.wait_for_timeout(500)
    asked.clear()
    room.call("Ann")
    # What a drawing asks for it has asked for when it is seen.
    until(lambda: painted(pixels(page).crop((395, 17, 565, 65)), least=255))
    page.wait_for_timeout(300)
    assert [url for url in asked if "example" in url] == []


STATES = """async ([addresses, limitBytes]) => {
  const { Pictures } = await import("/web/overlay/paint/pictures.js");
  const pictures = new Pictures(() => {}, 128, limitBytes);
  for (const address of addresses) {
    pictures.get(address);
    await pictures.settled();
  }
  return addresses.map((address) => pictures.entries.get(address)?.state);
}"""


def test_decoded_pictures_take_no_more_than_they_may(page):
    small = [data_url(Image.new("RGB", (100, 50), colour)) for colour in ("red", "green", "blue")]
    large = data_url(Image.new("RGB", (100, 151)))
    assert page.evaluate(STATES, [small, 3 * 4 * 100 * 50]) == ["ready", "ready", "ready"]
    assert page.evaluate(STATES, [small, 2 * 4 * 100 * 50]) == ["failed", "ready", "ready"]
    # What is larger than all may be takes nobody's place.
    assert page.evaluate(STATES, [[*small, large], 3 * 4 * 100 * 50]) == ["ready", "ready", "ready", "failed"]

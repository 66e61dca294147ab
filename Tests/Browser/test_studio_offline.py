"""The studio keeps changes of the settings while its server is away."""

import pytest

from Browser.studio import Studio
from harness.ports import free_port
from harness.room import Room
from harness.server import Server


def linger(opened):
    return opened.page.locator(".setting[data-path='gifts/linger'] input[type=number]")


@pytest.mark.network
def test_changes_made_while_the_server_is_away_are_kept_and_sent_later(blank, tmp_path):
    server = Server(tmp_path, config=None, port=free_port())
    server.start()
    room = Room(server, "main")
    opened = Studio(blank(1280, 800), room).open("layout")
    opened.page.locator("[data-section=gifts] > summary").click()
    assert server.stop() == 0
    opened.lamp("gone")
    linger(opened).fill("7")
    notice = opened.page.get_by_text("Your changes are kept here and sent when it is back.")
    notice.wait_for()
    # A view that the page does not have yet can't be opened now.
    opened.page.locator("#views a[data-view=platforms]").click()
    opened.page.locator(".toast.trouble", has_text="The server does not answer").wait_for()
    assert opened.page.locator("[aria-current=page]").inner_text() == "Layout"
    assert opened.page.url.endswith("view=layout")
    assert notice.is_visible()
    server.start()
    opened.told("The server is back and has your changes.")
    assert room.send("GET", "config", status=200)["gifts"]["linger"] == 7
    assert not notice.is_visible()
    opened.page.locator("#views a[data-view=platforms]").click()
    opened.page.locator("#content[data-view=platforms] .panel").first.wait_for()
    assert server.stop() == 0


@pytest.mark.network
def test_kept_changes_survive_a_reload_and_can_be_discarded(blank, tmp_path):
    server = Server(tmp_path, config=None, port=free_port())
    server.start()
    room = Room(server, "main")
    page = blank(1280, 800)
    opened = Studio(page, room).open("layout")
    opened.page.locator("[data-section=gifts] > summary").click()
    page.route("**/config", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_())
    linger(opened).fill("7")
    page.get_by_text("Your changes are kept here").wait_for()
    page.unroute("**/config")
    page.reload()
    opened.wait_for(lambda: room.send("GET", "config", status=200)["gifts"]["linger"] == 7)
    page.route("**/config", lambda route: route.abort() if route.request.method == "PATCH" else route.continue_())
    linger(opened).wait_for(state="attached")
    page.locator("[data-section=gifts] > summary").click()
    linger(opened).fill("9")
    opened.button("Discard").click()
    opened.wait_for(lambda: linger(opened).input_value() == "7")
    page.unroute("**/config")
    page.reload()
    linger(opened).wait_for(state="attached")
    assert room.send("GET", "config", status=200)["gifts"]["linger"] == 7
    assert server.stop() == 0

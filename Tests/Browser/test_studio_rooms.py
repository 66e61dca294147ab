"""The studio's view Rooms, and the menu of rooms."""

import pytest

from harness.server import Server


@pytest.fixture(scope="module")
def server(own_server):
    return own_server


def test_deleting_a_room_requires_its_name(studio, room):
    other = f"{room.name}-other"
    room.gift("Ann", "Rose")
    room.server.request("POST", f"/v1/rooms/{other}/gifts", {"gift": "Rose"})
    rooms = studio("rooms")
    row = rooms.page.locator(f"[data-room={other}]")
    assert "1 waiting" not in row.inner_text()
    rooms.button(f"Delete… {other}").click()
    delete = rooms.button("Delete the room")
    field = rooms.page.get_by_role("alertdialog").get_by_label("Room", exact=True)
    field.fill("not it")
    assert delete.is_disabled()
    field.fill(other)
    delete.click()
    row.wait_for(state="detached")
    names = [one["name"] for one in room.server.get("/v1/rooms?limit=1000").json["rooms"]]
    assert other not in names and room.name in names


def test_a_room_can_be_created(studio, room):
    rooms = studio("rooms")
    name = f"{room.name}-new"
    rooms.page.get_by_label("New room").fill(name)
    rooms.button("Make").click()
    rooms.page.locator(f"[data-room={name}]").wait_for()
    assert name in [one["name"] for one in room.server.get("/v1/rooms?limit=1000").json["rooms"]]


def test_the_room_menu_opens_another_room(studio, room):
    other = f"{room.name}-b"
    room.server.request("POST", f"/v1/rooms/{other}/gifts", {"gift": "Rose"})
    opened = studio()
    entry = opened.page.get_by_role("menuitemradio", name=other, exact=True)
    opened.page.locator("#menus .menu").first.hover()

    def is_there():
        """Opens the menu again until it lists the room: it fetches the rooms when the pointer comes near."""
        opened.button(f"Room: {room.name}", "#menus").click()
        if entry.is_visible():
            return True
        opened.page.keyboard.press("Escape")
        return False

    opened.wait_for(is_there)
    entry.click()
    opened.page.wait_for_url(f"**/studio/{other}")


@pytest.mark.network
def test_the_bare_address_opens_the_only_room_or_the_list_of_rooms(blank, tmp_path):
    with Server(tmp_path, config=None) as server:
        page = blank()
        page.goto(server.url)
        page.wait_for_url("**/studio/main")
        page.get_by_role("heading", name="Preview").wait_for()
        for name in ["main", "second"]:
            server.request("POST", f"/v1/rooms/{name}/gifts", {"gift": "Rose"})
        page = blank()
        page.goto(server.url)
        page.get_by_role("heading", name="Ovation studio").wait_for()
        page.locator("[data-room=second]").get_by_role("link", name="Open").click()
        page.wait_for_url("**/studio/second")
        page.locator("#lamp[data-state=none]").wait_for()
        page.get_by_role("heading", name="Preview").wait_for()
        assert server.stop() == 0

"""Open menus, focus, selection and typed text stay while lists are updated."""

import pytest

from Browser.test_studio_sources import twitch
from Browser.uploads import picture, tone, upload

SECRET = "s3cRe7s3cRe7"
# Selects the text of an element.
SELECT = "(element) => getSelection().selectAllChildren(element)"


def crowd(room, count):
    """Gifts from so many senders, in order; all of them wait."""
    room.send("POST", "control", {"action": "hold"})
    for index in range(count):
        room.gift(f"Sender {index}", "Rose")


def combos(room):
    """The ids of waiting combos by sender."""
    return {one["sender"]: one["combo"] for one in room.send("GET", "state", status=200)["queue"]}


def order(page):
    return page.evaluate("""() => [...document.querySelectorAll("#waiting .list-row")]
      .sort((one, other) => one.ariaRowIndex - other.ariaRowIndex).map((row) => row.querySelector(".title")?.textContent ?? "?")""")


def is_focused(handle):
    return handle.evaluate("(element) => element.isConnected && element === document.activeElement")


def held(locator):
    """Focuses an element; returns its handle."""
    locator.wait_for()
    locator.focus()
    return locator.element_handle()


def test_a_menu_and_its_question_stay_with_their_row(studio, room):
    crowd(room, 8)
    live = studio()
    live.page.locator("#waiting .list-row").nth(7).wait_for()
    ids = combos(room)

    def moved(sender, to, expected):
        room.send("POST", f"queue/{ids[sender]}/move", {"to": to})
        live.wait_for(lambda: order(live.page)[:len(expected)] == expected)

    live.button("Menu: Sender 3", "#waiting").click()
    entry = live.page.get_by_role("menuitem", name="Remove", exact=True)
    handle = held(entry)
    # The row moves up and down, and other rows pass it.
    moved("Sender 3", 1, ["Sender 3", "Sender 0", "Sender 1"])
    moved("Sender 3", 6, ["Sender 0", "Sender 1", "Sender 2", "Sender 4", "Sender 5", "Sender 3"])
    moved("Sender 7", 1, ["Sender 7", "Sender 0"])
    # Its count grows, too.
    room.gift("Sender 3", "Rose", 5)
    live.page.locator("#waiting .list-row", has_text="×6").wait_for()
    assert entry.is_visible() and is_focused(handle)
    live.page.keyboard.press("Enter")
    cancel = live.button("Cancel", "#waiting").element_handle()
    assert is_focused(cancel)
    room.send("POST", f"queue/{ids['Sender 3']}/move", {"to": 2})
    live.wait_for(lambda: order(live.page)[:3] == ["Sender 7", "?", "Sender 0"])
    assert is_focused(cancel)
    live.page.keyboard.press("Tab")
    live.page.keyboard.press("Enter")
    live.wait_for(lambda: "Sender 3" not in combos(room))
    assert len(combos(room)) == 7


@pytest.mark.long
def test_a_row_keeps_the_focus_while_keys_move_it(studio, room):
    crowd(room, 5)
    live = studio()
    live.page.locator("#waiting .list-row").nth(4).wait_for()
    handle = held(live.page.locator("#waiting [aria-rowindex='5']"))
    for place in (4, 3, 2, 1):
        live.page.keyboard.press("Alt+ArrowUp")
        live.wait_for(lambda place=place: order(live.page)[place - 1] == "Sender 4")
        assert is_focused(handle)
    # A deleted row passes the focus to the next row.
    room.send("DELETE", f"queue/{combos(room)['Sender 4']}")
    live.wait_for(lambda: order(live.page) == [f"Sender {index}" for index in range(4)])
    assert live.page.evaluate("() => document.activeElement.textContent").startswith("1SSender 0")
    assert live.page.evaluate("() => document.activeElement.tabIndex") == 0


def test_a_click_on_a_row_counts_once_while_the_row_updates(studio, source, room):
    room.configure({"gifts": {"linger": 60}})
    source()
    live = studio()
    live.lamp("ok")
    room.gift("Ann", "Rose", 500)
    leave = live.button("Let Ann leave", "#on-stage")
    handle = held(leave)
    leave.hover()
    live.page.mouse.down()
    count = live.page.locator("#on-stage .count").inner_text()
    live.wait_for(lambda: live.page.locator("#on-stage .count").inner_text() != count)
    assert is_focused(handle)
    live.page.mouse.up()
    live.wait_for(lambda: room.send("GET", "state", status=200)["channels"] == [])


@pytest.mark.long
def test_the_button_of_a_viewer_keeps_the_focus(studio, source, room):
    page = source()
    live = studio()
    live.lamp("ok")
    page.evaluate("() => { window.stays = true; }")
    handle = held(live.button("Reload: OBS 31", "#connect"))
    room.call("Yuki")
    live.page.locator("#on-stage .title", has_text="Yuki").wait_for()
    assert is_focused(handle)
    live.page.keyboard.press("Enter")
    page.wait_for_function("() => window.stays === undefined")


@pytest.mark.long
def test_the_history_keeps_position_focus_and_selection_while_it_grows(studio, room):
    room.configure({"gifts": {"linger": 60, "queueLimit": 1000}})
    for index in range(60):
        room.gift(f"Sender {index}", "Rose")
    opened = studio("history")
    opened.page.locator(".history-list .list-row").nth(10).wait_for()
    row = opened.page.locator(".history-list .list-row", has_text="Sender 57")
    row.click()
    again = held(opened.button("Show again"))
    opened.page.locator("#event .title").evaluate(SELECT)
    room.gift("Mira", "Rocket")
    opened.page.locator(".history-list .title", has_text="Mira").wait_for()
    assert opened.page.evaluate("() => String(getSelection())") == "Sender 57"
    assert is_focused(again)
    # In a scrolled list the focused row keeps its place on the screen.
    opened.page.evaluate("() => { document.querySelector('.history-list').scrollTop = 44 * 30 + 7; }")
    row = opened.page.locator(".history-list .list-row", has_text="Sender 27")
    handle = held(row)
    before = row.bounding_box()["y"]
    for index in range(3):
        room.gift(f"Later {index}", "Rose")
    opened.wait_for(lambda: int(handle.get_attribute("aria-rowindex")) == 37)
    assert row.bounding_box()["y"] == before and is_focused(handle)
    opened.page.keyboard.press("ArrowDown")
    assert "Sender 26" in opened.page.evaluate("() => document.activeElement.textContent")
    # The row keeps the focus while it is out of sight.
    opened.page.evaluate("() => { document.querySelector('.history-list').scrollTop = 0; }")
    opened.page.locator(".history-list .title", has_text="Later 2").wait_for()
    assert "Sender 26" in opened.page.evaluate("() => document.activeElement.textContent")


@pytest.mark.long
def test_an_expanded_delivery_stays_expanded(studio, room):
    opened = studio("platforms")
    room.send("PUT", "sources/twitch", {"secret": SECRET}, status=200)
    address = room.send("GET", "sources", status=200)["sources"][0]["address"]
    polls = opened.page.locator("#deliveries [data-kind=twitch]", has_text="channel.poll.begin")
    twitch(address, SECRET, "one", "channel.poll.begin", {"user_name": "Ann"})
    summary = polls.locator("summary")
    summary.click()
    payload = polls.locator(".command")
    payload.evaluate(SELECT)
    handle = held(summary)
    payload.evaluate(SELECT)
    twitch(address, SECRET, "two", "channel.raid", {"from_broadcaster_user_name": "Bo"})
    opened.page.locator("#deliveries li", has_text="Bo raided with").wait_for()
    assert payload.is_visible() and is_focused(handle)
    assert "Ann" in opened.page.evaluate("() => String(getSelection())")


@pytest.fixture
def looks(studio, room):
    room.send("POST", "control", {"action": "start"})
    upload(room, picture(10, 200, 30))
    opened = studio("looks", width=1280, height=900)
    opened.page.locator("#catalogue [data-key=castle]").wait_for()
    opened.page.locator("#files .tile-card").wait_for()
    return opened


@pytest.mark.long
def test_rows_of_files_and_gifts_keep_their_elements_during_updates(looks, room):
    look_at = held(looks.page.locator("#files .tile-face"))
    with looks.page.expect_file_chooser() as chooser:
        looks.page.locator("#choose-files").evaluate("(element) => element.click()")
    look_at.focus()
    chooser.value.set_files({"name": "bell.wav", "mimeType": "audio/wav", "buffer": tone(0.3)})
    looks.wait_for(lambda: looks.page.locator("#files .tile-card").count() == 2)
    assert is_focused(look_at)
    play = held(looks.button("Try: Castle"))
    room.configure({"catalogue": {"castle": {"value": 7777}, "apple": {"name": "Apple"}}})
    looks.page.locator("#catalogue [data-key=castle]", has_text="7,777").wait_for()
    looks.page.locator("#catalogue [data-key=apple]").wait_for()
    assert is_focused(play)
    # The dialog changes the current entry.
    looks.button("Edit: Castle").click()
    value = looks.page.get_by_role("dialog").get_by_label("Value", exact=False).first
    assert value.input_value() == "7777"


@pytest.mark.long
def test_the_row_of_a_goal_keeps_the_focus_while_the_goal_grows(looks, room):
    room.send("PUT", "goals/roses", {"title": "Roses", "target": 50})
    edit = held(looks.button("Edit: Roses", "#goals"))
    room.gift("Ann", "Rose", 20)
    looks.page.locator("#goals .detail", has_text="20 / 50").wait_for()
    assert is_focused(edit)
    looks.page.keyboard.press("Enter")
    title = looks.page.get_by_role("dialog").get_by_label("Title", exact=True)
    title.fill("All the ro")
    room.gift("Ann", "Rose", 5)
    looks.page.locator("#goals .detail", has_text="25 / 50").wait_for()
    assert title.input_value() == "All the ro"


@pytest.mark.long
def test_renaming_a_key_returns_the_focus(studio, room):
    opened = studio("rooms")
    for name in ("Bot", "Deck"):
        opened.page.locator("#keys").get_by_label("Name", exact=True).fill(name)
        opened.page.locator("#make-key").click()
        opened.button("I have copied it").click()
    opened.page.locator("#keys [data-key-id]").nth(1).wait_for()
    opened.page.locator("#keys").get_by_label("Name", exact=True).fill("half a na")
    rename = opened.button("Rename: Bot")
    handle = held(rename)
    rename.click()
    opened.page.get_by_role("dialog").get_by_label("Name", exact=True).fill("Robot")
    opened.page.keyboard.press("Enter")
    opened.button("Rename: Robot").wait_for()
    assert is_focused(handle)
    assert opened.page.locator("#keys").get_by_label("Name", exact=True).input_value() == "half a na"

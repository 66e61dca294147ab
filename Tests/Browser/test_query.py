"""The query parameters of the overlay's address."""

import re

from Browser.canvas import painted, pixels
from harness.waiting import wait_for


def cards_stand(page):
    return painted(pixels(page).crop((380, 0, 580, 100)), least=255)


def row_stands(page):
    return painted(pixels(page).crop((24, 320, 224, 360)), least=255)


def both(room):
    room.configure({"calls": {"vanish": 60}, "gifts": {"linger": 30}})
    room.gift("Ann", "Rose")
    room.call("Ann")
    wait_for(lambda: len([n for n in room.nodes().values() if n["alpha"] == 1]) == 2)


def test_the_query_only_selects_the_widgets_that_are_drawn(overlay, room):
    calls, gifts = overlay("?only=calls"), overlay("?only=gifts,ticker")
    both(room)
    wait_for(lambda: cards_stand(calls) and row_stands(gifts))
    assert painted(pixels(calls))[3] < 100
    assert painted(pixels(gifts))[1] > 280
    assert gifts.locator("#cards button").count() == 0


def test_an_unknown_widget_name_in_the_query_is_reported(overlay, room):
    sentence = "?only= knows no gift, dance: it takes ticker, gifts, counters, captions, calls"
    # More widgets may follow these in the sentence.
    page = overlay("?only=gift,calls,dance&debug")
    wait_for(lambda: sentence in page.locator("#debug").inner_text())
    with page.expect_console_message(lambda message: message.type == "warning") as told:
        page.goto(page.url.replace("&debug", ""))
    assert told.value.text.startswith(sentence)
    both(room)
    wait_for(lambda: cards_stand(page))
    panel = overlay("?only=gifts,calls&debug").locator("#debug")
    wait_for(lambda: "open" in panel.inner_text())
    assert "knows no" not in panel.inner_text()


def test_all_widgets_are_drawn_without_a_query(overlay, room):
    page = overlay()
    both(room)
    wait_for(lambda: cards_stand(page) and row_stands(page))


def test_the_debug_panel_shows_connection_frame_rate_and_lateness(overlay, room):
    page = overlay("?debug")
    text = lambda: page.locator("#debug").inner_text()
    assert "server   open" in wait_for(lambda: "open" in text() and text())
    both(room)
    wait_for(lambda: re.search(r"nodes +2", text()))
    room.configure({"calls": {"move": 2}})
    room.gift("Bea", "Rocket", 40)
    lines = (r"frames +[1-6]\d/s, drawn [1-6]\d/s", r"lateness \d+\.\d ms",
             r"steps +±\d+\.\d\d ms, shown \d+ ms later")
    wait_for(lambda: (told := text()) and all(re.search(line, told) for line in lines))


def test_the_debug_panel_is_absent_without_a_query(overlay):
    assert overlay().locator("#debug").count() == 0

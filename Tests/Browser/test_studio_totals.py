"""Totals in the studio, by sender and by gift, with bars."""

import pytest

ROSE = {"name": "Rose", "value": 1}
CASTLE = {"name": "Castle", "value": 5000}


def rows(opened):
    """The texts of each row, and its bar's share of the longest bar."""
    # One call reads all rows, because they may be replaced at any time.
    told = opened.page.eval_on_selector_all("#totals tbody tr", """rows => rows.map(row => [
        row.querySelector(".name").innerText,
        [...row.querySelectorAll("td")].map(cell => cell.innerText),
        row.querySelector(".bar").getBoundingClientRect().width])""")
    longest = max((width for *_, width in told), default=0) or 1
    return [(name, *cells, round(width / longest, 2)) for name, cells, width in told]


def give(room, sender, gift, count=1, **more):
    room.send("POST", "gifts", {"sender": sender, "gift": gift, "count": count, **more})


@pytest.fixture
def given(room):
    give(room, "Ann", ROSE, 2500)
    give(room, "Bob", CASTLE)
    give(room, "Tester", CASTLE, test=True)


def test_totals_by_sender_and_by_gift_grow_with_new_gifts(studio, room, given):
    opened = studio("history")
    opened.wait_for(lambda: rows(opened) == [("Bob", "×1", "50.00 USD", 1), ("Ann", "×2,500", "25.00 USD", 0.5)])
    panel = opened.page.locator("#totals")
    panel.locator("header", has_text="2,501 gifts · worth 75.00 USD").wait_for()
    panel.get_by_role("radio", name="By gift").check(force=True)
    opened.wait_for(lambda: [row[0] for row in rows(opened)] == ["Castle", "Rose"])
    panel.get_by_role("radio", name="By sender").check(force=True)
    give(room, "Ann", CASTLE, 3)
    opened.wait_for(lambda: [row[0] for row in rows(opened)] == ["Ann", "Bob"])
    for span in ["Today", "All time", "This session"]:
        panel.get_by_role("radio", name=span).check(force=True)
        opened.wait_for(lambda: panel.get_attribute("aria-busy") == "false"
                        and rows(opened)[:1] == [("Ann", "×2,503", "175.00 USD", 1)])


def test_totals_without_values_have_bars_by_count(studio, room):
    opened = studio("history", locale="zh-CN")
    opened.page.locator("#totals").get_by_text("还没有记录。").wait_for()
    give(room, "小安", "玫瑰", 4)
    give(room, "米拉", "玫瑰")
    opened.wait_for(lambda: rows(opened) == [("小安", "×4", "", 1), ("米拉", "×1", "", 0.25)])
    opened.page.locator("#totals header", has_text="5 个礼物").wait_for()


def test_totals_stand_beside_the_live_view_on_a_wide_screen(studio, room, given):
    opened = studio(width=1920, height=1080)
    opened.wait_for(lambda: [row[0] for row in rows(opened)] == ["Bob", "Ann"])
    opened.page.set_viewport_size({"width": 1280, "height": 900})
    opened.page.locator("#totals").wait_for(state="hidden")

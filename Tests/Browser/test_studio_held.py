"""Events that wait for approval are shown in the view Live, and read `refused` only after a refusal."""

import pytest

from Browser.platforms import Platform
from Browser.studio import Studio

MESSAGE = "Good luck with the integration!"
NAMES = ("donation", "yen", "subscription")


@pytest.fixture
def kofi(room):
    room.configure({"sources": {"hold": "kofi", "message": "caption"}})
    return Platform(room, "kofi")


def waiting(room):
    return [one["id"] for one in room.send("GET", "held", status=200)["held"]]


def texts(opened, place):
    return opened.page.locator(place).all_inner_texts()


def test_live_shows_how_many_events_wait_and_approves_and_refuses_them(studio, kofi, room):
    opened = studio()
    assert not opened.page.locator("#held").is_visible()
    for name in NAMES:
        assert kofi.send(name).status == 200
    opened.page.locator("#held h2", has_text="3 to approve").wait_for()
    assert opened.page.get_by_role("link", name="Live, 3 to approve").inner_text().split() == ["Live", "3"]
    opened.page.locator("#held").get_by_text("Good luck with the integration!").first.wait_for()
    opened.button("Approve: 雪", "#held").click()
    opened.page.locator("#held h2", has_text="2 to approve").wait_for()
    opened.page.locator("#recent", has_text="雪").wait_for()
    opened.button("Refuse: Jo Example", "#held").first.click()
    opened.told("Refusing Jo Example")
    opened.button("Undo: Jo Example", "#held").click()
    opened.page.locator(".toast").wait_for(state="detached")
    opened.button("Refuse: Jo Example", "#held").first.click()
    opened.page.locator(".toast").get_by_text("Now", exact=True).click()
    opened.page.locator("#held h2", has_text="1 to approve").wait_for()
    assert waiting(room) == ["kofi:kofi-subscription"]
    # The badge is seen from every view, and goes with the last event.
    opened.page.locator("#views a[data-view=rooms]").click()
    opened.page.locator("#content[data-view=rooms] .panel").first.wait_for()
    assert opened.page.locator("#views .badge").inner_text() == "1"
    room.send("POST", "held/kofi%3Akofi-subscription/approve")
    opened.page.locator("#views .badge").wait_for(state="hidden")


def test_the_message_of_a_held_donation_is_shown_in_full_before_it_is_approved(blank, room):
    # By default the message belongs to the gift.
    donation = Platform(room, "kofi")
    room.configure({"sources": {"hold": "kofi"}})
    assert donation.send("donation").status == 200
    opened = Studio(blank(390, 844), room).open()
    said = opened.page.locator("#held .said")
    said.first.wait_for()
    assert said.first.inner_text() == MESSAGE
    # No part of the text is cut.
    assert said.first.evaluate("one => one.scrollWidth <= one.clientWidth && getComputedStyle(one).whiteSpace === 'pre-wrap'")
    opened = Studio(blank(1366, 768), room).open("history")
    row = opened.page.locator(".history-list .list-row", has_text=MESSAGE)
    row.click()
    opened.page.locator("#event .said").wait_for()
    assert opened.page.locator("#event .said").inner_text() == MESSAGE


@pytest.mark.parametrize("language, waits, refused", [
    ("en-US", "waits for approval", "refused"), ("zh-CN", "等待批准", "被拒绝")])
def test_the_history_says_refused_only_of_an_event_that_was_refused(studio, kofi, room, language, waits, refused):
    for name in NAMES:
        kofi.send(name)
    opened = studio("history", locale=language)
    rows = ".history-list .outcome"
    opened.wait_for(lambda: texts(opened, rows)[:3] == [waits] * 3)
    opened.page.locator(".history-list .list-row").nth(1).click()
    step = opened.page.locator("#event .way li").nth(1)
    step.wait_for()
    assert (step.inner_text().strip(), step.get_attribute("data-state")) == (waits, "coming")
    room.send("POST", "held/kofi%3Akofi-yen/refuse")
    opened.wait_for(lambda: (step.inner_text().strip(), step.get_attribute("data-state")) == (refused, "never"))
    opened.wait_for(lambda: refused in texts(opened, rows))
    assert texts(opened, rows).count(refused) == 1


@pytest.mark.long
def test_a_held_delivery_never_reads_refused_before_the_list_is_known(studio, kofi, room):
    for name in NAMES:
        assert kofi.send(name).status == 200
    opened = studio("history")
    opened.page.route("**/held", lambda route: None)
    opened.page.locator("#views a[data-view=platforms]").click()
    lines = "#deliveries .detail"
    # Another line says that the yen have no value here.
    opened.wait_for(lambda: "Ko-fi · not all of it counts" in texts(opened, "#deliveries .title"))
    opened.wait_for(lambda: sum("waits for approval" in line for line in texts(opened, lines)) == len(NAMES),
                    what=lambda: f"three waiting deliveries in {texts(opened, lines)}")
    assert not any("refused" in line for line in texts(opened, lines))


def test_a_held_event_is_shown_first_in_a_narrow_studio(blank, kofi, room):
    opened = Studio(blank(300, 700), room).open()
    navigation = opened.page.locator("#views").bounding_box()
    kofi.send("donation")
    opened.page.locator("#held").wait_for()
    opened.page.locator("#views .badge").wait_for()
    assert opened.page.locator("#views").bounding_box() == navigation
    opened.wait_for(lambda: opened.page.locator("#held").bounding_box()["y"] < opened.page.locator("#connect").bounding_box()["y"])
    assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= 300

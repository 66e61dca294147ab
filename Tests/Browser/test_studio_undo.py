"""The studio deletes goals and counters and clears the stage after five seconds, and can undo it until then."""

import pytest

from Browser.studio import Studio
from harness.variants import variants


def goal(room):
    room.send("PUT", "goals/lamp", {"title": "A new lamp", "target": 100, "start": 62})


def goals(room):
    return [node for node in room.nodes() if node.startswith("goal/")]


def deleted(room):
    return [event["name"] for event in room.send("GET", "events?type=deleteGoal", status=200)["events"]]


def controls(room):
    return [event["action"] for event in room.send("GET", "events?type=control", status=200)["events"]]


def tick(live, milliseconds=100):
    """Moves the page's clock, by default until the page has drawn its state."""
    live.page.clock.run_for(milliseconds)


def tick_until(live, locator):
    """Moves the page's clock until an element of the page is there: the server's answer takes real time."""
    live.wait_for(lambda: tick(live) or locator.count() > 0)


@pytest.fixture(scope="module")
def context_of(own_contexts):
    return own_contexts


@pytest.fixture
def live(studio, source, room, stop_clock):
    """The view Live with a goal on stage, and a clock that only a test moves."""
    goal(room)
    source()
    opened = studio()
    opened.page.locator("[data-leave='goal/lamp']").wait_for()
    stop_clock(opened.page)
    return opened


def test_deleting_a_goal_says_so_and_can_be_undone(live, room):
    button = live.button("Delete the goal A new lamp", "#on-stage")
    assert button.inner_text() == "Delete"
    button.click()
    tick(live)
    notice = live.page.locator(".toast", has_text="Deleting the goal A new lamp")
    notice.wait_for()
    tick(live, 4_100)
    assert deleted(room) == [] and notice.locator(".seconds").inner_text() == "1"
    # Another view keeps the notice.
    live.page.keyboard.press("2")
    tick(live, 500)
    live.button("Undo: Deleting the goal A new lamp").click()
    tick(live)
    notice.wait_for(state="detached")
    tick(live, 60_000)
    assert goals(room) == ["goal/lamp"] and deleted(room) == []


def test_a_goal_that_is_not_undone_is_deleted_after_five_seconds(live, room):
    live.button("Delete the goal A new lamp", "#on-stage").click()
    tick(live, 5_000)
    live.wait_for(lambda: goals(room) == [])
    assert deleted(room) == ["lamp"]


@pytest.mark.long
def test_a_deletion_is_undone_in_its_row_and_by_ctrl_z(live, room):
    for undo in (lambda: live.button("Undo: A new lamp", "#on-stage").click(), lambda: live.page.keyboard.press("Control+z")):
        live.button("Delete the goal A new lamp", "#on-stage").click()
        tick(live)
        live.page.locator(".toast").wait_for()
        undo()
        tick(live)
        live.page.locator(".toast").wait_for(state="detached")
    tick(live, 60_000)
    assert deleted(room) == []


def test_leaving_the_page_performs_a_pending_deletion(live, room):
    live.button("Delete the goal A new lamp", "#on-stage").click()
    tick(live)
    live.page.locator(".toast").wait_for()
    live.page.goto("about:blank")
    live.wait_for(lambda: deleted(room) == ["lamp"])


@pytest.mark.parametrize("press", variants(["Clear", "x"]))
def test_the_stage_is_cleared_after_five_seconds_unless_that_is_undone(live, room, press):
    room.configure({"gifts": {"linger": 60}})
    room.gift("Ann", "Rose")
    tick_until(live, live.page.locator("#on-stage [data-node='gifts/0']"))
    clear = lambda: live.page.keyboard.press("x") if press == "x" else live.button(press, ".steer").click()
    clear()
    tick(live)
    live.told("Clearing 1 on stage and 0 waiting. Counters, goals and leaders stay.")
    clear()
    tick(live)
    assert live.page.locator(".toast").count() == 1
    live.page.locator(".toast").get_by_text("Undo").click()
    tick(live, 60_000)
    assert controls(room) == []
    clear()
    tick(live, 5_000)
    live.wait_for(lambda: "gifts/0" not in room.nodes())
    assert controls(room) == ["clear"]


def test_a_click_that_comes_after_the_countdown_hits_no_other_button(live, room):
    room.send("PUT", "goals/mask", {"title": "A mask", "target": 100})
    tick_until(live, live.page.locator("[data-leave='goal/mask']"))
    first = live.page.locator("#on-stage [data-leave]").first
    node = first.get_attribute("data-leave")
    first.click()
    tick(live)
    box = first.bounding_box()
    place = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    tick(live, 5_000)
    live.wait_for(lambda: tick(live, 20) or live.page.locator(f"[data-leave='{node}']").count() == 0)
    other = live.page.locator("#on-stage [data-leave]")
    assert other.bounding_box()["y"] == pytest.approx(box["y"], abs=2)
    live.page.mouse.click(*place)
    tick(live)
    assert live.page.locator(".toast").count() == 0
    tick(live, 1_500)
    live.page.mouse.click(*place)
    tick(live)
    live.page.locator(".toast").wait_for()


def test_clearing_an_empty_stage_needs_no_countdown(live, room):
    live.button("Clear", ".steer").click()
    tick(live)
    live.told("Nothing to clear")
    live.wait_for(lambda: controls(room) == ["clear"])


@pytest.mark.long
def test_a_planned_request_can_be_sent_at_once(live, room):
    room.configure({"gifts": {"linger": 60}})
    room.gift("Ann", "Rose")
    tick_until(live, live.page.locator("#on-stage [data-node='gifts/0']"))
    live.page.keyboard.press("x")
    tick(live)
    live.page.locator(".toast").get_by_text("Now", exact=True).click()
    live.wait_for(lambda: controls(room) == ["clear"])
    tick(live, 60_000)
    assert controls(room) == ["clear"]


@pytest.mark.long
def test_gifts_and_captions_leave_at_once(live, room):
    room.send("POST", "captions", {"text": "Hello", "hold": None})
    tick_until(live, live.button("Let Hello leave"))
    live.button("Let Hello leave").click()
    live.wait_for(lambda: "caption/main" not in room.nodes())
    assert live.page.locator(".toast").count() == 0


@pytest.mark.long
@pytest.mark.parametrize("width", [300, 1280])
def test_the_notice_fits_the_page(blank, room, width):
    goal(room)
    opened = Studio(blank(width, 700), room).open()
    opened.page.locator("[data-leave='goal/lamp']").click()
    box = opened.page.locator(".toast").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= width

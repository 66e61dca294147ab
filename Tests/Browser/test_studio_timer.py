"""The timers in the studio's view Live: their buttons, their settings and the rules that add time."""

import pytest

from harness.room import Room


def clock(room, name="timer"):
    found = [one["clock"] for one in room.send("GET", "state", status=200)["counters"] if one["name"] == name]
    return found[0] if found else None


def rules(room):
    return room.send("GET", "config", status=200)["clocks"]["rules"]


def made(room, name="timer"):
    """The newest event that made a timer."""
    events = room.send("GET", "events?before=9007199254740991&type=counter", status=200)["events"]
    return next(event for event in events if event["name"] == name and "clock" in event)


def near(room, seconds):
    return clock(room) is not None and abs(clock(room)["left"] - seconds) < 30


def field(opened, name):
    return opened.page.get_by_role("dialog").get_by_label(name, exact=True)


@pytest.fixture
def live(studio, room):
    room.send("POST", "control", {"action": "start"})
    opened = studio(width=1400, height=900)
    opened.page.locator("#evening").wait_for()
    return opened


def test_a_timer_is_made_started_set_and_extended_with_large_buttons(live, room):
    live.button("New timer", "#evening").click()
    field(live, "Starts at, hours").fill("2")
    field(live, "Starts at, minutes").fill("30")
    live.page.get_by_role("dialog").get_by_text("The timer goes on", exact=True).click()
    live.button("Make", "dialog").click()
    panel = live.page.locator("#timer .timer[data-timer=timer]")
    panel.wait_for()
    assert clock(room) == {"left": 9000, "running": False, "max": 10_000_000}
    assert panel.locator(".timer-time").inner_text() == "2:30:00"
    live.button("+5 min: timer", "#timer").click()
    live.button("+1 min: timer", "#timer").click()
    live.button("−1 min: timer", "#timer").click()
    live.wait_for(lambda: clock(room)["left"] == 9300)
    live.button("Start: timer", "#timer").click()
    live.wait_for(lambda: clock(room)["running"])
    live.button("Pause: timer", "#evening").click()
    live.wait_for(lambda: not clock(room)["running"])
    live.button("+1 min: timer", "#evening").click()
    live.wait_for(lambda: near(room, 9360))
    live.button("Set to…: timer", "#timer").click()
    field(live, "Time left, hours").fill("1")
    field(live, "Time left, minutes").fill("0")
    field(live, "Time left, seconds").fill("0")
    live.button("Set", "dialog").click()
    live.wait_for(lambda: near(room, 3600))
    # The chosen behavior over a restart stays.
    assert made(room)["clock"]["stands"] == "wall"
    for button in live.page.locator("#timer .timer-buttons button").all():
        assert button.bounding_box()["height"] >= 44


def test_the_dialog_of_a_new_timer_makes_its_first_rule(live, room):
    live.button("New timer", "#evening").click()
    dialog = live.page.get_by_role("dialog")
    dialog.get_by_text("Add time for subscriptions, gifts or tips").click()
    dialog.get_by_text("Each subscription adds 1 minute", exact=True).wait_for()
    field(live, "What happens").select_option("Each tip")
    field(live, "How much time, minutes").fill("2")
    live.button("Make", "dialog").click()
    live.page.locator("#timer").get_by_text("Each tip adds 2 minutes", exact=True).wait_for()
    live.wait_for(lambda: [(rule["counter"], rule["when"], rule["seconds"]) for rule in rules(room)]
                  == [("timer", {"type": "gift", "money": True}, 120)])


def test_rules_of_a_timer_are_chosen_in_words_edited_and_removed(live, room):
    room.send("PUT", "counters/timer", {"clock": {"seconds": 3600, "running": False}})
    live.button("Add time for subscriptions, gifts…: timer").click()
    live.button("Save", "dialog").click()
    live.page.locator("#timer").get_by_text("Each subscription adds 1 minute", exact=True).wait_for()
    live.wait_for(lambda: [rule["when"] for rule in rules(room)] == [{"type": "notice", "kind": "subscription"}])
    room.send("POST", "notices", {"kind": "subscription", "sender": "Ann"})
    live.wait_for(lambda: clock(room)["left"] == 3660)
    live.button("Edit: Each subscription adds 1 minute").click()
    dialog = live.page.get_by_role("dialog")
    dialog.get_by_text("Gift", exact=True).click()
    dialog.get_by_text("For each one of the number", exact=True).click()
    field(live, "How much time, minutes").fill("0")
    field(live, "How much time, seconds").fill("10")
    live.button("Save", "dialog").click()
    words = "Each gift adds 10 seconds for each one of its number"
    live.page.locator("#timer").get_by_text(words, exact=True).wait_for()
    live.wait_for(lambda: (rules(room)[0]["per"], rules(room)[0]["seconds"]) == ("count", 10))
    room.gift("Ann", "Rose", 3)
    live.wait_for(lambda: clock(room)["left"] == 3690)
    live.button(f"Remove: {words}").click()
    live.wait_for(lambda: rules(room) == [])


def test_a_goal_is_made_in_the_view_live(live, room):
    live.button("New goal", "#evening").click()
    field(live, "Title").fill("A new lamp")
    field(live, "Target").fill("200")
    field(live, "Already collected").fill("50")
    live.button("Save", "dialog").click()
    live.page.locator("[data-glance=goal]").get_by_text("25 %").wait_for()
    assert live.page.locator("[data-glance=goal] .glance-detail").inner_text() == "A new lamp"
    live.wait_for(lambda: "goal/goal-1" in room.nodes())


def test_the_row_for_the_evening_shows_stage_queue_leaders_and_pages_in_one_column_on_a_phone(studio, source, room):
    source()
    opened = studio(width=390, height=844)
    opened.lamp("ok")
    # A room without events has an empty row.
    assert opened.page.locator("#evening").is_hidden()
    room.configure({"leaders": {"enabled": True}, "gifts": {"linger": 60, "hurry": 0}})
    for number, name in enumerate(["Ann", "Bob", "Cyd", "Dan"], 1):
        room.gift(name, "Rose", number)

    def told(part):
        return opened.page.locator(f"[data-glance={part}] .glance-text").inner_text().split("\n")

    opened.wait_for(lambda: told("leaders")[1:] == ["1", "Dan", "4", "2", "Cyd", "3", "3", "Bob", "2"], what=lambda: told("leaders"))
    assert told("stage") == ["On stage", "2", "Ann · Rose"]
    assert told("waiting")[:2] == ["Waiting", "2"] and told("waiting")[2].startswith("all shown in")
    assert told("overlay")[:2] == ["Overlay", "1 page"]
    tiles = [tile.bounding_box() for tile in opened.page.locator(".glance:visible").all()]
    assert {(tile["x"], tile["width"]) for tile in tiles} == {(12, 366)}
    for button in opened.page.locator("#evening button:visible").all():
        assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44
    opened.button("Go to what waits").click()
    opened.wait_for(lambda: opened.page.evaluate("() => document.activeElement.closest('#waiting') !== null"))
    opened.button("Skip everything", "#evening").click()
    opened.wait_for(lambda: told("stage")[2].startswith("Cyd"))


def test_an_empty_board_says_that_tests_do_not_count(live, room):
    board = live.page.locator("[data-glance=leaders]")
    assert board.is_hidden()
    room.configure({"leaders": {"enabled": True}})
    room.send("POST", "gifts", {"sender": "Ann", "gift": "Rose", "test": True})
    board.get_by_text("Tests do not count.").wait_for()
    room.gift("Ann", "Rose", 3)
    board.locator("li").wait_for()
    assert board.inner_text().split() == ["Top", "three", "1", "Ann", "3"]


def test_a_deck_starts_and_extends_a_timer_and_does_not_change_it(studio, blank, server, tmp_path):
    room = Room(server, "timer-deck")
    room.send("PUT", "counters/timer", {"clock": {"seconds": 600, "running": False}})
    key = room.send("POST", "keys", {"role": "deck", "name": "helper"}, status=201)["key"]
    page = blank(390, 800)
    page.goto(f"{server.url}/studio/{room.name}#key={key}")
    page.get_by_role("button", name="+5 min: timer").click()
    page.get_by_role("button", name="Start: timer").first.click()
    page.wait_for_function("() => document.querySelector('.timer')?.dataset.state === 'runs'")
    assert near(room, 900)
    assert page.get_by_role("button", name="Set to…: timer").count() == 0
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390

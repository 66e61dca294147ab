"""The studio's first run: a new room is asked for its format, theme and sounds, a room with settings of its own gets an offer."""

import pytest

from Browser.studio import differs, picture_of
from harness.server import Server

TALL = {"width": 540, "height": 960}


def config(room):
    return room.send("GET", "config", status=200)


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server whose rooms have the default configuration."""
    with Server(tmp_path_factory.mktemp("server"), config=None) as running:
        yield running


def question(opened):
    return opened.page.locator("#first-run")


def offer(opened):
    return opened.page.locator("#first-run-offer")


def card(opened, value):
    return question(opened).locator(f"label:has(input[value='{value}'])")


def is_chosen(opened, value):
    return card(opened, value).locator("input").is_checked()


def test_a_new_room_is_set_up_in_one_step_that_can_be_undone(studio, room):
    before = config(room)
    opened = studio(first_run=True)
    question(opened).wait_for()
    stage = question(opened).locator(".first-stage canvas")
    wide = stage.bounding_box()
    card(opened, "9:16").click()
    opened.wait_for(lambda: stage.bounding_box()["width"] < stage.bounding_box()["height"] < wide["width"])
    card(opened, "neon").click()
    assert config(room) == before
    opened.button("Use this", "#first-run").click()
    opened.told("Your overlay is set up: 9:16, Neon Alley. Set the OBS source to 1080×1920.")
    opened.wait_for(lambda: config(room)["look"]["theme"] == "neon")
    after = config(room)
    assert {key: after["stage"][key] for key in TALL} == TALL
    assert (after["gifts"]["enabled"], after["ticker"]["enabled"]) == (True, False)
    assert after["sounds"]["flourish"] is True and after["sounds"]["goal"].startswith("/web/sounds/")
    changes = room.send("GET", "events?type=config&before=9999", status=200)["events"]
    assert len(changes) == 1
    assert question(opened).count() == 0
    opened.button("Undo", "#toasts").click()
    opened.wait_for(lambda: config(room) == before)
    question(opened).wait_for()


def test_a_new_room_can_be_set_up_without_sounds(studio, room):
    before = config(room)["sounds"]
    opened = studio(first_run=True)
    sounds = question(opened).get_by_role("switch")
    opened.wait_for(sounds.is_checked)
    sounds.uncheck()
    opened.button("Use this", "#first-run").click()
    opened.wait_for(lambda: config(room)["gifts"]["y"] == 171)
    assert config(room)["sounds"] == before


def test_the_answer_is_kept_and_the_question_does_not_come_back(studio, room):
    opened = studio(first_run=True)
    opened.button("Not now", "#first-run").click()
    question(opened).wait_for(state="detached")
    assert config(room)["stage"]["width"] == 960
    opened.page.reload()
    opened.page.wait_for_selector("#lamp:not([data-state=wait])")
    opened.page.locator("#connect").wait_for()
    opened.page.wait_for_load_state("networkidle")
    assert question(opened).count() == 0 and offer(opened).count() == 0


def test_a_room_with_settings_of_its_own_gets_an_offer_and_stays_as_it_is(studio, room):
    room.configure({"gifts": {"y": 111}, "look": {"theme": "paper"}})
    before = config(room)
    opened = studio(first_run=True)
    offer(opened).wait_for()
    assert question(opened).count() == 0
    opened.button("Have a look", "#first-run-offer").click()
    opened.wait_for(lambda: is_chosen(opened, "paper"))
    assert is_chosen(opened, "16:9")
    opened.button("Not now", "#first-run").click()
    question(opened).wait_for(state="detached")
    assert config(room) == before


def test_a_room_with_a_preset_layout_is_not_asked(studio, room):
    opened = studio("layout")
    opened.button("4:3").click()
    opened.wait_for(lambda: config(room)["stage"]["width"] == 720)
    again = studio(first_run=True)
    again.page.locator("#connect").wait_for()
    again.page.wait_for_load_state("networkidle")
    assert question(again).count() == 0 and offer(again).count() == 0


@pytest.mark.long
def test_the_picture_of_a_layout_moves_and_then_rests(studio):
    opened = studio(first_run=True)
    stage = question(opened).locator(".first-stage canvas")
    opened.wait_for(lambda: picture_of(stage).getextrema() != ((0, 0),) * 3)
    seen = picture_of(stage)
    opened.wait_for(lambda: differs(seen, picture_of(stage)))
    looks = []

    def rests():
        looks.append(stage.evaluate("(canvas) => canvas.toDataURL()"))
        return len(looks) > 20 and len(set(looks[-20:])) == 1

    opened.wait_for(rests)


@pytest.mark.parametrize("width", [300, 390, 1280, 1920])
def test_the_first_question_fits_every_width(studio, width):
    opened = studio(first_run=True, width=width, height=800)
    question(opened).wait_for()
    assert opened.page.evaluate("() => document.documentElement.scrollWidth") <= width
    for element in question(opened).locator("button, label").all():
        place = element.bounding_box()
        assert place["x"] >= 0 and place["x"] + place["width"] <= width

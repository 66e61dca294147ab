"""Messages of the studio: their words, how long they stay, and where."""

import re

import pytest


@pytest.fixture(scope="module")
def context_of(own_contexts):
    return own_contexts


@pytest.fixture
def refused(studio):
    """A studio that shows the message of a refused setting."""
    opened = studio("layout")
    opened.page.locator("[data-section=gifts] > summary").click()
    opened.page.locator(".setting[data-path='gifts/linger'] input[type=number]").fill("99999")
    opened.told("Gifts: linger: must be a number of seconds from 0 to 60")
    return opened


def toast(opened):
    return opened.page.locator(".toast")


@pytest.mark.network
def test_a_refusal_names_the_field_by_its_label_once(refused):
    text = toast(refused).inner_text()
    assert "/" not in text
    assert text.count("must be") == 1


@pytest.mark.long
@pytest.mark.network
def test_a_message_can_be_closed(refused):
    refused.button("Close the message").click()
    assert toast(refused).count() == 0


@pytest.mark.long
@pytest.mark.network
def test_a_message_closes_with_its_view(refused):
    refused.page.locator("#views a[data-view=live]").click()
    refused.page.locator("#content[data-view=live] .panel").first.wait_for()
    assert toast(refused).count() == 0


@pytest.mark.network
def test_a_message_covers_no_settings_in_a_wide_studio(refused):
    box, form = toast(refused).bounding_box(), refused.page.locator("#settings").bounding_box()
    assert box["x"] + box["width"] <= form["x"]


@pytest.mark.parametrize("width", [300, 390])
def test_the_text_of_a_message_with_buttons_keeps_its_room_in_a_narrow_studio(studio, room, width):
    room.configure({"look": {"words": {"sent": "送出", "give": "送出", "calling": "来电中"}}})
    opened = studio(width=width, height=800)
    opened.button("Leave them").wait_for()
    assert toast(opened).locator("p").bounding_box()["width"] >= 170
    buttons = [button.bounding_box() for button in toast(opened).get_by_role("button").all()]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= width for box in buttons)


def test_a_message_stays_while_the_mouse_is_on_it(studio, stop_clock):
    opened = studio("layout")
    stop_clock(opened.page)
    opened.button("16:9").click()
    opened.page.clock.run_for(100)
    opened.told("Set the OBS source to")
    toast(opened).hover()
    opened.page.clock.run_for(20_000)
    assert toast(opened).count() == 1
    opened.page.mouse.move(5, 300)
    opened.page.clock.run_for(5_000)
    assert toast(opened).count() == 0


@pytest.mark.network
def test_the_refusal_of_a_goal_names_its_field(studio, room):
    opened = studio("looks")
    opened.button("New goal").click()
    dialog = opened.page.get_by_role("dialog")
    dialog.get_by_label("Title").fill("Lamp")
    dialog.get_by_label("Target").fill("0.0011")
    opened.page.route("**/goals/*", lambda route: route.continue_(post_data='{"title": "Lamp", "target": -1}'))
    opened.button("Save").click()
    dialog.locator(".told", has_text=re.compile("^Target: must be")).wait_for()


@pytest.mark.long
def test_a_color_that_is_refused_has_the_name_that_the_view_shows(studio):
    opened = studio("looks")
    opened.page.locator("#paints").wait_for()
    name = opened.page.evaluate("""async () =>
      (await import("/web/studio/parts/problem.js")).fieldName("/look/css/giftBackground")""")
    assert name == "Look: Gifts, Ground, left"


@pytest.mark.long
def test_a_text_that_is_no_configuration_stays_in_its_dialog(studio):
    opened = studio("layout")
    opened.button("Export, import").click()
    opened.page.get_by_role("menuitem", name="Import text…").click()
    area = opened.page.get_by_role("dialog").get_by_label("Paste a configuration")
    area.fill('{"gifts": ')
    opened.button("Apply").click()
    opened.page.get_by_role("alert").get_by_text("This is no configuration").wait_for()
    assert area.input_value() == '{"gifts": '

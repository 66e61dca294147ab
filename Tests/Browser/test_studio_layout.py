"""The studio's view Layout: changes reach the server and the overlay."""

import itertools
import json

import pytest

from Browser.canvas import painted, pixels
from harness.waiting import wait_for
from harness.variants import variants


def config(room):
    return room.send("GET", "config", status=200)


@pytest.fixture
def layout(studio, room):
    room.configure({"gifts": {"linger": 60}})
    opened = studio("layout")
    opened.page.locator("[data-section=gifts]").wait_for()
    return opened


def box(layout, name):
    return layout.page.locator(f"[data-widget={name}]")


def zoom(layout):
    """CSS pixels per point."""
    return layout.page.locator("#preview .over").bounding_box()["width"] / 960


def middle(place):
    return place["x"] + place["width"] / 2, place["y"] + place["height"] / 2


def drag(layout, start, dx, dy, release=True):
    """Drags the mouse by so many points, in steps."""
    mouse, scale = layout.page.mouse, zoom(layout)
    mouse.move(*start)
    mouse.down()
    mouse.move(start[0] + dx * scale, start[1] + dy * scale, steps=8)
    if release:
        mouse.up()


def test_dragging_a_box_moves_the_widget_in_obs(layout, source):
    page = source()
    layout.room.gift("Ann", "Rose")
    wait_for(lambda: painted(pixels(page)) is not None)
    wait_for(lambda: layout.room.nodes()["gifts/0"]["x"] == 24)
    layout.page.keyboard.down("Control")
    drag(layout, middle(box(layout, "gifts").bounding_box()), 300, -150)
    layout.page.keyboard.up("Control")
    layout.wait_for(lambda: abs(config(layout.room)["gifts"]["x"] - 324) < 2)
    assert abs(config(layout.room)["gifts"]["y"] - 170) < 2
    # The row has moved in OBS and in the preview.
    wait_for(lambda: pixels(page).getpixel((344, 190))[3] > 0 and pixels(page).getpixel((44, 340))[3] == 0)
    drawn = lambda: layout.page.frames[1].evaluate("() => overlay.boxes().gifts")
    wait_for(lambda: abs(drawn()["x"] - 324) < 2)
    layout.page.locator("#undo").click()
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 24)
    wait_for(lambda: pixels(page).getpixel((44, 340))[3] > 0)
    layout.page.locator("#redo").click()
    layout.wait_for(lambda: abs(config(layout.room)["gifts"]["x"] - 324) < 2)
    layout.page.keyboard.press("Control+z")
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 24)


@pytest.mark.long
def test_a_dragged_box_snaps_to_an_edge_and_escape_restores_it(layout):
    start = middle(box(layout, "gifts").bounding_box())
    drag(layout, start, -21, 0, release=False)
    layout.page.locator(".guide.vertical").wait_for()
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 0)
    layout.page.keyboard.press("Escape")
    layout.page.mouse.up()
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 24)
    drag(layout, start, -21, 0)
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 0)


@pytest.mark.long
def test_dragging_a_corner_changes_the_size(layout):
    corner = middle(box(layout, "gifts").locator(".corner").bounding_box())
    drag(layout, corner, 32, 20)
    layout.wait_for(lambda: abs(config(layout.room)["gifts"]["height"] - 50) < 1)
    assert abs(config(layout.room)["gifts"]["width"] - 216) < 3


@pytest.mark.long
def test_arrow_keys_move_and_resize_a_box(layout):
    gifts = box(layout, "gifts")
    gifts.focus()
    for key in ["ArrowRight", "Shift+ArrowRight", "ArrowUp"]:
        layout.page.keyboard.press(key)
    layout.wait_for(lambda: (config(layout.room)["gifts"]["x"], config(layout.room)["gifts"]["y"]) == (35, 319))
    layout.wait_for(lambda: gifts.get_attribute("aria-label") == "Gifts, x 35, y 319")
    layout.page.keyboard.press("e")
    layout.page.keyboard.press("Shift+ArrowDown")
    layout.wait_for(lambda: config(layout.room)["gifts"]["height"] == 45)
    calls = box(layout, "calls")
    calls.focus()
    layout.page.keyboard.press("ArrowDown")
    layout.wait_for(lambda: config(layout.room)["calls"]["top"] == 18)


@pytest.mark.long
def test_overlapping_widgets_are_reported_and_can_be_moved_apart(layout):
    layout.room.configure({"gifts": {"y": 250}})
    layout.page.get_by_text("Gifts covers Counters").wait_for()
    # In the default layout, four captions cover the alert, too.
    layout.button("Move apart: Gifts covers Counters").click()
    layout.wait_for(lambda: config(layout.room)["gifts"]["y"] == 288)
    layout.page.get_by_text("Gifts covers Counters").wait_for(state="hidden")


def test_a_preset_keeps_chosen_rows_and_says_which_do_not_fit(layout):
    layout.room.configure({"leaders": {"rows": 9}, "gifts": {"channels": 1}})
    layout.button("16:9").click()
    layout.told("Leaders: 4 rows instead of 9, because no more fit.")
    layout.wait_for(lambda: config(layout.room)["leaders"]["rows"] == 4)
    assert config(layout.room)["gifts"]["channels"] == 1


@pytest.mark.parametrize("preset, stage, source_size", variants([
    ("9:16", {"width": 540, "height": 960}, "1080×1920"),
    ("4:3", {"width": 720, "height": 540}, "1440×1080"),
]))
def test_a_preset_lays_out_every_widget_and_is_undone_in_one_step(layout, preset, stage, source_size):
    before = config(layout.room)
    layout.button(preset).click()
    layout.told(f"Set the OBS source to {source_size}.")
    layout.wait_for(lambda: {key: config(layout.room)["stage"][key] for key in stage} == stage)
    layout.wait_for(lambda: layout.page.locator(".warnings li").count() == 0)
    layout.page.locator("#undo").click()
    layout.wait_for(lambda: config(layout.room) == before)


def setting(layout, path):
    section = path.split("/")[0]
    details = layout.page.locator(f"[data-section={section}]")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    return layout.page.locator(f"[data-path='{path}']")


def test_every_kind_of_setting_can_be_changed_and_reset(layout):
    linger = setting(layout, "gifts/linger")
    assert "The time that a row rests after its last pop." in linger.inner_text()
    assert "0 to 60" in linger.inner_text()
    linger.locator("input.number").fill("4.5")
    layout.wait_for(lambda: config(layout.room)["gifts"]["linger"] == 4.5)
    linger.locator("input.number").press("ArrowUp")
    layout.wait_for(lambda: config(layout.room)["gifts"]["linger"] == 4.55)
    layout.button("Back to the default: linger").click()
    layout.wait_for(lambda: config(layout.room)["gifts"]["linger"] == 3)
    setting(layout, "gifts/channels").locator("input[type=range]").fill("4")
    layout.wait_for(lambda: config(layout.room)["gifts"]["channels"] == 4)
    setting(layout, "ticker/enabled").get_by_role("switch").check()
    layout.wait_for(lambda: config(layout.room)["ticker"]["enabled"] is True)
    box(layout, "ticker").wait_for()
    setting(layout, "captions/align").get_by_text("left", exact=True).click()
    layout.wait_for(lambda: config(layout.room)["captions"]["align"] == "left")
    hosts = setting(layout, "stage/imageHosts").locator("input")
    hosts.fill("example.org, *.example.net")
    hosts.press("Enter")
    layout.wait_for(lambda: config(layout.room)["stage"]["imageHosts"] == ["example.org", "*.example.net"])
    calling = setting(layout, "look/words/calling").locator("input")
    calling.fill("来电中")
    calling.press("Enter")
    layout.wait_for(lambda: config(layout.room)["look"]["words"] == {
        "sent": "sent", "give": "Give", "calling": "来电中"})
    layout.page.get_by_label("Changed only").check()
    changed = layout.page.locator(".setting:not([hidden])")
    layout.wait_for(lambda: {one.get_attribute("data-path") for one in changed.all()} == {
        "gifts/channels", "ticker/enabled", "captions/align", "stage/imageHosts",
        "look/theme", "look/words/calling"})


@pytest.mark.network
def test_a_rejected_setting_shows_its_error_beside_the_field(layout):
    linger = setting(layout, "gifts/linger")
    linger.locator("input.number").fill("99")
    linger.locator(".told", has_text="In force: 60").wait_for()
    assert linger.locator("input.number").input_value() == "99"
    assert config(layout.room)["gifts"]["linger"] == 60
    linger.locator("input.number").fill("9")
    layout.wait_for(lambda: config(layout.room)["gifts"]["linger"] == 9)
    layout.wait_for(lambda: linger.locator(".told").inner_text() == "")


@pytest.mark.long
def test_the_search_finds_settings_by_their_description(layout):
    layout.page.get_by_label("Search settings").fill("rests after")
    found = layout.page.locator(".setting:visible")
    layout.wait_for(lambda: [one.get_attribute("data-path") for one in found.all()] == ["gifts/linger"])


def test_two_studios_stay_in_sync_and_a_focused_field_asks_first(layout, studio):
    field = setting(layout, "gifts/x").locator("input.number")
    field.fill("36")
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 36)
    other = studio("layout")
    theirs = setting(other, "gifts/x").locator("input.number")
    other.wait_for(lambda: theirs.input_value() == "36")
    field.focus()
    theirs.fill("40")
    layout.page.get_by_text("Changed elsewhere to 40.").wait_for()
    layout.button("Keep 36").click()
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 36)
    other.wait_for(lambda: setting(other, "gifts/y").is_visible())


def test_a_configuration_is_exported_as_a_file_and_imported_again(layout, tmp_path):
    layout.button("Export, import").click()
    with layout.page.expect_download() as coming:
        layout.page.get_by_role("menuitem", name="Export file").click()
    file = tmp_path / coming.value.suggested_filename
    coming.value.save_as(file)
    exported = json.loads(file.read_text())
    assert exported == config(layout.room)
    exported["gifts"]["x"] = 77
    file.write_text(json.dumps(exported))
    layout.page.locator("input[type=file][accept*=json]").set_input_files(file)
    layout.page.get_by_text("gifts.x → 77").wait_for()
    layout.button("Apply").click()
    layout.wait_for(lambda: config(layout.room)["gifts"]["x"] == 77)
    layout.button("Export, import").click()
    layout.page.get_by_role("menuitem", name="Import text").click()
    layout.page.get_by_label("Paste a configuration").fill('{"gifts":{"x":')
    layout.button("Apply").click()
    layout.page.get_by_text("This is no configuration").wait_for()


def test_an_open_menu_follows_its_button_when_the_page_scrolls(layout):
    button = layout.button("Export, import")
    button.scroll_into_view_if_needed()
    button.click()
    item = layout.page.get_by_role("menuitem", name="Import text")
    distance = "([item, button]) => item.getBoundingClientRect().top - button.getBoundingClientRect().top"
    before = layout.page.evaluate(distance, [item.element_handle(), button.element_handle()])
    layout.page.evaluate("scrollBy(0, 24)")
    layout.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert item.is_visible()
    assert layout.page.evaluate(distance, [item.element_handle(), button.element_handle()]) == before
    layout.page.evaluate("document.body.style.paddingBottom = '2000px'; scrollTo(0, document.documentElement.scrollHeight)")
    item.wait_for(state="hidden")


@pytest.mark.long
def test_the_position_and_size_of_a_box_can_be_typed(layout):
    sides = layout.page.get_by_role("group", name="Place and size")
    layout.wait_for(lambda: sides.get_by_label("Left edge").input_value() == "24")
    for label, value in [("Left edge", "40"), ("Top edge", "300"), ("Width", "304"), ("Height", "110")]:
        sides.get_by_label(label).fill(value)
        sides.get_by_label(label).press("Enter")
    # Two rows of 50 have a gap of 10; the digit takes 1.6 heights beside each.
    layout.wait_for(lambda: {key: config(layout.room)["gifts"][key] for key in ("x", "y", "width", "height")}
                    == {"x": 40, "y": 300, "width": 224, "height": 50})
    sides.get_by_role("combobox").select_option("calls")
    layout.wait_for(lambda: sides.get_by_label("Left edge").input_value() == "395")
    sides.get_by_label("Left edge").fill("30")
    sides.get_by_label("Left edge").press("Tab")
    layout.wait_for(lambda: config(layout.room)["calls"]["x"] == 30)
    box(layout, "captions").focus()
    layout.wait_for(lambda: sides.get_by_role("combobox").input_value() == "captions")
    layout.wait_for(sides.get_by_label("Width").is_disabled)


@pytest.mark.long
def test_calls_can_be_dragged_and_reset_to_the_middle(layout):
    start = middle(box(layout, "calls").bounding_box())
    layout.page.keyboard.down("Control")
    drag(layout, start, -300, 20)
    layout.page.keyboard.up("Control")
    layout.wait_for(lambda: abs((config(layout.room)["calls"]["x"] or 395) - 95) <= 2)
    layout.room.call("Yuki")
    wait_for(lambda: abs(layout.room.nodes()["call/" + layout.room.send(
        "GET", "events", status=200)["events"][-1]["id"]]["x"] - 95) <= 2)
    setting(layout, "calls/x").get_by_label("None").check()
    layout.wait_for(lambda: config(layout.room)["calls"]["x"] is None)


@pytest.mark.long
def test_every_setting_has_a_description_in_chinese(studio, room):
    opened = studio("layout", locale="zh-CN")
    opened.page.locator("[data-path='gifts/linger']", has_text="停留多久").wait_for(state="attached")
    schema = room.server.get("/v1/schema/config").json

    def leaves(path, form):
        parts = form.get("properties")
        return [path] if parts is None else [
            leaf for key, part in parts.items() for leaf in leaves(f"{path}/{key}", part)]

    paths = [path for name, section in schema["properties"].items() for path in leaves(name, section)]
    assert "look/words/sent" in paths
    known = opened.page.evaluate("async () => (await import('/web/studio/words/settings.zh.js')).meanings")
    assert [path for path in paths if path not in known] == []


@pytest.mark.long
def test_a_box_above_the_effects_box_can_be_dragged(layout):
    assert config(layout.room)["effects"]["width"] == 960
    box(layout, "effects").focus()
    drag(layout, middle(box(layout, "gifts").bounding_box()), 30, -90)
    layout.wait_for(lambda: config(layout.room)["gifts"]["y"] < 300)
    assert config(layout.room)["effects"]["x"] == 0


@pytest.mark.long
def test_the_live_view_looks_the_same_after_visiting_other_views(studio):
    opened = studio("live")
    opened.page.locator("#connect .tile").wait_for()
    opened.address()
    before = opened.page.locator("#connect").bounding_box()
    for view in ("layout", "history", "rooms", "live"):
        opened.page.locator(f"[data-view={view}]").first.click()
        opened.page.locator(f"#content[data-view={view}] .panel").first.wait_for()
    opened.wait_for(lambda: opened.page.locator("#connect").bounding_box() == before)


@pytest.mark.long
@pytest.mark.parametrize("width", [700, 1280, 1920])
def test_labels_and_corners_of_boxes_are_visible_and_do_not_overlap(studio, width):
    page = studio("layout", width=width, height=900).page
    page.locator(".box[data-widget=effects] .box-label", has_text="0, 0").wait_for()
    ground = page.locator("#preview .ground").bounding_box()
    corner = page.locator(".box[data-widget=effects] .corner").bounding_box()
    for side, size in (("x", "width"), ("y", "height")):
        assert ground[side] <= corner[side]
        assert corner[side] + corner[size] <= ground[side] + ground[size]
    labels = {label.inner_text(): label.bounding_box() for label in page.locator(".box-label").all()}
    assert len(labels) > 5
    for (one, a), (other, b) in itertools.combinations(labels.items(), 2):
        apart = (a["x"] + a["width"] <= b["x"] or b["x"] + b["width"] <= a["x"]
                 or a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"])
        assert apart, f"{one} covers {other}"


# The scrollable pixels below the content of the page.
BLANK = "() => document.documentElement.scrollHeight - Math.max(innerHeight, Math.ceil(document.body.scrollHeight))"


@pytest.mark.long
@pytest.mark.parametrize("view", ["live", "history", "layout", "looks", "alerts", "platforms", "rooms"])
@pytest.mark.parametrize("width", [1280, 300])
def test_no_view_scrolls_into_a_blank_page(studio, room, view, width):
    for number in range(20):
        room.gift(f"Sender {number}", "Rose")
    opened = studio(view, width, 700)
    opened.page.locator(f"#content[data-view={view}] .panel").first.wait_for()
    if view == "layout":
        opened.page.locator(".setting").first.wait_for(state="attached")
    opened.page.evaluate("() => document.querySelectorAll('details').forEach((one) => { one.open = true })")
    assert opened.page.evaluate(BLANK) <= 1


@pytest.mark.long
def test_a_search_for_settings_without_results_says_so(layout):
    search = layout.page.get_by_label("Search settings")
    search.fill("xyzzy")
    layout.page.get_by_text("Nothing matches “xyzzy”.").wait_for()
    layout.button("Show everything").click()
    assert search.input_value() == ""
    layout.page.locator("[data-section=gifts] summary").wait_for()
    layout.page.get_by_label("Changed only").check()
    # The server's own configuration sets the theme.
    for key in ("linger", "theme"):
        layout.button(f"Back to the default: {key}").click()
    layout.wait_for(lambda: layout.page.locator(".setting[data-changed]").count() == 0)
    layout.page.get_by_label("Changed only").uncheck()
    layout.page.get_by_label("Changed only").check()
    layout.page.get_by_text("Every setting has its default.").wait_for()

"""Every control of the studio is pressed in a test: what stands in its views is compared with this list."""

import re
from pathlib import Path

from PIL import Image

from Browser.studio import Studio

HERE = Path(__file__).parent
TESTS = set(re.findall(r"^def (test_\w+)", "".join(
    file.read_text() for file in HERE.glob("test_studio*.py")), re.MULTILINE))

# A control's name, and the test that presses it and reads back what comes of it.
PRESSED = {
    r"Skip to the content": "test_the_skip_link_leads_to_the_content",
    r"Live|History|Layout|Looks|Platforms|Rooms": "test_views_are_pages_that_can_be_gone_back_to",
    r"Hold|Resume": "test_hold_and_resume",
    r"Skip|Skip everything": "test_skip_all_and_one_and_what_is_on_the_stage",
    r"Clear…": "test_clear_asks_first_with_the_focus_on_cancel",
    r"Test gift": "test_with_the_mouse_from_a_bare_start_to_a_gift_in_obs",
    r"Commands|Command of .*": "test_each_command_does_what_its_button_does",
    r"Room: .*|room-\d+": "test_the_menu_of_rooms_leads_to_another",
    r"Menu|English|中文|System|Dark|Light": "test_language_and_theme_are_chosen_and_kept",
    r"Shortcuts  \?": "test_views_are_pages_that_can_be_gone_back_to",
    r"Overlay address|Copy": "test_with_the_mouse_from_a_bare_start_to_a_gift_in_obs",
    r"New address…": "test_an_address_that_was_seen_gives_way_to_a_new_one",
    r"Drag into OBS|Wide|Tall": "test_the_tile_has_what_obs_reads",
    r"Reload: .*": "test_a_page_is_reloaded_from_the_studio",
    r"Gift|Combo ×28|Call|Counter|Typed|Fade|Shine|Wave":
        "test_each_try_is_posted_as_a_test_and_seen_in_the_preview",
    r"20 senders": "test_twenty_senders_come_one_after_the_other_and_can_be_stopped",
    r"Own words|Sender|Caption": "test_own_words_are_what_is_posted",
    r"Preview": "test_the_preview_is_unfolded_in_a_dock",
    r"Ground|Checks|Black|White|Green|Picture…": "test_the_preview_stands_on_the_ground_that_is_chosen",
    r"Edit": "test_edit_leads_to_the_layout",
    r"Let .* leave": "test_captions_and_counters_leave_from_the_list",
    r"Menu: .*|Show next|Up|Down|Remove": "test_what_waits_is_moved_and_removed",
    r"By sender|By gift|This session|Today|All time": "test_they_are_told_by_sender_and_by_gift_and_grow",
    r"Search names and texts|Gifts|Calls|Captions|Counters|Goals|Control|Settings":
        "test_events_are_listed_newest_first_sifted_and_searched",
    r".* · Rose|Yuki": "test_the_way_of_a_gift_is_told_to_its_end",
    r"Show again": "test_an_event_tells_its_way_and_is_shown_again",
    r"Widgets|Left edge|Top edge|Width|Height": "test_a_box_has_its_place_and_size_in_figures",
    r"16:9|9:16|4:3": "test_a_preset_lays_out_every_widget_and_is_one_step",
    r"Export, import|Export file|Import text…": "test_a_configuration_goes_out_as_a_file_and_comes_in_again",
    r"Copy as text|Import file…": "test_a_configuration_goes_out_as_a_text_and_comes_in_from_a_file",
    r"Undo|Redo": "test_a_preset_lays_out_every_widget_and_is_one_step",
    r".*, x -?\d+, y -?\d+": "test_a_box_is_dragged_and_obs_follows",
    r"Search settings": "test_settings_are_found_by_words",
    r"Changed only|Back to the default: .*|(Stage|Catalogue|Gifts|Ticker|Counters|Captions|Calls|Goals|Effects|Sounds|Look|Sources|Platforms)(: .*)?":
        "test_every_kind_of_setting_is_applied_and_reset",
    r"None|left|center|right|userId|name|first|always|never": "test_every_kind_of_setting_is_applied_and_reset",
    r"Show one of each": "test_one_of_each_is_shown",
    r"(Classic|Neon|Paper|Minimal).*": "test_a_theme_is_picked_by_its_picture_and_worn_at_once",
    r"Font|Family": "test_a_font_is_a_family",
    r"into the room|Keep in the room|Back to the theme": "test_colours_are_kept_in_the_room_and_undone",
    r"only into the CSS|.*, (as #rrggbb|colour|opacity in %)|.*: Corners|.*: as in the theme|Copy: CSS":
        "test_colours_become_css_to_paste_and_the_preview_wears_them",
    r"Pictures": "test_every_group_of_colours_can_be_reached_at_every_width",
    r"New gift|New gift of a file…": "test_gifts_are_made_by_hand_and_of_files",
    r"Edit: (Rose|Heart|Star|Coffee|Lipstick|Cake|Crown|Fireworks|Diamond|Car|Rocket|Castle)":
        "test_a_gift_is_edited_tried_and_removed_and_that_undone",
    r"Try: .*": "test_a_file_dropped_on_a_gift_becomes_its_picture_or_its_sound",
    r"Heard|Volume|A combo comes|Somebody calls|An effect starts|A goal is reached|Listen: .*":
        "test_sounds_are_chosen_dropped_and_heard_with_a_meter",
    r"New goal": "test_a_goal_is_made_changed_and_removed",
    r"Choose…|Look at: .*": "test_files_are_dropped_and_chosen_and_stand_in_the_list",
    r"Delete: .*": "test_a_file_is_deleted_after_asking_unless_something_uses_it",
    r"(Verification token|Signing secret|Secret|Save): .*|Copy: Address for .*|Address for .*":
        "test_a_source_is_set_up_by_a_secret_and_an_address",
    r"(Twitch|YouTube|TikTok|Bilibili|Ko-fi|Stripe|GitHub Sponsors|StreamElements|Streamlabs|Anything else) .*":
        "test_what_became_of_deliveries_is_told",
    r"Make one: .*": "test_a_secret_can_be_made",
    r"Set up: .*|Make a key for it: .*": "test_a_program_is_given_an_address_and_a_key",
    r"Currency of its tips": "test_the_currency_of_tips_is_set",
    r"Show nothing of it before I approve it": "test_what_is_held_is_approved_and_refused",
    r"(Send a sample: |Sample of ).*": "test_a_sample_of_each_sort_is_shown_as_a_test",
    r"A sample of what it sends|Save and try|.*, if nothing is found|id \(counted once\)|sender('s id)?|gift('s id)?"
    r"|picture of the .*|value of one|how many": "test_a_mapping_is_made_and_tried_with_a_pasted_sample",
    r"From": "test_what_became_of_deliveries_is_told",
    r"Remove… .*": "test_to_remove_one_is_asked_first",
    r"Delete… .*": "test_rooms_are_listed_opened_and_deleted_by_their_name",
    r"New room|Make": "test_a_room_is_made",
    r"Name|Role|Make key": "test_keys_are_made_shown_once_renamed_and_revoked",
}

# The names of all that can be used, as a person who can't see hears them.
NAMES = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role^=menuitem]")]
  .filter((element) => element.checkVisibility() && element.getAttribute("aria-hidden") !== "true"
    && element.type !== "range")
  .map((element) => (element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent
    || element.title).trim().replace(/(?<=^(Hold|Resume|Skip|Test gift))[A-Z]$/, ""))"""


def names(page):
    """Those of the view, and of each of its menus."""
    found = set(page.evaluate(NAMES))
    for opener in page.locator("[aria-haspopup=menu]").all():
        if opener.is_visible():
            opener.click()
            found |= set(page.evaluate(NAMES))
            page.keyboard.press("Escape")
    return found


def test_every_control_has_a_test(studio, source, room):
    assert set(PRESSED.values()) <= TESTS, set(PRESSED.values()) - TESTS
    source()
    room.configure({"gifts": {"linger": 60}, "calls": {"vanish": 60}})
    for sender in ("Ann", "Mira", "Chidi"):
        room.gift(sender, "Rose", 3)
    room.call("Yuki")
    for kind in ("youtube", "streamelements"):
        room.send("PUT", f"sources/{kind}", {}, status=200)
    for view in ("live", "history", "layout", "looks", "platforms", "rooms"):
        opened = studio(view, 1920, 1080)
        opened.page.locator(f"#content[data-view={view}] .panel").first.wait_for()
        opened.page.evaluate("() => document.querySelectorAll('.platform').forEach((one) => { one.open = true })")
        opened.wait_for(lambda page=opened.page: len(page.evaluate(NAMES)) > 12)
        found = names(opened.page)
        opened.page.set_viewport_size({"width": 300, "height": 700})
        found |= names(opened.page)
        strange = [name for name in found if not any(re.fullmatch(known, name) for known in PRESSED)]
        assert strange == [], (view, strange)


def test_the_skip_link_leads_to_the_content(studio):
    opened = studio()
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("() => document.activeElement.textContent") == "Skip to the content"
    opened.page.keyboard.press("Enter")
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("() => document.activeElement.closest('#content') !== null")


def test_the_preview_stands_on_the_ground_that_is_chosen(studio, tmp_path):
    opened = studio()
    Image.new("RGB", (20, 20), (10, 200, 30)).save(tmp_path / "ground.png")
    corner = (3, 3)

    def colour():
        return opened.picture().getpixel(corner)

    for name, wanted in (("Black", (0, 0, 0)), ("White", (255, 255, 255))):
        opened.button("Ground", "#preview").click()
        opened.page.get_by_role("menuitemradio", name=name).click()
        opened.wait_for(lambda wanted=wanted: colour() == wanted)
    opened.button("Ground", "#preview").click()
    opened.page.get_by_role("menuitemradio", name="Green").click()
    opened.wait_for(lambda: colour()[1] > 120 and colour()[0] < 100)
    opened.page.reload()
    opened.page.locator("#preview .ground").wait_for()
    opened.wait_for(lambda: colour()[1] > 120 and colour()[0] < 100)
    opened.button("Ground", "#preview").click()
    with opened.page.expect_file_chooser() as chooser:
        opened.page.get_by_role("menuitemradio", name="Picture…").click()
    chooser.value.set_files(tmp_path / "ground.png")
    opened.wait_for(lambda: colour() == (10, 200, 30))
    opened.button("Ground", "#preview").click()
    opened.page.get_by_role("menuitemradio", name="Checks").click()
    checks = ((0x5b, 0x54, 0x6b), (0x4d, 0x46, 0x5c))
    opened.wait_for(lambda: any(max(abs(one - other) for one, other in zip(colour(), check, strict=True)) < 6
                                for check in checks))


def test_the_preview_is_unfolded_in_a_dock(studio):
    opened = studio(width=300, height=700)
    ground = opened.page.locator("#preview .ground")
    assert not ground.is_visible()
    opened.button("Preview").click()
    ground.wait_for()
    opened.button("Preview").click()
    ground.wait_for(state="hidden")


def test_edit_leads_to_the_layout(studio):
    opened = studio()
    opened.page.locator("#preview").get_by_role("link", name="Edit").click()
    opened.page.locator("#settings").wait_for()
    assert opened.page.url.endswith("?view=layout")


def test_a_configuration_goes_out_as_a_text_and_comes_in_from_a_file(blank, room, tmp_path):
    page = blank(1280, 800, permissions=["clipboard-read", "clipboard-write"])
    opened = Studio(page, room).open("layout")
    opened.page.locator("#settings .setting").first.wait_for(state="attached")
    opened.button("Export, import").click()
    page.get_by_role("menuitem", name="Copy as text").click()
    opened.told("Copied")
    text = page.evaluate("() => navigator.clipboard.readText()")
    assert '"look"' in text
    (tmp_path / "room.json").write_text(text.replace('"Give"', '"Donne"'))
    opened.button("Export, import").click()
    with page.expect_file_chooser() as chooser:
        page.get_by_role("menuitem", name="Import file…").click()
    chooser.value.set_files(tmp_path / "room.json")
    page.get_by_role("dialog").get_by_text("look.words.give → Donne").wait_for()
    opened.button("Apply").click()
    opened.wait_for(lambda: room.send("GET", "config", status=200)["look"]["words"]["give"] == "Donne")


def test_the_lamp_copies_the_address_and_lets_the_show_play(blank, room):
    page = blank(1280, 800, permissions=["clipboard-read", "clipboard-write"])
    opened = Studio(page, room).open()
    opened.lamp("none")
    opened.button("Play here").click()
    opened.wait_for(lambda: room.nodes().get("gifts/0", {}).get("count", 0) >= 1)
    opened.button("Copy address").click()
    opened.told("Copied")
    assert f"/overlay/{room.name}" in page.evaluate("() => navigator.clipboard.readText()")

"""Every control of the studio has a test: this list names it, and the views have no other controls."""

import re
from pathlib import Path

import pytest
from PIL import Image

from Browser.studio import Studio

HERE = Path(__file__).parent
TESTS = set(re.findall(r"^def (test_\w+)", "".join(
    file.read_text() for file in HERE.glob("test_studio*.py")), re.MULTILINE))

# The test that presses each control and checks its effect, by the control's name.
PRESSED = {
    r"Skip to the content": "test_the_skip_link_leads_to_the_content",
    r"Live|History|Layout|Looks|Alerts|Platforms|Rooms": "test_views_have_addresses_and_work_with_the_back_button",
    r"Hold|Resume": "test_hold_and_resume_pause_and_continue_the_queue",
    r"Skip|Skip everything": "test_skip_removes_one_node_or_all_nodes_of_the_stage",
    r"Clear": "test_the_stage_is_cleared_after_five_seconds_unless_that_is_undone",
    r"Delete the (goal|counter) .*": "test_deleting_a_goal_says_so_and_can_be_undone",
    r"Test gift|Try it out": "test_a_new_user_gets_a_gift_into_obs_with_the_mouse",
    r"Send a test gift|Send test gifts": "test_the_empty_lists_of_live_offer_test_gifts",
    r"Commands|Command of .*": "test_each_curl_command_does_the_same_as_its_button",
    r"Room: .*|room-\d+|Open": "test_the_room_menu_opens_another_room",
    r"Use English words|Leave them": "test_a_studio_in_another_language_offers_the_overlay_s_words",
    r"Menu|English|中文|System|Dark|Light": "test_the_chosen_language_and_theme_are_kept",
    r"Shortcuts  \?": "test_views_have_addresses_and_work_with_the_back_button",
    r"Overlay address|Copy": "test_a_new_user_gets_a_gift_into_obs_with_the_mouse",
    r"New address…": "test_an_overlay_address_that_leaked_can_be_replaced",
    r"Fit the stage": "test_the_lamp_says_that_a_source_has_another_shape_than_the_stage",
    r"Drag into OBS|Wide|Tall": "test_the_tile_carries_the_address_and_size_that_obs_reads",
    r"Reload: .*": "test_the_studio_can_reload_a_page",
    r"Gift|Combo ×28|Call|Counter|Typed|Fade|Shine|Wave":
        "test_each_try_button_posts_a_test_event_and_changes_the_preview",
    r"20 senders": "test_the_twenty_senders_button_posts_twenty_gifts_and_can_be_stopped",
    r"Own words|Sender|Caption": "test_a_gift_in_the_streamers_own_words_is_posted",
    r"Preview": "test_a_narrow_studio_shows_the_preview_on_request",
    r"Ground|Checks|Black|White|Green|Picture…": "test_the_preview_has_the_chosen_background",
    r"Edit": "test_the_edit_link_opens_the_layout_view",
    r"Hide the message(: .*)?": "test_the_message_of_the_running_alert_is_hidden_by_each_button_and_by_m",
    r"Let .* leave": "test_captions_and_counters_can_be_removed_from_the_list",
    r"Show next: .*": "test_a_large_gift_that_waits_is_shown_with_its_wait_and_can_be_moved_up",
    r"Menu: .*|Show next|Up|Down|Remove": "test_waiting_gifts_can_be_moved_and_removed",
    r"By sender|By gift|This session|Today|All time": "test_totals_by_sender_and_by_gift_grow_with_new_gifts",
    r"Search names and texts|Gifts|Calls|Captions|Counters|Goals|Control|Settings":
        "test_events_are_listed_newest_first_filtered_and_searched",
    r"Notices": "test_every_event_belongs_to_a_kind_of_the_filter",
    r"Revoke the key .*": "test_an_owner_revokes_the_key_of_an_act_from_the_history",
    r".* · Rose|Yuki": "test_the_timeline_of_a_gift_is_shown_to_its_end",
    r"Take back(: .*)?": "test_a_gift_can_be_taken_back_from_its_row",
    r"Undo its blocks: .*": "test_an_owner_undoes_the_blocks_of_a_moderator_s_key_with_one_click",
    r"Block: .*": "test_an_owner_undoes_blocks_in_the_history_with_one_click",
    r"Unblock: .*": "test_a_moderator_sees_the_blocklist_changes_it_and_follows_it",
    r"(Block|Unblock) .*": "test_the_sender_of_a_recent_event_is_blocked_and_unblocked",
    r"Show again": "test_an_event_shows_its_timeline_and_can_be_shown_again",
    r"Widgets|Left edge|Top edge|Width|Height": "test_the_position_and_size_of_a_box_can_be_typed",
    r"Move apart: .*": "test_overlapping_widgets_are_reported_and_can_be_moved_apart",
    r"16:9|9:16|4:3": "test_a_preset_lays_out_every_widget_and_is_undone_in_one_step",
    r"Export, import|Export file|Import text…": "test_a_configuration_is_exported_as_a_file_and_imported_again",
    r"Copy as text|Import file…": "test_a_configuration_is_exported_as_text_and_imported_from_a_file",
    r"(Undo|Redo)(: .*)?": "test_a_preset_lays_out_every_widget_and_is_undone_in_one_step",
    r".*, x -?\d+, y -?\d+": "test_dragging_a_box_moves_the_widget_in_obs",
    r"Show everything": "test_a_search_for_settings_without_results_says_so",
    r"Search settings": "test_the_search_finds_settings_by_their_description",
    r"Changed only|Back to the default: .*|(Stage|Catalogue|Gifts|Ticker|Counters|Captions|Calls|Goals|Effects|Alerts|Leaders|Expensive gifts|Sounds|Reading aloud|Look|Sources|Platforms)(: .*)?":
        "test_every_kind_of_setting_can_be_changed_and_reset",
    r"None|left|center|right|userId|name|first|always|never": "test_every_kind_of_setting_can_be_changed_and_reset",
    r"Show one of each": "test_one_of_each_widget_can_be_shown",
    r"(Aurora|Neon|Paper|Pixel|Gala|Sakura|Terminal|Brush|Match|Jelly|Classic|Minimal).*": "test_clicking_the_picture_of_a_theme_applies_it_at_once",
    r"(Full|Calm|None)(Particles|No particles|Also no).*": "test_the_motion_of_the_overlay_can_be_reduced",
    r"Font|Family": "test_a_font_can_be_chosen_by_its_family",
    r"into the room|Keep in the room|Back to the theme": "test_colors_can_be_stored_in_the_room_and_undone",
    r"only into the CSS|.*, (as #rrggbb|color|opacity in %)|.*: Corners|.*: as in the theme|Copy: CSS":
        "test_colors_become_css_to_paste_and_change_the_preview",
    r"Initials and boxes|Tiers of gifts": "test_every_group_of_colors_can_be_reached_at_every_width",
    r"New gift|New gift of a file…": "test_gifts_can_be_created_by_hand_and_from_files",
    r"Edit: (Rose|Heart|Star|Coffee|Lipstick|Cake|Crown|Fireworks|Diamond|Car|Rocket|Castle)":
        "test_a_gift_can_be_edited_tried_and_removed_and_the_removal_undone",
    r"Try: .*": "test_a_file_dropped_on_a_gift_becomes_its_picture_or_sound",
    r"Heard|Volume|A combo comes|Somebody calls|An effect starts|A goal is reached|An alert starts|A clock ends|Listen: .*":
        "test_sounds_can_be_chosen_dropped_and_played_with_a_meter",
    r"Stop: .*|Use .*|Switch the built-in set on|Pops and rising tiers .*": "test_built_in_sounds_are_heard_and_assigned",
    r"Theme|Motion|Font|Colors and corners|Gifts|Sounds|Goals|Files|Upload a font…": "test_the_sections_of_looks_have_links_and_the_font_is_uploaded_in_its_card",
    r"New goal": "test_a_goal_can_be_created_changed_and_removed",
    r"Choose…|Look at: .*": "test_files_can_be_dropped_or_chosen_and_appear_in_the_list",
    r"Delete: .*": "test_deleting_a_file_asks_first_and_fails_while_the_file_is_used",
    r"New rule|Edit: A .*|Test: .*|Insert: .*": "test_a_rule_is_made_by_choosing_and_its_test_shows_its_alert",
    r"Duplicate": "test_a_rule_can_be_edited_copied_and_removed_and_all_of_it_undone",
    r"Move rule .*|To the top": "test_rules_are_sorted_by_dragging_and_by_keyboard",
    r"Ready-made sets|Simple|By amount, in four steps|Each platform its own|Only the big ones|Start with the simple set":
        "test_a_ready_made_set_asks_before_it_replaces_rules_and_can_be_undone",
    r"Alerts are on|As they came|Highest worth first": "test_alerts_are_switched_off_and_shown_by_their_worth",
    r"Hold what waits|Go on with what waits|Skip everything|Go to what (waits|is to approve)":
        "test_waiting_alerts_are_moved_removed_and_skipped_in_the_view_live",
    r"New timer|(Start|Pause|[+−]\d min|Set to…): .*": "test_a_timer_is_made_started_set_and_extended_with_large_buttons",
    r"Add time for subscriptions, gifts…: .*": "test_rules_of_a_timer_are_chosen_in_words_edited_and_removed",
    r"(Verification token|Signing secret|Secret|Save): .*|Copy: Address for .*|Address for .*":
        "test_a_source_is_set_up_with_a_secret_and_an_address",
    r"(Twitch|YouTube|TikTok|Bilibili|Ko-fi|Stripe|GitHub Sponsors|StreamElements|Streamlabs|Kick|Anything else) .*":
        "test_the_outcome_of_each_delivery_is_listed",
    r"Make one: .*": "test_a_secret_can_be_generated",
    r"Set up: .*|Make a key for it: .*": "test_a_bridge_gets_an_address_and_a_key",
    r"Word to block|Where it is found(: .*)?|Block|Remove: .*": "test_words_can_be_blocked_as_whole_words_or_anywhere",
    r"Currency of its tips": "test_the_currency_of_tips_can_be_set",
    r"Keep links in messages: .*": "test_links_in_messages_are_kept_by_a_switch_and_by_every_other_change",
    r"Show nothing of it before I approve it": "test_held_deliveries_can_be_approved_and_refused",
    r"(Send a sample: |Sample of ).*": "test_samples_of_each_kind_are_shown_as_tests",
    r"Platform|amount of money|amount in the smallest unit|currency|message":
        "test_a_mapping_can_be_created_and_tried_with_a_pasted_sample",
    r"A sample of what it sends|Save and try|.*, if nothing is found|id \(counted once\)|sender('s id)?|gift('s id)?"
    r"|picture of the .*|value of one|how many": "test_a_mapping_can_be_created_and_tried_with_a_pasted_sample",
    r"Notice|another kind.*": "test_a_mapping_makes_notices_of_a_known_kind_or_of_its_own",
    r"From": "test_the_outcome_of_each_delivery_is_listed",
    r"Remove… .*": "test_removing_a_source_asks_first",
    r"Delete… .*": "test_deleting_a_room_requires_its_name",
    r"New room|Make": "test_a_room_can_be_created",
    r"Copy the key|(Copy: )?Address to send by chat": "test_a_moderator_s_address_is_offered_once_and_opens_the_studio",
    r"Invite a moderator": "test_a_moderator_s_address_is_offered_once_and_opens_the_studio",
    r"Name|Role|Make key": "test_keys_can_be_created_renamed_and_revoked_and_are_shown_once",
}

# The accessible names of all controls, as a screen reader announces them.
NAMES = """() => [...document.querySelectorAll("button, a[href], input, select, textarea, summary, [role^=menuitem]")]
  .filter((element) => element.checkVisibility() && element.getAttribute("aria-hidden") !== "true"
    && element.type !== "range")
  .map((element) => (element.getAttribute("aria-label") || element.labels?.[0]?.textContent || element.textContent
    || element.title).trim().replace(/(?<=^(Hold|Resume|Skip|Test gift))[A-Z]$/, ""))"""


def names(page):
    """The names of all controls of the view and its menus."""
    found = set(page.evaluate(NAMES))
    for opener in page.locator("[aria-haspopup=menu]").all():
        if opener.is_visible() and opener.is_enabled():
            opener.click()
            found |= set(page.evaluate(NAMES))
            page.keyboard.press("Escape")
    return found


@pytest.mark.long
def test_every_control_of_the_studio_has_a_test(studio, source, room):
    assert set(PRESSED.values()) <= TESTS, set(PRESSED.values()) - TESTS
    source()
    room.configure({"gifts": {"linger": 60}, "calls": {"vanish": 60}, "alerts": {"rules": [
        {"name": "raid", "when": {"type": "notice", "kind": "raid"}, "title": "{sender}", "duration": 60}]}})
    for sender in ("Ann", "Mira", "Chidi"):
        room.gift(sender, "Rose", 3)
        room.send("POST", "notices", {"kind": "raid", "sender": sender, "message": "Hello"})
    room.call("Yuki")
    for kind in ("youtube", "streamelements"):
        room.send("PUT", f"sources/{kind}", {}, status=200)
    for view in ("live", "history", "layout", "looks", "alerts", "platforms", "rooms"):
        opened = studio(view, 1920, 1080)
        opened.page.locator(f"#content[data-view={view}] .panel").first.wait_for()
        opened.page.evaluate("() => document.querySelectorAll('.platform').forEach((one) => { one.open = true })")
        opened.wait_for(lambda page=opened.page: len(page.evaluate(NAMES)) > 12)
        found = names(opened.page)
        opened.page.set_viewport_size({"width": 300, "height": 700})
        found |= names(opened.page)
        strange = [name for name in found if not any(re.fullmatch(known, name) for known in PRESSED)]
        assert strange == [], (view, strange)


def test_a_studio_in_another_language_offers_the_overlay_s_words(studio, source, room):
    words = lambda: room.send("GET", "config", status=200)["look"]["words"]
    opened = studio(locale="zh-CN")
    offer = opened.page.locator("#toasts", has_text="叠加层显示的是“sent”和“is calling”。")
    offer.wait_for()
    opened.button("保持不变").click()
    offer.wait_for(state="hidden")
    opened.page.reload()
    opened.page.locator("#lamp:not([data-state=wait])").wait_for()
    opened.wait_for(lambda: opened.page.locator("#preview .size").inner_text() == "960 × 540")
    assert not offer.is_visible()
    opened.page.evaluate("() => localStorage.clear()")
    opened.page.reload()
    opened.page.locator("#use-words").click()
    opened.wait_for(lambda: words() == {"sent": "送出", "give": "送出", "calling": "来电中"})
    offer.wait_for(state="hidden")
    english = studio()
    english.button("Use English words").click()
    english.wait_for(lambda: words() == {"sent": "sent", "give": "gave", "calling": "is calling"})
    room.configure({"look": {"words": {"sent": "schickt"}}})
    opened.wait_for(lambda: opened.page.locator("#use-words").count() == 0)


@pytest.mark.long
def test_the_skip_link_leads_to_the_content(studio):
    opened = studio()
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("() => document.activeElement.textContent") == "Skip to the content"
    opened.page.keyboard.press("Enter")
    opened.page.keyboard.press("Tab")
    assert opened.page.evaluate("() => document.activeElement.closest('#content') !== null")


@pytest.mark.long
def test_the_preview_has_the_chosen_background(studio, tmp_path):
    opened = studio()
    Image.new("RGB", (20, 20), (10, 200, 30)).save(tmp_path / "ground.png")
    corner = (3, 3)

    def color():
        return opened.picture().getpixel(corner)

    for name, wanted in (("Black", (0, 0, 0)), ("White", (255, 255, 255))):
        opened.button("Ground", "#preview").click()
        opened.page.get_by_role("menuitemradio", name=name).click()
        opened.wait_for(lambda wanted=wanted: color() == wanted)
    opened.button("Ground", "#preview").click()
    opened.page.get_by_role("menuitemradio", name="Green").click()
    opened.wait_for(lambda: color()[1] > 120 and color()[0] < 100)
    opened.page.reload()
    opened.page.locator("#preview .ground").wait_for()
    opened.wait_for(lambda: color()[1] > 120 and color()[0] < 100)
    opened.button("Ground", "#preview").click()
    with opened.page.expect_file_chooser() as chooser:
        opened.page.get_by_role("menuitemradio", name="Picture…").click()
    chooser.value.set_files(tmp_path / "ground.png")
    opened.wait_for(lambda: color() == (10, 200, 30))
    opened.button("Ground", "#preview").click()
    opened.page.get_by_role("menuitemradio", name="Checks").click()
    checks = ((0x5b, 0x54, 0x6b), (0x4d, 0x46, 0x5c))
    opened.wait_for(lambda: any(max(abs(one - other) for one, other in zip(color(), check, strict=True)) < 6
                                for check in checks))


@pytest.mark.long
def test_a_narrow_studio_shows_the_preview_on_request(studio):
    opened = studio(width=300, height=700)
    ground = opened.page.locator("#preview .ground")
    assert not ground.is_visible()
    opened.button("Preview").click()
    ground.wait_for()
    opened.button("Preview").click()
    ground.wait_for(state="hidden")


@pytest.mark.long
def test_the_edit_link_opens_the_layout_view(studio):
    opened = studio()
    opened.page.locator("#preview").get_by_role("link", name="Edit").click()
    opened.page.locator("#settings").wait_for()
    assert opened.page.url.endswith("?view=layout")


@pytest.mark.long
def test_a_configuration_is_exported_as_text_and_imported_from_a_file(blank, room, tmp_path):
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


def test_the_lamp_offers_to_copy_the_address_and_to_play_without_obs(blank, room):
    page = blank(1280, 800, permissions=["clipboard-read", "clipboard-write"])
    opened = Studio(page, room).open()
    opened.lamp("none")
    opened.button("Play here").click()
    opened.wait_for(lambda: room.nodes().get("gifts/0", {}).get("count", 0) >= 1)
    opened.button("Copy address").click()
    opened.told("Copied")
    assert f"/overlay/{room.name}" in page.evaluate("() => navigator.clipboard.readText()")

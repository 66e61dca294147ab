"""The studio's view Alerts, and the alerts that wait in the view Live."""

import pytest

from Browser.studio import differs, picture_of
from Browser.uploads import picture, tone, upload

RULES = [
    {"name": "big", "when": {"type": "gift", "min": 1000}, "title": "{sender} sent {gift}"},
    {"name": "raid", "when": {"type": "notice", "kind": "raid"}, "title": "{sender} comes"},
    {"name": "subs", "when": {"type": "notice", "kind": "subscription", "source": "twitch", "minMonths": 6}, "title": "{sender}"},
]


def alerts(room):
    return room.send("GET", "config", status=200)["alerts"]


def rules(room):
    return alerts(room)["rules"]


def names(room):
    return [rule["name"] for rule in rules(room)]


def events(room, kind):
    return room.send("GET", f"events?type={kind}", status=200)["events"]


def waiting(room):
    return [alert["event"] for alert in room.send("GET", "state", status=200)["alertQueue"]]


def alert_list(room):
    state = room.send("GET", "state", status=200)
    return state["alert"] + state["alertQueue"]


def row(opened, name):
    return opened.page.locator(f".rule[data-rule='{name}']")


def sentences(opened):
    return opened.page.locator(".rule .rule-title").all_inner_texts()


def field(opened, name):
    return opened.page.get_by_role("dialog").get_by_label(name, exact=True)


def choose(opened, menu, entry, within="body"):
    opened.button(menu, within, exact=False).click()
    opened.page.get_by_role("menuitem", name=entry, exact=True).click()


@pytest.fixture
def view(studio, room):
    room.configure({"alerts": {"rules": RULES}})
    room.send("POST", "control", {"action": "start"})
    opened = studio("alerts", 1280, 900)
    row(opened, "subs").wait_for()
    return opened


def test_rules_are_listed_in_plain_words_with_pictures_of_their_alerts(view):
    assert sentences(view) == [
        "A gift worth 1,000 or more, from anywhere", "A raid, from anywhere", "A subscription of 6 months or more, from Twitch"]
    canvas = row(view, "big").locator("canvas")
    canvas.wait_for()
    # The rule's picture is painted again when its look changes.
    before = picture_of(canvas)
    view.room.configure({"look": {"theme": "neon"}})
    view.wait_for(lambda: differs(before, picture_of(canvas)))


def test_a_rule_is_made_by_choosing_and_its_test_shows_its_alert(view, room):
    sound = upload(room, tone(0.2))["url"]
    image = upload(room, picture(10, 200, 30))["url"]
    view.page.reload()
    view.button("New rule").click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_text("Notice", exact=True).click()
    field(view, "Which notice").select_option("subscription")
    field(view, "At least this many months").fill("12")
    field(view, "From").select_option("api")
    assert dialog.locator(".rule-sentence").inner_text() == "A subscription of 12 months or more, from the studio and bots"
    field(view, "Title").fill("Wow ")
    view.button("Insert: Sender", "dialog").click()
    view.page.keyboard.type("!")
    dialog.locator(f"[data-image='{image}']").click()
    field(view, "Sound").select_option(sound)
    dialog.get_by_text("Film over the whole stage").click()
    dialog.locator("[data-effect='film:crown']").click()
    field(view, "Seconds on stage").fill("9")
    dialog.get_by_text("4", exact=True).click()
    view.button("Save and test", "dialog").click()
    view.told("A test event is sent.")
    made = rules(room)[-1]
    assert made == {
        "name": "api-subscription", "when": {"type": "notice", "kind": "subscription", "source": "api", "minMonths": 12},
        "title": "Wow {sender}!", "message": True, "image": image, "film": "crown", "sound": sound, "duration": 9, "tier": 4,
        "speak": False, "only": False, "obs": None, "weight": 1}
    [notice] = events(room, "notice")
    assert (notice["test"], notice["months"]) == (True, 12)
    view.wait_for(lambda: [alert["rule"] for alert in room.send("GET", "state", status=200)["alert"]] == ["api-subscription"])


def test_a_rule_can_be_edited_copied_and_removed_and_all_of_it_undone(view, room):
    view.button("Edit: A raid, from anywhere").click()
    field(view, "At least this many viewers").fill("50")
    field(view, "Show the sender's message").uncheck()
    view.button("Save", "dialog").click()
    view.page.get_by_text("A raid with 50 viewers or more, from anywhere", exact=True).wait_for()
    view.wait_for(lambda: (rules(room)[1]["when"].get("minCount"), rules(room)[1]["message"]) == (50, False))
    choose(view, "Menu: A raid", "Duplicate", ".rule[data-rule=raid]")
    view.wait_for(lambda: names(room) == ["big", "raid", "raid-2", "subs"])
    choose(view, "Menu: A gift", "Remove", ".rule[data-rule=big]")
    view.wait_for(lambda: names(room) == ["raid", "raid-2", "subs"])
    for _ in range(3):
        view.page.locator("#undo").click()
    view.wait_for(lambda: names(room) == ["big", "raid", "subs"] and "minCount" not in rules(room)[1]["when"])


def test_rules_are_sorted_by_dragging_and_by_keyboard(view, room):
    handle = row(view, "subs").locator(".grip")
    start, target = handle.bounding_box(), row(view, "big").bounding_box()
    view.page.mouse.move(start["x"] + 8, start["y"] + 20)
    view.page.mouse.down()
    view.page.mouse.move(start["x"] + 8, start["y"] - 40, steps=3)
    view.page.mouse.move(start["x"] + 8, target["y"] + 10, steps=5)
    view.page.mouse.up()
    view.wait_for(lambda: names(room) == ["subs", "big", "raid"])
    handle.focus()
    view.page.keyboard.press("ArrowDown")
    view.wait_for(lambda: names(room) == ["big", "subs", "raid"])
    # The handle keeps the focus, and a screen reader hears the new place.
    view.page.keyboard.press("End")
    view.wait_for(lambda: names(room) == ["big", "raid", "subs"])
    assert "now rule 3 of 3" in view.page.locator("#alerts > [role=status]").inner_text()
    choose(view, "Menu: A subscription", "To the top", ".rule[data-rule=subs]")
    view.wait_for(lambda: names(room) == ["subs", "big", "raid"])


def test_a_ready_made_set_asks_before_it_replaces_rules_and_can_be_undone(view, room):
    choose(view, "Ready-made sets", "By amount, in four steps")
    view.button("Cancel", "dialog").click()
    assert names(room) == ["big", "raid", "subs"]
    choose(view, "Ready-made sets", "Only the big ones")
    view.page.get_by_role("alertdialog").get_by_text("3 go, 4 come").wait_for()
    view.button("Replace", "dialog").click()
    view.wait_for(lambda: names(room) == ["money", "gift", "raid", "months"])
    assert view.page.locator(".rule-warning").count() == 0
    view.page.locator("#undo").click()
    view.wait_for(lambda: names(room) == ["big", "raid", "subs"])


def test_a_room_without_rules_offers_the_simple_set_and_says_what_a_rule_loses(view, room):
    room.configure({"alerts": {"rules": []}})
    view.button("Start with the simple set").click()
    view.wait_for(lambda: names(room) == ["raid", "subscription", "money", "gift", "follow"])
    room.configure({"sounds": {"combo": "/web/sounds/tick-1.wav"}, "alerts": {"rules": [
        {"name": "all", "when": {}, "title": "a", "only": True},
        {"name": "late", "when": {"type": "gift"}, "title": "b", "sound": "/web/sounds/alert-1.wav"}]}})
    told = row(view, "late").locator(".rule-warning")
    view.wait_for(lambda: told.count() == 2)
    assert "This rule is never reached: rule 1 takes all of its events" in told.nth(0).inner_text()
    assert "Two sounds would play" in told.nth(1).inner_text()
    assert "streaks" in row(view, "all").locator(".rule-warning").inner_text()


def test_tests_of_several_rules_are_no_combo_and_claim_to_come_from_the_rule_s_platform(view, room):
    room.configure({"alerts": {"rules": [
        {"name": "big", "when": {"type": "gift", "min": 1000}, "title": "a"}, {"name": "gift", "when": {"type": "gift"}, "title": "b"},
        {"name": "call", "when": {"type": "call", "source": "tiktok"}, "title": "c"}, RULES[2],
        {"name": "tip", "when": {"type": "gift", "money": True, "source": "kofi"}, "title": "d"}]}})
    row(view, "call").wait_for()
    for name in ("big", "gift", "call", "subs"):
        row(view, name).get_by_role("button", name="Test").click()
    view.wait_for(lambda: [alert["rule"] for alert in alert_list(room)] == ["big", "gift", "call", "subs"], what=lambda: alert_list(room))
    sent = events(room, "gift,call,notice")
    assert {event["test"] for event in sent} == {True}
    assert [event.get("source") for event in reversed(sent)] == [None, None, "tiktok", "twitch"]
    # The rule for all gifts takes the gifts of Ko-fi, too, because it comes first.
    row(view, "tip").get_by_role("button", name="Test").click()
    view.told("An earlier rule takes every event that the studio can make up for this rule.")


def test_alerts_are_switched_off_and_shown_by_their_worth(view, room):
    view.page.get_by_role("switch", name="Alerts are on").uncheck()
    view.page.get_by_text("Highest worth first", exact=True).click()
    view.wait_for(lambda: (alerts(room)["enabled"], alerts(room)["order"]) == (False, "worth"))


def test_waiting_alerts_are_moved_removed_and_skipped_in_the_view_live(studio, room):
    room.configure({"alerts": {"rules": [{"name": "all", "when": {"type": "notice"}, "title": "{sender} {kind}"}]}})
    room.send("POST", "control", {"action": "start"})
    room.send("POST", "control", {"action": "hold"})
    ids = [room.send("POST", "notices", {"kind": "raid", "sender": name})["id"] for name in ("Ann", "Bob", "Cyd")]
    live = studio(width=1400, height=900)
    rows = live.page.locator("#waiting-alerts .list-row")
    live.wait_for(lambda: rows.count() == 3)
    assert live.page.locator("[data-glance=waiting] .glance-value").inner_text() == "3"
    choose(live, "Menu: Cyd raid", "Show next")
    live.wait_for(lambda: waiting(room) == [ids[2], ids[0], ids[1]])
    live.page.locator("#waiting-alerts [aria-rowindex='1']", has_text="Cyd").wait_for()
    choose(live, "Menu: Ann raid", "Remove")
    live.button("Remove", "#waiting-alerts").click()
    live.wait_for(lambda: waiting(room) == [ids[2], ids[1]])
    live.button("Go on with what waits", "#evening").click()
    live.page.locator(f"#on-stage [data-node='alert/{ids[2]}']").wait_for()
    live.button("Skip everything", "#evening").click()
    live.page.locator(f"#on-stage [data-node='alert/{ids[1]}']").wait_for()


def message_room(room):
    """Makes a room whose notices have long alerts; returns a function that posts one and returns its ID."""
    room.configure({"alerts": {"rules": [{"name": "all", "when": {"type": "notice"}, "title": "{sender} {kind}", "duration": 60}]}})
    room.send("POST", "control", {"action": "start"})
    return lambda sender, **more: room.send("POST", "notices", {"kind": "raid", "sender": sender, **more})["id"]


def hidden(room):
    return [event.get("of") for event in events(room, "control") if event["action"] == "hideMessage"]


def test_the_message_of_the_running_alert_is_hidden_by_each_button_and_by_m(studio, room):
    post = message_room(room)
    live = studio(width=1400, height=900)
    stage = live.page.locator("#on-stage")
    said = []
    for number, press in enumerate((
            lambda: live.button("Hide the message: Ann raid", "#on-stage").click(),
            lambda: live.button("Hide the message", "#evening").click(), lambda: live.page.keyboard.press("m")), 1):
        said.append("alert/" + post("Ann", message="You are awful"))
        stage.get_by_text("You are awful").wait_for()
        press()
        live.told("The message is hidden.")
        stage.get_by_text("You are awful").wait_for(state="hidden")
        assert hidden(room) == said[::-1]
        assert stage.get_by_text("Ann raid").is_visible() and live.button("Hide the message", exact=False).count() == 0
        # The focus stays beside the button that is gone.
        assert live.page.evaluate("() => document.activeElement.closest('#on-stage, #evening') !== null") == (number < 3)
        live.button("Skip everything", "#evening").click()
        stage.get_by_text("Nothing on stage.").wait_for()
    live.page.keyboard.press("m")
    live.told("No alert shows a message.")


@pytest.mark.network
def test_the_message_of_a_waiting_alert_is_hidden_in_its_menu(studio, room):
    post = message_room(room)
    post("Ann")
    said, silent = post("Bob", message="Hello"), post("Cyd")
    live = studio(width=1400, height=900)
    live.button("Menu: Cyd raid").click()
    live.page.get_by_role("menuitem", name="Remove").wait_for()
    assert live.page.get_by_role("menuitem", name="Hide the message").count() == 0
    live.page.keyboard.press("Escape")
    choose(live, "Menu: Bob raid", "Hide the message")
    live.told("The message is hidden.")
    assert hidden(room) == [said]
    # The alert is gone before the studio hears of it.
    said = post("Dee", message="Hello")
    live.button("Menu: Dee raid").click()
    item = live.page.get_by_role("menuitem", name="Hide the message")
    item.wait_for()
    room.send("DELETE", f"alerts/{said}")
    item.dispatch_event("click")
    live.told("The alert is gone.")


def test_the_history_says_what_became_of_an_alert(studio, room):
    post = message_room(room)
    room.configure({"alerts": {"queueLimit": 1}})
    shown, waits, dropped = post("Ann"), post("Bob"), post("Cyd")
    history = studio("history", width=1400, height=900)
    step = history.page.locator(".way [data-step=alert]")

    def said(sender, text):
        history.page.locator(".history-list .list-row", has_text=sender).click()
        step.get_by_text(text).wait_for()
        return step.get_attribute("data-state")

    assert said("Cyd", "dropped: the queue was full") == "never"
    assert said("Bob", "waits at place 1") == "coming"
    assert said("Ann", "shown at once") == "done"
    # The shown detail follows the feed.
    room.send("POST", "control", {"action": "skip"})
    step.get_by_text("shown at once, skipped after").wait_for()
    assert said("Bob", "shown at +") == "done"


def test_a_rule_for_tips_asks_for_an_amount_and_says_so_in_its_title(view, room):
    room.configure({"sources": {"currency": "USD"}})
    view.button("New rule").click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_text("Tip (money)", exact=True).click()
    assert field(view, "Title").input_value() == "{sender} tipped {amount}"
    field(view, "Of this much or more (USD)").fill("20")
    dialog.get_by_text("A tip of 20.00 USD or more, from anywhere").wait_for()
    view.button("Save", "dialog").click()
    view.wait_for(lambda: len(rules(room)) == 4)
    made = rules(room)[-1]
    assert (made["when"], made["title"]) == ({"type": "gift", "money": True, "min": 2000}, "{sender} tipped {amount}")


def test_the_title_of_a_new_rule_follows_its_events_until_it_is_changed(view):
    view.button("New rule").click()
    dialog = view.page.get_by_role("dialog")
    dialog.get_by_text("Notice", exact=True).click()
    field(view, "Which notice").select_option("raid")
    assert field(view, "Title").input_value() == "{sender} brings {count} viewers"
    field(view, "Title").fill("Hi {sender}")
    dialog.get_by_text("Tip (money)", exact=True).click()
    assert field(view, "Title").input_value() == "Hi {sender}"

"""Section 14 against examples that were worked out by hand."""

import pytest
from model.amount import money
from model.events import decode
from model.room import Room
from model.rounding import micros
from played import call, config_event, control, gift, sample, track


def rule(name="all", **more):
    return {"name": name, "title": "{sender}", "duration": 2} | more


def room_with(*rules, gap=0.5, **more):
    return {"alerts": {"rules": list(rules), "gap": gap} | more, "gifts": {"channels": 4}}


def notice(at=0, sender="Ann", kind="follow", **more):
    return {"at": at, "type": "notice", "kind": kind, "sender": sender, **more}


def speech(at, of, seconds):
    return {"at": at, "type": "speech", "of": of, "seconds": seconds, "src": "/s.wav"}


def alerts_at(events, times, config):
    """Returns the event of the shown alert at each time."""
    frames = sample(events, times, config)
    return [next((id[6:] for id in frames[t] if id.startswith("alert/")), None) for t in times]


def heard(events, until, config):
    """Returns (cue, ID, sound, seconds) of all cues, and ("hush", ID), up to that time."""
    room, result = Room(config), []
    for number, event in enumerate(events, start=1):
        room.apply(decode(event, number))
    room.advance(micros(until))
    for cue in room.cues.take():
        is_hush = cue["type"] == "hush"
        facts = ("cue", "id", "sound")
        result.append(("hush", cue["id"]) if is_hush else (*map(cue.get, facts), cue["time"] / 1e6))
    return result


def outcomes(events, config):
    room = Room(config)
    return [room.apply(decode(event, number)) for number, event in enumerate(events, start=1)]


# The queue


def test_alerts_come_one_at_a_time_in_order_of_arrival():
    events = [notice(0), notice(0.1), notice(0.2)]
    # 0 to 2, 2.5 to 4.5, 5 to 7.
    times = [0, 1.999999, 2, 2.499999, 2.5, 4.5, 5, 6.999999, 7, 9]
    shown = ["e1", "e1", None, None, "e2", None, "e3", "e3", None, None]
    assert alerts_at(events, times, room_with(rule())) == shown


def test_the_alert_of_the_largest_worth_comes_next():
    events = [notice(), *(gift(0.1, count=n, sender=name) for n, name in ((1, "A"), (7, "B"), (3, "C"), (7, "D")))]
    by_worth = room_with(rule(), order="worth")
    times = [1, 3, 5.5, 8, 10.5]
    assert alerts_at(events, times, by_worth) == ["e1", "e3", "e5", "e4", "e2"]
    # The order is read when the next alert is chosen.
    events.append(config_event(4, {"alerts": {"order": "arrival"}}))
    assert alerts_at(events, times, by_worth) == ["e1", "e3", "e2", "e4", "e5"]


def test_a_full_queue_drops_the_newest_alert_or_the_least():
    events = [notice(), *(gift(0.1, count=count, sender=f"{count}") for count in (3, 1, 5, 4))]
    times = [1, 3, 5.5, 8]
    config = room_with(rule(), queueLimit=2)
    assert alerts_at(events, times, config) == ["e1", "e2", "e3", None]
    config["alerts"]["order"] = "worth"
    assert alerts_at(events, times, config) == ["e1", "e4", "e5", None]
    # Of two equal ones the newest is dropped.
    events = [notice(), gift(0.1, sender="A"), gift(0.1, sender="B"), gift(0.1, sender="C")]
    assert alerts_at(events, times, config) == ["e1", "e2", "e3", None]


def test_a_waiting_alert_is_moved_and_taken_out():
    events = [*(notice(0, id=name) for name in "abcd"),
              {"at": 1, "type": "moveAlert", "alert": "d", "to": 1},
              {"at": 1, "type": "deleteAlert", "alert": "b"},
              {"at": 1, "type": "deleteAlert", "alert": "a"}]
    assert outcomes(events, room_with(rule()))[4:] == ["recorded", "recorded", "missing"]
    assert alerts_at(events, [1, 3, 5.5, 8], room_with(rule())) == ["a", "d", "c", None]
    assert outcomes(events, room_with(rule(), order="worth"))[4] == "missing"


def test_an_alert_fades_and_a_skip_shortens_it():
    times = [0, 0.15, 0.3, 1.7, 1.85, 1.999999, 2]
    alpha = track([notice()], times, "alert/e1", "alpha", room_with(rule()))
    assert alpha == [0, 0.5, 1, 1, 0.5, 0, None]
    events = [notice(), notice(), control(0.15, "skip"), control(0.3, "skip")]
    # From 0.5 at 0.15 to 0 at 0.45; the second skip has no effect; the next alert starts at 0.95.
    times = [0.15, 0.3, 0.375, 0.45]
    assert track(events, times, "alert/e1", "alpha", room_with(rule())) == [0.5, 0.25, 0.125, None]
    assert track(events, times, "alert/e1", "left", room_with(rule()))[:3] == [150_000] * 3
    assert alerts_at(events, [0.949999, 0.95], room_with(rule())) == [None, "e2"]
    other = [notice(), {**control(0.15, "skip"), "of": "alert/e9"}]
    assert track(other, [1], "alert/e1", "left", room_with(rule())) == [None]


def test_hold_resume_and_clear_control_the_alerts():
    events = [control(0, "hold"), notice(0.1), notice(0.2), control(1, "resume"), control(2, "clear"),
              notice(2.1), notice(2.6)]
    # The first starts at 1; the gap after the clear ends at 2.5, and one waits for it.
    times = [0.5, 1, 1.999999, 2, 2.499999, 2.5, 4.5, 5]
    shown = [None, "e2", "e2", None, None, "e6", None, "e7"]
    assert alerts_at(events, times, room_with(rule())) == shown


# Speech


SPEAKING = room_with(rule("speaks", when={"kind": "cheer"}, speak=True), rule())


def test_a_speaking_alert_waits_three_seconds_for_its_speech():
    events = [notice(1, kind="cheer", message="Hi"), notice(1.5)]
    times = [3.999999, 4, 6, 6.499999, 6.5]
    assert alerts_at(events, times, SPEAKING) == [None, "e1", None, None, "e2"]
    # Without a message it does not speak, and no speech at all is told by 0 seconds.
    assert alerts_at([notice(1, kind="cheer")], [1], SPEAKING) == ["e1"]
    events.append(speech(2, "e1", 0))
    assert alerts_at(events, [1.999999, 2, 4.5], SPEAKING) == [None, "e1", "e2"]
    assert heard(events, 20, SPEAKING) == []


def test_the_wait_counts_from_the_instant_at_which_the_alert_could_have_started():
    # The first ends at 2, so the second could start at 2.5. A hold from 3 to 4 does not lengthen its wait.
    events = [notice(), notice(0.5, kind="cheer", message="Hi"), control(3, "hold"), control(4, "resume")]
    assert alerts_at(events, [5.499999, 5.5], SPEAKING) == [None, "e2"]
    events = events[:3] + [control(7, "resume")]
    assert alerts_at(events, [6.999999, 7], SPEAKING) == [None, "e2"]


def test_an_alert_of_larger_worth_does_not_wait_behind_a_speech():
    by_worth = {"alerts": SPEAKING["alerts"] | {"order": "worth", "queueLimit": 1}}
    events = [notice(0, kind="cheer", message="Hi"), gift(1), notice(1.1, sender="Bob")]
    # The gift starts at 1. The second notice finds one alert waiting.
    assert alerts_at(events, [0.5, 1, 3.499999, 3.5, 6], by_worth) == [None, "e2", None, "e1", None]


def test_speech_lengthens_an_alert_and_has_a_cue_after_half_a_second():
    events = [notice(0, kind="cheer", message="Hi"), speech(1, "e1", 4), speech(1.1, "e1", 9)]
    # 4 + 1 seconds from 1 on.
    assert track(events, [1, 5.999999, 6], "alert/e1", "duration", SPEAKING) == [5, 5, None]
    assert heard(events, 9, SPEAKING) == [("speech", "e1", "/s.wav", 1.5)]
    short = [notice(0, kind="cheer", message="Hi"), speech(1, "e1", 0.5)]
    assert track(short, [1], "alert/e1", "duration", SPEAKING) == [2]


def test_speech_may_come_early_or_late():
    events = [notice(), notice(0.1, kind="cheer", message="Hi"), speech(0.2, "e2", 3)]
    assert track(events, [2.5], "alert/e2", "duration", SPEAKING) == [4]
    late = [notice(0, kind="cheer", message="Hi"), speech(3, "e1", 9)]
    assert track(late, [3, 4.999999, 5], "alert/e1", "duration", SPEAKING) == [2, 2, None]
    assert outcomes([*late, speech(4, "e1", 1), speech(4, "e9", 1)], SPEAKING) == [
        "recorded", "recorded", "repeated", "missing",
    ]


@pytest.mark.parametrize("stop", [
    control(2, "skip"), control(2, "clear"), control(2, "hideMessage"),
    {**control(2, "skip"), "of": "alert/e1"}, {**control(2, "hideMessage"), "of": "e1"},
    config_event(2, {"alerts": {"enabled": False}}), {"at": 2, "type": "takeBack", "of": "e1"},
])
def test_a_stopped_speech_is_hushed_once(stop):
    events = [notice(0, kind="cheer", message="Hi"), speech(1, "e1", 4), stop, control(2.1, "skip"),
              control(2.2, "clear")]
    assert heard(events, 9, SPEAKING) == [("speech", "e1", "/s.wav", 1.5), ("hush", "e1")]
    # Before its cue the speech is not made at all.
    early = events[:2] + [stop | {"at": 1.4}]
    assert heard(early, 9, SPEAKING) == []


def test_a_speech_that_ends_with_its_alert_is_not_hushed():
    events = [notice(0, kind="cheer", message="Hi"), speech(1, "e1", 4), control(6, "skip")]
    assert heard(events, 9, SPEAKING) == [("speech", "e1", "/s.wav", 1.5)]
    silent = SPEAKING | {"sounds": {"enabled": False}}
    assert heard([*events[:2], control(2, "skip")], 9, silent) == []


def test_a_hidden_message_is_gone_at_once_and_the_alert_keeps_its_time():
    events = [notice(0, kind="cheer", message="Hi"), speech(1, "e1", 4), control(2, "hideMessage")]
    times = [1, 1.999999, 2, 5.999999, 6]
    assert track(events, times, "alert/e1", "message", SPEAKING) == ["Hi", "Hi", None, None, None]
    assert track(events, times, "alert/e1", "duration", SPEAKING) == [5, 5, 5, 5, None]


def test_the_message_of_a_waiting_alert_is_hidden_by_its_id():
    events = [notice(), notice(0, kind="cheer", message="Hi"), speech(0.5, "e2", 4),
              {**control(1, "hideMessage"), "of": "alert/e2"}]
    assert track(events, [2.5, 4.499999, 4.5], "alert/e2", "duration", SPEAKING) == [2, 2, None]
    assert track(events, [2.5], "alert/e2", "message", SPEAKING) == [None]
    assert heard(events, 9, SPEAKING) == []
    unknown = {**control(0, "hideMessage"), "of": "e7"}
    assert outcomes([unknown], SPEAKING) == ["missing"]
    # An alert that waited for its speech starts when its message is hidden.
    events = [notice(0, kind="cheer", message="Hi"), {**control(1, "hideMessage"), "of": "e1"}]
    assert alerts_at(events, [0.999999, 1], SPEAKING) == [None, "e1"]


# Combos


TEN = room_with(rule("ten", when={"min": 10}, title="{count} = {amount}"), queueLimit=1)


def test_a_combo_crosses_a_threshold_once_and_later_parts_change_the_title():
    # Ten roses are there at 1; the alert ends at 3; the parts after it show none.
    events = [gift(0, count=6), gift(1, count=4), gift(2, count=5), gift(3.2, count=90), gift(4)]
    times = [0.999999, 1, 1.999999, 2, 2.999999, 3, 3.2, 4, 6]
    shown = [None, "10 = 10", "10 = 10", "15 = 15", "15 = 15", None, None, None, None]
    assert track(events, times, "alert/e2", "title", TEN) == shown
    assert track(events, times, "alert/e2", "amount", TEN)[1:5] == ["10", "10", "15", "15"]
    assert set(alerts_at(events, times, TEN)) == {None, "e2"}


def test_a_taken_back_part_leaves_the_title():
    events = [gift(0, count=6), gift(1, count=5), {**gift(1.5, count=6), "type": "takeBack", "of": "e1"}]
    assert track(events, [1, 2], "alert/e2", "title", TEN) == ["11 = 11"] * 2


def test_a_combo_has_an_alert_for_each_group_even_if_it_was_dropped():
    few, many = rule("few", when={"minCount": 2}), rule("many", when={"minCount": 4})
    events = [notice(), gift(0.1, count=2), gift(0.2), gift(0.3), gift(0.4)]
    # The second part is one of `few` again, the third begins `many`.
    config = room_with(many, few, rule("rest", when={"type": "notice"}))
    assert alerts_at(events, [0, 2.5, 5, 7.5], config) == ["e1", "e2", "e4", None]
    config["alerts"]["queueLimit"] = 0
    later = [*events[:3], gift(2.6)]
    assert alerts_at(later, [0, 2.5, 2.6, 5], config) == ["e1", None, "e4", None]


def test_a_new_combo_has_an_alert_of_its_own_and_its_tier_and_value_are_those_of_the_first_gift():
    rose, rich = {"id": "r", "name": "Rose", "value": 10}, {"id": "r", "name": "Rose", "value": 500}
    config = room_with(rule("all", when={"min": 20}, title="{amount}"))
    # 10 × 2 reaches 20, tier 1; the other sender's 500 is tier 2.
    events = [gift(gift=rose), gift(gift=rich), gift(0, sender="Bob", gift=rich)]
    assert track(events, [1], "alert/e2", "title", config) == ["20"]
    assert track(events, [1, 3], "alert/e2", "tier", config) == [1, None]
    assert track(events, [1, 3], "alert/e3", "tier", config) == [None, 2]


def test_an_event_of_a_delivery_that_has_its_alert_makes_none():
    events = [notice(), gift(0, **{"with": "e1"})]
    assert alerts_at(events, [1, 3], room_with(rule())) == ["e1", None]
    assert "gifts/0" in sample(events, [1], room_with(rule()))[1]


def test_a_rule_with_only_shows_the_event_as_an_alert_alone():
    config = room_with(rule("one", when={"minCount": 5}, only=True), queueLimit=1)
    goal = {"at": 0, "type": "goal", "name": "g", "title": "t", "target": 99}
    events = [goal, gift(0, count=4), gift(0, count=2), gift(0, count=5), gift(0.1, count=6),
              gift(0.2, count=7)]
    # 4 + 2 are no alert. The alert of 7 has no place, so the row gets them: 13.
    assert track(events, [0, 6], "gifts/0", "count", config) == [1, 13]
    assert track(events, [2], "goal/g", "value", config) == [24]
    assert alerts_at(events, [0, 2.5, 5], config) == ["e4", "e5", None]
    off = config | {"alerts": config["alerts"] | {"enabled": False}}
    assert track(events, [8], "gifts/0", "count", off) == [24]


def test_an_event_that_is_shown_alone_is_never_refused():
    config = {"gifts": {"channels": 1, "queueLimit": 0}} | {
        "alerts": {"rules": [rule("one", when={"minCount": 5}, only=True)], "queueLimit": 0},
    }
    events = [gift(), gift(0.1, count=5, sender="Bob"), gift(0.2, count=5, sender="Cid"), gift(0.3, sender="Dan")]
    # Bob is shown alone; Cid's alert has no place, and neither has his combo.
    assert outcomes(events, config) == ["recorded", "recorded", "refused", "refused"]
    everyone = config | {"alerts": {"rules": [rule()]}}
    assert alerts_at(events, [1, 3], everyone) == ["e1", None]


def test_a_call_that_is_shown_alone_has_no_card():
    config = room_with(rule("calls", when={"type": "call", "max": 0}, only=True))
    assert list(sample([call(0, "a")], [1], config)[1]) == ["alert/a"]


# Choosing


@pytest.mark.parametrize("seq, weights, expected", [
    # Seed 0 draws 0.8833…, seed 1234567 draws 0.35008….
    (0, (1, 1), "1"), (0, (8, 1), "0"), (0, (7, 1), "1"), (0, (0, 1), "1"), (0, (0, 0), None),
    (1234567, (1, 1), "0"), (1234567, (1, 2), "1"), (1234567, (1, 1, 9), "2"), (1234567, (2, 1), "0"),
])
def test_one_rule_of_a_group_is_chosen_by_weight(seq, weights, expected):
    rules = [rule(f"r-{i}", title=f"{i}", weight=weight, when={"type": "notice"})
             for i, weight in enumerate(weights)]
    # The rules before and after the group have other conditions.
    config = room_with(rule("x", when={"type": "call"}), *rules, rule("y", title="y"))
    assert track([notice(seq=seq, id="n")], [1], "alert/n", "title", config) == [expected]


@pytest.mark.parametrize("when, found", [
    ({}, [1, 2, 3, 4]), ({"type": "call"}, [3]), ({"kind": "cheer"}, [4]), ({"source": "api"}, [2, 3, 4]),
    ({"source": "kofi"}, [1]), ({"gift": "Rose"}, [1]), ({"gift": "ROSE"}, [1]), ({"gift": "r"}, [4]),
    ({"money": True}, [2]), ({"money": False}, [1, 3, 4]), ({"min": 0}, [1, 2, 3, 4]),
    ({"min": 2}, [1, 2]), ({"max": 0}, [3, 4]), ({"minCount": 0}, [1, 2, 4]), ({"minCount": 3}, [4]),
    ({"minMonths": 0}, [4]), ({"minMonths": 13}, []), ({"min": 2, "max": 2}, [1]),
])
def test_a_rule_matches_by_its_conditions(when, found):
    events = [
        gift(0, count=2, source="kofi"),
        gift(0, gift={"name": "Tip", "value": 100, "currency": "USD"}), call(0, "c"),
        notice(0, kind="cheer", count=3, months=12, gift={"id": "r", "name": "R", "value": 9, "currency": "EUR"}),
    ]
    names = ["e1", "e2", "c", "e4"]
    config = room_with(rule(when=when))
    shown = [alert for alert in alerts_at(events, [0, 2.5, 5, 7.5], config) if alert]
    assert shown == [names[i - 1] for i in found]


@pytest.mark.parametrize("event, expected", [
    (gift(count=3), "\u2068Ann\u2069|\u2068Rose\u2069|3|3||||{x}"),
    (gift(gift={"name": "Tip", "value": 2505, "currency": "USD"}),
     "\u2068Ann\u2069|\u2068Tip\u2069|1|25.05 USD||||{x}"),
    (gift(gift={"name": "Tip", "value": 5, "currency": "EUR"}, count=3),
     "\u2068Ann\u2069|\u2068Tip\u2069|3|0.15 EUR||||{x}"),
    (gift(gift={"name": "Tip", "value": 2500, "currency": "JPY"}),
     "\u2068Ann\u2069|\u2068Tip\u2069|1|2500 JPY||||{x}"),
    (notice(sender="\u202eBo\u2066b", months=2, title="{sender}", count=0),
     "\u2068Bob\u2069||0||2|follow|{sender}|{x}"),
    (call(0, "Cid", id="e1"), "\u2068Cid\u2069|||||||{x}"),
])
def test_a_title_tells_the_facts_of_its_event(event, expected):
    template = "{sender}|{gift}|{count}|{amount}|{months}|{kind}|{title}|{x}"
    assert track([event], [1], "alert/e1", "title", room_with(rule(title=template))) == [expected]


def test_money_has_the_decimals_of_its_currency():
    assert [money(5, code) for code in ("USD", "JPY", "KWD")] == ["0.05 USD", "5 JPY", "0.005 KWD"]
    assert money(10**18, "EUR") == "10000000000000000.00 EUR"


def test_a_node_has_the_pictures_and_the_tier_of_its_rule_or_its_event():
    ann = {"name": "Ann", "avatar": "/ann.png"}
    plain, dressed = rule(message=False), rule(image="/i.png", tier=4)
    event = gift(0.5, count=25, sender=ann, message="Hi", seq=65_537 + 8)
    node = sample([event], [1], room_with(plain))[1]["alert/e65545"]
    assert node == {
        "id": "alert/e65545", "kind": "alert", "x": 300, "y": 200, "width": 360, "height": 150, "alpha": 1,
        "title": "\u2068Ann\u2069", "name": "Ann", "avatar": "/ann.png", "image": "/web/gifts/rose.svg",
        "amount": "25", "tier": 1, "seed": 9, "start": 500_000, "duration": 2,
    }
    node = sample([event], [1], room_with(dressed))[1]["alert/e65545"]
    assert [node["image"], node["tier"], node["message"]] == ["/i.png", 4, "Hi"]
    node = sample([event], [1], room_with(rule(tier=0)))[1]["alert/e65545"]
    assert "tier" not in node


# Films and sounds


FILMS = {"catalogue": {"x": {"value": 5, "sound": "/x.mp3", "effect": {"film": "castle"}}}}


def film(events, times, *rules, **more):
    frames = sample(events, times, room_with(*rules, **more) | FILMS)
    return [next((n for n in frames[t].values() if n["kind"] == "effect"), None) for t in times]


def test_the_film_of_a_rule_replaces_the_gift_s_effect():
    rocket, file = rule(film="rocket"), rule(film="/a.webm", duration=3)
    node = film([gift(gift="x")], [1], rocket)[0]
    assert [node["film"], node["gift"], node["duration"]] == ["rocket", "x", 6.5]
    node = film([gift(gift="x")], [1], file)[0]
    assert [node["src"], node["duration"], "film" in node] == ["/a.webm", 3, False]
    assert film([gift(gift="x")], [1], rule())[0]["film"] == "castle"
    assert film([gift(gift="x")], [1], rule(only=True)) == [None]


def test_notices_and_calls_have_the_film_of_their_rule():
    films = film([notice(gift="x"), call(0, "a")], [1, 6.7], rule(film="rocket"))
    assert [node["id"] for node in films] == ["effect/e1", "effect/a"]
    assert [node["sender"] for node in films] == ["Ann", "a"]
    assert not any("gift" in node for node in films)
    assert film([notice(gift="x")], [1], rule()) == [None]


def test_a_film_comes_by_worth_also_if_the_alert_is_dropped():
    events = [notice(), gift(0, gift="x", sender="A"), gift(0, gift="x", count=9, sender="B")]
    films = film(events, [1, 6.7, 13.4], rule(film="rocket"), queueLimit=0)
    assert [node["id"] for node in films] == ["effect/e1", "effect/e3", "effect/e2"]


def test_films_of_events_that_are_shown_alone_are_not_merged():
    events = [notice(), gift(0, gift="x"), gift(0, gift="x"), gift(0, gift="x")]
    alone = film(events, [1, 6.7, 13.4, 20.1], rule(film="rocket", only=True))
    assert [node["id"] for node in alone] == ["effect/e1", "effect/e2", "effect/e3", "effect/e4"]
    together = film(events, [1, 6.7, 13.4], rule(film="rocket"))
    assert [node and node["id"] for node in together] == ["effect/e1", "effect/e2", None]


def test_an_alert_has_the_sound_of_its_rule_or_the_gift_or_the_room():
    sounds = {"sounds": {"alert": "/alert.mp3", "combo": "/combo.mp3"}}
    config = room_with(rule("loud", when={"type": "call"}, sound="/rule.mp3"), rule()) | FILMS | sounds
    config["effects"] = {"enabled": False}
    # The row has had the gift's sound, so the alert has the room's.
    events = [gift(gift="x"), call(0, "a"), notice(), notice(gift="x")]
    assert heard(events, 20, config) == [
        ("combo", "e1", "/x.mp3", 0), ("alert", "e1", "/alert.mp3", 0), ("alert", "a", "/rule.mp3", 2.5),
        ("alert", "e3", "/alert.mp3", 5), ("alert", "e4", "/x.mp3", 7.5),
    ]
    # The first row waits for the second alert's place to be free: the alert has the sound, the row none.
    one = config | {"gifts": {"channels": 1}}
    events = [gift(), gift(0, gift="x", sender="Bob")]
    assert heard(events, 20, one) == [
        ("combo", "e1", "/combo.mp3", 0), ("alert", "e1", "/alert.mp3", 0), ("alert", "e2", "/x.mp3", 2.5),
    ]


# Blocked words and retractions


def test_a_blocked_message_is_left_out_and_blocked_events_have_no_alert():
    config = room_with(rule(speak=True)) | {"sources": {"blocked": "spam"}}
    events = [notice(message="spam"), gift(0, sender="Bob", message="SPAM!")]
    # Neither speaks, so both start at once.
    assert alerts_at(events, [0, 2.5], config) == ["e1", "e2"]
    assert track(events, [0, 2.5], "alert/e1", "message", config) == [None, None]
    blocked = [notice(title="spam"), notice(sender="spam"), gift(sender="spam"), call(0, "spam")]
    assert alerts_at(blocked, [0, 2.5], config) == [None, None]
    assert alerts_at([notice(gift="spam")], [0], config) == ["e1"]


def test_a_retraction_removes_the_alert_at_once():
    events = [notice(), notice(0, gift="x"), notice(0.5), {"at": 1, "type": "takeBack", "of": "e2", "kind": "follow",
              "gift": "x"}, {"at": 1.5, "type": "takeBack", "of": "e1", "kind": "follow"}]
    assert alerts_at(events, [1, 1.499999, 1.5, 2], room_with(rule())) == ["e1", "e1", None, "e3"]


def test_tests_and_replays_have_alerts():
    events = [notice(test=True), gift(0, replayOf="old")]
    assert alerts_at(events, [0, 2.5], room_with(rule())) == ["e1", "e2"]

"""Sections 9 to 12 against hand-worked examples; every number here was worked on paper."""

import pytest
from model.events import decode
from model.room import Room
from model.rounding import micros
from played import call, config_event, control, gift, sample, track

# Section 9


def shown(present, config=None):
    event = {"at": 0, "type": "gift", "gift": present}
    node = sample([event], [0], config)[0]["gifts/0"]
    return node["gift"], node.get("image")


@pytest.mark.parametrize(
    "present, expected",
    [
        ("rose", ("Rose", "/web/gifts/rose.svg")), ("ROSE", ("Rose", "/web/gifts/rose.svg")),
        ({"id": "Castle", "name": "Schloss"}, ("Schloss", "/web/gifts/castle.svg")),
        ({"id": "x", "name": "rose"}, ("rose", None)), ("Röse", ("Röse", None)),
        ({"name": "car", "image": "/c.png"}, ("Car", "/c.png")),
    ],
)
def test_the_catalogue_completes_a_gift(present, expected):
    assert shown(present) == expected


def test_an_equal_name_wins_over_the_first_key_in_code_point_order():
    config = {"catalogue": {key: {"name": key + "!"} for key in ("rOse", "Rose", "roSe", "É")}}
    found = [shown(word, config)[0] for word in ("roSe", "ROSE", "é")]
    assert found == ["roSe!", "Rose!", "é"]


def test_a_catalogue_is_set_as_a_whole_and_patched_by_entries():
    assert shown("star", {"catalogue": {"rose": {}}}) == ("star", None)
    events = [
        config_event(0, {"catalogue": {"star": None, "rose": {"image": None}, "x": {"name": "X"}}}),
        *({"at": 0, "type": "gift", "gift": name} for name in ("rose", "star", "x", "heart")),
    ]
    frame = sample(events, [0], {"gifts": {"channels": 4}})[0]
    assert [(node["gift"], node.get("image")) for node in frame.values()] == [
        ("Rose", None), ("star", None), ("X", None), ("Heart", "/web/gifts/heart.svg"),
    ]


def test_gifts_with_different_names_stay_apart_though_the_catalogue_names_them_alike():
    events = [{"at": 0, "type": "gift", "gift": name} for name in ("rose", "Rose", "rose")]
    frame = sample(events, [1.2])[1.2]
    assert [(node["combo"], node["gift"], node["count"]) for node in frame.values()] == [
        ("e1", "Rose", 2), ("e2", "Rose", 1),
    ]


def test_goals_count_the_value_of_the_gift_or_of_the_catalogue():
    events = [
        {"at": 0, "type": "goal", "name": "g", "title": "t", "target": 9, "measure": "value",
         "gift": "castle"},
        *({"at": 0, "type": "gift", "gift": gift} for gift in (
            "CASTLE", {"id": "castle", "name": "A", "value": 7}, {"id": "a", "name": "castle"},
            "Rose")),
    ]
    assert track(events, [2], "goal/g", "value") == [5007]


# Section 10

BIG = {
    "catalogue": {
        name: {"value": value, "effect": {"src": f"/{name}.webm", "duration": duration}}
        for name, value, duration in (("a", 1, 2), ("b", 5, 1), ("c", 5, 0.4), ("d", 9, 3))
    },
}


def big(at, name, **more):
    return {"at": at, "type": "gift", "gift": name, "sender": more.pop("sender", "Ann"), **more}


def effects_at(events, times, config=BIG):
    frames = sample(events, times, config)
    return [next((id[7:] for id in frames[t] if id.startswith("effect/")), None) for t in times]


def test_an_effect_fades_in_and_out():
    times = [0, 0.15, 0.3, 1.7, 1.85, 1.999999, 2]
    alpha = track([big(0, "a")], times, "effect/e1", "alpha", BIG)
    assert alpha == [0, 0.5, 1, 1, 0.5, 0, None]
    node = sample([big(0.5, "a")], [1], BIG)[1]["effect/e1"]
    assert [node[key] for key in ("src", "start", "duration", "width", "height")] == [
        "/a.webm", 500_000, 2, 960, 540,
    ]
    # 0.4 s is less than two fades: up in 0.2, down in 0.2.
    alpha = track([big(0, "c")], [0.1, 0.2, 0.3, 0.4], "effect/e1", "alpha", BIG)
    assert alpha == [0.5, 1, 0.5, None]


def test_the_most_valuable_effect_comes_next_after_a_gap():
    events = [big(0, "a"), big(0.1, "b"), big(0.2, "c"), big(0.3, "d"), big(0.4, "d", count=5)]
    # d from 2.2 to 5.2, b from 5.4 to 6.4, c from 6.6 to 7.
    times = [1.999999, 2, 2.199999, 2.2, 5.2, 5.4, 6.4, 6.6, 6.999999, 7, 20]
    assert effects_at(events, times) == [
        "e1", None, None, "e4", None, "e2", None, "e3", "e3", None, None,
    ]


def test_a_full_queue_drops_the_least_valuable_effect_and_keeps_equal_ones():
    limit = BIG | {"effects": {"queueLimit": 1}}
    events = [big(0, "a"), big(0.1, "b"), big(0.2, "c"), big(0.3, "d", sender="Bob")]
    assert effects_at(events[:3], [2.3, 3.5], limit) == ["e2", None]
    assert effects_at(events, [2.3, 6], limit) == ["e4", None]


def test_hold_skip_resume_and_clear_control_the_effects():
    events = [big(0, "a"), control(0.1, "hold"), big(0.2, "b"), control(1, "skip"),
              control(2, "resume"), control(2.5, "clear"), big(2.6, "c"), big(2.61, "d")]
    # The skip fades from 1 to 1.3; b from 2; cleared at 2.5; the gap lasts until 2.7, then d.
    assert track(events, [1, 1.15, 1.3], "effect/e1", "alpha", BIG) == [1, 0.5, None]
    times = [1.6, 1.999999, 2, 2.5, 2.699999, 2.7]
    assert effects_at(events, times) == [None, None, "e3", None, None, "e8"]


def test_a_skipped_effect_that_fades_keeps_its_end():
    events = [big(0, "a"), control(0.15, "skip"), control(0.3, "skip")]
    # From 0.5 at 0.15 to 0 at 0.45; the second skip changes nothing.
    times = [0.15, 0.3, 0.375, 0.45]
    assert track(events, times, "effect/e1", "alpha", BIG) == [0.5, 0.25, 0.125, None]
    events = [big(0, "a"), {**control(0.5, "skip"), "of": "effect/e9"}]
    assert track(events, [1], "effect/e1", "alpha", BIG) == [1]


# Section 11


def goal(at=0, target=100, **more):
    return {"at": at, "type": "goal", "name": "g", "title": "Roses", "target": target, **more}


def test_a_gift_moves_a_goal_and_its_wave():
    events = [goal(), gift(1, count=8)]
    times = [0, 1, 1.5, 2]
    assert track(events, times, "goal/g", "value") == [0, 0, 7, 8]
    assert track(events, times, "goal/g", "level") == [0, 0, 0.07, 0.08]
    assert track(events, times, "goal/g", "amplitude") == [None, 3, 1.5, None]
    assert track(events, times, "goal/g", "phase") == [None, 0, 3.82, None]


def test_a_changed_goal_moves_from_its_shown_value_and_not_at_all_if_the_amount_is_equal():
    # At 0.5 it shows 7 of 8; then 7 + 0.875 · 9.
    events = [goal(target=12), gift(count=8), gift(0.5, count=8, sender="Bob"),
              goal(0.75, target=20, start=16)]
    assert track(events, [0.5, 1, 1.5], "goal/g", "value") == [7, 14.88, 16]
    # It reaches 12 after 1 − ∛(4/9) of the second, at 0.737.
    assert track(events, [0.5, 0.74, 0.75], "goal/g", "reached") == [None, True, None]


def test_values_are_whole_and_exact_up_to_two_to_the_53rd():
    million = {"type": "gift", "gift": {"name": "G", "value": 10**12}, "count": 10**6}
    events = [goal(measure="value"), {"at": 0, "type": "gift", "gift": {"name": "H", "value": 3}},
              {"at": 2, **million, "count": 9000, "gift": {"name": "G", "value": 10**12 - 1}},
              {"at": 4, **million}]
    times = [2, 4, 6]
    assert track(events, times, "goal/g", "value") == [3, 8999999999991003, 2**53 - 1]


def test_a_goal_counts_skipped_gifts_of_its_kind_but_no_test_gifts():
    presents = [{"id": "r", "name": "Rose"}, "r", "Rose"]
    events = [goal(gift="r")] + [
        {"at": 0, "type": "gift", "gift": present, "sender": f"{i}", **more}
        for i, present in enumerate(presents) for more in ({}, {"test": True})
    ]
    off = {"gifts": {"enabled": False}}
    assert track(events, [1], "goal/g", "value", off) == [2]


def test_goals_keep_their_rows_and_survive_a_clear():
    names = [goal() | {"name": name} for name in "abc"]
    events = names + [{"at": 1, "type": "deleteGoal", "name": "b"}, goal(2) | {"name": "d"},
                      control(3, "clear")]
    frame = sample(events, [3])[3]
    assert [(id, node["y"]) for id, node in frame.items()] == [
        ("goal/a", 24), ("goal/d", 64), ("goal/c", 104),
    ]


# Section 12


def cues(events, until, config):
    """Returns (cue, ID, sound, seconds) of all cues up to that time."""
    room = Room(config)
    for number, event in enumerate(events, start=1):
        room.apply(decode(event, number))
    room.advance(micros(until))
    return [(c["cue"], c["id"], c["sound"], c["time"] / 1e6) for c in room.cues.take()]


LOUD = {
    "gifts": {"channels": 1},
    "sounds": {"combo": "/combo", "call": "/call", "effect": "/effect", "goal": "/goal"},
    "catalogue": {"x": {"sound": "/x", "effect": {"src": "/x.webm", "duration": 1}}},
}


def test_a_gifts_sound_plays_with_its_combo_or_its_effect_whichever_comes_first():
    # e1 enters and starts at once; e2 waits for both: its effect starts at 1.2, its row comes later.
    events = [big(0, "x"), big(0, "x", sender="Bob"), big(0, "Leaf", sender="Cid")]
    # One row: 0.75 s, then 3 / 1.5 s and 3 / 1.25 s of rest, and 0.25 s.
    assert cues(events, 30, LOUD) == [
        ("combo", "e1", "/x", 0), ("effect", "e1", "/effect", 0), ("effect", "e2", "/x", 1.2),
        ("combo", "e3", "/combo", 6.4),
    ]


def test_a_goals_sound_plays_when_a_gift_brings_it_to_its_target():
    events = [goal(0, 2), goal(0, 5, start=7) | {"name": "full"}, gift(0), gift(0.1), gift(0.2),
              goal(1, 9), gift(1, count=6), call(2, "Bob")]
    heard = cues(events, 3, LOUD)
    assert [cue for cue in heard if cue[0] != "combo"] == [
        ("goal", "g", "/goal", 0.438034), ("goal", "g", "/goal", 2), ("call", "Bob", "/call", 2),
    ]


def test_no_sound_plays_if_none_is_set_or_sounds_are_off():
    events = [big(0, "x"), call(0, "Bob"), gift(0)]
    assert cues(events, 9, LOUD | {"sounds": {"enabled": False}}) == []
    silent = LOUD | {"sounds": {}}
    assert cues(events, 0.5, silent) == [("combo", "e1", "/x", 0)]

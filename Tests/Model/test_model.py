"""Sections 3 to 8 against hand-worked examples; every number here was worked on paper."""

import pytest
from model.configuration import merge_patch
from model.counters import number_text
from model.events import decode
from model.room import Room
from played import call, config_event, control, gift, sample, track

# Section 3


def test_one_gift_enters_pops_rests_and_leaves():
    times = [0, 0.125, 0.25, 0.3125, 0.375, 0.5, 0.75, 3.75, 3.875, 3.999999, 4.0]
    x = track([gift()], times, "gifts/0", "x")
    assert x == [-176, -76, 24, 24, 24, 24, 24, 24, 144, 264, None]
    alpha = track([gift()], times, "gifts/0", "alpha")
    assert alpha == [0, 0.5, 1, 1, 1, 1, 1, 1, 0.5, 0, None]
    scale = track([gift()], times, "gifts/0", "digitScale")
    assert scale == [1, 1, 1, 2, 3, 0.7, 1, 1, 1, 1, None]


def test_a_pop_starts_exactly_when_the_one_before_ends():
    times = [0.25, 0.749999, 0.75, 1.25, 1.75, 4.749999, 5.0]
    assert track([gift(count=3)], times, "gifts/0", "count") == [1, 1, 2, 3, 3, 3, None]


def test_a_count_of_ninety_nine_catches_up_in_steps():
    times = [0.25 + 0.5 * pop for pop in range(22)]
    counts = track([gift(count=99)], times, "gifts/0", "count")
    assert counts == [
        1, 20, 35, 47, 57, 65, 71, 76, 80, 83, 86, 88, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99,
    ]


def test_a_resting_row_pops_again_for_a_new_gift():
    events = [gift(), gift(2, count=2)]
    times = [1.9, 2.0, 2.125, 2.5, 3.0, 6.0, 6.25]
    assert track(events, times, "gifts/0", "count") == [1, 2, 2, 3, 3, 3, None]
    assert track(events, times, "gifts/0", "digitScale")[2] == 3
    assert track(events, times, "gifts/0", "alpha")[:3] == [1, 1, 1]


def test_a_rooms_transition_comes_before_an_event_of_the_same_instant():
    # At 3.75 the exit starts; the gift at 3.75 is a new combo in the second row.
    frame = sample([gift(), gift(3.75)], [3.75])[3.75]
    assert [frame[f"gifts/{i}"]["combo"] for i in (0, 1)] == ["e1", "e2"]


def test_an_id_never_equals_a_name():
    frame = sample([gift(), gift(sender={"id": "Ann", "name": "Ann"})], [0])[0]
    assert len(frame) == 2


def test_a_queue_shortens_the_rest_and_its_head_follows_at_once():
    # One waits at 0.75, so the row rests 3 / (1 + 1/4) = 2.4 s, leaves at 3.15 and is gone at 3.4.
    events = [gift(), gift(0.1, sender="Bob")]
    combos = track(events, [3.399999, 3.4], "gifts/0", "combo", {"gifts": {"channels": 1}})
    assert combos == ["e1", "e2"]


def test_a_combo_past_its_turn_jumps_to_its_target_and_stops_growing():
    config = {"gifts": {"channels": 1, "turn": 2}}
    events = [gift(count=9), gift(0.1, sender="Bob"), gift(2.1)]
    times = [1.75, 2.249999, 2.25, 4.999999, 5.0]
    assert track(events, times, "gifts/0", "count", config) == [4, 4, 9, 9, 1]
    # Two wait at 2.75: 3 / 1.5 s of rest. One waits when Bob rests at 5.75: 2.4 s, gone at 8.4.
    combos = track(events, [5.0, 8.399999, 8.4], "gifts/0", "combo", config)
    assert combos == ["e2", "e2", "e3"]


def test_a_skip_lets_the_pop_go_on_while_the_row_leaves():
    events = [gift(count=5), control(0.375, "skip")]
    assert track(events, [0.375, 0.5, 0.625], "gifts/0", "digitScale") == [3, 0.7, None]
    assert track(events, [0.375, 0.5, 0.625], "gifts/0", "alpha") == [1, 0.5, None]
    # In the middle of the entrance: from x − 100 on to x − 100 + 240, alpha from a half.
    events = [gift(), control(0.125, "skip")]
    assert track(events, [0.125, 0.25], "gifts/0", "x") == [-76, 44]
    assert track(events, [0.125, 0.25], "gifts/0", "alpha") == [0.5, 0.25]


def test_a_full_queue_refuses_and_a_refused_id_may_come_again():
    room = Room({"gifts": {"channels": 1, "queueLimit": 1}})
    names = ["Ann", "Bob", "Cid", "Bob", "Ann"]
    events = [gift(0, sender=name, id=f"{i}") for i, name in enumerate(names)]
    outcomes = [room.apply(decode(event, 1)) for event in events]
    assert outcomes == ["recorded", "recorded", "refused", "recorded", "recorded"]
    assert room.apply(decode(events[2] | {"at": 10}, 1)) == "recorded"
    assert room.apply(decode(events[2] | {"at": 10}, 1)) == "repeated"


# Section 4

TICKER = {"gifts": {"enabled": False}, "ticker": {"enabled": True}}


@pytest.mark.parametrize(
    "count, shown", [(99, [1, 20, 39, 58, 77, 96, 99]), (3, [1, 2, 3]), (1, [1])]
)
def test_a_card_counts_up_in_steps(count, shown):
    # Ticks at 1.2, 1.9, …; the digit changes 0.25 s into each.
    last = 1.2 + 0.7 * (len(shown) - 1)
    times = [round(1.45 + 0.7 * i, 6) for i in range(len(shown))]
    assert track([gift(count=count)], times, "ticker/e1", "count", TICKER) == shown
    fade = [round(last + s, 6) for s in (1.0, 1.5, 2.0)]
    assert track([gift(count=count)], fade, "ticker/e1", "alpha", TICKER) == [1, 0.5, None]


def test_a_card_slides_in_then_the_list_pans():
    times = [0, 0.25, 0.5, 0.65, 0.8]
    assert track([gift()], times, "ticker/e1", "x", TICKER) == [960, 898, 836, 836, 836]
    assert track([gift()], times, "ticker/e1", "y", TICKER) == [350, 350, 350, 307.5, 265]


def test_a_second_card_enters_when_the_entrance_before_it_ends():
    events = [gift(), gift(0.1)]
    assert track(events, [0.499999, 0.5, 0.8], "ticker/e2", "y", TICKER) == [None, 435, 350]


def test_a_card_shows_its_whole_count_at_the_next_tick_if_another_waits():
    config = merge_patch(TICKER, {"ticker": {"rows": 1}})
    events = [gift(count=99), gift(0.1)]
    times = [1.449999, 1.45, 3.199999, 3.2]
    assert track(events, times, "ticker/e1", "count", config) == [1, 99, 99, None]
    assert track(events, times, "ticker/e2", "count", config) == [None, None, None, 1]


# Section 5


@pytest.mark.parametrize(
    "value, form, grouping, text",
    [
        (-0.9, "integer", False, "0"), (-1.9, "integer", False, "-1"),
        (1234567.9, "integer", True, "1,234,567"), (-1234.5, "decimal", True, "-1,234.50"),
        (0.125, "decimal", False, "0.13"), (-0.125, "decimal", False, "-0.13"),
        (-0.004, "decimal", False, "0.00"), (7, "decimal", False, "7.00"),
    ],
)
def test_a_counters_text_has_its_format(value, form, grouping, text):
    assert number_text(value, form, grouping) == text


def test_a_counter_eases_and_is_retargeted_from_its_exact_value():
    first = {"at": 0, "type": "counter", "name": "n", "to": 100}
    second = {"at": 1, "type": "counter", "name": "n", "to": 0, "easing": "linear"}
    values = track([first, second], [0, 1, 2, 3], "counter/n", "value")
    assert values == [0, 87.5, 43.75, 0]


def test_counters_keep_their_rows_and_a_new_one_takes_the_lowest_free():
    names = [{"at": 0, "type": "counter", "name": n, "to": 1} for n in "abc"]
    events = names + [
        {"at": 1, "type": "deleteCounter", "name": "b"},
        {"at": 2, "type": "counter", "name": "d", "to": 1},
    ]
    frame = sample(events, [2])[2]
    assert [(id, node["y"]) for id, node in frame.items()] == [
        ("counter/a", 24), ("counter/d", 68), ("counter/c", 112),
    ]


# Section 6


def caption(effect, text="abcd", **more):
    return [{"at": 0, "type": "caption", "text": text, "effect": effect, **more}]


def test_a_typewriter_caption_raises_one_character_after_the_other():
    rise = track(caption("typewriter"), [0, 0.25, 1.0, 1.25, 2], "caption/main", "glyphRise")
    assert rise == [
        [-1] * 4, [-0.5, -1, -1, -1], [0, 0, -1, -1], [0, 0, -0.5, -1], [0] * 4,
    ]


def test_a_fade_ends_for_all_characters_together():
    # Delays 0, 0.5, 1, 1.5; durations 2, 1.5, 1, 0.5.
    alpha = track(caption("fade"), [1.25, 2], "caption/main", "glyphAlpha")
    assert alpha == [[0.625, 0.5, 0.25, 0], [1] * 4]


def test_a_shine_draws_two_random_numbers_for_each_character():
    # Seed 0's first two outputs: u₁ = 0.88331…, u₂ = 0.43153….
    u1, u2 = (0xE220A8397B1DCDAF >> 11) / 2**53, (0x6E789E6AA1B965F4 >> 11) / 2**53
    percent = (1.5 - u1) / ((1 - u2) * (2 - u1))
    shown = track(caption("shine", "a", seq=0), [u1, 1.5, 2], "caption/main", "glyphAlpha")
    assert shown[1:] == [[pytest.approx(min(1, percent), abs=0.0005)], [1]]


def test_a_wave_fills_and_goes_on_moving():
    times = [0, 1 / 6, 1 / 3, 1, 2]
    assert track(caption("wave"), times, "caption/main", "amplitude") == [5, 6, 5, 5, 5]
    assert track(caption("wave"), times, "caption/main", "level") == [0, 0.083, 0.167, 0.5, 1]
    assert track(caption("wave"), [1, 2], "caption/main", "phase") == [7.639, 15.279]


def test_a_character_is_a_grapheme_cluster():
    text = "e\u0301👨‍👩‍👧🇩🇪🇯🇵\u1112\u1161\u11ab"
    glyphs = track(caption("fade", text), [0], "caption/main", "glyphs")[0]
    assert glyphs == ["e\u0301", "👨‍👩‍👧", "🇩🇪", "🇯🇵", "\u1112\u1161\u11ab"]


def test_a_caption_fades_after_its_hold_or_at_once_when_deleted():
    assert track(caption("fade"), [5, 5.25, 5.5], "caption/main", "alpha") == [1, 0.5, None]
    deleted = caption("fade", hold=None) + [{"at": 1, "type": "deleteCaption", "slot": "main"}]
    assert track(deleted, [1, 1.25, 1.5], "caption/main", "alpha") == [1, 0.5, None]


# Section 7


def test_a_fourth_call_pushes_the_oldest_out():
    events = [call(0, "a"), call(0, "b"), call(0, "c"), call(1, "d")]
    frame = sample(events, [1.25])[1.25]
    shown = [(node["name"], node["y"], node["alpha"]) for node in frame.values()]
    # easeOut(½) = 0.875: a from 17 to −48, b and c up by 58, d from 191 to 133.
    assert shown == [("a", -39.88, 0.5), ("b", 24.25, 1), ("c", 82.25, 1), ("d", 140.25, 1)]
    assert list(sample(events, [1.5])[1.5]) == ["call/b", "call/c", "call/d"]


def test_calls_whose_timers_end_together_leave_together():
    frame = sample([call(0, "a"), call(0, "b"), call(1, "c")], [5.25])[5.25]
    assert [node["y"] for node in frame.values()] == [-39.88, 75, 31.5]
    assert [node.get("leaving") for node in frame.values()] == [True, True, None]


def test_calls_that_are_dismissed_separately_leave_separately():
    events = [call(0, "a"), call(0, "b")]
    events += [{"at": 1, "type": "dismiss", "call": name} for name in "ab"]
    frame = sample(events, [1.25])[1.25]
    # b has closed up to slot 0 before it leaves: it slides out from where it is, 75.
    assert [node["y"] for node in frame.values()] == [-39.88, -32.63]


def test_a_second_call_of_a_caller_is_skipped_while_the_first_stands():
    events = [call(0, "a"), call(1, "a", id="again"), call(5, "a", id="later")]
    assert list(sample(events, [4, 5])[4]) == ["call/a"]
    assert list(sample(events, [5])[5]) == ["call/a", "call/later"]


def test_calls_wait_while_held_and_enter_in_order():
    events = [control(0, "hold"), *(call(0, name) for name in "abcd"), control(1, "resume")]
    frames = sample(events, [0.5, 1, 6, 6.5])
    assert [len(frames[t]) for t in (0.5, 1, 6)] == [0, 3, 4]
    # At 6 the first three leave as one and d enters, below a, which slides out from 17.
    assert [node["y"] for node in frames[6].values()] == [17, 75, 133, 75]
    assert list(frames[6.5]) == ["call/d"]


# Section 8


def test_a_skip_of_one_node_leaves_the_others_alone():
    events = [gift(), gift(sender="Bob"), call(0, "a"), call(0, "b"),
              {**control(1, "skip"), "of": "gifts/1"}, {**control(1, "skip"), "of": "call/a"},
              {**control(1, "skip"), "of": "gifts/9"}]
    frames = sample(events, [1.125, 1.25])
    assert frames[1.125]["gifts/0"]["alpha"] == 1 and frames[1.125]["gifts/1"]["alpha"] == 0.5
    assert "gifts/0" in frames[1.25] and "gifts/1" not in frames[1.25]
    assert frames[1.25]["call/a"]["leaving"] and "leaving" not in frames[1.25]["call/b"]


def test_a_queued_combo_is_moved_and_removed():
    config = {"gifts": {"channels": 1}}
    events = [*(gift(0, sender=name, id=name) for name in "ABCD"),
              {"at": 1, "type": "moveCombo", "combo": "D", "to": 1},
              {"at": 1, "type": "deleteCombo", "combo": "B"},
              {"at": 1, "type": "deleteCombo", "combo": "A"},
              control(2, "skip"), control(3, "skip"), control(4, "skip")]
    combos = track(events, [1, 2.25, 3.25, 4.25], "gifts/0", "combo", config)
    assert combos == ["A", "D", "C", None]


def test_clear_empties_the_stage_but_keeps_counters_and_a_hold():
    events = [
        gift(), call(0, "a"), *caption("fade"),
        {"at": 0, "type": "counter", "name": "n", "to": 1},
        control(1, "hold"), control(1, "clear"), gift(2), control(3, "resume"),
    ]
    frames = sample(events, [1, 2, 3])
    assert [list(frames[t]) for t in (1, 2, 3)] == [
        ["counter/n"], ["counter/n"], ["gifts/0", "counter/n"],
    ]


def test_positions_apply_at_once_and_durations_to_the_segments_after():
    events = [gift(), config_event(0.1, {"gifts": {"x": 124, "entrance": 9, "linger": 1}})]
    assert track(events, [0.125, 0.25, 1.75, 2], "gifts/0", "x") == [24, 124, 124, None]


def test_a_lower_max_makes_the_oldest_calls_leave_at_once():
    events = [call(0, "a"), call(0, "b"), call(0, "c"), config_event(1, {"calls": {"max": 1}})]
    frame = sample(events, [1])[1]
    assert [node.get("leaving") for node in frame.values()] == [True, True, None]


def test_at_most_a_hundred_calls_leave_at_a_time():
    slow = config_event(0, {"calls": {"max": 1, "move": 60, "vanish": 60}})
    events = [slow] + [call(n / 100, str(n)) for n in range(150)]
    frame = sample(events, [1.5])[1.5]
    assert list(frame) == [f"call/{n}" for n in range(49, 150)]


# Taking back


def taken(at, of, **more):
    return {"at": at, "type": "takeBack", "of": of, **more}


def test_a_fully_retracted_combo_goes_at_once_and_others_keep_their_gifts():
    events = [gift(count=2), gift(count=3), gift(sender="Bob"),
              taken(3, "e2", gift="Rose", count=3, combo="e1"), taken(3, "e3", gift="Rose")]
    assert track(events, [2.999999, 3, 5.999999, 6], "gifts/0", "count") == [5, 2, 2, None]
    assert track(events, [2.999999, 3], "gifts/1", "count") == [1, None]


def test_a_goal_subtracts_a_retracted_gift_only_if_it_has_counted_it():
    goal = {"at": 0, "type": "goal", "name": "g", "title": "t", "target": 9, "start": 1}
    events = [gift(count=5), goal, gift(count=4), taken(1, "e1", gift="Rose", count=5, ofSeq=1),
              taken(1, "e3", gift="Rose", count=4, ofSeq=3, test=True),
              taken(2, "e3", gift="Rose", count=4, ofSeq=3)]
    assert track(events, [1, 2, 2.5, 3], "goal/g", "value") == [5, 5, 1.5, 1]


def test_parts_of_a_deleted_streak_add_nothing():
    part = {"id": "s", "wall": 1}
    deletion = {"at": 1, "type": "takeBack", "of": "s", "ofStreak": True}
    events = [gift(count=2, streak=part), deletion, gift(2, count=5, streak=part), gift(2)]
    assert track(events, [1.9, 2.0, 3.0], "gifts/0", "count") == [2, 3, 3]


# Goals of money, and of gifts that the catalogue knows


def goal_event(**more):
    return {"at": 0, "type": "goal", "name": "g", "title": "t", "target": 10**6,
            "measure": "value"} | more


def amount(events, config=None):
    """Returns a goal's amount two seconds later, when its animation is over."""
    return track(events, [2], "goal/g", "value", config)[0]


def test_a_goal_of_money_carries_the_room_s_currency():
    events = [goal_event(money=True), config_event(1, {"sources": {"currency": "EUR"}}),
              goal_event(at=2)]
    assert track(events, [0, 0.999999, 1, 2], "goal/g", "currency") == ["USD", "USD", "EUR", None]


@pytest.mark.parametrize("present, given", [
    ({"name": "Tulip", "price": 7}, 14), ({"name": "Tulip", "price": 0}, 0),
    ({"name": "Tulip", "value": 3, "price": 7}, 6), ({"name": "Rose", "price": 7}, 2),
    ({"name": "Rose", "value": 0, "price": 7}, 0), ({"name": "Tulip"}, 0),
    ({"name": "Tulip", "value": 5, "currency": "USD"}, 10),
    ({"name": "Tulip", "value": 5, "currency": "EUR"}, 0),
    ({"name": "Rose", "currency": "EUR"}, 0),
    ({"name": "Tulip", "price": 5, "currency": "EUR"}, 0),
])
def test_a_gift_is_worth_its_value_then_the_catalogue_s_then_its_price(present, given):
    assert amount([goal_event(), gift(gift=present, count=2)]) == given


def test_a_price_counts_where_the_catalogue_s_entry_has_no_value():
    config = {"catalogue": {"rose": {"name": "Red rose"}}}
    assert amount([goal_event(), gift(gift={"name": "Rose", "price": 4})], config) == 4


def test_two_names_of_one_entry_are_one_gift_to_a_goal():
    for wanted in ("rose", "Rose", "ROSE"):
        events = [goal_event(measure="count", gift=wanted), gift(gift="rose"), gift(gift="Rose"),
                  gift(gift={"id": "rose", "name": "x"}), gift(gift="castle")]
        assert amount(events) == 3
    # Without an entry only the name that was sent counts.
    events = [goal_event(measure="count", gift="Tulip"), gift(gift="tulip"), gift(gift="Tulip")]
    assert amount(events) == 1


def test_a_retracted_call_or_caption_goes_by_its_id():
    events = [call(0, "a"), call(0, "b"), *caption("fade"), taken(1, "a"), taken(1, "e3")]
    frames = sample(events, [0.999999, 1])
    assert list(frames[0.999999]) == ["caption/main", "call/a", "call/b"]
    assert list(frames[1]) == ["call/b"]

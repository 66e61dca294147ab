"""Section 16 against hand-worked examples; every number here was worked on paper."""

import pytest
from model.clocks import shown
from played import call, gift, sample, track

RULE = {"name": "r", "counter": "n", "seconds": 60}


def clock(at, seconds, **more):
    keys = {key: more.pop(key) for key in ("running", "max") if key in more}
    return {"at": at, "type": "counter", "name": "n", "clock": {"seconds": seconds, **keys}, **more}


def change(at, **keys):
    return {"at": at, "type": "counter", "name": "n", **keys}


def rules(*some):
    return {"clocks": {"rules": [{**RULE, **rule} for rule in some]}}


@pytest.mark.parametrize(
    "left, form, expected",
    [
        (1, "h:mm:ss", ("0:00:01", 1)), (3_600_000_000, "h:mm:ss", ("1:00:00", 3600)),
        (3_661_000_000, "m:ss", ("61:01", 3661)), (93_784_000_000, "d hh:mm:ss", ("1 02:03:04", 93_784)),
        (1, "decimal", ("0.01", 0.01)), (1_000_001, "integer", ("2", 2)),
    ],
)
def test_what_is_left_is_rounded_up(left, form, expected):
    assert shown(left, form, False) == expected


def test_a_clock_falls_and_ends():
    frames = sample([clock(1, 2)], [1, 2.5, 3])
    assert [frame["counter/n"]["text"] for frame in frames.values()] == ["0:00:02", "0:00:01", "0:00:00"]
    assert (frames[3]["counter/n"]["ended"], frames[3]["counter/n"]["endedAt"]) == (True, 3_000_000)


def test_time_is_added_within_the_maximum():
    events = [clock(0, 10, max=12), change(1, addSeconds=60), change(2, running=False)]
    assert track(events, [0, 1, 9], "counter/n", "value") == [10, 12, 11]
    assert track(events, [9], "counter/n", "added") == [60]


def test_rules_add_for_gifts_and_calls():
    events = [clock(0, 10, running=False), gift(1, 3), call(2, "Bob"), gift(3, test=True)]
    by_event, by_count = rules({}), rules({"per": "count"})
    assert track(events, [1, 2, 3], "counter/n", "value", by_event) == [70, 130, 130]
    assert track(events, [1, 2, 3], "counter/n", "value", by_count) == [190, 250, 250]
    assert track(events, [1, 2], "counter/n", "addedBy", by_event) == ["Ann", "Bob"]


def test_parts_of_a_microsecond_are_cut_off_towards_zero():
    three = gift(1, 2) | {"gift": {"name": "Rose", "value": 1}}
    for seconds, left in ((0.1, 10.07), (-0.1, 9.94)):
        config = rules({"per": "worth", "unit": 3, "seconds": seconds})
        events = [clock(0, 10, running=False, format="decimal"), three]
        assert track(events, [1], "counter/n", "value", config) == [left]


def test_a_gift_that_is_taken_back_takes_its_seconds_back():
    back = gift(3, of="e2", ofSeq=2, type="takeBack")
    events = [clock(0, 10, running=False), gift(1), back]
    assert track(events, [1, 3], "counter/n", "value", rules({})) == [70, 10]
    later = [gift(0), clock(1, 10, running=False), gift(2, of="e1", ofSeq=1, type="takeBack")]
    assert track(later, [2], "counter/n", "value", rules({})) == [10]

"""Sections 1 and 2, merge patches, `simulate` and the comparison, by numbers worked on paper."""

import io
import json
import math

import compare
import pytest
from model import curves
from model.configuration import complete, merge_patch
from model.rounding import hundredth, micros, thousandth
from model.simulate import frame_time, simulate
from model.splitmix import SplitMix64

# Section 1


@pytest.mark.parametrize(
    "x, rounded",
    [(0.005, 0.01), (-0.005, -0.01), (-0.004, 0), (24.0, 24), (-39.875, -39.88), (2.344, 2.34)],
)
def test_rounding_goes_half_away_from_zero_to_the_shortest_form(x, rounded):
    assert hundredth(x) == rounded
    assert json.dumps(hundredth(x)) == json.dumps(rounded)


def test_seconds_are_rounded_to_a_microsecond():
    assert [micros(s) for s in (0.25, 1 / 3, 0.0000005, 0.0000004)] == [250000, 333333, 1, 0]
    assert thousandth(0.0005) == 0.001


def test_frame_times_are_rounded_to_a_microsecond():
    assert [frame_time(k, 60) for k in (0, 1, 2, 3)] == [0, 16667, 33333, 50000]


def test_splitmix64_gives_its_published_numbers():
    zero = SplitMix64(0)
    assert [zero.next() for _ in range(3)] == [
        0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F,
    ]
    assert SplitMix64(1234567).next() == 6457827717110365317


# Section 2


def test_ease_in_out_has_the_value_that_was_worked_out_by_hand():
    # s = 1/4: x = 3·9/64·0.42 + 3·3/64·0.58 + 1/64, y = 3·3/64 + 1/64.
    assert curves.ease_in_out(0.274375) == pytest.approx(0.15625, abs=1e-12)


def test_ease_in_out_is_symmetric_and_agrees_with_bisection():
    for step in range(1, 200):
        p = step / 200
        low, high = 0.0, 1.0
        for _ in range(60):
            s = (low + high) / 2
            x = s * (1.26 * (1 - s) ** 2 + 1.74 * s * (1 - s) + s * s)
            low, high = (s, high) if x < p else (low, s)
        assert curves.ease_in_out(p) == pytest.approx(s * s * (3 - 2 * s), abs=1e-9)
        assert curves.ease_in_out(p) + curves.ease_in_out(1 - p) == pytest.approx(1, abs=1e-12)


def test_cubic_easings_have_their_values_in_the_middle_and_at_the_end():
    assert curves.ease_in(0.5) == 0.125
    assert curves.ease_out(0.5) == 0.875
    assert [f(1.0) for f in (curves.linear, curves.ease_in, curves.ease_out)] == [1, 1, 1]


@pytest.mark.parametrize("damping, velocity, d", [(0.7, 10, 0.25), (0.5, 8, 0.25), (1, 3, 0.4)])
def test_a_spring_solves_its_differential_equation(damping, velocity, d):
    w0 = math.log(1000) / (damping * d)
    f, g, steps = 0.0, float(velocity), 4000  # f and f′, by the classical Runge–Kutta method
    h = d * 0.9 / steps

    def slope(f, g):
        return g, -2 * damping * w0 * g - w0 * w0 * (f - 1)

    for _ in range(steps):
        a = slope(f, g)
        b = slope(f + h / 2 * a[0], g + h / 2 * a[1])
        c = slope(f + h / 2 * b[0], g + h / 2 * b[1])
        e = slope(f + h * c[0], g + h * c[1])
        f += h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + e[0])
        g += h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + e[1])
    assert curves.spring(d * 0.9, d, damping, velocity) == pytest.approx(f, abs=1e-8)
    assert curves.spring(0, d, damping, velocity) == 0
    assert curves.spring(d, d, damping, velocity) == 1


def test_a_segment_of_no_duration_is_at_its_end():
    assert curves.progress(5, 0, 5) == 1


@pytest.mark.parametrize(
    "target, patch, result",
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}), ({"a": "b"}, {"a": None}, {}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}), ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}), ([1], {"a": 1}, {"a": 1}),
    ],
)
def test_merge_patches_give_the_examples_of_rfc_7396(target, patch, result):
    assert merge_patch(target, patch) == result


def test_a_null_in_a_patch_restores_the_default():
    document = merge_patch({"gifts": {"x": 7, "y": 8}}, {"gifts": {"x": None}})
    assert complete(document)["gifts"]["x"] == 24
    assert complete(document)["gifts"]["y"] == 8


# simulate and compare


GIFT = {"at": 0, "type": "gift", "sender": "Ann", "gift": "Rose"}


def run(lines, until="1"):
    output = io.StringIO()
    simulate(None, lines, 4, float(until), output)
    return output.getvalue().splitlines()


def test_simulate_writes_one_full_frame_to_a_line():
    lines = run(["", json.dumps(GIFT)])
    assert len(lines) == 5
    frame = json.loads(lines[1])
    assert [frame[key] for key in ("type", "seq", "time", "full")] == ["frame", 2, 250000, True]
    assert frame["nodes"][0]["combo"] == "e2"  # the blank line counts


@pytest.mark.parametrize(
    "key, value, is_same",
    [("x", 24.01, True), ("x", 24.03, False), ("alpha", 0.999, True), ("alpha", 0.997, False),
     ("count", 2, False), ("sender", "Bob", False), ("leaving", True, False)],
)
def test_compare_finds_a_different_value(key, value, is_same):
    lines = run([json.dumps(GIFT)])
    other = json.loads(lines[4])
    other["nodes"][0][key] = value
    found = list(compare.differences(lines, [*lines[:4], json.dumps(other)]))
    assert (found == []) == is_same


def test_compare_finds_a_missing_node_and_a_missing_frame():
    lines = run([json.dumps(GIFT)])
    empty = json.loads(lines[4]) | {"nodes": []}
    assert list(compare.differences(lines, [*lines[:4], json.dumps(empty)]))
    assert list(compare.differences(lines, lines[:4]))

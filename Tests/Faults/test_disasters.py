"""A server keeps its promises while its disk or its clock fails (`faults.py`)."""

import random

import pytest

from Faults.faults import NAMES, collect, play_all
from Faults.matrix import Matrix


@pytest.mark.parametrize("names, plays", [
    (["first start", "running", "shutdown"], 18),
    pytest.param(NAMES, 700, marks=pytest.mark.long)], ids=["some", "all"])
def test_no_failure_of_the_disk_or_the_clock_breaks_a_promise(names, plays):
    seed = random.randrange(10**9)
    print(f"seed {seed}")
    every, to_close = collect(names, seed)
    matrix = Matrix("faults")
    try:
        played = play_all(every[:plays], 900, matrix)
    finally:
        for thing in to_close:
            thing.close()
    assert played == plays and not matrix.broken, f"seed {seed}: {matrix.report()}"
    print(matrix.report())

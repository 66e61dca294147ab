"""kill -9 of a server that is being posted to loses, doubles and changes no answered event (`torture.py`)."""

import random

import pytest

from Torture.torture import torture


@pytest.mark.parametrize("rounds", [4, pytest.param(25, marks=pytest.mark.long)])
def test_a_killed_server_loses_no_answered_event(rounds):
    seed = random.randrange(10**9)
    assert torture(rounds, seed) == 0, f"seed {seed}"

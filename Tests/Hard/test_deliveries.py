"""Small runs of Hard/deliveries.py: rooms record the deliveries of all platforms as the model says."""

import os
import random

import pytest

from Hard.delivering.legs import Leg, OneServer, TwoServers


def play(servers, rooms, lone):
    """Plays rooms of these sizes, with one fault."""
    seed = int(os.environ.get("OVATION_FIRST_SEED", random.randrange(1 << 32)))
    print(f"OVATION_FIRST_SEED={seed}")
    leg = Leg(servers, "leg", seed, rooms, lone, faults=1, processes=1)
    results = leg.run()
    differences = [f"{result.room}, {one.kind}: {one.text}" for result in results for one in result.differences]
    assert not differences, "\n\n".join(differences)
    assert sum(result.counts["deliveries"] for result in results) >= sum(rooms)
    assert leg.counts.total() == 1


def test_no_delivery_is_lost_or_counted_twice_though_the_server_is_killed():
    play(OneServer, [40] * 5, lone=0)


@pytest.mark.long
@pytest.mark.parametrize("servers", [OneServer, TwoServers])
def test_many_deliveries_have_the_totals_of_the_model(servers):
    play(servers, [150] * 5, lone=2)

"""A small run of Hard/costs.py: hostile requests of every operation take the server little time."""

import os
import random

import pytest

from Hard.costing import laden, targets
from Hard.costing.search import MOST_EXPONENT, Search, Shape, exponent

SECONDS = 20
SEED = 1
LADEN_SEEDS = 4


def test_every_operation_that_takes_a_body_a_query_or_a_path_has_shapes():
    found = targets.every()
    assert {target.name for target in found} >= targets.taking()
    bodies = {target.name for target in found if not isinstance(target, targets.Head)}
    assert bodies >= {f"{method} {path}" for method, path, operation, _ in targets.operations() if "requestBody" in operation}
    assert {target.name for target in laden.every()} <= {target.name for target in found}


@pytest.mark.parametrize("power, is_too_much", [(1, False), (1.2, False), (1.5, True), (2, True)])
def test_time_that_grows_faster_than_the_size_is_found(power, is_too_much):
    points = [(0, 1.0), *((size, 1.0 + 10 * (size / 1024) ** power) for size in (1024, 2048, 4096))]
    assert (exponent(points) > MOST_EXPONENT) is is_too_much


def test_times_below_the_floor_have_no_growth():
    assert exponent([(0, 1.0), (1024, 1.1), (2048, 1.4), (4096, 2.6)]) is None


@pytest.fixture(scope="module")
def search(tmp_path_factory):
    search = Search(tmp_path_factory.mktemp("laden"), SEED, "Laden")
    yield search
    search.close()


@pytest.mark.long
@pytest.mark.parametrize("kind", [target.kinds[0] for target in laden.every()])
def test_a_request_to_a_room_that_holds_much_takes_the_server_little_time(search, kind):
    target = next(target for target in search.targets if target.kinds[0] == kind)
    before = len(search.faults)
    for seed in range(LADEN_SEEDS):
        search.look(Shape(target, (("laden", kind, seed),)))
    assert not search.faults[before:]


@pytest.mark.long
def test_hostile_requests_take_the_server_little_time(tmp_path):
    seed = int(os.environ.get("OVATION_FIRST_SEED", random.randrange(1 << 32)))
    print(f"OVATION_FIRST_SEED={seed}")
    search = Search(tmp_path, seed)
    try:
        search.run(SECONDS)
    finally:
        search.close()
    assert search.measured >= len(search.targets)
    assert not search.faults, "\n".join(search.faults)

"""The torture's server, ledger and viewer serve here too."""

import os
import pathlib
import random
import sys

import pytest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "Cluster"), str(TESTS / "Torture")]
# Each kind of fault is tried so often.
ROUNDS = int(os.environ.get("OVATION_ROUNDS", 50)) if os.environ.get("HARD") else 2


@pytest.fixture
def rounds():
    return ROUNDS


@pytest.fixture
def seed():
    """Another one every time, unless OVATION_FIRST_SEED is set; pytest shows it if the test fails."""
    seed = int(os.environ.get("OVATION_FIRST_SEED", random.randrange(10**9)))
    print(f"OVATION_FIRST_SEED={seed}")
    return seed


@pytest.fixture
def cluster(tmp_path):
    from cluster import Cluster

    with Cluster(tmp_path) as cluster:
        yield cluster

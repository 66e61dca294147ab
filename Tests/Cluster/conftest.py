"""Seeds, rounds and a cluster for each test."""

import os
import random

import pytest

from Cluster.cluster import Cluster

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
    with Cluster(tmp_path) as cluster:
        yield cluster

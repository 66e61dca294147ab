"""Seeds, rounds and a cluster for each test."""

import os
import random

import pytest

from Cluster.cluster import Cluster

# The number of times that each kind of fault is tried.
ROUNDS = int(os.environ.get("OVATION_ROUNDS", 50)) if os.environ.get("HARD") else 1


@pytest.fixture
def rounds():
    return ROUNDS


@pytest.fixture
def seed():
    """A random seed, or OVATION_FIRST_SEED; pytest prints it if the test fails."""
    seed = int(os.environ.get("OVATION_FIRST_SEED", random.randrange(10**9)))
    print(f"OVATION_FIRST_SEED={seed}")
    return seed


@pytest.fixture
def cluster(tmp_path):
    with Cluster(tmp_path) as cluster:
        yield cluster

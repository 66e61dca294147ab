"""Random changes of keys, sources, suspensions and retention beside a sequential model.

Three clients make the changes while servers are killed and Redis is cut off. OVATION_SETTINGS_SECONDS is the duration.
"""

import contextlib
import os
import random

import pytest

from Cluster.cluster import Cluster
from Cluster.settling import Settling
from harness.server import Server, in_threads
from harness.variants import variants

HARD_SECONDS = float(os.environ.get("OVATION_SETTINGS_SECONDS", 3600)) if os.environ.get("HARD") else None
SECONDS = [HARD_SECONDS] if HARD_SECONDS else variants([5, 30])
CLIENTS = 3
OPTIONS = ["--auth", "keys", *(f"--limit=requests-per-{whose}=1000000" for whose in ("key", "room"))]


@contextlib.contextmanager
def alone(directory):
    with Server(directory / "data", *OPTIONS) as server:
        yield Settling([server])


@contextlib.contextmanager
def together(directory):
    with Cluster(directory, nodes=2, options=OPTIONS) as cluster:
        yield Settling(cluster.nodes, cluster)


@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize("show", [alone, together])
def test_settings_agree_with_a_sequential_model(tmp_path, seed, show, seconds):
    with show(tmp_path) as settling:
        settling.begin(seconds)
        in_threads(
            lambda: settling.disturb(random.Random(seed)),
            *(lambda number=number: settling.work(random.Random(seed + number)) for number in range(1, CLIENTS + 1)))
        settling.check()
        print(settling.figures())

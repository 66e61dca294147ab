"""The network between one node and Redis fails while gifts are posted at all nodes."""

import os
import time

import pytest

from Cluster.posting import MORE, Posting
from Cluster.way import Way
from harness.waiting import wait_for

ROOMS = ["main", "second"]
# A node is cut off for at most this many seconds.
LONGEST = 60 if os.environ.get("HARD") else 2


def play(cluster, seed, rounds, fault):
    """Applies `fault` to a node's connection while gifts are posted, and checks all answers afterwards."""
    posting = Posting(cluster, seed, ROOMS)
    for number in range(rounds):
        way = posting.random.choice(cluster.ways)
        # Short faults are more frequent than long ones.
        seconds = 1 + (LONGEST - 1) * posting.random.random() ** (4 if number % 10 else 1)

        def body(way=way, seconds=seconds):
            time.sleep(posting.random.uniform(0.1, 0.5))
            fault(way, seconds)

        posting.beside(body, more=MORE)
        posting.check()
    for room in ROOMS:
        cluster.check_frames(room)


def lasting(begin, end=lambda way: None):
    """A fault that begins, lasts, and ends."""

    def fault(way, seconds):
        begin(way)
        time.sleep(seconds)
        end(way)

    return fault


@pytest.mark.long
def test_a_delayed_connection_loses_no_answered_gift(cluster, seed, rounds):
    """As when a cable is unplugged for a moment."""
    play(cluster, seed, rounds, lasting(Way.block, Way.unblock))


def test_a_reset_connection_loses_no_answered_gift(cluster, seed, rounds):
    play(cluster, seed, rounds, lasting(Way.cut, Way.mend))


@pytest.mark.long
def test_a_silently_dead_connection_loses_no_answered_gift(cluster, seed, rounds):
    """As when a router forgets connections: new ones work, and the old ones stay silent."""
    play(cluster, seed, rounds, lasting(Way.forget))


@pytest.mark.long
def test_a_subscriber_that_redis_drops_for_slowness_loses_no_answered_gift(cluster, seed, rounds):
    def listening():
        return len(cluster.redis.ask("CLIENT", "LIST", "TYPE", "pubsub").splitlines())

    cluster.redis.ask("CONFIG", "SET", "client-output-buffer-limit", "pubsub 1048576 0 0")

    def fault(way, _):
        wait_for(lambda: listening() == len(cluster.nodes))
        way.block()
        # The blocked node can't reconnect. The other nodes ignore the published text.
        channel = cluster.redis.ask("PUBSUB", "SHARDCHANNELS", "*{0}w")[0]
        wait_for(lambda: cluster.redis.ask("SPUBLISH", channel, "x" * 100_000) >= 0
                   and listening() < len(cluster.nodes))
        way.unblock()

    play(cluster, seed, rounds, fault)

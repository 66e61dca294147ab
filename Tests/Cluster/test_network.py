"""The way from one node to Redis fails in all the ways it can, while gifts are posted at all nodes."""

import os
import time

from Cluster.cluster import wait_until
from Cluster.posting import Posting
from Cluster.way import Way

ROOMS = ["main", "second"]
# So long a node is cut off at the most, in seconds.
LONGEST = 60 if os.environ.get("HARD") else 3


def play(cluster, seed, rounds, fault):
    """`fault` does something to a way for so many seconds; then all is as it was promised."""
    posting = Posting(cluster, seed, ROOMS)
    for number in range(rounds):
        way = posting.random.choice(cluster.ways)
        # Each length comes up, the longest seldom.
        seconds = 1 + (LONGEST - 1) * posting.random.random() ** (4 if number % 10 else 1)

        def body(way=way, seconds=seconds):
            time.sleep(posting.random.uniform(0.1, 0.5))
            fault(way, seconds)

        posting.beside(body, seconds=0.5)
        posting.check()
    for room in ROOMS:
        cluster.check_frames(room)


def lasting(begin, end=lambda way: None):
    """A fault of a way that begins, and ends after so many seconds."""

    def fault(way, seconds):
        begin(way)
        time.sleep(seconds)
        end(way)

    return fault


def test_what_is_sent_waits(cluster, seed, rounds):
    """As where a cable is pulled, and put in again before anybody gives up."""
    play(cluster, seed, rounds, lasting(Way.block, Way.unblock))


def test_connections_are_reset_and_no_new_one_comes_about(cluster, seed, rounds):
    play(cluster, seed, rounds, lasting(Way.cut, Way.mend))


def test_connections_die_and_nobody_is_told(cluster, seed, rounds):
    """As where a router forgets them: new ones come about, and the old ones stay silent for ever."""
    play(cluster, seed, rounds, lasting(Way.forget))


def test_a_subscriber_is_too_slow_and_redis_drops_it(cluster, seed, rounds):
    def listening():
        return len(cluster.redis.ask("CLIENT", "LIST", "TYPE", "pubsub").splitlines())

    cluster.redis.ask("CONFIG", "SET", "client-output-buffer-limit", "pubsub 1048576 0 0")

    def fault(way, _):
        wait_until(lambda: listening() == len(cluster.nodes))
        way.block()
        # Those that are blocked can't come back. What is published means nothing to the others.
        channel = cluster.redis.ask("PUBSUB", "SHARDCHANNELS", "*{0}w")[0]
        wait_until(lambda: cluster.redis.ask("SPUBLISH", channel, "x" * 100_000) >= 0
                   and listening() < len(cluster.nodes))
        way.unblock()

    play(cluster, seed, rounds, fault)

"""Events that the nodes record by themselves."""

import time

from Cluster.cluster import history
from harness.server import in_threads


def own(node, word, room="main"):
    """The events of a room whose IDs begin with a word of the server."""
    return [entry for entry in history(node, room) if entry["id"].startswith(f"{word}:")]


def settle(cluster, room="main"):
    """Waits two rounds of the work that each node does once a second; all nodes have one history then."""
    time.sleep(2.2)
    return cluster.check(None, room)


def start_at_once(nodes):
    in_threads(*[node.start for node in nodes])

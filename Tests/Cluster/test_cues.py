"""Every node sends each sound cue once, also after its event loop stood still for a moment."""

import random
import time

from Cluster.speaking import Listener
from Cluster.still import loops_stopped
from harness.room import Room
from harness.waiting import wait_for

ALERTS = 4
# The time from the start of an alert to the start of the next one.
TURN_SECONDS = 1.0
# Longer than the time between two reports of the log's present time.
STILL_SECONDS = 0.7


def test_a_node_whose_loop_stood_still_when_a_sound_was_due_sends_it_once(cluster, seed):
    """Another thread hears meanwhile that no earlier event comes. So the room itself passes the instant of the sound
    before its speculative copy does."""
    lot, room = random.Random(seed), Room(cluster.nodes[0], "main")
    room.configure({"alerts": {"gap": 0, "fade": 0}})
    rule = {"title": "{sender}", "duration": TURN_SECONDS, "sound": "/web/sounds/alert-1.wav"}
    room.send("PUT", "alerts/rules/all", rule, status=200)
    pages = [Listener(node) for node in cluster.nodes]
    wait_for(lambda: all(page.frames for page in pages))
    names = [f"n{number}" for number in range(ALERTS)]
    for name in names:
        room.send("POST", "notices", {"id": name, "kind": "raid", "sender": "Ann"})
    for name in names[:-1]:
        wait_for(lambda name=name: any(alert[0] == f"alert/{name}" for alert in pages[0].alerts), every=0.005)
        time.sleep(TURN_SECONDS - lot.uniform(0.1, 0.3))
        with loops_stopped(cluster.nodes[1:]):
            time.sleep(STILL_SECONDS)
    wait_for(lambda: all(page.cues and page.cues[-1][1] == names[-1] for page in pages))
    for page in pages:
        page.close()
        assert [event for _, event, _ in page.cues] == names
    assert len({tuple(page.cues) for page in pages}) == 1

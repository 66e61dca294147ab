"""A message is spoken once, although every node runs the program."""

import random
import time

import pytest

from Cluster.cluster import Cluster
from Cluster.own import own, settle
from Cluster.speaking import Listener, Program
from harness.room import Room
from harness.waiting import wait_for

# The rooms of the test that kills a node, which begin one after the other: one for each place of the kill.
PLACES = 12
STEP_SECONDS = 0.02
SPEAKING = {"title": "{sender}", "speak": True, "duration": 1}
NOTICE = {"id": "n", "kind": "raid", "sender": "Ann", "message": "Hello to all of you"}


@pytest.fixture
def program(tmp_path):
    return Program(tmp_path)


@pytest.fixture
def speaking(tmp_path, program):
    with Cluster(tmp_path, options=program.option) as cluster:
        Room(cluster.nodes[0], "main").send("PUT", "alerts/rules/all", SPEAKING, status=200)
        yield cluster


def raid(node, name="n"):
    assert node.post("/v1/rooms/main/notices", {**NOTICE, "id": name}).status == 202


def check_speech(cluster, pages):
    """One speech is recorded, all nodes have its file, and every page hears it once, at the same instant."""
    wait_for(lambda: all(page.spoken for page in pages))
    events = settle(cluster)
    [speech] = [entry for entry in events if entry["type"] == "speech"]
    assert (speech["id"], speech["of"], speech["seconds"]) == ("speech:n", "n", 0.5)
    check_file(cluster, speech)
    assert len({tuple(page.spoken) for page in pages}) == 1 and len(pages[0].spoken) == 1
    assert len({tuple(page.alerts) for page in pages}) == 1 and len(pages[0].alerts) == 1
    wait_for(lambda: sum(page.is_heard for page in pages) == 1)


def check_file(cluster, speech):
    for node in cluster.nodes:
        answer = node.get(speech["src"])
        assert answer.status == 200 and answer.headers["content-type"] == "audio/wav", answer


def close(pages):
    for page in pages:
        page.close()


def test_all_nodes_speak_a_message_and_record_one_speech(speaking, program):
    program.hold()
    pages = [Listener(node) for node in speaking.nodes]
    raid(speaking.nodes[0])
    # A node that did not get the event looks for unspoken messages once a second.
    wait_for(lambda: program.count == 3)
    program.release()
    check_speech(speaking, pages)
    speaking.check_frames("main")
    close(pages)


def test_another_node_speaks_a_message_after_the_kill_of_the_node_that_speaks(speaking, program):
    program.hold()
    pages = [Listener(node) for node in speaking.nodes]
    raid(speaking.nodes[0])
    wait_for(lambda: program.count)
    speaking.nodes[0].kill()
    pages.pop(0).close()
    program.release()
    wait_for(lambda: all(page.spoken for page in pages))
    speaking.nodes[0].start()
    check_speech(speaking, pages)
    close(pages)


def test_the_speech_of_many_alerts_in_a_row_is_recorded_once_each(speaking, seed):
    """The test posts the alerts at random nodes, and kills another node meanwhile."""
    lot = random.Random(seed)
    pages = [Listener(node) for node in speaking.nodes[1:]]
    names = [f"n{number}" for number in range(5)]
    for name in names:
        raid(lot.choice(speaking.nodes[1:]), name)
    wait_for(lambda: own(speaking.nodes[1], "speech"))
    speaking.nodes[0].kill()
    wait_for(lambda: all(len(page.spoken) == len(names) for page in pages))
    speaking.nodes[0].start()
    events = settle(speaking)
    assert sorted(entry["of"] for entry in events if entry["type"] == "speech") == names
    assert len({tuple(page.spoken) for page in pages}) == 1
    assert len({tuple(page.alerts) for page in pages}) == 1
    close(pages)


def test_a_kill_at_any_place_of_a_speech_loses_and_repeats_none(speaking):
    """The killed node has the events, and runs the program or not, has stored the file or not, and so on."""
    killed, *others = speaking.nodes
    rooms = [Room(killed, f"room-{place}") for place in range(PLACES)]
    for room in rooms:
        room.send("PUT", "alerts/rules/all", SPEAKING, status=200)
    pages = {room.name: [Listener(node, room.name) for node in others] for room in rooms}
    for room in rooms:
        room.send("POST", "notices", NOTICE)
        time.sleep(STEP_SECONDS)
    killed.kill()
    wait_for(lambda: all(page.alerts for both in pages.values() for page in both))
    killed.start()
    spoken = 0
    for room in rooms:
        events = settle(speaking, room.name) if room is rooms[0] else speaking.check(None, room.name)
        speeches = [entry for entry in events if entry["type"] == "speech"]
        assert len(speeches) <= 1
        first, second = pages[room.name]
        assert first.alerts == second.alerts and len(first.alerts) == 1
        # The alerts of many rooms wait for two programs of each node, and a late speech does not change its alert.
        has_speech = first.alerts[0][2] != "#1"
        assert first.spoken == second.spoken and len(first.spoken) == has_speech
        if has_speech:
            check_file(speaking, speeches[0])
        spoken += has_speech
    assert spoken > PLACES / 2
    for both in pages.values():
        close(both)


def test_a_speech_that_comes_second_leaves_the_file_of_the_first(tmp_path):
    """Two nodes speak the same text, so that both make the same file."""
    first, second = (Program(tmp_path, name, released=False) for name in ("first", "second"))
    with Cluster(tmp_path, nodes=2) as cluster:
        for node, program in zip(cluster.nodes, (first, second)):
            assert node.stop() == 0
            node.options += program.option
            node.start()
        Room(cluster.nodes[0], "main").send("PUT", "alerts/rules/all", SPEAKING, status=200)
        pages = [Listener(node) for node in cluster.nodes]
        raid(cluster.nodes[0])
        wait_for(lambda: first.count and second.count)
        # The second node does not hear of the first node's speech while it stores its own.
        cluster.ways[1].block()
        second.release()
        time.sleep(0.3)
        first.release()
        wait_for(lambda: own(cluster.nodes[0], "speech"))
        cluster.ways[1].unblock()
        check_speech(cluster, pages)
        close(pages)

"""Rooms that wait for a viewer, ids sent twice, and what the server says became of an event."""

import json
import time

import pytest

from harness.server import Server, in_threads
from harness.viewer import Viewer

ROOM = "/v1/rooms/main"


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data") as server:
        yield server


def configure(server, patch):
    assert server.request("PATCH", f"{ROOM}/config", patch).status == 200


def gift(server, name, **more):
    answer = server.post(f"{ROOM}/gifts", {"id": name, "sender": name, "gift": "Rose", **more})
    assert answer.status == 202, answer
    return answer.json


def now(server):
    return server.get(f"{ROOM}/frame").json["time"]


def told(server, name):
    return server.get(f"{ROOM}/events/{name}").json


def stands_still(server, seconds=0.5):
    before = now(server)
    time.sleep(seconds)
    return now(server) == before


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not within {seconds} s"
        time.sleep(0.05)


# Waiting for a viewer


@pytest.mark.parametrize("waits", ["first", "always"])
def test_a_start_lets_time_run_with_nobody_there_until_somebody_has_watched(server, waits):
    configure(server, {"stage": {"waitForViewer": waits}})
    gift(server, "a", count=9)
    assert stands_still(server)
    assert server.post(f"{ROOM}/control", {"action": "start"}).json["outcome"] == "applied"
    assert not stands_still(server)
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_until(lambda: viewer.frames, 5)
    viewer.close()
    wait_until(lambda: stands_still(server) == (waits == "always"), 5)


def test_a_start_lasts_no_longer_than_the_server(tmp_path):
    for _ in range(2):
        with Server(tmp_path / "data", config=None) as server:
            assert stands_still(server)
            assert server.post(f"{ROOM}/control", {"action": "start"}).status == 202
            assert not stands_still(server)


def test_a_room_that_waits_goes_on_while_a_visible_viewer_is_there(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a", count=9)
    assert stands_still(server)
    hidden = Viewer(server.port, "main", is_visible=False).record()
    assert stands_still(server)
    seen = Viewer(server.port, "main", is_visible=True).record()
    time.sleep(0.1)
    assert not stands_still(server)
    seen.say_visible(False)
    wait_until(lambda: stands_still(server), 5)
    hidden.say_visible(True)
    time.sleep(0.1)
    assert not stands_still(server)
    hidden.close()
    wait_until(lambda: stands_still(server), 5)
    seen.close()


def test_a_room_that_waited_goes_on_after_a_crash_where_it_stood(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a", count=9)
    viewer = Viewer(server.port, "main", is_visible=True).record()
    time.sleep(1.5)
    viewer.close()
    wait_until(lambda: stands_still(server), 5)
    stood = now(server)
    assert stands_still(server, 2)
    server.kill()
    server.start()
    assert stood - 1_200_000 <= now(server) <= stood
    assert stands_still(server)


def test_what_is_posted_to_nobody_waits_for_the_first_frame(tmp_path):
    """A newcomer pastes the curl line first and opens the overlay a while later."""
    server = Server(tmp_path / "data", config=None)
    with server:
        assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == "first"
        assert gift(server, "a", count=3)["time"] <= 1
        assert stands_still(server)
        hidden = Viewer(server.port, "main", is_visible=False).record()
        wait_until(lambda: hidden.frames, 5)
        assert hidden.frames[0][0] <= 1
        wait_until(lambda: any("gifts/0" in nodes for _, nodes in hidden.frames), 5)
        hidden.close()
        time.sleep(0.1)
        assert not stands_still(server)
        server.stop()
        server.start()
        stood = now(server)
        assert stands_still(server) and now(server) == stood


def test_rooms_that_wait_for_no_viewer_do_not(server):
    assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == "never"
    gift(server, "a", count=9)
    assert not stands_still(server)


def test_waiting_for_a_viewer_is_also_true_or_false(server):
    for said, meant in ((True, "always"), (False, "never"), ("first", "first")):
        configure(server, {"stage": {"waitForViewer": said}})
        assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == meant
    refused = server.request("PATCH", f"{ROOM}/config", {"stage": {"waitForViewer": "now"}})
    assert refused.status == 422 and refused.json["errors"] == [
        {"pointer": "/stage/waitForViewer", "detail": "must be one of: first, always, never"}]


def test_a_viewer_that_dies_without_a_word_is_gone_within_thirty_seconds(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a")
    dead = Viewer(server.port, "main", is_visible=True)
    time.sleep(0.2)
    assert not stands_still(server)
    # Those few more are for a busy machine.
    wait_until(lambda: stands_still(server, 0.2), 35)
    dead.close()


# Ids


def test_two_requests_of_one_id_at_once_are_one_event(server):
    for number in range(40):
        def post(name=f"twin{number}"):
            return server.post(f"{ROOM}/gifts", {"id": name, "sender": "Ann", "gift": "Rose"})

        first, second = in_threads(post, post)
        assert sorted([first.status, second.status]) == [200, 202]
        assert first.json == second.json
    history = server.get(f"{ROOM}/events?limit=1000").json["events"]
    assert [entry["seq"] for entry in history] == list(range(1, 41))


def test_two_bodies_of_one_id_at_once_are_one_event_and_one_conflict(server):
    for number in range(40):
        def post(count, name=f"twin{number}"):
            return server.post(f"{ROOM}/gifts", {"id": name, "gift": "Rose", "count": count})

        answers = in_threads(lambda: post(1), lambda: post(2))
        assert sorted(answer.status for answer in answers) == [202, 409]


def test_a_repeat_gets_the_first_answer_across_ends_and_crashes(server):
    first = gift(server, "a", count=2)
    body = {"id": "a", "sender": "a", "gift": "Rose", "count": 2}
    for end in (server.stop, server.kill):
        time.sleep(1.2)
        end()
        server.start()
        again = server.post(f"{ROOM}/gifts", body)
        assert (again.status, again.json) == (200, first)
        header = server.request(
            "POST", f"{ROOM}/gifts", {key: body[key] for key in ("sender", "gift", "count")},
            {"Idempotency-Key": "a"})
        assert (header.status, header.json) == (200, first)
        assert server.post(f"{ROOM}/gifts", {**body, "count": 3}).status == 409


def test_a_repeat_is_answered_where_the_queue_is_full(server):
    configure(server, {"gifts": {"queueLimit": 2, "channels": 1}})
    first = [gift(server, name) for name in "abc"]
    for _ in range(20):  # more often than what is counted as under way could hide
        for name, answer in zip("abc", first):
            again = server.post(f"{ROOM}/gifts", {"id": name, "sender": name, "gift": "Rose"})
            assert (again.status, again.json) == (200, answer)
        fresh = server.post(f"{ROOM}/gifts", {"sender": "late", "gift": "Rose"})
        assert fresh.status == 429 and "retry-after" in fresh.headers
    events = server.get(f"{ROOM}/events").json["events"]
    assert [entry["id"] for entry in events if entry["type"] == "gift"] == list("abc")


# What became of an event


def test_a_queued_gift_enters_exactly_when_it_was_said_to(server):
    configure(server, {"gifts": {"channels": 1, "linger": 0.3}, "ticker": {"enabled": False}})
    for name in "abcd":
        gift(server, name, count=2)
    state = server.get(f"{ROOM}/state").json
    assert [(combo["combo"], combo["position"]) for combo in state["queue"]] == [
        ("b", 1), ("c", 2), ("d", 3)]
    expected = {combo["combo"]: combo["expectedAt"] for combo in state["queue"]}
    for name, place in zip("bcd", (1, 2, 3)):
        entry = told(server, name)
        assert (entry["status"], entry["positionNow"]) == ("queued", place)
        assert entry["expectedAt"] == expected[name]
    wait_until(lambda: told(server, "d")["status"] == "finished", 20)
    assert {name: told(server, name)["shownAt"] for name in "bcd"} == expected


def test_an_event_says_what_became_of_it(server):
    configure(server, {"gifts": {"channels": 1, "linger": 2.5}, "calls": {"vanish": 2}})
    assert gift(server, "a")["outcome"] == "shown"
    assert gift(server, "b")["outcome"] == "queued"
    merged = server.post(f"{ROOM}/gifts", {"id": "b2", "sender": "b", "gift": "Rose"}).json
    assert (merged["outcome"], merged["combo"]) == ("merged", "b")
    assert told(server, "a")["status"] == "shown"
    assert told(server, "b")["status"] == told(server, "b2")["status"] == "queued"
    assert "sentAt" not in told(server, "a")
    hidden = Viewer(server.port, "main", is_visible=False).record()
    time.sleep(0.3)
    assert "sentAt" not in told(server, "a")
    hidden.say_visible(True)
    wait_until(lambda: "sentAt" in told(server, "a"), 5)
    sent = told(server, "a")["sentAt"]
    assert "sentAt" not in told(server, "b")
    server.post(f"{ROOM}/calls", {"id": "call", "user": "Ann"})
    twice = server.post(f"{ROOM}/calls", {"id": "again", "user": "Ann"}).json
    assert twice["outcome"] == told(server, "again")["outcome"] == "skipped"
    assert told(server, "again")["status"] == "skipped"
    wait_until(lambda: told(server, "b")["status"] == "finished", 20)
    assert told(server, "a")["sentAt"] == sent
    for name in ("a", "b", "b2", "call"):
        entry = told(server, name)
        assert entry["status"] == "finished" and "sentAt" in entry, entry
        assert entry["time"] <= entry["shownAt"] < entry["finishedAt"], entry
    hidden.close()


def test_what_nobody_saw_was_not_sent(server):
    configure(server, {"gifts": {"linger": 0.1}})
    gift(server, "unseen")
    wait_until(lambda: told(server, "unseen")["status"] == "finished", 10)
    viewer = Viewer(server.port, "main", is_visible=True).record()
    time.sleep(0.1)
    gift(server, "seen")
    wait_until(lambda: "sentAt" in told(server, "seen"), 5)
    assert "sentAt" not in told(server, "unseen")
    viewer.close()


def test_what_a_clear_takes_from_the_queue_was_skipped(server):
    configure(server, {"gifts": {"channels": 1}})
    for name in "ab":
        gift(server, name)
    assert server.post(f"{ROOM}/control", {"action": "clear"}).status == 202
    assert told(server, "b")["status"] == "skipped"
    assert "shownAt" not in told(server, "b")
    assert told(server, "a")["status"] == "finished"
    assert server.get(f"{ROOM}/events/nobody").status == 404


def test_an_explanation_is_the_same_after_a_crash(server):
    configure(server, {"gifts": {"linger": 0.1}})
    gift(server, "a")
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_until(lambda: told(server, "a")["status"] == "finished", 10)
    viewer.close()
    before = told(server, "a")
    server.kill()
    server.start()
    assert told(server, "a") == before, json.dumps(before)

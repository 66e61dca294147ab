"""Rooms that wait for a viewer, repeated event ids, and the status of an event."""

import contextlib
import json
import sqlite3
import time

import pytest

from harness.server import Server, in_threads
from harness.viewer import Viewer
from harness.waiting import wait_for

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


def read_journal(server, query):
    with contextlib.closing(sqlite3.connect(f"file:{server.data}/journal.sqlite?mode=ro", uri=True)) as journal:
        return journal.execute(query).fetchall()


def stands_still(server):
    """Tells if the room's time stands still; the time of a running room changes with every microsecond."""
    before = now(server)
    time.sleep(0.05)
    return now(server) == before


def runs(server):
    return not stands_still(server)


# Waiting for a viewer


@pytest.mark.parametrize("waits", ["first", "always"])
def test_a_start_lets_a_rooms_time_run_until_a_viewer_has_watched(server, waits):
    configure(server, {"stage": {"waitForViewer": waits}})
    gift(server, "a", count=9)
    assert stands_still(server)
    assert server.post(f"{ROOM}/control", {"action": "start"}).json["outcome"] == "applied"
    assert runs(server)
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: viewer.frames)
    viewer.close()
    wait_for(lambda: stands_still(server) == (waits == "always"))


def test_a_start_does_not_outlast_the_server(tmp_path):
    for _ in range(2):
        with Server(tmp_path / "data", config=None) as server:
            assert stands_still(server)
            assert server.post(f"{ROOM}/control", {"action": "start"}).status == 202
            assert runs(server)


def test_a_waiting_room_runs_while_a_visible_viewer_watches(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a", count=9)
    assert stands_still(server)
    hidden = Viewer(server.port, "main", is_visible=False).record()
    wait_for(lambda: hidden.frames)
    assert stands_still(server)
    seen = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: runs(server))
    seen.say_visible(False)
    wait_for(lambda: stands_still(server))
    hidden.say_visible(True)
    wait_for(lambda: runs(server))
    hidden.close()
    wait_for(lambda: stands_still(server))
    seen.close()


def test_a_waiting_room_goes_on_after_a_crash_where_it_stood(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a", count=9)
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: now(server) > 300_000)
    viewer.close()
    wait_for(lambda: stands_still(server))
    stood = now(server)
    # The server writes to the journal that the room stands still.
    query = "SELECT until - off FROM room WHERE name = 'main'"
    wait_for(lambda: read_journal(server, query) == [(stood,)])
    server.kill()
    server.start()
    assert now(server) == stood
    assert stands_still(server)


def test_an_event_that_is_posted_before_the_first_viewer_waits_for_it(tmp_path):
    """A new user may send the first gift and open the overlay later."""
    server = Server(tmp_path / "data", config=None)
    with server:
        assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == "first"
        assert gift(server, "a", count=3)["time"] <= 1
        assert stands_still(server)
        hidden = Viewer(server.port, "main", is_visible=False).record()
        wait_for(lambda: hidden.frames)
        assert hidden.frames[0][0] <= 1
        wait_for(lambda: any("gifts/0" in nodes for _, nodes in hidden.frames))
        hidden.close()
        wait_for(lambda: runs(server))
        server.stop()
        server.start()
        assert stands_still(server)


def test_a_room_that_waits_for_no_viewer_runs_at_once(server):
    assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == "never"
    gift(server, "a", count=9)
    assert runs(server)


def test_wait_for_viewer_also_takes_true_and_false(server):
    for value, meaning in ((True, "always"), (False, "never"), ("first", "first")):
        configure(server, {"stage": {"waitForViewer": value}})
        assert server.get(f"{ROOM}/config").json["stage"]["waitForViewer"] == meaning
    refused = server.request("PATCH", f"{ROOM}/config", {"stage": {"waitForViewer": "now"}})
    assert refused.status == 422 and refused.json["errors"] == [
        {"pointer": "/stage/waitForViewer", "detail": "must be one of: first, always, never"}]


@pytest.mark.long  # The server waits half a minute.
def test_a_viewer_that_falls_silent_no_longer_counts(server):
    configure(server, {"stage": {"waitForViewer": "always"}})
    gift(server, "a")
    silent = Viewer(server.port, "main", is_visible=True)
    wait_for(lambda: runs(server))
    wait_for(lambda: stands_still(server), seconds=90)
    silent.close()


# Ids


PAIRS = 20


def test_two_simultaneous_requests_with_one_id_make_one_event(server):
    for number in range(PAIRS):
        def post(name=f"twin{number}"):
            return server.post(f"{ROOM}/gifts", {"id": name, "sender": "Ann", "gift": "Rose"})

        first, second = in_threads(post, post)
        assert sorted([first.status, second.status]) == [200, 202]
        assert first.json == second.json
    history = server.get(f"{ROOM}/events?limit=1000").json["events"]
    assert [entry["seq"] for entry in history] == list(range(1, PAIRS + 1))


def test_two_simultaneous_requests_with_one_id_and_two_bodies_make_one_event_and_one_conflict(server):
    for number in range(PAIRS):
        def post(count, name=f"twin{number}"):
            return server.post(f"{ROOM}/gifts", {"id": name, "gift": "Rose", "count": count})

        answers = in_threads(lambda: post(1), lambda: post(2))
        assert sorted(answer.status for answer in answers) == [202, 409]


def test_a_repeat_gets_the_first_answer_across_ends_and_crashes(server):
    first = gift(server, "a", count=2)
    body = {"id": "a", "sender": "a", "gift": "Rose", "count": 2}
    for end in (server.stop, server.kill):
        # By then the outcome is in the journal, too.
        wait_for(lambda: read_journal(server, "SELECT count(*) FROM outcome") == [(1,)])
        end()
        server.start()
        again = server.post(f"{ROOM}/gifts", body)
        assert (again.status, again.json) == (200, first)
        header = server.request(
            "POST", f"{ROOM}/gifts", {key: body[key] for key in ("sender", "gift", "count")},
            {"Idempotency-Key": "a"})
        assert (header.status, header.json) == (200, first)
        assert server.post(f"{ROOM}/gifts", {**body, "count": 3}).status == 409



def test_a_repeat_gets_the_first_answer_though_the_queue_is_full(server):
    configure(server, {"gifts": {"queueLimit": 2, "channels": 1}})
    first = [gift(server, name) for name in "abc"]
    # These repeats would fill the queue if they counted as events.
    for _ in range(20):
        for name, answer in zip("abc", first):
            again = server.post(f"{ROOM}/gifts", {"id": name, "sender": name, "gift": "Rose"})
            assert (again.status, again.json) == (200, answer)
        fresh = server.post(f"{ROOM}/gifts", {"sender": "late", "gift": "Rose"})
        assert fresh.status == 429 and "retry-after" in fresh.headers
    events = server.get(f"{ROOM}/events").json["events"]
    assert [entry["id"] for entry in events if entry["type"] == "gift"] == list("abc")


# The status of an event


def test_a_queued_gift_enters_exactly_at_its_expected_time(server):
    configure(server, {"gifts": {"channels": 1, "linger": 0.3}, "ticker": {"enabled": False}})
    for name in "abcd":
        gift(server, name, count=2)
    state = server.get(f"{ROOM}/state").json
    assert [(combo["combo"], combo["position"]) for combo in state["queue"]] == [
        ("b", 1), ("c", 2), ("d", 3)]
    expected = {combo["combo"]: combo["expectedAt"] for combo in state["queue"]}
    for name, place in zip("bcd", (1, 2, 3)):
        entry = told(server, name)
        # The gifts before it may have entered meanwhile, or even itself.
        if entry["status"] == "queued":
            assert entry["positionNow"] <= place and entry["expectedAt"] == expected[name]
        else:
            assert entry["shownAt"] == expected[name]
    wait_for(lambda: told(server, "d")["status"] == "finished")
    assert {name: told(server, name)["shownAt"] for name in "bcd"} == expected


def test_an_events_status_goes_from_queued_to_shown_to_finished(server):
    # The room's time stands still until the hidden viewer becomes visible.
    configure(server, {"stage": {"waitForViewer": "always"},
                       "gifts": {"channels": 1, "linger": 0.5}, "calls": {"vanish": 2}})
    assert gift(server, "a")["outcome"] == "shown"
    assert gift(server, "b")["outcome"] == "queued"
    merged = server.post(f"{ROOM}/gifts", {"id": "b2", "sender": "b", "gift": "Rose"}).json
    assert (merged["outcome"], merged["combo"]) == ("merged", "b")
    assert told(server, "a")["status"] == "shown"
    assert told(server, "b")["status"] == told(server, "b2")["status"] == "queued"
    assert "sentAt" not in told(server, "a")
    server.post(f"{ROOM}/calls", {"id": "call", "user": "Ann"})
    twice = server.post(f"{ROOM}/calls", {"id": "again", "user": "Ann"}).json
    assert twice["outcome"] == told(server, "again")["outcome"] == "skipped"
    assert told(server, "again")["status"] == "skipped"
    hidden = Viewer(server.port, "main", is_visible=False).record()
    wait_for(lambda: any("gifts/0" in nodes for _, nodes in hidden.frames))
    assert "sentAt" not in told(server, "a")
    hidden.say_visible(True)
    wait_for(lambda: "sentAt" in told(server, "a"))
    sent = told(server, "a")["sentAt"]
    wait_for(lambda: told(server, "b")["status"] == told(server, "call")["status"] == "finished")
    assert told(server, "a")["sentAt"] == sent
    for name in ("a", "b", "b2", "call"):
        entry = told(server, name)
        assert entry["status"] == "finished" and "sentAt" in entry, entry
        assert entry["time"] <= entry["shownAt"] < entry["finishedAt"], entry
    hidden.close()


def test_a_gift_that_no_viewer_saw_was_not_sent(server):
    configure(server, {"gifts": {"linger": 0.1}})
    gift(server, "unseen")
    wait_for(lambda: told(server, "unseen")["status"] == "finished")
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: viewer.frames)
    gift(server, "seen")
    wait_for(lambda: "sentAt" in told(server, "seen"))
    assert "sentAt" not in told(server, "unseen")
    viewer.close()


def test_a_clear_skips_the_queued_gifts(server):
    configure(server, {"gifts": {"channels": 1}})
    for name in "ab":
        gift(server, name)
    assert server.post(f"{ROOM}/control", {"action": "clear"}).status == 202
    assert told(server, "b")["status"] == "skipped"
    assert "shownAt" not in told(server, "b")
    assert told(server, "a")["status"] == "finished"
    assert server.get(f"{ROOM}/events/nobody").status == 404


def test_an_events_status_survives_a_crash(server):
    configure(server, {"gifts": {"linger": 0.1}})
    gift(server, "a")
    viewer = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: told(server, "a")["status"] == "finished")
    viewer.close()
    before = told(server, "a")
    server.kill()
    server.start()
    assert told(server, "a") == before, json.dumps(before)

"""Tests of a studio's stream and controls: viewers, the feed, the queue, replays, the history, created rooms."""

import json
import select
import time

import pytest

from harness.server import Server
from harness.viewer import Viewer
from harness.waiting import wait_for

ROOM = "/v1/rooms/main"


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data") as server:
        yield server


def gift(server, name, **more):
    answer = server.post(f"{ROOM}/gifts", {"id": name, "sender": name, "gift": "Rose", **more})
    assert answer.status == 202, answer.json
    return answer.json


def merged(target, patch):
    """RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = merged(result.get(key), value)
    return result


class Studio:
    """A client of a room's feed that puts the overview together."""

    def __init__(self, server, room="main"):
        self.viewer = Viewer(server.port, room, role="studio")
        self.overview, self.messages, self.bytes = None, [], 0

    def listen(self, seconds):
        """Reads messages for some time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if not self.viewer.buffer and not select.select([self.viewer.socket], [], [], left)[0]:
                return self
            self.read()
        return self

    def read(self):
        """Reads the next message."""
        text = self.viewer.message()
        self.bytes += len(text)
        message = json.loads(text)
        self.messages.append(message)
        if message["type"] == "overview":
            self.overview = message if message.get("full") else merged(self.overview, message)

    def listen_until(self, condition):
        """Reads messages until a condition holds."""
        self.viewer.socket.settimeout(30)
        while not condition():
            self.read()
        return self

    def of_type(self, kind):
        return [message for message in self.messages if message["type"] == kind]


def informed_studio(server, room="main"):
    """A studio that has received its first overview."""
    studio = Studio(server, room)
    return studio.listen_until(lambda: studio.overview is not None)


# Viewers


def test_the_list_of_viewers_has_what_each_viewer_tells_about_itself(server):
    assert server.get(f"{ROOM}/viewers").json == {"viewers": []}
    page = Viewer(server.port, "main", is_visible=True)
    page.say({"type": "about", "build": "b1", "width": 1920, "height": 1080})
    page.say({"type": "report", "what": "quality", "reduction": 2})
    preview = Viewer(server.port, "main", fps=30, role="preview").record()
    Studio(server)
    gift(server, "a", count=99)
    page.record()

    def rates():
        return [viewer.get("fps", 0) for viewer in server.get(f"{ROOM}/viewers").json["viewers"]]

    # On a busy machine both rates are lower than 60 and 30.
    wait_for(lambda: 0 < rates()[1] < rates()[0])
    first, second = server.get(f"{ROOM}/viewers").json["viewers"]
    assert (first["role"], first["visible"], first["active"]) == ("overlay", True, True)
    assert (first["build"], first["width"], first["height"]) == ("b1", 1920, 1080)
    assert first["behindFrames"] == 0 and first["form"] == "json"
    assert (second["role"], second["visible"]) == ("preview", False)
    assert first["reduction"] == 2
    assert "build" not in second and "reduction" not in second
    page.close(), preview.close()


def test_a_stream_with_an_unknown_role_is_refused(server):
    with pytest.raises(AssertionError, match="422"):
        Viewer(server.port, "main", role="owner")


def test_a_preview_does_not_count_as_a_viewer_of_the_show(tmp_path):
    with Server(tmp_path / "data", config=None) as server:
        gift(server, "a")
        preview = Viewer(server.port, "main", is_visible=True, role="preview").record()
        wait_for(lambda: preview.frames and server.get(f"{ROOM}/viewers").json["viewers"][0]["visible"])
        assert server.get(f"{ROOM}/frame").json["time"] <= 1
        overlay = Viewer(server.port, "main", is_visible=True).record()
        wait_for(lambda: server.get(f"{ROOM}/frame").json["time"] > 200_000)
        overlay.close()
        assert server.request("PATCH", f"{ROOM}/config",
                              {"stage": {"waitForViewer": "never"}}).status == 200
        gift(server, "b")
        wait_for(lambda: "sentAt" in server.get(f"{ROOM}/events/a").json)

        def previewed():
            return sum(node.get("combo") == "b" for _, nodes in preview.frames for node in nodes.values())

        wait_for(lambda: previewed() > 30)
        assert "sentAt" not in server.get(f"{ROOM}/events/b").json
        preview.close()


def next_notice(viewer):
    """The type of the next message that is no greeting, frame or beat."""
    return next(kind for kind in iter(lambda: viewer.read()["type"], None) if kind not in ("hello", "frame", "beat"))


def test_a_reload_is_sent_to_one_page_or_to_all(server):
    one, other = (Viewer(server.port, "main") for _ in range(2))
    first = server.get(f"{ROOM}/viewers").json["viewers"][0]["id"]
    assert server.post(f"{ROOM}/viewers/{first}/reload", None).json == {"viewers": 1}
    assert next_notice(one) == "reload"
    assert server.post(f"{ROOM}/viewers/all/reload", None).json == {"viewers": 2}
    assert next_notice(other) == "reload"
    assert server.post(f"{ROOM}/viewers/99/reload", None).status == 404
    one.close(), other.close()


# The feed


def test_a_studio_gets_the_rooms_overview_first_and_then_its_changes(server):
    for name in "abcd":
        gift(server, name)
    server.post(f"{ROOM}/captions", {"text": "hello", "hold": None})
    page = Viewer(server.port, "main", is_visible=True).record()
    wait_for(lambda: server.get(f"{ROOM}/viewers").json["viewers"])
    studio = informed_studio(server)
    assert [m["type"] for m in studio.messages[:2]] == ["hello", "overview"]
    whole = studio.overview
    assert whole["full"] and whole["running"] and whole["faults"] == [] and whole["lastSeq"] == 5
    assert [c["combo"] for c in whole["channels"].values()] == ["a", "b"]
    assert whole["queueLength"] == 2 and list(whole["queue"]) == ["c", "d"]
    studio.listen_until(lambda: all("expectedAt" in entry for entry in studio.overview["queue"].values()))
    expected = {q["combo"]: q for q in server.get(f"{ROOM}/state").json["queue"]}
    for combo, entry in whole["queue"].items():
        assert entry["expectedAt"] == expected[combo]["expectedAt"]
        assert entry["position"] == expected[combo]["position"]
    assert whole["queueEnd"] == expected["d"]["expectedAt"]
    assert [line["text"] for line in whole["captions"].values()] == ["hello"]
    assert [v["role"] for v in whole["viewers"].values()] == ["overlay"]

    gift(server, "e", test=True)
    server.post(f"{ROOM}/control", {"action": "skip", "of": "gifts/0"})

    def told():
        return [(m["id"], m["status"]) for m in studio.of_type("outcome")]

    studio.listen_until(lambda: {("a", "finished"), ("c", "sent")} <= set(told()))
    assert told().index(("c", "shown")) < told().index(("c", "sent"))
    events = [m["event"] for m in studio.of_type("event")]
    assert [(e["id"], e["type"], e["outcome"]) for e in events][0] == ("e", "gift", "queued")
    assert events[0]["test"] is True and events[1]["of"] == "gifts/0"

    # Once the room is at rest, the overview with all changes equals that of a new studio.
    server.post(f"{ROOM}/control", {"action": "clear"})
    assert server.request("PATCH", f"{ROOM}/config", {"gifts": {"linger": 0.2}}).status == 200
    gift(server, "f")
    server.post(f"{ROOM}/control", {"action": "hold"})
    gift(server, "g", sender="x")
    wait_for(lambda: server.get(f"{ROOM}/events/f").json["status"] == "finished")

    def agree():
        studio.listen(0.3)
        fresh = informed_studio(server).overview
        parts = (set(fresh) | set(studio.overview)) - {"time", "viewers"}
        return all(studio.overview.get(part) == fresh.get(part) for part in parts)

    wait_for(agree)
    page.close()


def test_a_studio_of_a_room_at_rest_gets_only_beats(server):
    studio = informed_studio(server)
    studio.listen_until(lambda: studio.of_type("beat"))
    before = len(studio.messages)
    studio.listen_until(lambda: len(studio.messages) == before + 1)
    assert studio.messages[-1]["type"] == "beat"
    assert studio.bytes < 4096


def test_an_overlay_of_a_room_at_rest_gets_beats(server):
    overlay = Viewer(server.port, "main")
    assert [overlay.read()["type"] for _ in range(3)] == ["hello", "frame", "beat"]
    overlay.close()


def test_a_studio_is_told_when_a_waiting_room_starts(tmp_path):
    with Server(tmp_path / "data", config=None) as server:
        studio = informed_studio(server)
        assert studio.overview["running"] is False
        server.post(f"{ROOM}/control", {"action": "start"})
        studio.listen_until(lambda: studio.overview["running"] is True)


@pytest.mark.long
def test_a_busy_room_sends_a_studio_less_than_four_kilobytes_a_second(server):
    page = Viewer(server.port, "main", is_visible=True).record()
    studio = informed_studio(server)
    studio.bytes, began, number = 0, time.monotonic(), 0
    while time.monotonic() - began < 12:
        server.post(f"{ROOM}/gifts", {"sender": f"Sender {number % 20}", "gift": "Rose", "count": 1 + number % 5})
        number += 1
        studio.listen(began + number / 10 - time.monotonic())
    assert studio.overview["queueLength"] >= 5
    assert studio.bytes / (time.monotonic() - began) < 4000
    # The studio still learns of a control at once.
    server.post(f"{ROOM}/control", {"action": "hold"})
    waiting = server.get(f"{ROOM}/state").json["queue"]

    def told():
        queue = studio.overview["queue"]
        return [(combo, queue[combo]["count"]) for combo in sorted(queue, key=lambda combo: queue[combo]["position"])]

    studio.listen_until(lambda: told() == [(one["combo"], one["count"]) for one in waiting])
    page.close()


def test_a_studio_gets_a_part_of_many_events_and_the_number_of_the_others(server):
    studio = informed_studio(server)
    server.post(f"{ROOM}/control", {"action": "hold"})
    for number in range(300):
        gift(server, f"g{number}")

    def told():
        return sum("event" in message for message in studio.of_type("event"))

    def missed():
        return sum(message.get("missed", 0) for message in studio.of_type("event"))

    studio.listen_until(lambda: told() + missed() >= 301 and studio.overview["queueLength"] == 300)
    # The number of sent events depends on the speed at which they came.
    assert told() >= 20
    assert len(studio.overview["queue"]) == 50
    assert studio.overview["held"] is True


def test_a_studio_that_leaves_leaves_no_room_behind(server):
    studio = informed_studio(server, "other")
    assert [r["name"] for r in server.get("/v1/rooms").json["rooms"]] == ["other"]
    studio.viewer.close()
    wait_for(lambda: server.get("/v1/rooms").json["rooms"] == [])


# The queue


def test_a_queued_combo_is_moved_and_removed(server):
    # The rows stay, however slow the machine is.
    assert server.request("PATCH", f"{ROOM}/config", {"gifts": {"linger": 60, "hurry": 0}}).status == 200
    for name in "abcde":
        gift(server, name)

    def queue():
        return [entry["combo"] for entry in server.get(f"{ROOM}/state").json["queue"]]

    assert queue() == ["c", "d", "e"]
    moved = server.post(f"{ROOM}/queue/e/move", {"to": 1, "id": "m1"})
    assert (moved.status, moved.json["outcome"]) == (202, "applied")
    assert queue() == ["e", "c", "d"]
    assert server.post(f"{ROOM}/queue/e/move", {"to": 1, "id": "m1"}).status == 200
    assert server.request("DELETE", f"{ROOM}/queue/c").status == 202
    assert queue() == ["e", "d"]
    told = server.get(f"{ROOM}/events/c").json
    assert (told["status"], told["ended"]) == ("skipped", "dismissed")
    for answer in (server.request("DELETE", f"{ROOM}/queue/c"),
                   server.post(f"{ROOM}/queue/a/move", {"to": 1})):
        assert answer.status == 404 and "waits" in answer.json["detail"]
    bad = server.post(f"{ROOM}/queue/d/move", {"to": 0})
    assert bad.status == 422 and bad.json["errors"][0]["pointer"] == "/to"
    server.kill()
    server.start()
    assert queue() == ["e", "d"]


# Replays


def test_a_replay_is_a_new_event(server):
    gift(server, "a", count=7)
    again = server.post(f"{ROOM}/events/a/replay", None)
    assert again.status == 202 and again.json["id"] != "a"
    entry = server.get(f"{ROOM}/events/{again.json['id']}").json
    assert (entry["replayOf"], entry["count"], entry["type"]) == ("a", 7, "gift")
    server.post(f"{ROOM}/captions", {"id": "c", "text": "hello"})
    assert server.post(f"{ROOM}/events/c/replay", None).json["outcome"] == "shown"
    key = {"Idempotency-Key": "again"}
    first = server.request("POST", f"{ROOM}/events/a/replay", headers=key)
    second = server.request("POST", f"{ROOM}/events/a/replay", headers=key)
    assert (first.status, second.status, second.json) == (202, 200, first.json)


def test_a_control_and_a_missing_event_have_no_replay(server):
    held = server.post(f"{ROOM}/control", {"id": "h", "action": "hold"})
    assert held.status == 202
    assert server.post(f"{ROOM}/events/h/replay", None).status == 422
    assert server.post(f"{ROOM}/events/x/replay", None).status == 404
    assert server.get(f"{ROOM}/events").json["next"] == 1


# The history


def test_the_history_is_read_and_searched_from_its_end(server):
    for number in range(450):
        gift(server, f"g{number}", sender={"name": f"Ann {number % 7}", "id": f"U{number}"})
    server.post(f"{ROOM}/captions", {"text": "Grüße an ROSE"})

    def look(**query):
        query = {"before": 2**53 - 1, **query}
        said = server.get(f"{ROOM}/events?" + "&".join(f"{k}={v}" for k, v in query.items()))
        assert said.status == 200, said.json
        return [event["seq"] for event in said.json["events"]], said.json["next"]

    assert look(limit=3) == ([451, 450, 449], 449)
    assert look(before=4) == ([3, 2, 1], None)
    assert look(before=1) == ([], None)
    assert look(type="caption") == ([451], None)
    assert look(type="caption,gift", limit=2) == ([451, 450], 450)
    assert look(q="an%20rose") == ([451], None)
    assert look(q="u44") == ([*range(450, 440, -1), 45], None)
    assert look(q="ann%203", limit=1000)[0] == [n + 1 for n in range(449, -1, -1) if n % 7 == 3]
    assert look(q="gift", limit=1000)[0] == []
    assert look(before=9, after=6) == ([8, 7], None)
    assert server.get(f"{ROOM}/events?type=caption").json["events"][0]["seq"] == 451
    for bad in ("before=x", "before=5&q=", "q=" + 801 * "x"):
        assert server.get(f"{ROOM}/events?{bad}").status == 422, bad


# Created rooms


def test_a_created_room_stays_without_events(server):
    made = server.request("PUT", "/v1/rooms/stage2")
    assert (made.status, made.json) == (201, {"name": "stage2"})
    assert server.request("PUT", "/v1/rooms/stage2").status == 200
    server.kill()
    server.start()
    assert [r["name"] for r in server.get("/v1/rooms").json["rooms"]] == ["stage2"]
    assert server.request("PUT", "/v1/rooms/Not%20one").status == 404


# Missed deliveries


def deliver(server, key, body):
    """A delivery of Streamlabs, whose program posts with a key."""
    return server.request("POST", "/v1/hooks/main/streamlabs", body, headers={"Authorization": f"Bearer {key}"})


def test_unknown_and_refused_deliveries_reach_the_studio_and_the_metrics(server):
    key = server.post(f"{ROOM}/keys", {"role": "ingest", "name": "bridge"}).json["key"]
    secret = {"secret": "s3cRe7s3cRe7"}
    assert server.request("PUT", f"{ROOM}/sources/twitch", secret).status == 200
    studio = informed_studio(server)
    assert "sources" not in studio.overview
    for kind in ("raffle", "raffle", "loyalty"):
        assert deliver(server, key, {"type": kind, "message": [{"_id": "a"}]}).status == 200
    assert server.request("POST", "/v1/hooks/main/twitch", {}, headers={
        "Twitch-Eventsub-Message-Id": "a", "Twitch-Eventsub-Message-Type": "notification",
        "Twitch-Eventsub-Message-Timestamp": "2026-11-26T10:00:00Z",
        "Twitch-Eventsub-Message-Signature": "sha256=" + 64 * "0"}).status == 403
    studio.listen_until(lambda: len(studio.overview.get("sources", {}).get("missed", [])) == 3)
    missed = studio.overview["sources"]["missed"]
    assert sorted((one["source"], one.get("type"), one.get("code"), one["count"]) for one in missed) == [
        ("streamlabs", "loyalty", None, 1), ("streamlabs", "raffle", None, 2), ("twitch", None, "forged", 1)]
    assert missed[0]["source"] == "twitch"
    metrics = server.get("/metrics").body.decode()
    assert 'ovation_deliveries_unknown_total{source="streamlabs"} 3' in metrics
    assert 'ovation_deliveries_total{source="twitch",outcome="refused"} 1' in metrics


def test_a_donation_in_another_currency_asks_the_studio_until_the_room_counts_it(server):
    key = server.post(f"{ROOM}/keys", {"role": "ingest", "name": "bridge"}).json["key"]
    studio = informed_studio(server)
    tip = {"type": "donation", "message": [{"_id": "a", "name": "Ann", "amount": "5", "currency": "EUR"}]}
    assert deliver(server, key, tip).status == 202
    studio.listen_until(lambda: studio.overview.get("sources", {}).get("otherCurrency") == "EUR")
    assert server.request("PATCH", f"{ROOM}/config", {"sources": {"currency": "EUR"}}).status == 200
    studio.listen_until(lambda: "sources" not in studio.overview)

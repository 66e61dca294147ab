"""YouTube's bridge with an API on loopback: pages, ends, limits and failures."""

import json
import urllib.parse

import pytest

from Bridges.front import Front
from Bridges.recorded import told
from harness.payloads import bodies
from poster import Poster, with_key
from youtube import NO_CHAT_SECONDS, NO_QUOTA_SECONDS, WANTED, Bridge, Chat

KEY = "AIza-key"


def refusal(status, reason):
    return status, {"error": {"code": status, "errors": [{"reason": reason}]}}


class API:
    """Answers `liveChat/messages` from a script; `chat` is the id of the current chat, or None."""

    def __init__(self, script):
        self.script = list(script)
        self.asked = []
        self.chat = "chat-1"

    def __call__(self, _method, path, fields, _body):
        assert fields["X-Goog-Api-Key"] == KEY and KEY not in path
        parts = urllib.parse.urlsplit(path)
        query = dict(urllib.parse.parse_qsl(parts.query))
        self.asked.append((parts.path, query))
        if parts.path == "/videos":
            details = {"activeLiveChatId": self.chat} if self.chat else {}
            status, answer = 200, {"items": [{"id": query["id"], "liveStreamingDetails": details}]}
        else:
            status, answer = self.script.pop(0)
        content = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        return status, {"Content-Type": "application/json"}, content


def page(items, token, **more):
    return 200, {"items": items, "nextPageToken": token, "pollingIntervalMillis": 5000, **more}


@pytest.fixture
def bridged(server, key):
    """Runs a script through a bridge to the server; returns the bridge's pauses after each turn."""

    def run(script, turns, api=None):
        api = api or API(script)
        poster = Poster(f"{server.url}/v1/hooks/main/youtube", with_key(key))
        with Front(api) as front:
            bridge = Bridge(poster, Chat(KEY, "video", front.url), 10)
            waits = [bridge.turn() for _ in range(turns)]
        assert poster.close() == 0
        return waits, api

    return run


def passed(room):
    """The codes of the deliveries that made no event."""
    return {one["code"] for one in room.send("GET", "sources/youtube/passed", status=200)["passed"]}


def test_messages_are_posted_once_however_often_they_are_read(room, bridged):
    messages = list(bodies("youtube").values())
    middle = len(messages) // 2
    script = [page(messages[:middle], "p1"), page(messages[middle - 3:], "p2"), page([], "p3")]
    waits, api = bridged(script, 3)
    assert waits == [10, 10, 10]
    assert [query.get("pageToken") for path, query in api.asked if path == "/liveChat/messages"] == [None, "p1", "p2"]
    wanted = {f"youtube:{one['id']}" for one in messages if one["snippet"]["type"] in WANTED}
    events = told(room)
    assert {id_ for id_, event in events.items() if event["type"] != "notice"} == wanted and len(wanted) >= 5
    assert events["youtube:LCC.bomb"]["count"] == 5
    # The bridge skips messages without a gift or a membership.
    counts = room.send("GET", "sources", status=200)["sources"][0]["counts"]
    assert counts["recorded"] == len(wanted) and passed(room) <= {"other-currency"}
    # The bridge reads all messages again after a restart.
    bridged([page(messages, "p1")], 1)
    assert told(room) == events


def test_a_bridge_looks_for_a_new_chat_after_a_chat_ended(room, bridged):
    superchat = bodies("youtube")["superchat"]
    script = [page([], "p1", offlineAt="2026-11-21T10:00:00Z"), refusal(403, "liveChatEnded"), page([superchat], "p1")]
    waits, api = bridged(script, 3)
    assert waits == [10, NO_CHAT_SECONDS, 10]
    assert [path for path, _ in api.asked].count("/videos") == 3
    assert list(told(room)) == ["youtube:LCC.superchat:notice", "youtube:LCC.superchat"]
    api = API([])
    api.chat = None
    assert bridged([], 1, api)[0] == [NO_CHAT_SECONDS]


def test_a_bridge_waits_after_refusals_and_failures_and_loses_no_page(room, bridged):
    superchat = bodies("youtube")["superchat"]
    script = [
        page([], "p1"), refusal(503, "backendError"), (200, b"not JSON"), refusal(403, "rateLimitExceeded"),
        refusal(403, "quotaExceeded"), page([superchat], "p2")]
    waits, api = bridged(script, 6)
    assert waits == [10, 2, 4, 8, NO_QUOTA_SECONDS, 10]
    assert [query.get("pageToken") for path, query in api.asked if path != "/videos"] == [None] + ["p1"] * 5
    assert list(told(room)) == ["youtube:LCC.superchat:notice", "youtube:LCC.superchat"]


def test_a_bridge_doubles_its_pause_while_it_gets_no_answer():
    bridge = Bridge(None, Chat(KEY, "video", "http://127.0.0.1:9"), 10)
    assert [bridge.turn() for _ in range(8)] == [2, 4, 8, 16, 32, 64, 120, 120]


def test_a_deleted_message_takes_its_event_back(room, bridged):
    messages = bodies("youtube")
    other = {**messages["deleted"], "id": "LCC.other", "snippet": {
        **messages["deleted"]["snippet"], "messageDeletedDetails": {"deletedMessageId": "LCC.chatter"}}}
    bridged([page([messages["superchat"], other], "p1"), page([messages["deleted"]], "p2")], 2)
    events = told(room)
    ids = {"youtube:LCC.superchat", "youtube:LCC.superchat:notice"}
    assert set(events) == ids | {f"takeBack:{id_}" for id_ in ids}
    assert events["takeBack:youtube:LCC.superchat"]["of"] == "youtube:LCC.superchat"
    counts = room.send("GET", "sources", status=200)["sources"][0]["counts"]
    assert counts["recorded"] == 2 and passed(room) <= {"other-currency"}

"""A bridge posts each delivery until the server has it, and each counts once."""

import logging
import time

from Bridges.front import Front
from Bridges.recorded import told
from harness.server import fetch
from harness.waiting import wait_for
from poster import Poster, seconds_of, with_key


def superchat(number):
    return {"id": f"LCC.{number}", "authorDetails": {"channelId": "UC1", "displayName": "Ann"},
            "snippet": {"type": "superChatEvent", "superChatDetails": {
                "amountMicros": "1000000", "currency": "USD"}}}


def passing_on(address, answers):
    """Answers with statuses from a list, then forwards to the address; a number above 600 forwards before it answers."""

    def answer(_method, _path, fields, body):
        status = answers.pop(0) if answers else 0
        if 0 < status < 600:
            return status, {"Retry-After": "0"}, b"{}"
        names = ("Content-Type", "Authorization")
        got = fetch(address, body, {name: fields[name] for name in names})
        return (status - 600 if status else got.status), {}, got.body

    return answer


def test_failed_deliveries_are_posted_again_in_order_and_counted_once(room, key, monkeypatch):
    monkeypatch.setattr("poster.FIRST_WAIT_SECONDS", 0.01)
    address = f"{room.server.url}/v1/hooks/main/youtube"
    # The fourth answer is a 500 although the server has recorded the delivery.
    answers = [503, 429, 500 + 600, 502]
    with Front(passing_on(address, answers)) as front:
        poster = Poster(front.url, with_key(key))
        for number in range(5):
            poster.put(superchat(number))
        assert poster.close() == 0
    events = room.send("GET", "events", status=200)["events"]
    assert [event["id"] for event in events if event["type"] == "gift"] == [
        f"youtube:LCC.{number}" for number in range(5)]
    assert len(events) == 10
    assert answers == []


def test_a_rejected_delivery_is_dropped_and_logged(room, key, caplog):
    with caplog.at_level(logging.INFO):
        poster = Poster(f"{room.server.url}/v1/hooks/main/youtube", with_key(key))
        poster.put({"no": "message"})
        poster.put(superchat(1))
        assert poster.close() == 0
    assert list(told(room)) == ["youtube:LCC.1:notice", "youtube:LCC.1"]
    assert "refused with 422" in caplog.text and key not in caplog.text


def test_a_server_that_is_killed_between_deliveries_receives_all_of_them(server, room, key):
    poster = Poster(f"{server.url}/v1/hooks/main/youtube", with_key(key))
    for number in range(30):
        poster.put(superchat(number))
        if number % 10 == 5:
            wait_for(lambda wanted=number - 3: len(told(room)) > 2 * wanted)
            server.kill()
            server.start()
    assert poster.close(30) == 0
    ids = [f"youtube:LCC.{number}" for number in range(30)]
    assert set(told(room)) == set(ids) | {f"{id_}:notice" for id_ in ids}
    assert room.send("GET", "totals", status=200)["count"] == 30


def test_the_queue_of_a_bridge_has_a_limit(monkeypatch, caplog):
    monkeypatch.setattr("poster.MOST_WAITING", 3)
    poster = Poster("http://127.0.0.1:9/", with_key("none"))
    for number in range(5):
        poster.put({"number": number})
    began = time.monotonic()
    assert poster.close(0.1) == 3 and time.monotonic() - began < 5
    assert caplog.text.count("lost a delivery") == 2


def test_retry_after_is_read_in_seconds():
    assert [seconds_of(field) for field in ("7", "3600", None, "", "Wed, 21 Oct 2026 07:28:00 GMT", "-1")] == [
        7, 60, 0, 0, 0, 0]

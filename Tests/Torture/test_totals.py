"""A room's totals count its gifts, through kills and deletions."""

import datetime
import random

import pytest

from harness.server import Server

ROOM = "/v1/rooms/main"


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data") as server:
        yield server


def totals(server, query=""):
    answer = server.get(f"{ROOM}/totals{query}")
    assert answer.status == 200, answer.json
    return answer.json


def give(server, sender, gift, count=1, **more):
    answer = server.post(f"{ROOM}/gifts", {"sender": sender, "gift": gift, "count": count, **more})
    assert answer.status == 202, answer.json
    return answer.json


def test_a_room_without_gifts_has_no_totals(server):
    assert totals(server) == {
        "events": 0, "count": 0, "value": 0, "currency": "USD", "since": None, "rows": []}


def test_totals_go_by_sender_or_by_gift_without_test_gifts_and_replays(server):
    first = give(server, "Ann", {"name": "Rose", "value": 2}, 3)
    give(server, "Bob", {"name": "Car", "value": 100})
    give(server, "Ann", "Hello", 5)
    give(server, "Ann", {"name": "Car", "value": 100}, test=True)
    assert server.request("POST", f"{ROOM}/events/{first['id']}/replay").status == 202
    told = totals(server)
    assert (told["events"], told["count"], told["value"]) == (3, 9, 106)
    assert told["since"] == first["at"]
    assert [(row["name"], row["count"], row["value"]) for row in told["rows"]] == [
        ("Bob", 1, 100), ("Ann", 8, 6)]
    assert [row["key"] for row in totals(server, "?by=gift")["rows"]] == ["car", "rose", "Hello"]
    assert [row["key"] for row in totals(server, "?by=gift&limit=1")["rows"]] == ["car"]


def test_totals_and_goals_agree_on_the_catalogue_s_values(server):
    goals = {
        "worth": {"measure": "value"}, "money": {"measure": "value", "money": True},
        "rose": {"gift": "rose"}, "Rose": {"gift": "Rose"},
    }
    for name, goal in goals.items():
        body = {"title": name, "target": 10**6} | goal
        assert server.request("PUT", f"{ROOM}/goals/{name}", body).status == 202
    give(server, "Ann", "rose", 12)
    give(server, "Ann", "Rose", 8)
    give(server, "Bob", "castle", 10)
    give(server, "Cyd", {"name": "Tulip", "price": 7}, 2)
    give(server, "Cyd", {"name": "Tulip", "value": 900, "currency": "EUR"})
    # A later value counts for later gifts.
    assert server.request("PUT", f"{ROOM}/catalogue/rose", {"name": "Rose", "value": 3}).status == 200
    give(server, "Dee", "Rose", 5)
    told = totals(server)
    assert [(row["name"], row["value"]) for row in told["rows"]] == [
        ("Bob", 50_000), ("Ann", 20), ("Dee", 15), ("Cyd", 14)]
    assert [(row["key"], row["count"]) for row in totals(server, "?by=gift")["rows"]] == [
        ("castle", 10), ("rose", 25), ("Tulip", 3)]
    reached = {goal["name"]: goal["amount"] for goal in server.get(f"{ROOM}/state").json["goals"]}
    assert reached == {"worth": told["value"], "money": told["value"], "rose": 25, "Rose": 25}
    assert told["value"] == 50_049


def test_totals_since_a_time_leave_earlier_gifts_out(server):
    give(server, "Ann", "Rose")
    second = give(server, "Bob", "Rose", 2)
    for since in (second["at"], second["at"].replace("Z", "+00:00").replace("+", "%2B")):
        assert totals(server, f"?since={since}")["count"] == 2
    later = datetime.datetime.fromisoformat(second["at"]) + datetime.timedelta(seconds=1)
    assert totals(server, f"?since={later.isoformat().replace('+', '%2B')}")["count"] == 0
    assert totals(server, "?since=session")["count"] == 3


@pytest.mark.parametrize("query, detail", [
    ("by=room", "?by: must be sender or gift"),
    ("since=yesterday", "?since: must be session or a time such as 2026-02-03T04:05:06Z"),
    ("limit=0", "?limit: must be a whole number from 1 to 1000"),
])
def test_an_invalid_query_is_refused_with_a_reason(server, query, detail):
    answer = server.get(f"{ROOM}/totals?{query}")
    assert answer.status == 422
    assert answer.json["detail"] == detail


def test_totals_survive_a_kill_and_go_with_a_deleted_room(tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    sums = {}
    with Server(tmp_path / "data") as server:
        for _ in range(300):
            name, count = f"s{chance.randrange(9)}", chance.randrange(1, 9)
            give(server, name, "Rose", count)
            sums[name] = sums.get(name, 0) + count
            if chance.randrange(30) == 0:
                assert {row["key"]: row["count"] for row in totals(server)["rows"]} == sums
        before = totals(server)
        server.kill()
    with Server(tmp_path / "data") as server:
        assert totals(server) == before
        assert {row["key"]: row["count"] for row in before["rows"]} == sums
        assert server.request("DELETE", ROOM).status == 202
        assert totals(server)["rows"] == []
        give(server, "Zoe", "Rose", 2)
        assert [(row["key"], row["count"]) for row in totals(server)["rows"]] == [("Zoe", 2)]

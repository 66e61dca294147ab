"""The end of a period of the leaders is recorded once, although every node tries."""

import datetime
import random
import time

import pytest

from Cluster.cluster import Cluster, ask
from Cluster.own import settle, start_at_once
from Faults.preload import Clock
from harness.server import in_threads
from harness.variants import variants

UTC = datetime.timezone.utc
LEADERS = {"enabled": True, "by": "count", "rows": 10}


def at(entry):
    return datetime.datetime.fromisoformat(entry["at"])


def next_start(period, now):
    """The start of the next day, week or month in UTC."""
    day = now.replace(hour=0, minute=0, second=0, microsecond=0)
    if period == "month":
        return (day.replace(day=1) + datetime.timedelta(days=32)).replace(day=1)
    return day + datetime.timedelta(days=7 - day.weekday() if period == "week" else 1)


def gifts_until(cluster, instant, ended):
    """Posts gifts at all nodes, more often than each node looks for the end of a period."""
    def post(number, node):
        connection, lot = node.connect(), random.Random(number)
        while instant() < ended:
            body = {"sender": f"S{lot.randrange(4)}", "gift": "Rose", "count": lot.randrange(1, 9)}
            assert connection.request("POST", "/v1/rooms/main/gifts", body).status == 202
            time.sleep(0.02)
        connection.close()

    in_threads(*[lambda pair=pair: post(*pair) for pair in enumerate(cluster.nodes)])


def check_sums(cluster, events, reset):
    """All nodes have the sums of the gifts that came after the reset."""
    sums = {}
    for entry in events:
        if entry["type"] == "gift" and entry["seq"] > reset["seq"]:
            name = entry["sender"]["name"]
            sums[name] = sums.get(name, 0) + entry["count"]
    for node in cluster.nodes:
        rows = node.get("/v1/rooms/main/leaders").json["rows"]
        assert {row["name"]: row["count"] for row in rows} == sums


@pytest.fixture
def clock():
    clock = Clock()
    yield clock
    clock.close()


@pytest.fixture
def timed(tmp_path, clock):
    """A cluster whose nodes and Redis have a wall clock that the test sets."""
    with Cluster(tmp_path, environment=clock.environment, of_nodes=clock.environment) as cluster:
        yield cluster


def configure_leaders(cluster, period):
    body = {"leaders": {**LEADERS, "period": period}}
    assert cluster.nodes[0].request("PATCH", "/v1/rooms/main/config", body).status == 200


@pytest.mark.parametrize("period", variants(["day", "week", "month"]))
def test_the_end_of_a_period_is_recorded_once_and_before_all_gifts_of_the_next(timed, clock, period):
    now = datetime.datetime.now(UTC)
    boundary = next_start(period, now)
    offset = (boundary - now).total_seconds() - 1.5
    clock.set(offset)

    def instant():
        return datetime.datetime.now(UTC) + datetime.timedelta(seconds=offset)

    configure_leaders(timed, period)
    gifts_until(timed, instant, boundary + datetime.timedelta(seconds=2))
    events = settle(timed)
    resets = [entry for entry in events if entry["id"].startswith("period:")]
    assert [entry["id"] for entry in resets] == [f"period:{boundary:%Y-%m-%dT%H:%M:%S.000000Z}"]
    [reset] = resets
    assert reset["action"] == "resetLeaders"
    gifts = [entry for entry in events if entry["type"] == "gift"]
    assert any(entry["seq"] < reset["seq"] for entry in gifts)
    # A node on a busy machine may take its time between the look at the clock and the time of a gift.
    late = boundary + datetime.timedelta(milliseconds=100)
    assert all(at(entry) < late for entry in gifts if entry["seq"] < reset["seq"])
    check_sums(timed, events, reset)
    # A node that comes back records no second end, and has the same sums.
    timed.nodes[1].kill()
    timed.nodes[1].start()
    check_sums(timed, settle(timed), reset)
    timed.check_frames("main")


def test_a_session_that_ends_while_all_nodes_are_down_is_recorded_once(timed, clock):
    configure_leaders(timed, "session")
    for node in timed.nodes:
        assert node.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}).status == 202
    last = at(timed.check(None, "main")[-1])
    for node in timed.nodes:
        node.kill()
    clock.set(6 * 3600 + 60)
    start_at_once(timed.nodes)
    in_threads(*[lambda node=node: ask(node, "/v1/rooms/main/gifts", "POST", {"sender": "Bob", "gift": "Rose"})
                 for node in timed.nodes])
    events = settle(timed)
    [reset] = [entry for entry in events if entry["id"].startswith("period:")]
    assert datetime.datetime.fromisoformat(reset["id"].removeprefix("period:")) == last + datetime.timedelta(hours=6)
    assert [entry.get("sender", {}).get("name") for entry in events if entry["seq"] > reset["seq"]] == ["Bob"] * 3
    check_sums(timed, events, reset)

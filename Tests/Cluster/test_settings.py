"""Random changes of keys, sources, suspensions, retention and files beside a sequential model.

Three clients make the changes while servers are killed and Redis is cut off. OVATION_SETTINGS_SECONDS is the duration.
"""

import contextlib
import os
import random
import threading
import time

import pytest

from Cluster.cluster import Cluster
from Cluster.settling import Settling
from harness.server import Server, in_threads
from harness.variants import variants
from harness.waiting import wait_for

HARD_SECONDS = float(os.environ.get("OVATION_SETTINGS_SECONDS", 1800)) if os.environ.get("HARD") else None
SECONDS = [HARD_SECONDS] if HARD_SECONDS else variants([5, 30])
CLIENTS = 3
FRAME = "/v1/rooms/main/frame"
OPTIONS = ["--auth", "keys", *(f"--limit=requests-per-{whose}=1000000" for whose in ("key", "room"))]


@contextlib.contextmanager
def alone(directory):
    with Server(directory / "data", *OPTIONS) as server:
        yield Settling([server])


@contextlib.contextmanager
def together(directory):
    with Cluster(directory, nodes=2, options=OPTIONS) as cluster:
        yield Settling(cluster.nodes, cluster)


@pytest.mark.parametrize("seconds", SECONDS)
@pytest.mark.parametrize("show", [alone, together])
def test_settings_agree_with_a_sequential_model(tmp_path, seed, show, seconds):
    with show(tmp_path) as settling:
        settling.begin(seconds)
        in_threads(
            lambda: settling.disturb(random.Random(seed)),
            *(lambda number=number: settling.work(random.Random(seed + number)) for number in range(1, CLIENTS + 1)))
        settling.check()
        print(settling.figures())


def test_frequent_changes_of_a_room_do_not_delay_a_revocation_in_another(tmp_path):
    with Cluster(tmp_path, nodes=2, options=OPTIONS) as cluster:
        one, other = cluster.nodes
        admin = one.admin
        noisy = made_key(one, "noisy", admin)
        stop = threading.Event()

        def rename():
            count = 0
            while not stop.is_set():
                count += 1
                answer = one.request("PATCH", f"/v1/rooms/noisy/keys/{noisy['id']}", {"name": f"n{count}"}, admin)
                assert answer.status == 200, answer
                time.sleep(1 / 30)
            return count

        def revoke():
            """Revokes keys while the other room's changes go on."""
            slowest = 0
            for _ in range(20):
                time.sleep(0.1)
                key = made_key(one, "main", admin)
                header = {"Authorization": f"Bearer {key['key']}"}
                wait_for(lambda header=header: other.request("GET", FRAME, headers=header).status == 200)
                assert one.request("DELETE", f"/v1/rooms/main/keys/{key['id']}", headers=admin).status == 200
                revoked = time.monotonic()
                wait_for(lambda header=header: other.request("GET", FRAME, headers=header).status == 401)
                slowest = max(slowest, time.monotonic() - revoked)
            stop.set()
            return slowest

        changes, slowest = in_threads(rename, revoke)
        print(f"{changes} changes; the slowest revocation took {slowest:.3f} s at the other server")


def test_a_server_that_hears_no_changes_says_so_and_refuses_unknown_keys(tmp_path):
    with Cluster(tmp_path, nodes=2, options=OPTIONS) as cluster:
        one, other = cluster.nodes
        admin = one.admin
        known = made_key(one, "main", admin)
        header = {"Authorization": f"Bearer {known['key']}"}
        wait_for(lambda: other.request("GET", FRAME, headers=header).status == 200)
        cluster.ways[1].block()
        wait_for(lambda: other.get("/readyz").status == 503)
        unknown = made_key(one, "main", admin)
        answer = other.request("GET", FRAME, headers={"Authorization": f"Bearer {unknown['key']}"})
        assert answer.status == 503 and answer.json["type"] == "/problems/out-of-date", answer
        assert "retry-after" in answer.headers
        assert any("keys and settings" in fault for fault in other.get("/readyz").json["faults"])
        answer = other.request("PATCH", f"/v1/rooms/main/keys/{known['id']}", {"name": "x"}, admin)
        assert answer.json["type"] == "/problems/out-of-date", answer
        cluster.ways[1].unblock()
        wait_for(lambda: other.request(
            "GET", FRAME, headers={"Authorization": f"Bearer {unknown['key']}"}).status == 200)


def made_key(server, room, admin):
    answer = server.request("POST", f"/v1/rooms/{room}/keys", {"role": "owner"}, admin)
    assert answer.status == 201, answer
    return answer.json

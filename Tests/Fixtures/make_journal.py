"""Writes a journal with one build of Ovation, for every later build to open.

    OVATION=path/to/ovation python3 Tests/Fixtures/make_journal.py Tests/Fixtures/journal-0.1

A fixture is made once, by the version it is named after, and never again: later versions have to
open it and show what that version showed. Three rooms, each frozen by `waitForViewer` in the midst
of something:

- `evening` has every kind of event, and a snapshot of an orderly end;
- `pruned` has a counter and a caption whose events are forgotten: its snapshot alone has them;
- `crashed` has events after its newest snapshot; the server was killed, and its `-wal` was left.

Beside the files stands what this build says of them: each room's frame, state, configuration,
history and export.
"""

import json
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import Server, export
from harness.waiting import wait_for

ROOMS = ["evening", "pruned", "crashed"]
TWO_MONTHS = 60 * 86_400 * 1_000_000


def send(server, method, path, body=None):
    answer = server.request(method, f"/v1/rooms/{path}", body)
    assert answer.status in (200, 202), answer
    return answer.json


def freeze(server, room):
    send(server, "PATCH", f"{room}/config", {"stage": {"waitForViewer": True}})


def play_evening(server):
    """Every kind of event, and every form that its keys can have."""
    room = "evening"
    send(server, "PUT", f"{room}/config", {"ticker": {"enabled": True}, "gifts": {"linger": 4}})
    send(server, "POST", f"{room}/gifts", {"id": "g-1", "sender": "Ann", "gift": "Rose", "count": 3})
    send(server, "POST", f"{room}/gifts", {
        "id": "g-2", "sender": {"id": "7", "name": "小明", "avatar": "https://example.org/a.png"},
        "gift": {"id": "r", "name": "Rakéta", "image": "/web/x.png", "value": 2.5}, "count": 99})
    send(server, "POST", f"{room}/gifts", {"gift": "Rose"})
    send(server, "POST", f"{room}/gifts", {"sender": "Cy", "gift": "Cake", "count": 28})
    for name in ("Bob", "Dee", "Eve"):
        send(server, "POST", f"{room}/calls", {"id": f"call-{name}", "user": name})
    send(server, "POST", f"{room}/calls/call-Bob/tap", {})
    send(server, "DELETE", f"{room}/calls/call-Dee")
    send(server, "PUT", f"{room}/counters/followers", {
        "to": 1234.5, "from": 100, "duration": 60, "easing": "easeIn", "format": "decimal",
        "prefix": "Followers: ", "suffix": " 🎉", "grouping": True})
    send(server, "PUT", f"{room}/counters/gone", {"to": 3})
    send(server, "DELETE", f"{room}/counters/gone")
    for slot, effect in enumerate(["typewriter", "fade", "shine", "wave"]):
        send(server, "POST", f"{room}/captions", {
            "id": f"caption-{effect}", "slot": f"s{slot}", "text": "á̧ 👨‍👩‍👧‍👦 한글 🇩🇪",
            "effect": effect, "duration": 30, "hold": None if slot else 20, "exit": 1})
    send(server, "DELETE", f"{room}/captions/s1")
    send(server, "POST", f"{room}/control", {"action": "hold"})
    send(server, "POST", f"{room}/gifts", {"sender": "Fay", "gift": "Star"})
    send(server, "POST", f"{room}/calls", {"id": "call-Gus", "user": {"id": "9", "name": "Gus"}})
    time.sleep(0.6)
    send(server, "POST", f"{room}/control", {"action": "resume"})
    send(server, "POST", f"{room}/gifts", {"sender": "Hal", "gift": "Star", "count": 5})
    time.sleep(0.35)
    freeze(server, room)


def play_pruned(server):
    room = "pruned"
    send(server, "PUT", f"{room}/config", {"gifts": {"turn": 0, "x": 30}})
    send(server, "PUT", f"{room}/counters/total", {"to": 777, "duration": 0, "prefix": "Σ "})
    send(server, "POST", f"{room}/captions", {"text": "it stays", "hold": None, "duration": 0.1})
    for n in range(240):
        send(server, "POST", f"{room}/gifts", {"sender": f"s{n % 12}", "gift": "Rose"})
    freeze(server, room)


def play_crashed(server):
    room = "crashed"
    send(server, "POST", f"{room}/gifts", {"sender": "Ann", "gift": "Rose", "count": 9})
    send(server, "POST", f"{room}/gifts", {"id": "after", "sender": "Bob", "gift": "Cake", "count": 9})
    send(server, "PUT", f"{room}/counters/late", {"to": 5, "duration": 30})
    time.sleep(0.8)
    freeze(server, room)
    time.sleep(1.5)


def age(data, room, until):
    """Makes the events of a room up to `until` two months older."""
    database = sqlite3.connect(data / "journal.sqlite")
    with database:
        database.execute(
            "UPDATE event SET wall = wall - ? WHERE seq <= ? AND room = "
            "(SELECT key FROM room WHERE name = ?)", (TWO_MONTHS, until, room))
    database.close()


def wait_until_pruned(server, room, first):
    wait_for(lambda: send(server, "GET", f"{room}/events?limit=1")["events"][0]["seq"] > first, seconds=60)


def describe(server, data, room):
    history = send(server, "GET", f"{room}/events?limit=1000")["events"]
    return {
        "frame": send(server, "GET", f"{room}/frame"),
        "state": send(server, "GET", f"{room}/state"),
        "config": send(server, "GET", f"{room}/config"),
        "events": history,
        "fates": {entry["id"]: send(server, "GET", f"{room}/events/{entry['id']}")
                  for entry in history[-30:]},
    }


def make(target):
    data = pathlib.Path(tempfile.mkdtemp()) / "data"
    with Server(data) as server:
        play_evening(server)
        play_pruned(server)
        assert server.stop() == 0
    age(data, "pruned", 200)
    with Server(data) as server:
        wait_until_pruned(server, "pruned", 200)
        for _ in range(3):
            send(server, "POST", "crashed/gifts", {"sender": "Zoë", "gift": "Rose"})
        assert server.stop() == 0
    server = Server(data)
    server.start()
    play_crashed(server)
    server.kill()
    target.mkdir(parents=True, exist_ok=True)
    for name in ("journal.sqlite", "journal.sqlite-wal"):
        shutil.copyfile(data / name, target / name)
    with Server(data) as server:
        for room in ROOMS:
            text = json.dumps(describe(server, data, room), ensure_ascii=False, indent=1)
            (target / f"{room}.json").write_text(text + "\n")
    for room in ROOMS:
        (target / f"{room}.ndjson").write_bytes(export(data, room))


if __name__ == "__main__":
    make(pathlib.Path(sys.argv[1]))

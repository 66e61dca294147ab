"""Measures the cost of many rules, leaders and clocks.

    laden.py OVATION [--repeat N]

The first row compares the cost of a gift in a plain room with the cost in a laden room. The laden room has 100 rules of
alerts that never match, 10,000 leaders, and 6 clocks. Each gift extends the clocks. The rooms take turns. A cost is the
server's processor time for a gift, with the write to disk.

The second row is what 10,000 leaders with IDs and names of 12 bytes add to the server's memory (PSS) and to a snapshot,
in comparison with a room whose leaders are off.
"""

import argparse
import http.client
import json
import sqlite3
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median

from against import CONFIGURATION, GIFTS, POSTERS, Side

SENDERS = 10_000
CLOCKS = [f"clock-{number}" for number in range(6)]
# Each sender has a combo that waits.
PLAIN = {"gifts": {"queueLimit": SENDERS}}
LADEN = {
    "leaders": {"enabled": True},
    "alerts": {"rules": [
        {"name": f"rule-{number}", "when": {"type": "gift", "gift": "Castle", "min": 1000 + number}, "title": "{sender}"}
        for number in range(100)]},
    "clocks": {"rules": [
        {"name": name, "counter": name, "when": {"type": "gift", "min": 1}, "seconds": 1} for name in CLOCKS]},
}


class Room:
    """A room of a new server."""

    def __init__(self, server):
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port)
        self.port = server.port

    def ask(self, method, path, body):
        self.connection.request(
            method, f"/v1/rooms/main/{path}", json.dumps(body), {"Content-Type": "application/json"})
        answer = self.connection.getresponse()
        text = answer.read()
        assert answer.status < 300, (path, answer.status, text)

    def load(self):
        self.ask("PATCH", "config", LADEN)
        for name in CLOCKS:
            self.ask("PUT", f"counters/{name}", {"clock": {"seconds": 5_000_000}})

    def post(self, count):
        with ThreadPoolExecutor(POSTERS) as posters:
            list(posters.map(lambda first: self.post_each(first, count), range(POSTERS)))

    def post_each(self, first, count):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        for number in range(first, count, POSTERS):
            sender = {"id": f"user{number % SENDERS:08d}", "name": f"name{number % SENDERS:08d}"}
            gift = json.dumps({"sender": sender, "gift": "Rose", "count": 1 + number % 7})
            connection.request("POST", "/v1/rooms/main/gifts", gift, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            assert answer.status == 202, text


def cost(side, is_laden):
    """Returns the processor time per gift in microseconds, after each sender has sent a gift."""
    with side.serve() as server:
        room = Room(server)
        room.ask("PATCH", "config", PLAIN)
        if is_laden:
            room.load()
        room.post(SENDERS)
        before = server.processor()
        room.post(GIFTS)
        return (server.processor() - before) / GIFTS * 1e6


def weight(side, has_leaders):
    """Returns the bytes of the server's memory and of the room's snapshot, after each sender has sent a gift."""
    with side.serve() as server:
        room = Room(server)
        room.ask("PATCH", "config", {"gifts": {"enabled": False}, "leaders": {"enabled": has_leaders}})
        room.post(SENDERS)
        time.sleep(2)
        memory = Path(f"/proc/{server.process.pid}/smaps_rollup").read_text()
        server.process.terminate()
        server.process.wait()
        with sqlite3.connect(Path(server.data) / "journal.sqlite") as journal:
            snapshot = journal.execute("SELECT sum(length(state)) FROM snapshot").fetchone()[0]
        return int(memory.split("Pss:")[1].split()[0]) << 10, snapshot


def added(side):
    """Returns the bytes that leaders add to the memory and to the snapshot."""
    without, laden = weight(side, False), weight(side, True)
    return [more - less for less, more in zip(without, laden)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ovation")
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(CONFIGURATION, file)
        file.flush()
        side = Side(options.ovation, options.ovation, file.name, 0)
        costs = {False: [], True: []}
        for turn in range(options.repeat):
            for is_laden in [False, True] if turn % 2 == 0 else [True, False]:
                costs[is_laden].append(cost(side, is_laden))
        weights = [added(side) for _ in range(options.repeat)]
    plain, laden = median(costs[False]), median(costs[True])
    print(f"plain room {plain:.1f} µs a gift, laden room {laden:.1f} µs, {laden / plain:.2f} times as much "
          f"(medians of {options.repeat})")
    for name, found in zip(["memory", "snapshot"], zip(*weights)):
        print(f"10,000 leaders: {name} {median(found) / 1e6:.2f} MB, from {min(found) / 1e6:.2f} to {max(found) / 1e6:.2f}")


main()

"""size.py [--events N] [--rooms N] [--data DIR]: measures how soon a server serves a large journal.

Imports the events, starts the server with snapshots and without, and compares some rooms with the replay of their
exports. Exits with 1 if a picture differs, or if a start with snapshots takes longer than --limit seconds.
"""

import argparse
import json
import pathlib
import random
import shutil
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import events
from harness.server import Server, by_id, exact, export, run, simulate

# A room replays at most this many events after a crash, and the events of the last second.
SINCE_SNAPSHOT = 199


def history(random_, count):
    """Lines for `import`: random events, one each tenth of a second."""
    lines = []
    for serial in range(1, count + 1):
        request = events.draw(random_, serial)
        while request.kind == "control":
            request = events.draw(random_, serial)
        line = {"at": serial / 10, "type": request.kind, **request.body}
        if request.kind == "counter":
            line["name"] = request.path.rsplit("/")[-1]
        lines.append(json.dumps(line).encode() + b"\n")
    return lines


def fill(data, rooms, count, before=None):
    """Imports `count` events into each room, or only the first `before` of them."""
    for room in range(rooms):
        lines = history(random.Random(room), count)[:before]
        run("import", "--data", str(data), "--room", f"room-{room}", stdin=b"".join(lines))


def set_snapshots_back(data, rooms, count):
    """Gives every room the snapshot that it had `SINCE_SNAPSHOT` events earlier."""
    earlier = data / "earlier"
    if not earlier.exists():
        fill(earlier, rooms, count, before=max(1, count - SINCE_SNAPSHOT))
    database = sqlite3.connect(data / "journal.sqlite")
    database.execute("ATTACH ? AS earlier", [str(earlier / "journal.sqlite")])
    database.execute("DELETE FROM main.snapshot")
    database.execute("INSERT INTO main.snapshot SELECT * FROM earlier.snapshot")
    database.commit()
    database.close()


def check(server, rooms):
    for room in rooms:
        frame = exact(server.get(f"/v1/rooms/{room}/frame").body)
        instant = int(frame["time"][1:])
        replayed = simulate(export(server.data, room), [instant])[instant]
        assert by_id(frame["nodes"]) == replayed, f"{room} at {instant} is not its replay"


class Start:
    """A start on a journal: its seconds, and the bytes that its first thread had read when the server served.

    That thread opens the journal. Another one checks the whole file afterwards, while the server serves.
    """

    def __init__(self, data, rooms, title):
        server = Server(data)
        self.seconds = server.start(600)
        process = server.process.pid
        io = pathlib.Path(f"/proc/{process}/task/{process}/io").read_text()
        self.bytes_read = int(io.split("rchar:")[1].split()[0])
        try:
            check(server, rooms)
        finally:
            server.kill()
        print(f"{title}: serving after {self.seconds:.2f} s and {self.bytes_read >> 10} KiB, "
              f"{len(rooms)} rooms compared", flush=True)


def starts(data, events_count, rooms_count):
    """Starts with all snapshots, after a crash with older snapshots, and without snapshots."""
    rooms = [f"room-{room}" for room in range(0, rooms_count, max(1, rooms_count // 5))]
    yield Start(data, rooms, "with snapshots")
    set_snapshots_back(data, rooms_count, events_count // rooms_count)
    yield Start(data, rooms, f"after a crash, {SINCE_SNAPSHOT} events since every snapshot")
    database = sqlite3.connect(data / "journal.sqlite")
    assert database.execute("DELETE FROM snapshot").rowcount == rooms_count
    database.commit()
    database.close()
    yield Start(data, rooms, "without snapshots, by replay")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--data", help="a directory to keep; made if it is not there")
    options = parser.parse_args()
    data = pathlib.Path(options.data or tempfile.mkdtemp(prefix="ovation-size-"))
    try:
        if not (data / "journal.sqlite").exists():
            started = time.monotonic()
            fill(data, options.rooms, options.events // options.rooms)
            print(f"imported in {time.monotonic() - started:.0f} s", flush=True)
        journal = data / "journal.sqlite"
        print(f"{options.events} events, {options.rooms} rooms, "
              f"{journal.stat().st_size / 2**20:.0f} MiB")
        found = list(starts(data, options.events, options.rooms))
    finally:
        if options.data is None:
            shutil.rmtree(data)
    return 0 if max(start.seconds for start in found[:2]) <= options.limit else 1


if __name__ == "__main__":
    sys.exit(main())

"""Puts the same loads on two builds of Ovation in turn, and says how they compare, row by row.

    against.py OVATION OTHER [--repeat N] [--seconds S] [--at-once]

Both are programs; OVATION makes the load for both. What is told is what each row costs, the less the
better: medians of so many turns, and OVATION's as a share of OTHER's.

A processor that others share has good and bad minutes. With --at-once both serve their viewers at the same
time, on the same core, in the same minutes: two that are alike then differ by less, and one that needs the
caches for itself shows by less, too.

From a post to its frame most of the time is the disk's, which has such minutes as well: there both always
run beside each other, and posts go to the one and the other in turn.
"""

import argparse
import http.client
import json
import tempfile
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from loads import ROOT, WAVE, Bench, Server, Stream, latency

# What older versions read too.
CONFIGURATION = {"stage": {"waitForViewer": False}}
WORSE = 1.03
FRAMES = [("1 room, 500 viewers", 1, 500), ("1 room, 1,000 viewers", 1, 1000),
          ("1,000 rooms, a viewer each", 1000, 1000)]
GIFTS, POSTERS = 24_000, 16
POSTS = 1000


class Side(Bench):
    """One of the two, under loads that the first makes."""

    def __init__(self, served, ovation, configuration, seconds):
        super().__init__(ovation, None, seconds)
        self.served, self.configuration = served, configuration

    def serve(self):
        data = tempfile.mkdtemp(prefix="ovation-bench-")
        return Server([self.served, "serve", "--port", "PORT", "--data", data, "--web", ROOT / "web",
                       "--config", self.configuration], data)

    def frame(self, rooms, viewers, form):
        """Microseconds of the processor a frame."""
        with self.serve() as server:
            for room in range(rooms):
                server.post(f"load-{room}/captions", WAVE)
            more = ["--binary"] if form == "binary" else []
            return self.load(server, rooms, viewers, *more)["serverMicrosecondsPerFrame"]

    def gift(self):
        """Microseconds of the processor a gift, on disk and all."""
        with self.serve() as server:
            before = server.processor()
            posters = [threading.Thread(target=self.post, args=(server.port, first))
                       for first in range(POSTERS)]
            for poster in posters:
                poster.start()
            for poster in posters:
                poster.join()
            return (server.processor() - before) / GIFTS * 1e6

    @staticmethod
    def post(port, first):
        connection = http.client.HTTPConnection("127.0.0.1", port)
        for number in range(first, GIFTS, POSTERS):
            gift = json.dumps({"sender": f"{number % 500}", "gift": "Rose", "count": 3})
            connection.request("POST", "/v1/rooms/main/gifts", gift, {"Content-Type": "application/json"})
            connection.getresponse().read()

    def viewer(self):
        """Hundredths of a core for 5,000 viewers that are told nothing."""
        return self.idle(seconds=22)[0] * 100


def in_turn(measure):
    """A row that is measured on each side by itself; every other turn the other side goes first."""
    def measured(sides, turn):
        order = sides if turn % 2 == 0 else sides[::-1]
        taken = {side: measure(side) for side in order}
        return [taken[side] for side in sides]
    return measured


def at_once(measure):
    """A row that is measured on both sides at the same time."""
    def measured(sides, turn):
        with ThreadPoolExecutor() as pool:
            return list(pool.map(measure, sides))
    return measured


def latencies(sides, turn):
    """Milliseconds from a post to its frame, medians of both sides' posts."""
    with ExitStack() as stack:
        servers = [stack.enter_context(side.serve()) for side in sides]
        pairs = [(server, stack.enter_context(Stream(server.port)), []) for server in servers]
        for number in range(POSTS):
            for server, viewer, taken in pairs[::-1] if (number + turn) % 2 else pairs:
                taken.append(latency(server, viewer, number))
        return [median(taken) for _, _, taken in pairs]


def rows(measured):
    for name, rooms, viewers in FRAMES:
        for form in ("JSON", "binary"):
            yield (f"{name}, {form}, µs a frame",
                   measured(lambda side, rooms=rooms, viewers=viewers, form=form: side.frame(rooms, viewers, form)))
    yield "a gift, µs", in_turn(Side.gift)
    yield "from a post to its frame, ms", latencies
    yield "5,000 idle viewers, % of a core", in_turn(Side.viewer)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ovation", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    parser.add_argument("--at-once", action="store_true", help="frames of both at the same time")
    parser.add_argument("--row", help="only rows whose names contain this")
    options = parser.parse_args()
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(CONFIGURATION, file)
        file.flush()
        sides = [Side(served.resolve(), options.ovation.resolve(), file.name, options.seconds)
                 for served in (options.ovation, options.other)]
        print(f"| what | this | the other | this / the other, medians of {options.repeat} |")
        print("| --- | --- | --- | --- |", flush=True)
        for name, measure in rows(at_once if options.at_once else in_turn):
            if options.row and options.row not in name:
                continue
            pairs = [measure(sides, turn) for turn in range(options.repeat)]
            this, other = (median(values) for values in zip(*pairs))
            ratio = median(own / theirs for own, theirs in pairs)
            mark = " worse" if ratio > WORSE else ""
            print(f"| {name} | {this:.2f} | {other:.2f} | {ratio:.3f}{mark} |", flush=True)


if __name__ == "__main__":
    main()

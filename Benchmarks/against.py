"""Compares two builds of Ovation under the same loads and prints a table of their costs.

    against.py OVATION OTHER [--repeat N] [--seconds S] [--at-once]

OVATION and OTHER are programs; OVATION makes the load for both. Each row of the table is a cost, so less is
better: the medians of N turns, and OVATION's cost as a share of OTHER's.

The speed of a shared processor changes from minute to minute. With --at-once both builds serve their viewers
at the same time, on the same core. Then two equal builds differ less, but the disadvantage of a build that
needs more of the processor's caches is smaller, too.

The time from a post to its frame is mostly the disk's time, which changes as well. For this row both builds
always run at the same time, and posts go to them in turn.
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

# Only settings that older versions can read too.
CONFIGURATION = {"stage": {"waitForViewer": False}}
WORSE = 1.03
FRAMES = [("1 room, 500 viewers", 1, 500), ("1 room, 1,000 viewers", 1, 1000),
          ("1,000 rooms, a viewer each", 1000, 1000)]
GIFTS, POSTERS = 24_000, 16
POSTS = 1000


class Side(Bench):
    """A server of either build, under loads that OVATION makes."""

    def __init__(self, served, ovation, configuration, seconds):
        super().__init__(ovation, None, seconds)
        self.served, self.configuration = served, configuration

    def serve(self):
        data = tempfile.mkdtemp(prefix="ovation-bench-")
        return Server([self.served, "serve", "--port", "PORT", "--data", data, "--web", ROOT / "web",
                       "--config", self.configuration], data)

    def frame(self, rooms, viewers, form):
        """Returns the processor time per frame in microseconds."""
        with self.serve() as server:
            for room in range(rooms):
                server.post(f"load-{room}/captions", WAVE)
            more = ["--binary"] if form == "binary" else []
            return self.load(server, rooms, viewers, *more)["serverMicrosecondsPerFrame"]

    def gift(self):
        """Returns the processor time per gift in microseconds, including the write to disk."""
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
        """Returns the processor use of 5,000 idle viewers in hundredths of a core."""
        return self.idle(seconds=22)[0] * 100


def in_turn(measure):
    """Measures a row on one side after the other; in every second turn the other side goes first."""
    def measured(sides, turn):
        order = sides if turn % 2 == 0 else sides[::-1]
        taken = {side: measure(side) for side in order}
        return [taken[side] for side in sides]
    return measured


def at_once(measure):
    """Measures a row on both sides at the same time."""
    def measured(sides, turn):
        with ThreadPoolExecutor() as pool:
            return list(pool.map(measure, sides))
    return measured


def latencies(sides, turn):
    """Returns the median time from a post to its frame in milliseconds, for each side."""
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

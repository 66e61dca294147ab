"""Measures the cost of a frame's node, rendered and written as JSON, in a room with all widgets, and compares
it with another build, which may know fewer widgets.

    nodes.py OVATION OTHER [--repeat N] [--seconds S]

OVATION and OTHER are programs. Each simulates the same evening on virtual time; OVATION also simulates an
evening with moving goals and effects. The results are processor times, the medians of N turns, and their
ratios to OTHER's.
"""

import argparse
import json
import resource
import subprocess
import tempfile
from pathlib import Path
from statistics import median

FPS = 60
KINDS = ("gift", "ticker", "counter", "caption", "call")
LATER = ("goal", "effect")
# Gift rows that always pop, a ticker that always pans, call cards that always move up.
MOVING = {
    "stage": {"waitForViewer": False},
    "gifts": {"catchUpFrom": 0, "turn": 0, "queueLimit": 1000},
    "ticker": {"enabled": True, "rows": 8, "entrance": 0.5, "pan": 0.5},
    "calls": {"max": 5, "vanish": 60},
}
LOOKS = MOVING | {
    "goals": {"max": 8},
    "catalogue": {"Rose": {"value": 5, "effect": {"src": "/assets/a.webm", "duration": 6}}},
}
CAPTIONS = [("typewriter", "Thank you all for 1,000 followers"), ("fade", "Good evening"),
            ("shine", "See you tomorrow"), ("wave", "Only ten more to the goal")]


def evening(seconds, later):
    """Yields the events in the order of their times; with `later`, also those of the newer widgets."""
    for number in range(6):
        yield {"at": 0, "type": "counter", "name": f"{number}", "to": 1234567 + number, "duration": seconds,
               "easing": "linear", "grouping": True, "prefix": "Goal "}
    for number in range(4 if later else 0):
        yield {"at": 0, "type": "goal", "name": f"{number}", "title": f"Goal {number}", "target": 10**9,
               "measure": "value"}
    for number in range(int(seconds * 2)):
        at = number * 0.5
        yield {"at": at, "type": "gift", "sender": ("Ann", "Maximiliane")[number % 2], "gift": "Rose", "count": 99}
        yield {"at": at + 0.15, "type": "call", "user": f"Caller {number}"}
        effect, text = CAPTIONS[number % len(CAPTIONS)]
        yield {"at": at + 0.3, "type": "caption", "slot": effect, "effect": effect, "text": text, "duration": 4}


class Run:
    """A program and an evening that it simulates."""

    def __init__(self, program, folder, seconds, later):
        name = "later" if later else "before"
        self.events, config = folder / f"{name}.ndjson", folder / f"{name}.json"
        self.events.write_text("".join(json.dumps(event) + "\n" for event in evening(seconds, later)))
        config.write_text(json.dumps(LOOKS if later else MOVING))
        self.command = [program, "simulate", "--config", config, "--fps", str(FPS), "--until", str(seconds)]
        self.nodes = self.counted(KINDS + LATER if later else KINDS)

    def counted(self, expected):
        """Returns the total number of nodes; checks that every expected kind occurs."""
        with self.events.open() as events:
            lines = subprocess.run(self.command, stdin=events, capture_output=True, check=True).stdout.splitlines()
        kinds = [node["kind"] for line in lines for node in json.loads(line)["nodes"]]
        missing = set(expected) - set(kinds)
        assert not missing, f"no {missing} in it"
        return len(kinds)

    def cost(self):
        """Returns the processor time per node in nanoseconds."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with self.events.open() as events:
            subprocess.run(self.command, stdin=events, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime) / self.nodes * 1e9


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ovation", type=Path)
    parser.add_argument("other", type=Path)
    parser.add_argument("--repeat", type=int, default=9)
    parser.add_argument("--seconds", type=int, default=300)
    options = parser.parse_args()
    ovation, other = options.ovation.resolve(), options.other.resolve()
    with tempfile.TemporaryDirectory() as folder:
        runs = {
            "the other": Run(other, Path(folder), options.seconds, False),
            "this": Run(ovation, Path(folder), options.seconds, False),
            "this, with goals and effects": Run(ovation, Path(folder), options.seconds, True),
        }
        turns = [[run.cost() for run in runs.values()] for _ in range(options.repeat)]
    frames = options.seconds * FPS + 1
    print(f"| what | nodes a frame | ns a node | the other = 1, medians of {options.repeat} |")
    print("| --- | --- | --- | --- |")
    for place, (name, run) in enumerate(runs.items()):
        cost = median(turn[place] for turn in turns)
        ratio = median(turn[place] / turn[0] for turn in turns)
        print(f"| {name} | {run.nodes / frames:.1f} | {cost:.0f} | {ratio:.2f} |")


main()

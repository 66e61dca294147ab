"""faults.py [NAMES] [--seconds S] [--seed N]: makes the disk fail at every call, and checks the result.

Names are those of the scenarios (`first start`, `running`, `snapshot`, `migration`, `shutdown`),
`flips` and `clocks`; the default is all of them. For each scenario it counts the disk calls
of a play without a fault, then plays it once for every fault at every call, and cuts the power
after every call; it changes bits of journals, and moves the clock. The seed decides the order,
until all is played or the time is over. After each play the server is started again on an intact
disk, and must keep every promise. Prints a table, and exits 1 if a promise was broken.
"""

import argparse
import concurrent.futures
import itertools
import os
import pathlib
import random
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Faults import preload
from Faults.clocks import Clocks, turns
from Faults.cuts import power_cuts
from Faults.flips import flips
from Faults.matrix import Matrix
from Faults.preload import ALL, CHANGING, FOREVER, OPEN, READ, SYNC, WRITE
from Faults.promise import Broken
from Faults.scenarios import SCENARIOS, Play

# By name: the fault, the classes of calls that are counted for it, and True if it is permanent.
FAULTS = {
    "EIO once": (preload.EIO, CHANGING & ~SYNC & ~OPEN, False),
    "EIO once at opening": (preload.EIO, OPEN, False),
    "EIO once at flushing": (preload.EIO, SYNC, False),
    "EIO once at reading": (preload.EIO, READ, False),
    "EIO from then on": (preload.EIO, ALL, True),
    "full from then on": (preload.FILL, CHANGING, True),
    "short write": (preload.SHORT, WRITE, False),
    "delay of 0.3 s": (preload.DELAY, CHANGING, False),
    "kill": (preload.KILL, CHANGING, False),
    "torn write, kill": (preload.TEAR, WRITE, False),
}
# More threads than processors, because plays mostly wait.
WORKERS = 2 * os.cpu_count()
FLIPS, CLOCKS = "flips", "clocks"
NAMES = [CLOCKS, *SCENARIOS, FLIPS]
ENDINGS = ["kill", "stop", "healed kill", "healed stop"]


class Case:
    """A fault at a call of a scenario."""

    def __init__(self, scenario, fault, call, ending):
        self.scenario, self.fault, self.call, self.ending = scenario, fault, call, ending

    def __str__(self):
        return f"{self.scenario.name}, {self.fault} at call {self.call}, {self.ending}"

    def play(self):
        """Plays the case; returns the outcome, and the details of a broken promise."""
        play = Play(self.scenario)
        fault, classes, stays = FAULTS[self.fault]

        def arm():
            play.disk.fail(fault, self.call, FOREVER if stays else self.call, seconds=0.3)
            play.disk.count(classes)

        try:
            self.scenario.act(play, arm, self.ending)
            return play.finish(), ""
        except Broken as broken:
            return broken.way, str(broken)
        except (OSError, subprocess.TimeoutExpired, ValueError) as error:
            return "hung", f"{type(error).__name__}: {error}"
        finally:
            play.close()


def count_calls(scenario, classes, ending):
    """Returns the number of disk calls of a play without a fault."""
    play = Play(scenario)
    try:
        scenario.act(play, lambda: play.disk.count(classes), ending)
        counted = play.disk.counted
        found = play.finish()
        assert found == "no effect", f"{scenario.name} without a fault: {found}"
        return counted
    finally:
        play.close()


def cases(scenario, random_):
    """Returns a case for every fault at every call, in random order."""
    counted = {classes: count_calls(scenario, classes, "stop")
               for classes in {classes for _, classes, _ in FAULTS.values()}}
    every = [Case(scenario, fault, call, random_.choice(ENDINGS))
             for fault, (_, classes, _) in FAULTS.items()
             for call in range(1, counted[classes] + 1)]
    random_.shuffle(every)
    return every


def collect(names, seed):
    """Returns all cases of these names, alternating between the kinds; and the objects to close."""
    random_, lists, to_close = random.Random(seed), [], []
    for name in names:
        if name == FLIPS:
            found, journals = flips(seed)
            lists += found
            to_close += journals
            continue
        scenario = Clocks(seed) if name == CLOCKS else SCENARIOS[name](seed)
        to_close.append(scenario)
        scenario.prepare()
        makers = [turns] if name == CLOCKS else [cases, power_cuts]
        lists += [make(scenario, random_) for make in makers]
    return interleaved(lists), to_close


def interleaved(lists):
    return [case for row in itertools.zip_longest(*lists) for case in row if case is not None]


def play_all(every, seconds, matrix, deadline=None):
    """Plays cases in parallel until the time is over; returns the number of plays."""
    deadline = deadline or time.monotonic() + seconds
    waiting, played = iter(every), 0
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:

        def work():
            count = 0
            for case in iter_locked(waiting):
                if time.monotonic() > deadline:
                    break
                matrix.note(case, *case.play())
                count += 1
            return count

        for done in [pool.submit(work) for _ in range(WORKERS)]:
            played += done.result()
    return played


def iter_locked(iterator):
    """Shares an iterator between threads: `next` of a list's iterator is atomic in the interpreter."""
    while True:
        try:
            yield next(iterator)
        except StopIteration:
            return


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=None, help="default: another every time")
    parser.add_argument("--table", type=pathlib.Path, help="write the table there too")
    options = parser.parse_args()
    seed = random.randrange(10**9) if options.seed is None else options.seed
    names = options.names or NAMES
    if unknown := set(names) - {*NAMES}:
        parser.error(f"unknown: {unknown}; there are {NAMES}")
    print(f"seed {seed}", flush=True)
    started, matrix = time.monotonic(), Matrix("faults")
    every, to_close = collect(names, seed)
    try:
        left = max(20, options.seconds - (time.monotonic() - started))
        played = play_all(every, left, matrix)
    finally:
        for thing in to_close:
            thing.close()
    print(matrix.report())
    print(f"{played} of {len(every)} plays in {time.monotonic() - started:.0f} s, seed {seed}")
    if options.table:
        options.table.write_text(matrix.markdown())
    return 1 if matrix.broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""Deliveries of all platforms in all their forms, with repeats, disorder, tests, retractions, kills and a Redis that is
cut off. A sequential model says what each room must have recorded and counted.

    python3 Tests/Hard/deliveries.py [--deliveries N] [--seed S] [--table FILE]

Each room gets its deliveries one after the other, so the model knows each answer; many rooms are played at the same
time. Every fourth leg has two servers on one Redis, and each of the other legs has one server. Exits 1 on a difference.
"""

import argparse
import collections
import pathlib
import random
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Hard.delivering.legs import Leg, OneServer, TwoServers

OUTCOMES = ["event", "repeat", "test", "held", "retraction", "ignored", "refused"]
DIFFERENCES = ["lost", "doubled", "unexplained", "other"]
MOST_DIFFERENCES = 10


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--deliveries", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=None, help="a number; default: a random one")
    parser.add_argument("--leg", type=int, default=100_000, help="deliveries to one set of servers")
    parser.add_argument("--room", type=int, default=2500, help="deliveries to one room")
    parser.add_argument("--fault-every", type=int, default=10_000, help="deliveries between two faults")
    parser.add_argument("--lone", type=int, default=10, help="recipients per room whose gift bomb never comes")
    parser.add_argument("--processes", type=int, default=2, help="processes that post")
    parser.add_argument("--table", type=pathlib.Path, help="a file for the table")
    return parser.parse_args()


def sizes(total, largest):
    """A total in parts of a size, as evenly as they come."""
    parts = max(1, -(-total // largest))
    return [total // parts + (number < total % parts) for number in range(parts)]


def legs(options, seed):
    """At least two legs, so that both kinds of servers are used."""
    whole = sizes(options.deliveries, min(options.leg, -(-options.deliveries // 2)))
    for number, size in enumerate(whole):
        servers = TwoServers if number % 4 == 1 else OneServer
        yield Leg(servers, f"leg{number}", seed, sizes(size, options.room), options.lone,
                  max(1, size // options.fault_every), options.processes)


def main():
    options = arguments()
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    started, counts, differences = time.monotonic(), collections.Counter(), []
    for leg in legs(options, seed):
        leg_started = time.monotonic()
        results = leg.run()
        counts += leg.counts
        for result in results:
            counts += result.counts
            differences += [(result.room, difference) for difference in result.differences]
        print(f"{leg.name}, {leg.servers.__name__}: {sum(size for _, size in leg.rooms)} deliveries, "
              f"{dict(leg.counts)}, {len(differences)} differences, {time.monotonic() - leg_started:.0f} s", flush=True)
        if differences:
            break
    text = table(counts, differences, time.monotonic() - started)
    print(text)
    if options.table:
        options.table.write_text(text + "\n")
    for room, difference in differences[:MOST_DIFFERENCES]:
        print(f"\nseed {seed}, room {room}, {difference.kind}: {difference.text}", file=sys.stderr)
    sys.exit(1 if differences or not counts["deliveries"] else 0)


def table(counts, differences, seconds):
    kinds = collections.Counter(difference.kind for _, difference in differences)
    rows = [("deliveries", counts["deliveries"])]
    rows += [(f"– {name}", counts[f"outcome {name}"]) for name in OUTCOMES]
    for prefix, title in (("platform ", "from"), ("reason ", "reason:")):
        rows += [(f"{title} {name.removeprefix(prefix)}", count) for name, count in sorted(counts.items())
                 if name.startswith(prefix)]
    rows += [(name, counts[name]) for name in (
        "at the same time", "approvals and refusals", "unanswered", "answered 503", "answered 429", "posted again",
        "found in the history", "kills", "Redis cuts")]
    rows += [(name, kinds[name]) for name in DIFFERENCES]
    rows.append(("seconds", round(seconds)))
    return "\n".join(["| | |", "| --- | ---: |"] + [f"| {name} | {count:,} |" for name, count in rows])


if __name__ == "__main__":
    main()

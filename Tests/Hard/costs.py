"""Hostile requests of every operation, and the processor time that a server takes for them: a complexity fuzzer.

    python3 Tests/Hard/costs.py [--seconds N] [--seed S] [--only TEXT] [--table FILE]

Prints its seed, and a table of the worst that it found. Exits 1 if a request takes the server too long, or if its time
grows faster than its size.
"""

import argparse
import pathlib
import random
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Hard.costing.search import Search

MOST_ROWS = 40


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seconds", type=float, default=900)
    parser.add_argument("--seed", type=int, default=None, help="a number; default: a random one")
    parser.add_argument("--only", default="", help="operations and kinds whose names contain this")
    parser.add_argument("--table", type=pathlib.Path, help="a file for the table")
    return parser.parse_args()


def table(found):
    rows = ["| operation | shape | bytes | status | ms of the loop | ms in all | ns a byte | power |", "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    for one in found[:MOST_ROWS]:
        power = "–" if one.exponent is None else f"{one.exponent:.2f}"
        rows.append(f"| `{one.shape.target.name}` | {one.shape} | {one.bytes} | {one.status} | {one.loop:.2f} | {one.whole:.2f} | {one.per_byte:.0f} | {power} |")
    return "\n".join(rows)


def main():
    options = arguments()
    seed = random.randrange(1 << 32) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    with tempfile.TemporaryDirectory(prefix="ovation-costs") as folder:
        search = Search(pathlib.Path(folder), seed, options.only)
        try:
            search.run(options.seconds)
        finally:
            search.close()
    text = table(search.worst())
    print(f"{search.measured} measurements\n{text}")
    if options.table:
        options.table.write_text(text + "\n")
    for fault in search.faults:
        print(f"seed {seed}: {fault}", file=sys.stderr)
    sys.exit(1 if search.faults or not search.measured else 0)


if __name__ == "__main__":
    main()

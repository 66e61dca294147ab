"""check.py SIMULATE_BINARY: compares the binary's `simulate` with the model on random streams.

SIMULATE_BINARY may be a command with arguments, such as "python3 -m model" (run in this directory).
Exits with 1 if the frames of a seed differ, and keeps its stream in --keep.
"""

import argparse
import io
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time

import compare
import streams
from model.simulate import simulate

TAIL_SECONDS = 3.0  # frames after the last event


def expected_frames(config, lines, fps, until):
    output = io.StringIO()
    errors, sys.stderr = sys.stderr, io.StringIO()
    try:
        simulate(config, lines, fps, until, output, has_cues=True)
    finally:
        sys.stderr = errors
    return output.getvalue().splitlines()


def actual_frames(command, config, text, fps, until, timeout):
    arguments = [*command, "simulate", "--config", config, "--fps", str(fps), "--until", str(until),
                 "--cues"]
    run = subprocess.run(
        arguments, input=text.encode(), capture_output=True, timeout=timeout, check=False
    )
    if run.returncode != 0:
        raise RuntimeError(f"exit {run.returncode}: {run.stderr.decode()[-2000:]}")
    return run.stdout.decode().splitlines()


def check(seed, options, folder):
    """Tells if the binary's frames agree with the model's."""
    # Every third stream is calm.
    count = options.events if seed % 3 else max(1, options.events // 6)
    config, events = streams.make(seed, count, options.seconds, options.kinds)
    text = "".join(streams.dump(event) + "\n" for event in events)
    config_file, events_file = folder / f"{seed}.config.json", folder / f"{seed}.events.ndjson"
    config_file.write_text(streams.dump(config), encoding="utf-8")
    events_file.write_text(text, encoding="utf-8")
    fps = options.fps or random.Random(seed).choice([60, 60, 60, 30, 24, 50])
    until, start = options.seconds + TAIL_SECONDS, time.monotonic()
    expected = expected_frames(str(config_file), text.splitlines(), fps, until)
    middle = time.monotonic()
    try:
        actual = actual_frames(
            shlex.split(options.binary), str(config_file), text, fps, until, options.timeout
        )
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        print(f"seed {seed} failed: {error}")
        return False
    end = time.monotonic()
    found = io.StringIO()
    is_same = compare.report(compare.differences(expected, actual), found)
    nodes = max(line.count('"kind":') for line in expected)
    if is_same:
        print(f"seed {seed} ok: {len(expected)} frames, up to {nodes} nodes, "
              f"model {middle - start:.1f} s, binary {end - middle:.1f} s", flush=True)
        config_file.unlink()
        events_file.unlink()
    else:
        print(f"seed {seed} differs (fps {fps}, until {until}, {events_file}):")
        print(found.getvalue(), end="", flush=True)
    return is_same


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("binary", metavar="SIMULATE_BINARY")
    parser.add_argument("--seeds", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument("--fps", type=int, help="default: 60 mostly, by seed")
    parser.add_argument("--timeout", type=float, default=120.0, help="seconds a run may take")
    parser.add_argument("--keep", help="folder for the streams that differ (default: a new one)")
    streams.add_options(parser)
    options = parser.parse_args()
    streams.check_kinds(parser, options.kinds)
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="ovation-model-"))
    folder.mkdir(parents=True, exist_ok=True)
    seeds = range(options.first, options.first + options.seeds)
    failed = [seed for seed in seeds if not check(seed, options, folder)]
    print(f"{len(seeds) - len(failed)} of {len(seeds)} seeds agree"
          + (f"; not {failed}" if failed else ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""python -m model [simulate] [--config FILE] [--fps 60] --until SECONDS [--cues] < events > frames"""

import argparse
import sys

from .simulate import InputError, simulate


def main():
    parser = argparse.ArgumentParser(prog="model")
    parser.add_argument("command", nargs="?", choices=["simulate"])
    parser.add_argument("--config")
    parser.add_argument("--fps", type=int, default=60)
    parser.add_argument("--cues", action="store_true")
    parser.add_argument("--until", type=float, required=True)
    options = parser.parse_args()
    sys.stdin.reconfigure(encoding="utf-8")
    sys.stdout.reconfigure(encoding="utf-8")
    try:
        simulate(options.config, sys.stdin, options.fps, options.until, sys.stdout, options.cues)
    except InputError as error:
        print(error, file=sys.stderr)
        return 65
    return 0


sys.exit(main())

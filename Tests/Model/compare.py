"""compare.py EXPECTED ACTUAL: compares two NDJSON files of full frames; exits 1 where they differ.

Nodes, their order and their keys must be the same, and strings and flags equal. Numbers may differ by one step of
the rounding with which they are written (0.01 or 0.001), because the last digit depends on the machine.
"""

import itertools
import json
import re
import sys

HUNDREDTHS = {"x", "y", "width", "height", "value", "target"}
THOUSANDTHS = {
    "alpha", "digitScale", "level", "amplitude", "phase", "glyphAlpha", "glyphRise",
}
EPSILON = 1e-9
SHOWN = 12


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_close(key, a, b):
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(is_close(key, x, y) for x, y in zip(a, b))
    if is_number(a) and is_number(b):
        step = 0.01 if key in HUNDREDTHS else 0.001 if key in THOUSANDTHS else 0
        if key == "reachedAt":
            # Cube roots differ in the last digit.
            step = 2
        return abs(a - b) <= step + EPSILON * max(1, abs(a))
    return type(a) is type(b) and a == b


def is_same_count(a, b):
    """Allows the last digit of a counter's text to differ where the value is between two digits."""
    texts = [re.sub(r"[0-9,.]+", "#", node["text"]) for node in (a, b)]
    numbers = [re.findall(r"[0-9.]+", node["text"].replace(",", "")) for node in (a, b)]
    if texts[0].replace("-", "") != texts[1].replace("-", "") or len(numbers[0]) != len(numbers[1]):
        return False
    differing = [(x, y) for x, y in zip(*numbers) if x != y]
    if len(differing) != 1 or differing[0][0].count(".") > 1 or differing[0][1].count(".") > 1:
        return False
    x, y = map(float, differing[0])
    if "." in differing[0][0]:
        return abs(x - y) <= 0.01 + EPSILON * max(1, abs(x))
    return abs(x - y) <= 1 and abs(a["value"] - round(a["value"])) <= 0.01 + EPSILON


def node_differences(a, b):
    if a["id"] != b["id"] or a.get("kind") != b.get("kind"):
        return [("id", a["id"], b["id"])]
    found = []
    for key in [*a, *(key for key in b if key not in a)]:
        if key not in a or key not in b:
            found.append((key, a.get(key, "(absent)"), b.get(key, "(absent)")))
        elif not is_close(key, a[key], b[key]):
            if not (key == "text" and a["kind"] == "counter" and is_same_count(a, b)):
                found.append((key, a[key], b[key]))
    return found


def frame_differences(a, b):
    """Returns (node, key, expected, actual) for every difference."""
    found = [
        ("(frame)", key, a.get(key), b.get(key))
        for key in ("type", "seq", "time", "full")
        if a.get(key) != b.get(key) or type(a.get(key)) is not type(b.get(key))
    ]
    if a.keys() != b.keys():
        found.append(("(frame)", "keys", sorted(a), sorted(b)))
    ids = [[node["id"] for node in frame["nodes"]] for frame in (a, b)]
    if ids[0] != ids[1]:
        found.append(("(frame)", "nodes", *ids))
    others = {node["id"]: node for node in b["nodes"]}
    for node in a["nodes"]:
        if node["id"] in others:
            for difference in node_differences(node, others[node["id"]]):
                found.append((node["id"], *difference))
    return found


def differences(expected, actual):
    """Yields (frame number, time, node, key, expected, actual) for the differences of two lists of lines, in order."""
    for number, (a, b) in enumerate(itertools.zip_longest(expected, actual), start=1):
        if a is None or b is None:
            yield number, "-", "(file)", "ends", a is None, b is None
            return
        if a == b:
            continue
        a, b = json.loads(a), json.loads(b)
        if {"cue", "hush"} & {a["type"], b["type"]}:
            # Sounds and their ends must be the same.
            if a != b:
                yield number, a.get("time", "-"), f"({a['type']})", a.get("id"), a, b
            continue
        for difference in frame_differences(a, b):
            yield number, a["time"], *difference


def report(found, output=sys.stdout):
    """Prints the first differences; returns true if there are none."""
    first = list(itertools.islice(found, SHOWN + 1))
    for number, time, node, key, a, b in first[:SHOWN]:
        at = time / 1e6 if is_number(time) else time
        print(f"frame {number}  t {at} s  {node}  {key}: expected {a!r}, got {b!r}", file=output)
    if len(first) > SHOWN:
        print("… and more", file=output)
    return not first


def main():
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 64
    with open(sys.argv[1], encoding="utf-8") as a, open(sys.argv[2], encoding="utf-8") as b:
        return 0 if report(differences(a, b)) else 1


if __name__ == "__main__":
    sys.exit(main())

"""`simulate`: events in, one full frame a line out, on virtual time."""

import json
import sys

from .events import decode
from .room import REFUSED, Room
from .rounding import micros


class InputError(Exception):
    """A line that is not an event: exit 65."""


def read_events(lines):
    """Reads the events. Blank lines are skipped but counted."""
    events, last = [], 0
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            event = decode(json.loads(line), number)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"line {number}: {error!r}") from error
        if event["at"] < last:
            raise InputError(f"line {number}: `at` decreases")
        last = event["at"]
        events.append((number, event))
    return events


def frame_time(k, fps):
    """k/fps, rounded to a microsecond."""
    return (2 * k * 1_000_000 + fps) // (2 * fps)


def frames(document, events, fps, until, has_cues=False):
    """Yields the frames. Every event at or before a frame's instant is applied before the frame."""
    room, position, k = Room(document), 0, 0
    while (time := frame_time(k, fps)) <= until:
        while position < len(events) and events[position][1]["at"] <= time:
            number, event = events[position]
            if room.apply(event) == REFUSED:
                print(f"line {number}: refused: full", file=sys.stderr)
            position += 1
        room.advance(time)
        cues = room.cues.take()
        yield from cues if has_cues else []
        yield {"type": "frame", "seq": k + 1, "time": time, "full": True, "nodes": room.nodes()}
        k += 1


def simulate(config, lines, fps, until, output, has_cues=False):
    document = json.load(open(config, encoding="utf-8")) if config else {}
    for frame in frames(document, read_events(lines), fps, micros(until), has_cues):
        output.write(json.dumps(frame, ensure_ascii=False, separators=(",", ":")) + "\n")

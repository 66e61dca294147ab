"""Recorded deliveries, and what a room was told."""

import json
import time

from harness.server import ROOT

PAYLOADS = ROOT / "Tests" / "PlatformsTests" / "Payloads"


def payloads(kind):
    """What a platform sends, by the names of the files."""
    return {file.stem: json.loads(file.read_text()) for file in sorted((PAYLOADS / kind).glob("*.body"))}


def fields(kind, name):
    lines = (PAYLOADS / kind / f"{name}.fields").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def told(room):
    """What was recorded in a room, without when and in which order."""
    events = room.send("GET", "events?limit=1000", status=200)["events"]
    own = ("seq", "time", "at", "outcome")
    return {event["id"]: {key: value for key, value in event.items() if key not in own} for event in events}


def until(condition, seconds=15):
    """Waits for something that another process or thread does."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.02)

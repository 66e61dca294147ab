"""The events of a room, for comparison."""

import time


def told(room):
    """The events of a room by id, without their times and order."""
    events = room.send("GET", "events?limit=1000", status=200)["events"]
    own = ("seq", "time", "at", "outcome")
    return {event["id"]: {key: value for key, value in event.items() if key not in own} for event in events}


def until(condition, seconds=15):
    """Waits for a condition that another process or thread fulfills."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "it did not come about in time"
        time.sleep(0.02)

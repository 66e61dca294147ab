"""Plays events in a room and samples its nodes by seconds; and makes events for tests."""

from model.events import decode
from model.room import Room
from model.rounding import micros


def sample(events, times, config=None):
    """Returns {second: {node ID: node}} of a room that plays the events."""
    room, result = Room(config), {}
    pending = [decode(event, number) for number, event in enumerate(events, start=1)]
    for second in sorted(times):
        while pending and pending[0]["at"] <= micros(second):
            room.apply(pending.pop(0))
        room.advance(micros(second))
        result[second] = {node["id"]: node for node in room.nodes()}
    return result


def track(events, times, node, key, config=None):
    """Returns one key of one node at each time; None where the node is not shown."""
    frames = sample(events, times, config)
    return [frames[t].get(node, {}).get(key) for t in times]


def gift(at=0, count=1, sender="Ann", **more):
    return {"at": at, "type": "gift", "sender": sender, "gift": "Rose", "count": count, **more}


def call(at, name, **more):
    return {"at": at, "type": "call", "user": name, "id": name, **more}


def control(at, action):
    return {"at": at, "type": "control", "action": action}


def config_event(at, patch):
    return {"at": at, "type": "config", "config": patch}

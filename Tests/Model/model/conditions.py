"""Section 14: conditions (`when`) on events."""

from .catalogue import called

MOST_WORTH = 10**18


def worth(event):
    """Returns the exact worth of an event with a completed gift; other events have none."""
    if "gift" not in event:
        return 0
    count = event.get("count")
    return min(MOST_WORTH, int(event["value"]) * (1 if count is None else count))


def is_money(config, event):
    return "gift" in event and event["gift"].get("currency") == config["sources"]["currency"]


def has_gift(config, event, wanted):
    """Tells if the event's gift was sent under this id or name, or found in the catalogue under it."""
    if "gift" not in event:
        return False
    if wanted in event["names"]:
        return True
    return "found" in event and called(config["catalogue"], wanted) == event["found"]


def matches(config, when, event):
    """Compares a completed event alone. A part about a missing property never matches."""
    checks = {
        "type": lambda wanted: event["type"] == wanted,
        "kind": lambda wanted: event.get("kind") == wanted,
        "source": lambda wanted: event.get("source", "api") == wanted,
        "gift": lambda wanted: has_gift(config, event, wanted),
        "money": lambda wanted: is_money(config, event) == wanted,
        "min": lambda least: worth(event) >= least,
        "max": lambda most: worth(event) <= most,
        "minCount": lambda least: event.get("count") is not None and event["count"] >= least,
        "minMonths": lambda least: event.get("months") is not None and event["months"] >= least,
    }
    return all(checks[key](wanted) for key, wanted in when.items())

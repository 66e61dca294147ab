"""Events as `simulate` reads them: one JSON object a line."""

from .rounding import micros

ANONYMOUS = {"name": "anonymous"}


def named(value):
    """A plain name or an object with one."""
    return {"name": value} if isinstance(value, str) else value


def key(party):
    """The id, or the name where there is no id; an id never equals a name (section 3)."""
    if party.get("id") is not None:
        return ("id", party["id"])
    return ("name", party["name"])


def names(present):
    return {present.get("id"), present["name"]}


def is_gift(event):
    """Returns true for a gift, and for the retraction of a gift, which has the gift's keys."""
    is_retraction = event["type"] == "takeBack" and "gift" in event and "kind" not in event
    return event["type"] == "gift" or is_retraction


def decode(body, line):
    """An event with its defaults filled in; `at` becomes whole microseconds."""
    event = dict(body)
    event["at"] = micros(body["at"])
    event["seq"] = body.get("seq", line)
    of_speech = f"speech:{body.get('of')}" if event["type"] == "speech" else None
    event["id"] = body.get("id") or of_speech or f"e{event['seq']}"
    if is_gift(event):
        event["sender"] = named(body.get("sender", ANONYMOUS))
        event["gift"] = named(body["gift"])
        event["count"] = body.get("count", 1)
        event["key"] = (key(event["sender"]), key(event["gift"]))
        event["names"] = names(event["gift"])
        event["value"] = event["gift"].get("value") or 0
    elif event["type"] == "notice" or (event["type"] == "takeBack" and "kind" in event):
        event["sender"] = named(body.get("sender", ANONYMOUS))
        if "gift" in event:
            event["gift"] = named(body["gift"])
            event["names"] = {event["gift"].get("id"), event["gift"]["name"]}
            event["value"] = event["gift"].get("value") or 0
    elif event["type"] == "takeBack" and "user" in event:
        event["user"] = named(body["user"])
    elif event["type"] == "call":
        event["user"] = named(body["user"])
        event["keys"] = {"userId": key(event["user"]), "name": event["user"]["name"]}
    return event

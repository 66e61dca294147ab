"""Random requests that change a room. Each has a unique value, by which its event can be found."""

SENDERS = ["Ann", "Bob", {"id": "1", "name": "Ann"}, {"id": "7", "name": "Zoë"}, "小明", "Dee", "Eve"]
GIFTS = ["Rose", "Kiss", "Rakéta"]
COUNTS = [1, 1, 1, 2, 3, 5, 12, 99]
TEXTS = ["Hello", "👨‍👩‍👧‍👦👍🏽🇩🇪 ok", "한글 and more", "á̧!"]
EVERYTHING = {
    "ticker": {"enabled": True, "entrance": 0.1, "pan": 0.1, "linger": 0.2, "fade": 0.2},
    "gifts": {"linger": 0.4, "channels": 2},
    "calls": {"repetition": True, "vanish": 1.0},
    "counters": {"max": 6},
}


class Request:
    """A method, a path below the room's, a body, and whether an id makes it safe to repeat."""

    def __init__(self, method, path, body=None, takes_id=False, kind=None):
        self.method, self.path, self.body = method, path, body
        self.takes_id, self.kind = takes_id, kind


def gift(random, serial):
    body = {
        "sender": random.choice(SENDERS),
        "gift": {"name": random.choice(GIFTS), "value": serial},
        "count": random.choice(COUNTS),
    }
    return Request("POST", "gifts", body, True, "gift")


def call(random, serial):
    user = {"name": f"Caller {random.randrange(8)}", "avatar": f"/a/{serial}.png"}
    return Request("POST", "calls", {"user": user}, True, "call")


def caption(random, serial):
    body = {
        "text": f"{random.choice(TEXTS)} {serial}",
        "slot": random.choice(["main", "a", "b"]),
        "effect": random.choice(["typewriter", "shine", "fade", "wave"]),
        "duration": random.choice([0.3, 1.1, 2]),
        "hold": random.choice([0, 0.5, 1]),
    }
    return Request("POST", "captions", body, True, "caption")


def counter(random, serial):
    body = {
        "to": serial + 0.25,
        "duration": random.choice([0, 0.5, 2.5]),
        "easing": random.choice(["linear", "easeIn", "easeOut"]),
        "format": random.choice(["integer", "decimal"]),
        "grouping": random.random() < 0.5,
    }
    return Request("PUT", f"counters/{random.choice('abc')}", body, False, "counter")


def control(random, serial):
    action = random.choice(["hold", "resume", "resume", "resume", "skip"])
    return Request("POST", "control", {"action": action}, True, "control")


KINDS = [gift] * 14 + [call] * 4 + [caption] * 2 + [counter] * 3 + [control]


def draw(random, serial):
    return random.choice(KINDS)(random, serial)


def mark(entry):
    """Returns the unique value of an event in a history; None for kinds without one."""
    kind = entry["type"]
    if kind == "gift":
        return kind, entry["gift"]["value"]
    if kind == "call":
        return kind, entry["user"]["avatar"]
    if kind == "caption":
        return kind, entry["text"]
    if kind == "counter":
        return kind, entry["to"]
    return None

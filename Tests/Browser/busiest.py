"""The busiest scene: every widget full, expensive gifts that always pop, goals that are reached, and a film.

The scene has two rows, two ticker cards, four counters, three goals, three calls and two captions. Two senders' gifts
count up by one from tier 3 to tier 4, and the six films play one after the other."""

FILMS = {"rocket": 6.5, "castle": 7, "fireworks": 7.6, "diamond": 5.5, "hearts": 6, "crown": 6.5}
# Seconds between two calls, and between two times at which the goals are reached.
CALLS_EVERY = 2
GOALS_EVERY = 4
TICKER_EVERY = 0.75
# The value of one gift of the rows: 5 of them have tier 3, and 25 have tier 4.
VALUE = 200

CONFIG = {
    "gifts": {"x": 24, "y": 235, "channels": 2, "gap": 43, "catchUpFrom": 0, "turn": 0, "linger": 60},
    "ticker": {"enabled": True, "x": 656, "entryX": 304, "entryY": 412, "rows": 2, "entrance": 0.5, "pan": 0.3},
    "counters": {"x": 24, "y": 24, "max": 4},
    "goals": {"x": 692, "y": 24, "width": 244, "max": 3},
    "calls": {"x": 766, "y": 190, "top": 0, "max": 3},
    "captions": {"x": 480, "y": 496, "height": 32, "gap": 6, "max": 2},
    "effects": {"fade": 0.3, "gap": 0.2},
    "catalogue": {
        "rocket": {"name": "Rocket", "image": "/web/gifts/rocket.svg", "value": VALUE},
        "castle": {"name": "Castle", "image": "/web/gifts/castle.svg", "value": VALUE},
        **{f"film-{film}": {"name": film.title(), "image": "/web/gifts/diamond.svg", "value": 5000,
                            "effect": {"film": film, "duration": seconds}} for film, seconds in FILMS.items()},
    },
}


def start():
    """The requests at the start, as (seconds, method, route, body)."""
    for number in range(4):
        yield 0, "PUT", f"counters/{number}", {
            "to": 1234567 + number, "duration": 600, "easing": "linear", "grouping": True, "prefix": "♥ "}
    for number in range(3):
        yield 0, "PUT", f"goals/{number}", {"title": f"Goal {number + 1}", "target": 1000, "start": 990, "gift": "rose"}
    for number, effect in enumerate(["wave", "shine"]):
        yield 0, "POST", "captions", {
            "slot": str(number), "effect": effect, "text": "Thank you all for 1,000 followers 🎉", "duration": 600}
    for sender, gift in [("Ann", "rocket"), ("Maximiliane", "castle")]:
        yield 0, "POST", "gifts", {"sender": sender, "gift": gift, "count": 9_000}


def films(until, order=FILMS):
    """The times at which gifts with films come, so that a film always plays, and the gifts."""
    at, number = 0, 0
    while at < until:
        film = list(order)[number % len(order)]
        yield at, "POST", "gifts", {"sender": f"Mira {number}", "gift": f"film-{film}"}
        at += FILMS[film] + CONFIG["effects"]["gap"]
        number += 1


def repeated(until):
    """The requests that keep the ticker, the calls and the goals busy."""
    for number in range(int(until / TICKER_EVERY)):
        yield number * TICKER_EVERY, "POST", "gifts", {
            "sender": f"Chidi {number % 2}", "gift": {"name": "Crown", "image": "/web/gifts/crown.svg", "value": 100}, "count": 99}
    for number in range(int(until / CALLS_EVERY)):
        yield number * CALLS_EVERY, "POST", "calls", {"user": f"Caller {number}"}
    for number in range(int(until / GOALS_EVERY)):
        for goal in range(3):
            yield number * GOALS_EVERY + 0.5 + goal / 10, "PUT", f"goals/{goal}", {
                "title": f"Goal {goal + 1}", "target": 1000, "start": 990, "gift": "rose"}
        yield number * GOALS_EVERY + 1, "POST", "gifts", {"sender": "Luz", "gift": {"id": "rose", "name": "Rose"}, "count": 10}


def posts(until):
    """All requests of the scene's first seconds, in order of time."""
    return sorted([*start(), *films(until), *repeated(until)], key=lambda post: post[0])


def events(until):
    """Returns the scene's requests as events of `ovation simulate`."""
    kinds = {"gifts": "gift", "calls": "call", "captions": "caption"}
    for at, method, route, body in posts(until):
        kind, _, name = route.partition("/")
        yield {"at": at, "type": kinds[kind], **body} if method == "POST" else {"at": at, "type": kind[:-1], "name": name, **body}

"""The filmstrips of docs/widgets.md: for each widget a recorded room and a description."""

from dataclasses import dataclass

from Browser.recording import Recording


@dataclass(frozen=True)
class Strip:
    """A filmstrip of docs/widgets.md: heading, description, and pictures in a row."""

    title: str
    words: str
    columns: int
    recording: Recording


def gift(at, sender, name, count):
    return {"at": at, "type": "gift", "sender": sender, "gift": name, "count": count}


def caption(slot, effect, text):
    return {"at": 0, "type": "caption", "slot": slot, "effect": effect, "text": text}


def call(at, user):
    return {"at": at, "type": "call", "user": user}


GIFTS = Strip(
    "Gifts", "A sender's gift takes a row, and its count pops up one by one. Another gift of the same "
    "kind from the same sender joins that row. When all rows are taken, the next sender's gift waits.", 4,
    Recording("gifts", [gift(0, "Ann", "Rose", 2), gift(0.5, "Mira", "Crown", 1),
                        gift(1, "Ann", "Rose", 1), gift(1.2, "Chidi", "Cake", 5)],
              [0.1, 0.25, 0.375, 0.5, 1.125, 2.5, 2.975, 3.475], (0, 285, 360, 435),
              {"gifts": {"linger": 2}}))

TICKER = Strip(
    "Ticker", "Every gift is a card of its own: it slides in at the bottom, the list moves up, the "
    "count grows in steps, and the card fades. The ticker is off by default.", 8,
    Recording("ticker", [gift(0, "Ann", "Rose", 3), gift(0.2, "Mira", "Crown", 99),
                         gift(1, "Chidi", "Cake", 5)],
              [0.25, 0.65, 1.3, 1.8, 2.55, 4, 5.1, 5.5], (810, 20, 960, 440),
              {"ticker": {"enabled": True}, "gifts": {"enabled": False}}))

COUNTERS = Strip(
    "Counters", "A number runs to its new value. All digits have the same width, so the text stays in place.", 3,
    Recording("counters", [
        {"at": 0, "type": "counter", "name": "hearts", "to": 12500, "prefix": "♥ ",
         "grouping": True},
        {"at": 0, "type": "counter", "name": "goal", "to": 62.5, "format": "decimal",
         "easing": "linear", "prefix": "Goal ", "suffix": " %"},
        {"at": 2.5, "type": "counter", "name": "hearts", "to": 9000, "duration": 1,
         "easing": "easeIn", "prefix": "♥ ", "grouping": True}],
              [0, 0.25, 0.75, 2, 3, 3.5], (0, 10, 260, 120)))

GOALS = Strip(
    "Goals", "Gifts fill a bar, by their number or by their value. The bar has a wave at its end while "
    "it moves. A reached goal turns gold.", 3,
    Recording("goals", [
        {"at": 0, "type": "goal", "name": "roses", "title": "A song for 50 gifts", "target": 50,
         "start": 12},
        {"at": 0, "type": "goal", "name": "band", "title": "For the band", "target": 2000,
         "measure": "value"},
        gift(0.5, "Ann", {"name": "Rose", "value": 50}, 20),
        gift(2, "Mira", {"name": "Crown", "value": 50}, 18)],
              [0.4, 0.6, 0.8, 1.8, 2.15, 3.5], (670, 14, 950, 110)))

EFFECTS = Strip(
    "Effects", "A big gift shows a film or a picture, moving or still, over the whole stage. The other "
    "widgets stay on top of it, so that every name and count is readable; a built-in film fades them a little, except "
    "alerts, while it plays. A still picture comes with light and particles; a photo "
    "also has a frame. Effects play one at a time, the most valuable gift first.", 2,
    Recording("effects", [
        gift(0, "Ann", "castle", 1), gift(0.6, "Mira", "rocket", 1), gift(0.9, "Chidi", "rose", 3)],
              [0.15, 0.4, 1.2, 3.6], (0, 72, 466, 298),
              {"gifts": {"y": 200},
               "effects": {"x": 262, "y": 90, "width": 190, "height": 190},
               "catalogue": {name: {
                   "name": name.title(), "image": f"/web/gifts/{name}.svg",
                   "effect": {"src": f"/web/gifts/{name}.svg", "duration": duration}}
                   for name, duration in (("castle", 2.5), ("rocket", 2))}
               | {"rose": {"name": "Rose", "image": "/web/gifts/rose.svg"}}}))

CAPTIONS = Strip(
    "Captions", "Text appears character by character, with one of four effects: `typewriter`, `fade`, "
    "`shine`, and `wave`, which fills the letters. Each slot has a line of its own.", 3,
    Recording("captions", [caption("one", "typewriter", "Welcome to the show"),
                           caption("two", "fade", "Thank you, everyone"),
                           caption("three", "shine", "A shining moment ✨"),
                           caption("four", "wave", "Ride the wave")],
              [0.2, 0.6, 1, 1.5, 2.5, 5.25], (300, 325, 660, 530)))

SCRIPTS = Strip(
    "Captions in other scripts", "Joined letters stay joined, and each script runs in its own "
    "direction.", 3,
    Recording("scripts", [caption("one", "typewriter", "مرحبًا بكم جميعًا"),
                          caption("two", "fade", "नमस्ते दुनिया"),
                          caption("three", "shine", "你好世界 안녕하세요"),
                          caption("four", "wave", "שלום לכולם 👋🏽")],
              [0.4, 1, 2.5], (300, 325, 660, 530)))

CALLS = Strip(
    "Calls", "Each caller gets a card. At most three cards stand; one more pushes out the oldest, and the "
    "rest move up. A card leaves after some seconds, or when you press its ✕, which a browser shows and OBS does not.", 4,
    Recording("calls", [call(0, "Ann"), call(0.3, "Priya"), call(0.6, "Luz"), call(1.5, "Yuki"),
                        {"at": 2.5, "type": "dismiss", "call": "e3"}],
              [0.1, 0.4, 1, 1.6, 1.75, 2.6, 3.25, 5.5], (365, 0, 595, 250)))

ALERTS = Strip(
    "Alerts", "Rules choose the events that get an alert: here raids, and gifts worth 1,000 or more. Alerts are shown "
    "one at a time, with the sender's message.", 3,
    Recording("alerts", [
        {"at": 0, "type": "notice", "kind": "raid", "sender": "Zoe", "count": 120,
         "message": "Hello from the night shift!"},
        gift(0.5, "Mira", {"name": "Diamond", "value": 5000, "image": "/web/gifts/diamond.svg"}, 1)
        | {"message": "For the new microphone"}],
              [0.1, 0.6, 2.4, 3.6, 4.2, 6], (260, 170, 700, 380),
              {"gifts": {"enabled": False}, "effects": {"enabled": False},
               "alerts": {"rules": [
                   {"name": "raid", "title": "{sender} raids with {count} viewers", "duration": 3,
                    "tier": 2, "when": {"kind": "raid"}},
                   {"name": "big", "title": "{sender} sent {gift}", "duration": 4,
                    "when": {"type": "gift", "min": 1000}}]}}))

LEADERS = Strip(
    "Leaders", "The board lists the senders who gave most. A sender with a larger sum moves up, and the sums count up. "
    "The board is off by default.", 5,
    Recording("leaders", [
        gift(0, "Ann", {"name": "Rose", "value": 1}, 120), gift(0, "Chidi", {"name": "Rose", "value": 1}, 80),
        gift(0, "Yuki", {"name": "Rose", "value": 1}, 45),
        gift(1.5, "Yuki", {"name": "Crown", "value": 100}, 1),
        gift(3, "Mira", {"name": "Crown", "value": 100}, 2)],
              [0.2, 1, 1.6, 1.75, 2.2, 3.1, 3.2, 3.3, 3.5, 4], (690, 180, 950, 370),
              {"gifts": {"enabled": False}, "leaders": {"enabled": True, "title": "Top givers", "rows": 4}}))

CLOCKS = Strip(
    "Clocks", "A counter can run down as a clock, and rules let events extend it. The added time is shown for a moment, "
    "with the sender's name.", 3,
    Recording("clocks", [
        {"at": 0, "type": "counter", "name": "left", "clock": {"seconds": 7200}},
        {"at": 1.2, "type": "notice", "kind": "subscription", "sender": "Ann"},
        {"at": 3, "type": "counter", "name": "left", "addSeconds": 300}],
              [0.5, 1.4, 1.75, 2.2, 3.3, 4], (0, 10, 360, 90),
              {"clocks": {"rules": [{"name": "subs", "counter": "left", "seconds": 60,
                                     "when": {"kind": "subscription"}}]}}))

STRIPS = [GIFTS, TICKER, COUNTERS, CLOCKS, GOALS, EFFECTS, ALERTS, LEADERS, CAPTIONS, SCRIPTS, CALLS]

# The picture at the head of the README.
README = Recording(
    "overlay", [gift(0, "Mira", "castle", 1), gift(0, "Chidi", "heart", 28),
                {"at": 0, "type": "counter", "name": "likes", "to": 1284, "duration": 0, "grouping": True, "prefix": "♥ "},
                {"at": 0, "type": "goal", "name": "mic", "title": "New microphone", "target": 2500, "start": 1640},
                call(3, "Priya")],
    [4.2], (0, 0, 960, 540),
    {"gifts": {"linger": 60, "catchUpFrom": 2, "catchUpDivisor": 1}, "calls": {"vanish": 60}})

"""The overlay shows every recorded delivery of every platform as expected."""

import re

import pytest

from Browser.canvas import painted, pixels
from Browser.platforms import Platform
from Browser.test_words import WRITTEN, texts
from harness.waiting import wait_for
from harness.variants import variants

# Rows appear at once and stay, with full names, beside the captions. Pictures from other hosts are not
# fetched.
STAGE = {
    "stage": {"imageHosts": []},
    "gifts": {"x": 24, "y": 20, "channels": 8, "width": 480, "entrance": 0.02, "pop": 0.02, "settle": 0.02,
              "linger": 60, "catchUpFrom": 1, "catchUpDivisor": 1},
    "captions": {"x": 950, "align": "right", "max": 10},
    "sources": {"message": "caption"},
}
PITCH = 50


def said(sender, words):
    return f"{sender}: {words}"


# For each platform: its deliveries in order, each with its caption or None; then the rows from top to bottom:
# sender, gift and count. A person derived these from the documentation.
TWITCH = ([
    ("subscribe", None), ("resub", said("Dag", "Love the stream!")), ("gift", None), ("gift-anonymous", None),
    ("cheer", said("Ann", "cheer300 yay")), ("cheer-anonymous", said("anonymous", "cheer50")),
    ("follow", "Ann follows"), ("raid", "Zoe raided with 901"), ("points", "Fay redeemed Hydrate"),
], [
    ("Ann", "Subscription", 1), ("Dag", "Subscription (tier 2)", 1), ("Eve", "Gifted subscription", 2),
    ("anonymous", "Gifted subscription", 10), ("Ann", "Bits", 300), ("anonymous", "Bits", 50),
])
KOFI = ([
    ("private", None), ("donation", said("Jo Example", "Good luck with the integration!")), ("subscription", None),
    ("shop", None), ("yen", said("雪", "Good luck with the integration!")),
], [
    ("Jo Example", "5.50 EUR", 1), ("Jo Example", "3.00 USD", 2),
    ("Jo Example", "27.95 USD", 1), ("雪", "500 JPY", 1),
])
STRIPE = ([("checkout", said("Ann", "keep going")), ("intent-of-checkout", None), ("intent", None)],
          [("Ann", "15.00 EUR", 1), ("Ben", "700 JPY", 1)])
GITHUB = ([("created", None), ("private", None)], [("octo", "5.00 USD", 1), ("anonymous", "25.00 USD", 1)])
TIKTOK = ([
    ("streak-0", None), ("streak-1", None), ("streak-2", None), ("streak-3", None), ("streak-4", None),
    ("streak-5", None), ("endless-0", None), ("endless-1", None), ("single-0", None), ("single-1", None),
    ("end-alone", None), ("flat-0", None), ("flat-1", None), ("flat-2", None), ("nobody-1", None),
    ("galaxy", None), ("follow", "Bob follows"), ("subscribe", None),
], [
    ("Ann 🌹", "Rose", 10), ("Bob", "Rose", 1), ("Bob", "TikTok", 5), ("초", "TikTok", 10),
    ("Ann 🌹", "Rose", 2), ("Ann 🌹", "Galaxy", 1), ("Bob", "Subscription", 1),
])
YOUTUBE = ([
    ("sticker", None), ("member", None), ("milestone", said("Cleo", "half a year")), ("bomb", None),
    ("superchat", said("Ann", "hello")),
], [
    ("Ann", "200 JPY", 1), ("Ben", "Gold", 1), ("Cleo", "Gold", 1), ("Dag", "Gifted membership (Gold)", 5),
    ("Ann", "1.99 EUR", 1),
])
STREAMELEMENTS = ([
    ("sub", said("dag", "three months")), ("gift", None), ("bomb", None), ("cheer", said("cleo", "cheer100")),
    ("tip", said("ben", "for coffee")), ("follow", "ann follows"), ("raid", "zoe raided with 42"),
], [
    ("dag", "Subscription", 1), ("eve", "Gifted subscription", 1), ("eve", "Gifted subscription", 4),
    ("cleo", "Bits", 100), ("ben", "5.50", 1),
])
STREAMLABS = ([
    ("donation", said("ann", "hi")), ("two", None), ("superchat", said("hal", "hey")), ("sub", None),
    ("bomb", None), ("bits", said("eve", "cheer100")), ("follow", "dag follows"), ("raid", "zoe raided with 33"),
], [
    ("ann", "13.37 USD", 1), ("ben", "50.00 EUR", 1), ("cleo", "50.00 EUR", 1), ("hal", "10.00 USD", 1),
    ("fay", "Subscription", 1), ("eve", "Gifted subscription", 4), ("eve", "Bits", 100),
])
BILIBILI = ([
    ("send-0", None), ("send-1", None), ("send-2", None), ("masked-1", None), ("masked-2", None), ("open", None),
    ("guard", None), ("superchat", said("小红", "加油")),
], [
    ("小雪", "小花花", 15), ("小***", "小花花", 1), ("小***", "小花花", 2), ("小明", "牛哇牛哇", 7),
    ("老王", "舰长", 2), ("小红", "30.00 CNY", 1),
])
SHOWS = {
    "twitch": TWITCH, "kofi": KOFI, "stripe": STRIPE, "github": GITHUB, "tiktok": TIKTOK, "youtube": YOUTUBE,
    "streamelements": STREAMELEMENTS, "streamlabs": STREAMLABS, "bilibili": BILIBILI,
}

# Deliveries without a row or a caption.
PASSED = {
    "twitch": {"challenge", "revocation", "points-fulfilled", "unknown"},
    "kofi": {"free"},
    "stripe": {"unpaid", "unknown", "refund-part"},
    "github": {"ping", "cancelled"},
    "tiktok": {"chat", "nothing", "nobody-0"},
    "youtube": {"text"},
    "streamelements": {"host"},
    "streamlabs": {"playing"},
    "bilibili": {"combo", "danmu"},
}

# Deliveries that take an event back, and the row that disappears with it.
CORRECTIONS = {
    "twitch": (["points-canceled"], None),
    "stripe": (["refund", "dispute"], ("Ben", "700 JPY", 1)),
    "youtube": (["deleted", "retracted"], ("Ann", "1.99 EUR", 1)),
    "bilibili": (["superchat-deleted", "open-superchat-deleted"], ("小红", "30.00 CNY", 1)),
}
# The recipients of a gift that is posted before them: they add nothing.
RECIPIENTS = {
    "twitch": ["subscribe-given", "subscribe-given-too"],
    "youtube": [f"bomb-member-{number}" for number in range(5)],
    "streamelements": [f"bomb-member-{number}" for number in range(4)],
    "streamlabs": ["sub-given"],
}
WITHDRAWN = {"twitch": {"points"}, "youtube": {"superchat"}, "bilibili": {"superchat"}}

MAPPINGS = {
    "order": {
        "event": "gift", "fixed": {},
        "keys": {"id": "/order/id", "sender": "/order/buyer/name", "senderId": "/order/buyer/nr",
                 "gift": "/order/items/0/title", "count": "/order/items/0/n"}},
    "form": {"event": "gift", "fixed": {}, "keys": {"id": "ref", "sender": "from", "gift": "what", "count": "n"}},
}


def rows(page):
    """The rows on the stage from top to bottom."""
    return [tuple(row) for row in page.evaluate("""() => overlay.stage.order.filter(({ kind }) => kind === "gift")
        .sort((one, other) => one.y - other.y).map(({ sender, gift, count }) => [sender, gift, count])""")]


def standing(page):
    """The captions on the stage."""
    return set(page.evaluate(
        """() => overlay.stage.order.filter(({ kind }) => kind === "caption").map(({ text }) => text)"""))


def lines(page):
    """The words on the page, without counts and initials."""
    return {text for text in texts(page) if len(text) > 1 and not re.fullmatch(r"×[\d,]+", text)}


def lines_of(shown):
    return {line for sender, gift, _ in shown for line in (sender, f"sent {gift}") if len(line) > 1}


def painted_rows(page):
    """For each of the eight places of rows, whether anything is painted there."""
    picture = pixels(page)
    tops = [20 + PITCH * place for place in range(8)]
    return [painted(picture.crop((24, top, 204, top + 40)), least=64) is not None for top in tops]


@pytest.fixture
def stage(overlay, room):
    """The overlay of a room in which rows and captions stay."""
    room.configure(STAGE)
    return overlay(script=f"({WRITTEN})()")


@pytest.mark.parametrize("kind", variants(SHOWS, quick=4))
def test_the_overlay_shows_the_recorded_deliveries_of_a_platform(stage, room, kind):
    platform = Platform(room, kind)
    story, shown = SHOWS[kind]
    corrections, withdrawn = CORRECTIONS.get(kind, ([], None))
    recipients = RECIPIENTS.get(kind, [])
    assert platform.payloads() == {name for name, _ in story} | PASSED[kind] | set(corrections) | set(recipients)
    for name in sorted(PASSED[kind]):
        answer = platform.send(name)
        assert answer.status == 200, answer
    assert room.send("GET", "events?type=gift,call,caption", status=200)["events"] == []
    for name, _ in story:
        # Each caption has its own slot, so that none replaces another.
        room.configure({"sources": {"slot": name}})
        answer = platform.send(name)
        assert answer.status in (200, 202), (name, answer)
    for name in recipients:
        answer = platform.send(name)
        assert answer.status == 202, (name, answer)
    captions = {caption for _, caption in story if caption is not None}
    wait_for(lambda: rows(stage) == shown)
    wait_for(lambda: lines(stage) == lines_of(shown) | captions)
    assert painted_rows(stage) == [True] * len(shown) + [False] * (8 - len(shown))
    for name in corrections:
        answer = platform.send(name)
        assert answer.status in (200, 202), (name, answer)
    gone = {caption for name, caption in story if name in WITHDRAWN.get(kind, ())}
    wait_for(lambda: rows(stage) == [row for row in shown if row != withdrawn] and not gone & standing(stage))


@pytest.mark.parametrize("name, shown", [("order", ("Ann", "Sticker", 3)), ("form", ("Ben Bé", "Coffee", 2))])
def test_the_overlay_shows_deliveries_that_a_mapping_describes(stage, room, name, shown):
    platform = Platform(room, "generic", MAPPINGS[name])
    assert platform.payloads() >= MAPPINGS.keys()
    other = next(one for one in MAPPINGS if one != name)
    assert platform.send(other).status == 422
    assert platform.send(name).status == 202
    assert platform.send(name).status == 200
    wait_for(lambda: rows(stage) == [shown])
    wait_for(lambda: lines(stage) == lines_of([shown]))
    assert painted_rows(stage) == [True] + [False] * 7


def test_follows_and_raids_can_be_shown_as_calls(stage, room):
    room.configure({"sources": {"follow": "call", "raid": "call"}})
    platform = Platform(room, "streamelements")
    for name in ("follow", "raid"):
        assert platform.send(name).status == 202
    wait_for(lambda: {"ann", "zoe", "is calling"} <= lines(stage))
    assert rows(stage) == []


def test_donations_in_the_currency_of_the_room_are_added_up(stage, room):
    room.configure({"sources": {"counter": True, "message": "nothing"}})
    platform = Platform(room, "kofi")
    for name in ("donation", "subscription", "shop", "private", "yen", "donation"):
        assert platform.send(name).status == 200
    counter = """() => overlay.stage.order.filter(({ kind }) => kind === "counter").map(({ text }) => text)"""
    # The sum is 3.00 + 3.00 + 27.95: without euros and yen, and with the repeated donation once.
    wait_for(lambda: stage.evaluate(counter) == ["33.95 USD"])

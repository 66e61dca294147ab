"""Recorded sessions of every platform, posted in random order and with repeats, always come to the same totals, which
were counted by hand.

The tests sign each delivery when they post it. Corrections are left out, because a correction must come after the
event that it corrects.
"""

import os
import random

import pytest
from harness.payloads import KICK_KEY, body, fields, names, secret, signed
from harness.server import Server

MORE_SHUFFLES = 1000 if "HARD" in os.environ else 15
CORRECTIONS = {
    "refund", "dispute", "deleted", "retracted", "superchat-deleted", "open-superchat-deleted", "points-canceled",
    "next-month-refund", "reward-rejected"}
# Settings that a source needs.
SETTINGS = {
    "generic": {
        "event": "gift",
        "keys": {"id": "/order/id", "sender": "/order/buyer/name", "senderId": "/order/buyer/nr",
                 "gift": "/order/items/0/title", "count": "/order/items/0/n"}},
    "kick": {"publicKey": KICK_KEY},
}
# Deliveries that need other settings.
FOREIGN = {"form"}

# For each platform how many of each gift, and the captions, counted by hand.
SESSIONS = {
    "twitch": ({"twitch:sub:1000": 1, "twitch:sub:2000": 1, "twitch:gift:1000": 12, "twitch:bits": 400, "100.00 USD": 1},
               {"Ann follows", "Zoe raided with 901", "Fay redeemed Hydrate", "Gil redeemed send highlighted message"}),
    "kick": ({"kick:sub": 2, "kick:giftsub": 4, "kick:kicks": 500}, {"Ann follows", "Fay redeemed Hydrate"}),
    "kofi": ({"3.00 USD": 2, "5.50 EUR": 1, "27.95 USD": 1, "500 JPY": 1}, set()),
    "stripe": ({"15.00 EUR": 1, "700 JPY": 1, "5.00 USD": 2}, set()),
    "github": ({"5.00 USD": 1, "25.00 USD": 1}, set()),
    "tiktok": ({"tiktok:5655": 16, "tiktok:5269": 15, "tiktok:11046": 1, "tiktok:sub": 1}, {"Bob follows"}),
    "youtube": ({"1.99 EUR": 1, "200 JPY": 1, "youtube:membership:Gold": 2, "youtube:giftmembership:Gold": 5,
                 "youtube:gift:Rose": 3}, set()),
    "streamelements": ({"5.50": 1, "5.00 EUR": 1, "streamelements:cheer": 100, "streamelements:kicks": 50,
                        "streamelements:sub:1000": 1, "streamelements:giftsub:1000": 5},
                       {"ann follows", "zoe raided with 42"}),
    "streamlabs": ({"13.37 USD": 1, "50.00 EUR": 2, "10.00 USD": 1, "streamlabs:bits": 100,
                    "streamlabs:sub:1000": 1, "streamlabs:sub:3000": 1, "streamlabs:giftsub:1000": 4}, {"dag follows", "zoe raided with 33"}),
    "bilibili": ({"bilibili:31036": 22, "bilibili:31039": 9, "bilibili:guard:3": 2, "30.00 CNY": 1}, set()),
    "generic": ({"Sticker": 5, "Mug": 1}, set()),
}


def deliveries(kind):
    for name in names(kind, newer=True):
        if name not in CORRECTIONS | FOREIGN:
            yield body(kind, name), fields(kind, name)


def post(connection, path, body, headers):
    connection.http.request("POST", path, body, headers)
    answer = connection.http.getresponse()
    text = answer.read()
    assert answer.status in (200, 202), (path, answer.status, text)


def play(connection, kind, room, chance):
    """Posts a shuffled session to a room; returns the room's gifts and captions."""
    key, headers = secret(kind), {}
    settings = SETTINGS.get(kind, {}) | ({} if key is None else {"secret": key})
    place = f"/v1/rooms/{room}"
    answer = connection.request("PUT", f"{place}/sources/{kind}", settings)
    assert answer.status == 200, answer
    if key is None and kind != "kick":
        key = connection.request("POST", f"{place}/keys", {"role": "ingest"}).json["key"]
        headers = {"Authorization": f"Bearer {key}"}
    order = [one for one in deliveries(kind) for _ in range(chance.randint(1, 3))]
    chance.shuffle(order)
    for content, beside in order:
        post(connection, f"/v1/hooks/{room}/{kind}", content, signed(kind, content, beside) | headers)
    gifts = connection.request("GET", f"{place}/totals?by=gift&limit=1000").json["rows"]
    said = connection.request("GET", f"{place}/events?type=caption&limit=1000").json["events"]
    assert connection.request("DELETE", place).status == 202
    return {row["key"]: row["count"] for row in gifts}, {event["text"] for event in said}


@pytest.mark.parametrize("shuffles", [3, pytest.param(MORE_SHUFFLES, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", SESSIONS)
def test_a_session_has_the_same_totals_in_any_order(kind, shuffles, tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance = random.Random(seed)
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        for number in range(shuffles):
            assert play(connection, kind, f"{kind}-{number}", chance) == SESSIONS[kind], f"shuffle {number}"
        connection.close()

"""The studio's history names the keys that steered the room, and revokes them."""

import itertools

import pytest

from Browser.studio import Studio
from Browser.test_studio_deck import KeyedRoom
from harness.room import Room

names = (f"author-{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def server(keyed_server):
    return keyed_server


@pytest.fixture
def room(server):
    return KeyedRoom(server, next(names))


def make(room, role, name=None):
    return room.send("POST", "keys", {"role": role, **({"name": name} if name else {})}, status=201)


def act(room, key, method, part, body=None):
    """Sends a request with a key."""
    answer = room.server.request(method, f"/v1/rooms/{room.name}/{part}", body, {"Authorization": f"Bearer {key['key']}"})
    assert answer.status < 300, answer
    return answer.json


@pytest.fixture
def past(blank, room):
    """Opens the history with an owner's key, and records the requests for keys."""

    def open_one(**options):
        page = blank(1280, 800, **options)
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.method) if request.url.endswith("/keys") else None)
        page.goto(f"{room.server.url}/studio/{room.name}?view=history#key={make(room, 'owner', 'me')['key']}")
        page.locator(".history-list .list-row").first.wait_for()
        return Studio(page, room)

    return open_one


def details(opened):
    return opened.page.locator(".history-list .detail").all_inner_texts()


def test_a_row_names_the_key_of_an_act_and_not_the_key_of_a_gift(past, room):
    mia, bot, nameless = make(room, "moderator", "Mia"), make(room, "ingest", "bot"), make(room, "deck")
    gift = act(room, bot, "POST", "gifts", {"sender": "Ann", "gift": "Rose"})
    act(room, bot, "PUT", "counters/likes", {"to": 5})
    act(room, mia, "PUT", "blocklist/word:spam")
    act(room, mia, "POST", "control", {"action": "hold"})
    act(room, nameless, "POST", "control", {"action": "resume"})
    act(room, mia, "POST", f"events/{gift['id']}/replay")
    act(room, mia, "DELETE", f"events/{gift['id']}")
    opened = past()
    opened.wait_for(lambda: details(opened)[:7] == [
        "Taking back · Rose · by Mia (moderator)", "Rose · by Mia (moderator)Replay", f"Control · by {nameless['id']} (deck)",
        "Control · by Mia (moderator)", "Blocked · by Mia (moderator)", "Counter · 5 · by bot (ingest)", "Rose"])
    # The studio asks for the keys once for the overlay's address, and once for the names.
    assert opened.page.asked.count("GET") == 2
    opened.page.locator(f"[data-event='{gift['id']}']").click()
    assert opened.page.locator("#event-by").inner_text() == "by bot (ingest)"


def test_a_key_that_is_made_later_is_named_with_one_more_request(past, room):
    act(room, make(room, "deck", "Deck"), "POST", "control", {"action": "hold"})
    opened = past()
    opened.wait_for(lambda: details(opened)[0] == "Control · by Deck (deck)")
    before = opened.page.asked.count("GET")
    late = make(room, "deck", "Late")
    for action in ("resume", "hold", "resume"):
        act(room, late, "POST", "control", {"action": action})
    opened.wait_for(lambda: details(opened)[:3] == ["Control · by Late (deck)"] * 3)
    assert opened.page.asked.count("GET") == before + 1


def test_an_owner_revokes_the_key_of_an_act_from_the_history(past, room):
    mia = make(room, "moderator", "Mia")
    act(room, mia, "PUT", "blocklist/word:spam")
    opened = past()
    opened.page.locator(".history-list .list-row", has_text="Word: spam").click()
    end = opened.page.locator("#revoke-key")
    end.get_by_text("Revoke the key Mia").wait_for()
    end.click()
    opened.button("Cancel", "dialog").click()
    end.click()
    opened.button("Revoke", "dialog").click()
    opened.page.locator("#event-by", has_text="by Mia (moderator, revoked)").wait_for()
    opened.wait_for(lambda: mia["id"] not in [key["id"] for key in room.send("GET", "keys", status=200)["keys"]])
    assert not end.is_visible()
    opened.button("Undo its blocks: Revoked", "#toasts").click()
    opened.told("Undid 1 of its changes of the blocklist.")
    # A page that opens later does not know the name any more.
    opened.page.reload()
    opened.page.locator(".history-list .list-row", has_text=f"Blocked · by {mia['id']}").wait_for()


def test_the_history_of_a_room_without_keys_names_none_and_asks_for_none(shared_server, blank):
    room = Room(shared_server, next(names))
    room.send("POST", "control", {"action": "hold"})
    page = blank(1280, 800)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    opened = Studio(page, room).open("history")
    row = page.locator(".history-list .list-row", has_text="Hold")
    row.click()
    page.locator("#event .way li").first.wait_for()
    assert row.locator(".detail").inner_text() == "Control"
    assert not page.locator("#event-by").is_visible() and not page.locator("#revoke-key").is_visible()
    # The view Live has asked for the overlay's address.
    assert len([url for url in asked if url.endswith("/keys")]) <= 1

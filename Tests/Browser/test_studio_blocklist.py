"""The blocklist in the studio: moderators and owners block senders and words, follow it, and undo it."""

import itertools

import pytest

from Browser.studio import Studio
from Browser.test_studio_deck import KeyedRoom

names = (f"block-{number}" for number in itertools.count(1))


@pytest.fixture(scope="module")
def server(keyed_server):
    return keyed_server


@pytest.fixture
def room(server):
    return KeyedRoom(server, next(names))


@pytest.fixture
def keyed(blank, room):
    """Opens the studio with a key of a role. At the end, the server has refused only the expected requests."""
    opened = []

    def open_one(role, view="live", width=1280, height=800, refused=(), key=None, **options):
        page = blank(width, height, **options)
        statuses = []
        page.on("response", lambda response: statuses.append(response.status) if response.status >= 400 else None)
        opened.append((statuses, list(refused)))
        page.goto(f"{room.server.url}/studio/{room.name}?view={view}#key={key or room.key(role)['key']}")
        page.wait_for_selector("#content .panel")
        return Studio(page, room)

    yield open_one
    for statuses, refused in opened:
        assert statuses == refused


def entries(room):
    return room.send("GET", "blocklist", status=200)["entries"]


def gift(room, name, **sender):
    return room.send("POST", "gifts", {"sender": {"name": name, **sender}, "gift": "Rose"})


@pytest.mark.parametrize(("role", "sender", "entry"), [
    ("moderator", {"id": "tw:1/ä"}, "sender:id:tw:1/ä"), ("owner", {}, "sender:name:Ann & Bob")])
def test_the_sender_of_a_recent_event_is_blocked_and_unblocked(keyed, room, role, sender, entry):
    opened = keyed(role)
    gift(room, "Ann & Bob", **sender)
    item = opened.page.get_by_role("menuitem", name="lock Ann & Bob")
    opened.button("Menu: Ann & Bob", "#recent").click()
    item.click()
    opened.told("Ann & Bob is blocked.")
    assert entries(room) == [entry]
    opened.button("Undo: Ann & Bob is blocked.", "#toasts").click()
    opened.wait_for(lambda: entries(room) == [])
    # A menu offers to unblock a blocked sender.
    opened.wait_for(lambda: room.events("unblock") != [])
    room.send("PUT", f"blocklist/{entry.replace('/', '%2F').replace(' ', '%20').replace('ä', '%C3%A4')}", status=200)

    def offers_to_unblock():
        opened.page.keyboard.press("Escape")
        opened.button("Menu: Ann & Bob", "#recent").click()
        return item.inner_text() == "Unblock Ann & Bob"

    opened.wait_for(offers_to_unblock)
    item.click()
    opened.wait_for(lambda: entries(room) == [])


def test_the_sender_of_a_held_event_is_blocked_but_not_by_a_deck(keyed, room):
    room.server.request("PUT", f"/v1/rooms/{room.name}/sources/generic", {
        "event": "gift", "keys": {"id": "id", "sender": "from"}, "fixed": {"gift": "Rose"}}, room.server.admin)
    room.configure({"sources": {"hold": "generic"}})
    ingest = room.key("ingest")["key"]
    room.server.request("POST", f"/v1/hooks/{room.name}/generic", {"id": "1", "from": "Ann"}, {"Authorization": f"Bearer {ingest}"})
    deck = keyed("deck")
    deck.button("Approve: Ann", "#held").wait_for()
    assert deck.button("Menu: Ann", "#held").count() == 0
    opened = keyed("moderator", width=390, height=844, has_touch=True)
    opened.button("Menu: Ann", "#held").click()
    opened.page.get_by_role("menuitem", name="Block Ann").click()
    opened.wait_for(lambda: entries(room) == ["sender:name:Ann"])


def test_the_sender_of_an_event_in_the_history_is_blocked(keyed, room):
    room.send("PUT", "counters/likes", {"to": 1})
    gift(room, "Ann", id="7")
    opened = keyed("owner", "history")
    opened.page.locator(".list-row", has_text="likes").click()
    opened.page.locator("#event .way").wait_for()
    assert not opened.page.locator("#block-sender").is_visible()
    opened.page.locator(".list-row", has_text="Ann").click()
    opened.button("Block Ann").click()
    opened.told("Ann is blocked.")
    opened.button("Unblock Ann").click()
    opened.told("Ann is not blocked any more.")
    assert entries(room) == []


@pytest.mark.network
def test_the_studio_says_why_the_server_refuses_to_block(keyed, room):
    opened = keyed("moderator", refused=[429])
    gift(room, "Ann")
    reason = "The blocklist has 1000 entries already. Remove one."
    opened.page.route("**/blocklist/**", lambda route: route.fulfill(
        status=429, json={"title": "A limit is reached", "status": 429, "detail": reason}))
    opened.button("Menu: Ann", "#recent").click()
    opened.page.get_by_role("menuitem", name="Block Ann").click()
    opened.told(reason)
    assert not opened.button("Undo", "#toasts", exact=False).count()


def lines(opened):
    return opened.page.locator("#blocklist .title").all_inner_texts()


def test_a_moderator_sees_the_blocklist_changes_it_and_follows_it(keyed, room):
    for entry in ("sender%3Aid%3A123", "sender:name:Ann", "word:%E5%9D%8F", "word:*spam*"):
        room.send("PUT", f"blocklist/{entry}", status=200)
    opened = keyed("moderator", width=390, height=844, has_touch=True)
    opened.wait_for(lambda: lines(opened) == ["Word: spam", "Word: 坏", "Sender: Ann", "Sender with ID 123"])
    assert opened.page.locator("#blocklist .detail").all_inner_texts() == ["anywhere", "", "", ""]
    opened.button("Unblock: Sender: Ann").click()
    opened.told("Sender: Ann is not blocked any more.")
    assert entries(room) == ["sender:id:123", "word:坏", "word:*spam*"]
    opened.button("Undo: Sender: Ann", "#toasts", exact=False).click()
    opened.wait_for(lambda: entries(room)[-1] == "sender:name:Ann")
    room.send("DELETE", "blocklist/sender:id:123", status=200)
    opened.wait_for(lambda: lines(opened) == ["Sender: Ann", "Word: spam", "Word: 坏"])
    room.send("PUT", "blocklist/word:scam", status=200)
    opened.wait_for(lambda: lines(opened)[0] == "Word: scam")
    boxes = [one.bounding_box() for one in opened.page.locator("#blocklist :is(button, input, select)").all()]
    assert min(min(box["width"], box["height"]) for box in boxes) >= 44


@pytest.mark.network
def test_an_owner_blocks_words_beside_the_platforms_and_learns_why_one_is_refused(keyed, room):
    opened = keyed("owner", "platforms", refused=[422])
    panel = opened.page.locator("#blocklist")
    panel.get_by_text("No word and no sender is blocked.").wait_for()
    field = panel.get_by_label("Word to block")
    field.fill("ab")
    field.press("Enter")
    panel.get_by_text("must have at least 3 letters or digits, or one Chinese, Japanese or Korean character").wait_for()
    assert field.input_value() == "ab" and field.get_attribute("aria-invalid") == "true"
    field.fill("abc")
    assert not panel.locator("#blocklist-trouble").is_visible()
    panel.get_by_label("Where it is found").select_option("anywhere")
    opened.button("Block", "#blocklist").click()
    opened.wait_for(lambda: lines(opened) == ["Word: abc"])
    assert entries(room) == ["word:*abc*"] and field.input_value() == ""
    # The setting of the owner is another list.
    assert room.send("GET", "config", status=200)["sources"]["blocked"] == ""


def test_an_owner_undoes_blocks_in_the_history_with_one_click(keyed, room):
    room.send("POST", "control", {"action": "hold"})
    gift(room, "Ann")
    room.send("PUT", "blocklist/word:spam", status=200)
    room.send("PUT", "blocklist/sender:name:Ann", status=200)
    room.send("DELETE", "blocklist/sender:name:Ann", status=200)
    opened = keyed("owner", "history")
    rows = opened.page.locator(".history-list .list-row")
    # The key of the change follows.
    texts = lambda: [row.replace("\n", " · ").split(" · by ")[0] for row in rows.locator(".who").all_inner_texts()]
    opened.wait_for(lambda: texts()[:3] == ["Sender: Ann · Unblocked", "Sender: Ann · Blocked", "Word: spam · Blocked"])
    opened.page.locator(".choices").get_by_text("Control", exact=True).click()
    opened.wait_for(lambda: len(texts()) == 4 and texts()[3].startswith("Hold"))
    # A change that is not in effect any more has no button.
    opened.button("Unblock: Word: spam").click()
    opened.wait_for(lambda: entries(room) == [])
    opened.button("Unblock: Word: spam").wait_for(state="detached")
    assert opened.button("Unblock: Sender: Ann").count() == 0
    opened.wait_for(lambda: texts()[0] == "Word: spam · Unblocked")
    rows.filter(has_text="Unblocked").nth(1).click()
    assert opened.page.locator("#take-back").inner_text() == "Block"
    opened.page.locator("#take-back").click()
    opened.wait_for(lambda: entries(room) == ["sender:name:Ann"])


def test_an_owner_undoes_the_blocks_of_a_moderator_s_key_with_one_click(keyed, room):
    moderator = room.send("POST", "keys", {"role": "moderator", "name": "Mo"}, status=201)
    as_moderator = {"Authorization": f"Bearer {moderator['key']}"}
    room.send("PUT", "blocklist/word:troll", status=200)
    for method, entry in (("PUT", "word:spam"), ("PUT", "sender:name:Ann"), ("DELETE", "word:troll"), ("PUT", "word:scam")):
        assert room.server.request(method, f"/v1/rooms/{room.name}/blocklist/{entry}", None, as_moderator).status == 200
    room.send("DELETE", "blocklist/word:scam", status=200)
    # The list of rooms is for an admin key.
    opened = keyed("admin", "rooms", key=room.server.admin_key)
    opened.button("Undo its blocks: Mo").click()
    opened.told("Undid 3 of its changes of the blocklist.")
    assert entries(room) == ["word:troll"]
    done = [(event["type"], event["entry"]) for event in room.send("GET", "events?limit=1000", status=200)["events"][-3:]]
    assert done == [("block", "word:troll"), ("unblock", "sender:name:Ann"), ("unblock", "word:spam")]
    opened.button("Undo its blocks: Mo").click()
    opened.told("None of its changes of the blocklist is still in effect.")
    # After the revocation, a message offers the same.
    room.server.request("PUT", f"/v1/rooms/{room.name}/blocklist/word:spam", None, as_moderator)
    opened.button("Revoke: Mo").click()
    opened.button("Revoke", "dialog").click()
    opened.button("Undo its blocks: Revoked", "#toasts").click()
    opened.told("Undid 1 of its changes of the blocklist.")
    assert entries(room) == ["word:troll"]

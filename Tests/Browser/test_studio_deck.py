"""A deck key opens the studio to steer the show. The studio hides all other controls, and the server refuses no request."""

import itertools
import urllib.parse

import pytest

from Browser.platforms import Platform
from Browser.studio import OBS, Studio
from harness.room import Room
from harness.variants import variants

names = (f"deck-{number}" for number in itertools.count(1))
# Controls of what a deck key may not do.
FORBIDDEN = ["#views", "#connect", "#try", "#preview", "iframe", "#test-gift", "#totals", "#use-words", "a[href*=view]",
             "[data-try]", "[data-viewer]", "#address", "#copy-address", "#new-address"]
# Notes which of them a person can see: looks in each animation frame in which the document changes.
WATCH = """(selectors) => {
  window.forbidden = [];
  let isAsked = false;
  const look = () => {
    isAsked = false;
    for (const selector of selectors) {
      if (window.forbidden.includes(selector)) continue;
      if ([...document.querySelectorAll(selector)].some((one) => one.checkVisibility())) window.forbidden.push(selector);
    }
  };
  const ask = () => {
    if (!isAsked) requestAnimationFrame(look);
    isAsked = true;
  };
  new MutationObserver(ask).observe(document, { subtree: true, childList: true, attributes: true });
  // Sheets of styles load, and the page's size changes, without a change of the document.
  document.addEventListener("load", ask, true);
  for (const event of ["load", "resize"]) addEventListener(event, ask);
}"""
# Requests that a deck key may send, by method and the part of the room.
ALLOWED = {("GET", "held"), ("GET", "stream"), ("POST", "control"), ("POST", "queue"), ("DELETE", "queue"),
           ("POST", "events"), ("DELETE", "events"), ("POST", "held")}


class KeyedRoom(Room):
    """A room of a server with keys, set up with the admin key."""

    def send(self, method, part, body=None, status=202):
        answer = self.server.request(method, f"/v1/rooms/{self.name}/{part}", body, self.server.admin)
        assert answer.status == status, answer
        return answer.json

    def key(self, role):
        return self.send("POST", "keys", {"role": role}, status=201)

    def state(self):
        return self.send("GET", "state", status=200)

    def events(self, kind):
        events = self.send("GET", "events?limit=1000", status=200)["events"]
        return [event for event in events if event["type"] == kind]


class Traffic:
    """The requests of a page to the server's API, and the refused ones."""

    def __init__(self, page):
        self.asked, self.refused = set(), []
        page.on("request", self.request)
        page.on("response", lambda response: self.refused.append(f"{response.status} {response.url}")
                if response.status >= 400 else None)
        page.on("websocket", lambda socket: self.asked.add(("GET", part_of(socket.url))))

    def request(self, request):
        if "/v1/" in request.url:
            self.asked.add((request.method, part_of(request.url)))


def part_of(url):
    """`queue` of /v1/rooms/main/queue/g1/move."""
    return urllib.parse.urlsplit(url).path.split("/")[4]


@pytest.fixture(scope="module")
def server(keyed_server):
    return keyed_server


@pytest.fixture
def room(server):
    return KeyedRoom(server, next(names))


@pytest.fixture
def deck(blank, room):
    """Opens the studio with a deck key. At the end, every request was allowed and no forbidden control was ever seen."""
    opened = []

    def open_one(width=1280, height=800, view="live", **options):
        page = blank(width, height, **options)
        page.add_init_script(f"({WATCH})({FORBIDDEN!r})")
        traffic = Traffic(page)
        opened.append((page, traffic))
        page.goto(f"{room.server.url}/studio/{room.name}?view={view}#key={room.key('deck')['key']}")
        page.wait_for_selector("#lamp:not([data-state=wait])")
        assert page.locator("#lamp").get_attribute("data-state") in ("connected", "held", "long")
        page.wait_for_selector("#content .panel")
        return Studio(page, room)

    yield open_one
    for page, traffic in opened:
        assert page.evaluate("() => window.forbidden") == []
        assert traffic.refused == []
        assert traffic.asked <= ALLOWED


def waiting(room):
    return [combo["sender"] for combo in room.state()["queue"]]


def fill(room, count=12):
    """Posts gifts of several senders; more than the stage shows."""
    room.configure({"gifts": {"linger": 60, "hurry": 0, "catchUpFrom": 2, "catchUpDivisor": 1}})
    for number in range(count):
        room.gift(f"Giver {number}", "Rose", number + 1)


@pytest.mark.parametrize("view, width, height", variants(
    [("live", 1280, 800), ("history", 300, 700), ("rooms", 800, 600), ("nonsense", 1280, 800)], quick=2))
def test_a_deck_key_opens_live_with_what_it_may_do(deck, view, width, height):
    opened = deck(width, height, view, first_run=True)
    page = opened.page
    assert page.locator("#lamp h1").inner_text() == "Connected"
    assert page.locator("#content").get_attribute("data-view") == "live"
    assert page.locator("#content .panel:not([hidden])").evaluate_all("(all) => all.map(({ id }) => id).sort()") == [
        "on-stage", "recent", "waiting"]
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.reload()
    opened.lamp("connected")


def test_an_owner_key_shows_the_controls_that_a_deck_key_does_not(blank, room):
    page = blank(1280, 800)
    page.add_init_script(f"({WATCH})({FORBIDDEN!r})")
    traffic = Traffic(page)
    page.goto(f"{room.server.url}/studio/{room.name}#key={room.key('owner')['key']}")
    page.locator("#preview iframe").wait_for()
    page.wait_for_function("""() => ["#views", "#connect", "#try", "#preview", "#test-gift", "[data-try]", "#address"]
      .every((selector) => window.forbidden.includes(selector))""")
    assert {("GET", "config"), ("GET", "keys"), ("GET", "events")} <= traffic.asked


def test_a_deck_holds_resumes_and_skips(deck, room):
    fill(room)
    opened = deck()
    opened.button("Hold").click()
    opened.lamp("held")
    assert room.state()["held"] is True
    opened.button("Resume").click()
    # The waiting gifts take long; how long gifts stay is a setting, which a deck does not change.
    opened.lamp("long")
    opened.page.locator("#lamp").get_by_text("Skip, or take some out.").wait_for()
    assert opened.page.locator("#lamp button").is_hidden()
    assert room.state()["held"] is False
    # One gift by the button in its row, another by the menu, then everything.
    first, second = (row["combo"] for row in room.state()["channels"][:2])
    opened.button("Let Giver 0 leave").click()
    opened.wait_for(lambda: first not in [row["combo"] for row in room.state()["channels"]])
    opened.button("Skip").click()
    opened.page.get_by_role("menuitem", name="Giver 1 · Rose").click()
    opened.wait_for(lambda: second not in [row["combo"] for row in room.state()["channels"]])
    opened.button("Skip").click()
    opened.page.get_by_role("menuitem", name="Skip everything").click()
    opened.wait_for(lambda: [event["action"] for event in room.events("control")][-1] == "skip")
    assert {event["by"] for event in room.events("control")} == {
        key["id"] for key in room.send("GET", "keys", status=200)["keys"] if key["role"] == "deck"}


def test_a_deck_clears_with_undo(deck, room):
    fill(room, 3)
    opened = deck()
    opened.page.locator("#on-stage [data-node]").first.wait_for()
    opened.button("Clear").click()
    opened.told("Clearing")
    opened.button("Undo", "#toasts", exact=False).click()
    opened.page.locator(".toast").wait_for(state="detached")
    assert room.events("control") == []
    opened.button("Clear").click()
    opened.page.locator(".toast").get_by_text("Now", exact=True).click()
    opened.page.locator("#on-stage").get_by_text("Nothing on stage.").wait_for()


def test_a_deck_takes_only_gifts_and_calls_off_the_stage(deck, room):
    opened = deck()
    fill(room, 1)
    room.call("Yuki")
    room.send("PUT", "goals/lamp", {"title": "A lamp", "target": 10})
    room.send("PUT", "counters/hearts", {"to": 5})
    room.send("POST", "captions", {"text": "Thank you", "effect": "fade", "hold": None, "duration": 0})
    rows = opened.page.locator("#on-stage [data-node]")
    opened.wait_for(lambda: rows.count() == 5)
    assert sorted(rows.evaluate_all("(all) => all.filter((one) => one.querySelector('button')).map((one) => one.dataset.node)"))[0][
        :5] == "call/"
    assert opened.page.locator("#on-stage button").count() == 2
    opened.button("Let Yuki leave").click()
    opened.wait_for(lambda: room.state()["calls"] == [])
    assert room.events("dismiss") == []


def test_a_deck_moves_and_removes_what_waits(deck, room):
    fill(room)
    opened = deck()
    queue = waiting(room)
    assert len(queue) > 3
    opened.button(f"Menu: {queue[2]}").click()
    opened.page.get_by_role("menuitem", name="Show next").click()
    opened.wait_for(lambda: waiting(room)[:2] == [queue[2], queue[0]])
    opened.button(f"Menu: {queue[1]}").click()
    opened.page.get_by_role("menuitem", name="Remove").click()
    opened.button("Remove", "#waiting").click()
    opened.wait_for(lambda: queue[1] not in waiting(room))


def test_a_deck_approves_and_refuses_held_tips(deck, room):
    room.configure({"sources": {"hold": "kofi"}})
    kofi = Platform(room, "kofi")
    opened = deck(300, 700)
    for name in ("donation", "yen"):
        assert kofi.send(name).status == 200
    held = opened.page.locator("#held h2")
    held.get_by_text("2 to approve").wait_for()
    opened.button("Approve: 雪", "#held").click()
    held.get_by_text("1 to approve").wait_for()
    opened.page.locator("#recent", has_text="雪").wait_for()
    opened.button("Refuse: Jo Example", "#held").click()
    opened.page.locator(".toast").get_by_text("Now", exact=True).click()
    opened.page.locator("#held").wait_for(state="hidden")
    assert room.send("GET", "held", status=200)["held"] == []
    assert len(room.events("gift")) == 1


def test_a_deck_shows_a_recent_gift_again_and_takes_it_back(deck, room):
    fill(room, 1)
    opened = deck()
    recent = opened.page.locator("#recent")
    # The events before the page was opened are in the history, which a deck may not read.
    recent.get_by_text("No gifts since you opened this page.").wait_for()
    gift = room.gift("Mira", "Rocket")["id"]
    # A deck is not told what viewers saw.
    recent.locator(f"[data-event={gift}] .way [data-state=done]", has_text="shown").wait_for()
    assert "sent" not in recent.locator(".way").inner_text()
    opened.button("Menu: Mira", "#recent").click()
    opened.page.get_by_role("menuitem", name="Show again").click()
    opened.wait_for(lambda: [event.get("replayOf") for event in room.events("gift")][-1] == gift)
    recent.locator("[data-event]").nth(1).wait_for()
    opened.page.keyboard.press("r")
    opened.wait_for(lambda: len(room.events("gift")) == 4)
    row = recent.locator(f"[data-event={gift}]")
    row.get_by_role("button", name="Menu: Mira").click()
    opened.page.get_by_role("menuitem", name="Take back").click()
    opened.button("Take back", "dialog").click()
    row.get_by_text("taken back").first.wait_for()
    assert [event["of"] for event in room.events("takeBack")] == [gift]
    row.get_by_role("button", name="Menu: Mira").click()
    assert opened.page.get_by_role("menuitem").all_inner_texts() == ["Show again"]


def test_shortcuts_of_hidden_controls_do_nothing(deck, room):
    opened = deck()
    page = opened.page
    before = page.url
    for key in "tcl123456/":
        page.keyboard.press(key)
    page.keyboard.press("?")
    dialog = page.get_by_role("dialog")
    dialog.wait_for()
    assert dialog.locator("dt").all_inner_texts() == ["H", "S", "X", "R", "Ctrl+Z", "?", "Esc"]
    page.keyboard.press("Escape")
    page.keyboard.press("h")
    opened.lamp("held")
    assert page.url == before and page.locator("#content").get_attribute("data-view") == "live"
    assert room.events("gift") == []


def test_a_moderator_hides_a_message_and_a_deck_does_not(deck, blank, room):
    room.configure({"alerts": {"rules": [{"name": "all", "title": "{sender}", "duration": 60}]}})
    room.send("POST", "control", {"action": "start"})
    room.send("POST", "notices", {"kind": "raid", "sender": "Ann", "message": "You are awful"})
    opened = deck()
    message = opened.page.locator("#on-stage").get_by_text("You are awful")
    message.wait_for()
    assert opened.button("Hide the message", exact=False).count() == 0
    opened.page.keyboard.press("m")
    page = blank(390, 844, has_touch=True)
    traffic = Traffic(page)
    page.goto(f"{room.server.url}/studio/{room.name}#key={room.key('moderator')['key']}")
    moderator = Studio(page, room)
    moderator.button("Hide the message: Ann", "#on-stage").click()
    moderator.told("The message is hidden.")
    message.wait_for(state="hidden")
    assert len([event for event in room.events("control") if event["action"] == "hideMessage"]) == 1
    assert traffic.refused == []


def test_the_commands_of_a_deck_are_those_that_it_may_give(deck):
    opened = deck()
    opened.button("Commands").click()
    dialog = opened.page.get_by_role("dialog")
    dialog.wait_for()
    lines = dialog.locator(".command").all_inner_texts()
    assert len(lines) == 5 and all("/control" in line for line in lines)
    assert dialog.get_by_role("button", name="Stream Deck", exact=False).count() == 0


def test_a_deck_receives_nothing_about_pages_and_platforms(deck, room, blank):
    source = blank(960, 540, user_agent=OBS)
    source.add_init_script("window.obsstudio = {}")
    source.goto(f"{room.server.url}/overlay/{room.name}#key={room.key('viewer')['key']}")
    opened = deck()
    messages = []
    opened.page.on("websocket", lambda socket: socket.on(
        "framereceived", lambda message: messages.append(message)))
    opened.page.reload()
    opened.lamp("connected")
    room.gift("Ann", "Rose")
    opened.page.locator("#recent [data-event]").wait_for()
    assert "hello" in messages[0] and "OBS" not in "".join(messages)
    for key in ("viewers", "sources", "stage", "look", "by", "sent"):
        assert not any(f'"{key}"' in message for message in messages), key


@pytest.mark.network
def test_a_studio_without_a_key_opens_with_a_deck_key(blank, room):
    page = blank(1280, 800)
    page.goto(f"{room.server.url}/studio/{room.name}")
    page.wait_for_selector("#lamp[data-state=key]")
    page.get_by_role("button", name="Open", exact=True).click()
    page.get_by_label("Owner or deck key").fill(room.key("deck")["key"])
    page.keyboard.press("Enter")
    page.wait_for_selector("#lamp[data-state=connected]")
    assert page.locator("#views").count() == 0


@pytest.mark.network
def test_a_revoked_deck_key_ends_the_studio(blank, room):
    key = room.key("deck")
    page = blank(1280, 800)
    page.goto(f"{room.server.url}/studio/{room.name}#key={key['key']}")
    page.wait_for_selector("#lamp[data-state=connected]")
    room.send("DELETE", f"keys/{key['id']}", status=200)
    page.wait_for_selector("#lamp[data-state=key]")
    page.locator("#lamp").get_by_text("This key does not open the studio").wait_for()


@pytest.mark.network
@pytest.mark.parametrize("role", variants(["deck", "ingest", "viewer"]))
def test_the_studio_stays_closed_to_other_roles_and_to_keys_of_other_rooms(blank, room, role):
    owner = KeyedRoom(room.server, next(names)) if role == "deck" else room
    page = blank(1280, 800)
    page.goto(f"{room.server.url}/studio/{room.name}#key={owner.key(role)['key']}")
    page.wait_for_selector("#lamp[data-state=key]")

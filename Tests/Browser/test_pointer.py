"""Taps on call cards, their ✕, and clicks that pass through the overlay."""

import json

import pytest
from websockets.sync.client import connect

from harness.waiting import TIMEOUT_SECONDS, wait_for

BENEATH = """() => {
  const below = document.createElement("div");
  below.id = "below";
  below.style.cssText = "position: fixed; inset: 0; pointer-events: auto";
  document.body.prepend(below);
  window.clicks = 0;
  below.addEventListener("click", () => clicks++);
}"""
CARD = (460, 41)
CLOSE = (542, 41)


@pytest.fixture
def listener(room):
    """Another client of the room's stream."""
    address = f"ws://localhost:{room.server.port}/v1/rooms/{room.name}/stream?fps=1"
    with connect(address, subprotocols=["ovation.v1.json"]) as socket:
        yield socket


@pytest.fixture
def page(overlay, room):
    opened = overlay()
    opened.evaluate(BENEATH)
    room.configure({"calls": {"vanish": 60, "move": 1.0}})
    return opened


def heard(socket, wanted):
    """The next message of a type."""
    while True:
        message = json.loads(socket.recv(timeout=TIMEOUT_SECONDS))
        if message["type"] == wanted:
            return message


def buttons(page, count):
    wait_for(lambda: page.locator("#cards button").count() == count)


def test_a_tap_on_a_card_reaches_other_clients(page, room, listener):
    call = room.call("Ann")
    buttons(page, 2)
    page.mouse.click(*CARD)
    assert heard(listener, "tap") == {"type": "tap", "call": call, "user": {"name": "Ann"}}
    assert f"call/{call}" in room.nodes()
    assert page.evaluate("() => clicks") == 0


def test_the_cross_dismisses_the_card(page, room):
    first, second = room.call("Ann"), room.call("Bob")
    buttons(page, 4)
    page.mouse.click(*CLOSE)
    # The card leaves soon, and may have left already.
    wait_for(lambda: room.nodes().get(f"call/{first}", {"leaving": True}).get("leaving"))
    assert not room.nodes()[f"call/{second}"].get("leaving")
    wait_for(lambda: f"call/{first}" not in room.nodes())


def test_a_tap_on_a_scaled_page_hits_the_card_under_the_pointer(overlay, room, listener):
    opened = overlay(width=1440, height=900, scale=2)
    room.configure({"calls": {"vanish": 60}})
    call = room.call("Ann")
    buttons(opened, 2)
    opened.mouse.click(CARD[0] * 1.5, CARD[1] * 1.5)
    assert heard(listener, "tap")["call"] == call


# The lower edges of the lowest card and of its button at each animation frame.
EDGES = """() => new Promise((resolve) => {
  const seen = [];
  const canvas = document.getElementById("stage");
  const look = () => {
    const { data } = canvas.getContext("2d").getImageData(460, 0, 1, 200);
    let edge = 200;
    while (edge > 0 && data[4 * edge - 1] < 255) edge--;
    seen.push([edge, document.querySelector("#cards button").getBoundingClientRect().bottom]);
    if (seen.length < 40) requestAnimationFrame(look);
    else resolve(seen);
  };
  requestAnimationFrame(look);
})"""


def test_the_buttons_of_a_moving_card_are_where_it_is_drawn(page, room):
    room.configure({"calls": {"entrance": 0, "move": 2.0}})
    first, _ = room.call("Ann"), room.call("Bob")
    buttons(page, 4)
    # Bob's card moves up into the place of Ann's.
    room.send("DELETE", f"calls/{first}")
    buttons(page, 2)
    seen = page.evaluate(EDGES)
    assert seen[0][0] - seen[-1][0] > 10
    assert all(abs(drawn - clicked) <= 1 for drawn, clicked in seen), seen


def test_clicks_outside_cards_pass_through(page, room):
    room.call("Ann")
    room.gift("Ann", "Rose")
    buttons(page, 2)
    # The clicks are beside the card, below it, on a gift's row, and in the card's round corner.
    for number, place in enumerate([(380, 41), (480, 70), (100, 340), (396, 18)], 1):
        page.mouse.click(*place)
        assert page.evaluate("() => clicks") == number


def test_a_leaving_card_takes_no_tap(page, room, listener):
    first = room.call("Ann")
    buttons(page, 2)
    room.send("DELETE", f"calls/{first}")
    buttons(page, 0)
    page.mouse.click(*CARD)
    assert page.evaluate("() => clicks") == 1
    # The next reported tap belongs to the next card.
    second = room.call("Bob")
    buttons(page, 2)
    wait_for(lambda: f"call/{first}" not in room.nodes())
    page.mouse.click(*CARD)
    assert heard(listener, "tap")["call"] == second

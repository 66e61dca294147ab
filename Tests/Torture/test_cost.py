"""Every request and every message occupies the server's loop only briefly.

The aim is five milliseconds. The bound is twenty, because other processes on a busy machine use its caches too. The
tests look for faults that cost hundreds of milliseconds, such as work that grows with the square of a size.
"""

import json
import os
import time

import pytest

from Torture.cost import PATIENCE_SECONDS, Loop, Talker, ask, http, pour
from Torture.noise import BODY_BYTES, MESSAGE_BYTES, ROOM, Noise
from harness.server import Server
from harness.viewer import Viewer

MOST_MILLISECONDS = 20.0
TRIES = 4
# Combining marks of six classes. A comparison of texts by appearance has to sort them.
MARKS = "\u0345\u0301\u0316\u05b0\u3099\u0334"
TEN_THOUSAND = {
    "gifts": {"channels": 1, "queueLimit": 10_000, "turn": 0, "linger": 60},
    "ticker": {"enabled": True, "queueLimit": 10_000},
}


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path / "data") as server:
        yield server


@pytest.fixture
def loop(server):
    loop = Loop(server)
    yield loop
    loop.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    """A server for requests that leave little behind."""
    with Server(tmp_path_factory.mktemp("cost") / "data") as server:
        yield server


def marks(count):
    """About `count` bytes of marks, in descending class: sorting has to move each to the front."""
    each = count // len(MARKS.encode())
    return "".join(mark * each for mark in MARKS)


def fits(document, key, limit):
    """The document with marks in place of `key`, so that it has `limit` bytes."""
    return document.replace(key, marks(limit - len(document.encode()) - 8))


def digits(form):
    return '{"gift":"Rose","count":%s}' % form.replace("…", "9" * (BODY_BYTES - 100))


HOSTILE = {
    "a key of marks": http("PATCH", f"{ROOM}/config", fits('{"M":1}', "M", BODY_BYTES)),
    "ten keys of marks": http("POST", f"{ROOM}/gifts", "{%s}" % ",".join(
        f'"{n}{marks(6000)}":1' for n in range(10))),
    "a picture's address of marks": http("POST", f"{ROOM}/gifts", fits(
        '{"gift":{"name":"Rose","image":"https://M"}}', "M", BODY_BYTES)),
    "a word of marks": http("POST", f"{ROOM}/control", fits('{"action":"M"}', "M", BODY_BYTES)),
    "a name of marks": http("POST", f"{ROOM}/calls", fits('{"user":"aM"}', "M", 800)),
    "a caption of marks": http("POST", f"{ROOM}/captions", fits('{"text":"aM"}', "M", 15_900)),
    "a Connection field of marks": http(
        "GET", "/healthz", "", b"Connection: " + marks(7900).encode()),
    "a Connection field of commas": http("GET", "/healthz", "", b"Connection: " + b"a," * 3950),
    "700 Origin fields": http("POST", f"{ROOM}/gifts", "{}", *[b"Origin:a"] * 700),
    "a room of marks": http("GET", "/v1/rooms/" + "".join(
        f"%{byte:02X}" for byte in marks(2600).encode())),
    "a call of marks": http("DELETE", f"{ROOM}/calls/" + "".join(
        f"%{byte:02X}" for byte in marks(2600).encode())),
    "a path of slashes": http("GET", "/" * 8000),
    "a query of ampersands": http("GET", f"{ROOM}/events?" + "a&" * 3900),
    "600 sections": http("PATCH", f"{ROOM}/config", json.dumps(
        {f"k{n}": {"x": n} for n in range(600)})),
    "3,000 unknown keys": http("PUT", f"{ROOM}/config", json.dumps(
        {section: {f"k{n}": n for n in range(500)} for section in (
            "stage", "gifts", "ticker", "counters", "captions", "calls")}).replace(" ", "")),
    "keys of slashes": http("PUT", f"{ROOM}/config", json.dumps(
        {"/" * 100 + str(n): 1 for n in range(590)})),
    "digits before the point": http("POST", f"{ROOM}/gifts", digits("…")),
    "digits behind the point": http("POST", f"{ROOM}/gifts", digits("0.…")),
    "a small exponent": http("POST", f"{ROOM}/gifts", digits("9.…e-300")),
    "digits of an exponent": http("POST", f"{ROOM}/gifts", digits("1e-…")),
    "an array of 32,000": http("POST", f"{ROOM}/gifts", '{"gift":[%s1]}' % ("1," * 32_000)),
    "arrays in arrays": http("POST", f"{ROOM}/gifts", '{"gift":[%s1]}' % (
        ("[" * 28 + "]" * 28 + ",") * 1100)),
    "objects in objects": http("POST", f"{ROOM}/gifts", '{"gift":[%s1]}' % (
        ('{"a":' * 28 + "1" + "}" * 28 + ",") * 370)),
    "escapes": http("POST", f"{ROOM}/gifts", '{"gift":"%s"}' % ("\\u0301" * 10_900)),
    "one long name": http("POST", f"{ROOM}/gifts", '{"gift":"%s"}' % ("a" * 65_000)),
    "no JSON": http("POST", f"{ROOM}/gifts", "x" * BODY_BYTES),
    "zeros": http("POST", f"{ROOM}/gifts", b"\0" * BODY_BYTES),
}

MESSAGES = {
    "a type of marks": fits('{"type":"M"}', "M", MESSAGE_BYTES),
    "a key of marks": fits('{"type":"tap","M":1}', "M", MESSAGE_BYTES),
    "a call of marks": fits('{"type":"tap","call":"M"}', "M", 900),
    "digits": '{"type":"rate","fps":%s}' % ("9" * 16_000),
    "an array": '{"type":[%s1]}' % ("1," * 8000),
    "no JSON": "x" * MESSAGE_BYTES,
}


def check_cost(server, action, prepare=None):
    """Of a few tries the cheapest counts, because a dear request is dear each time."""
    loop = Loop(server)
    costs = [loop.cost(action, prepare) for _ in range(TRIES)]
    loop.close()
    print(f"{min(costs):.2f} ms")
    assert 0 < min(costs) <= MOST_MILLISECONDS, costs


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_request_occupies_the_loop_only_briefly(shared, name):
    check_cost(shared, lambda: ask(shared.port, HOSTILE[name]))


@pytest.mark.parametrize("name", MESSAGES)
def test_a_hostile_message_occupies_the_loop_only_briefly(shared, name):
    talker = Talker(shared.port)
    check_cost(shared, lambda: talker.say(MESSAGES[name].encode()), talker.open)
    talker.close()


# Requests whose cost depends on the room's state


def gift(sender, length=0, room="main"):
    """A gift whose texts together have `length` more bytes."""
    name, fill = str(sender), "x" * (length // 4)
    return http("POST", f"/v1/rooms/{room}/gifts", json.dumps({
        "sender": {"id": name + fill, "name": name + fill},
        "gift": {"id": "Rose" + fill, "name": "Rose", "image": "https://a/" + fill}}))


def fill_queues(server, room, length=720):
    """Makes ten thousand combos and as many cards wait in a room."""
    assert server.request("PATCH", f"/v1/rooms/{room}/config", TEN_THOUSAND).status == 200
    statuses = pour(server.port, [gift(number, length, room) for number in range(10_001)])
    assert statuses[202] > 9_000, statuses


@pytest.fixture(scope="module")
def crowded(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("crowded") / "data") as server:
        fill_queues(server, "main")
        yield server


WITHOUT_TRACE = {
    "another place": http("PATCH", f"{ROOM}/config", '{"gifts":{"x":1}}'),
    "a skip": http("POST", f"{ROOM}/control", '{"action":"skip"}'),
    "a gift": gift("new"),
    "a gift that merges": gift("9", 720),
    "a refused call": http("POST", f"{ROOM}/calls/none/tap"),
    "state": http("GET", f"{ROOM}/state"),
    "frame": http("GET", f"{ROOM}/frame"),
    "rooms": http("GET", "/v1/rooms"),
    "metrics": http("GET", "/metrics"),
}


@pytest.mark.parametrize("name", WITHOUT_TRACE)
def test_a_request_to_a_room_with_full_queues_occupies_the_loop_only_briefly(crowded, name):
    check_cost(crowded, lambda: ask(crowded.port, WITHOUT_TRACE[name]))


def check_longest_hold(server, request):
    loop = Loop(server)
    cost = loop.longest_hold(lambda: ask(server.port, request))
    loop.close()
    print(f"{cost:.2f} ms")
    assert cost <= MOST_MILLISECONDS


def test_a_clear_of_full_queues_occupies_the_loop_only_briefly(crowded):
    """The last test of this server: it empties the room."""
    check_longest_hold(crowded, http("POST", f"{ROOM}/control", '{"action":"clear"}'))


EMPTYING = {
    "gifts off": http("PATCH", f"{ROOM}/config", '{"gifts":{"enabled":false}}'),
    "all off": http("PATCH", f"{ROOM}/config", json.dumps(
        {"gifts": {"enabled": False}, "ticker": {"enabled": False}})),
    "delete": http("DELETE", ROOM),
}


@pytest.mark.long
@pytest.mark.parametrize("name", EMPTYING)
def test_a_request_that_empties_full_queues_occupies_the_loop_only_briefly(server, name):
    fill_queues(server, "main")
    # There is only one try, and the server writes outcomes to the journal once a second.
    time.sleep(1)
    check_longest_hold(server, EMPTYING[name])


AT_ONCE = {
    "gifts": {"entrance": 0, "exit": 0, "pop": 0, "settle": 0, "linger": 0},
    "ticker": {"entrance": 0, "pan": 0, "tick": 0, "pop": 0, "settle": 0, "linger": 0, "fade": 0},
    "calls": {"vanish": 0, "entrance": 0, "move": 0},
}


@pytest.mark.long
@pytest.mark.parametrize("widgets", [["gifts"], ["gifts", "ticker", "calls"]])
def test_other_clients_are_answered_between_ten_thousand_transitions_of_one_instant(server, loop, widgets):
    port = server.port
    assert server.post(f"{ROOM}/control", {"action": "hold"}).status == 202
    fill_queues(server, "main", 0)
    if "calls" in widgets:
        calls = [http("POST", f"{ROOM}/calls", json.dumps({"user": str(n)})) for n in range(1000)]
        assert pour(port, calls)[202] == 1000
    viewer = Viewer(port, "main").record()
    change = {widget: AT_ONCE[widget] for widget in widgets}
    assert server.request("PATCH", f"{ROOM}/config", change).status == 200
    time.sleep(1)
    cost = loop.longest_wait(lambda: (
        ask(port, http("POST", f"{ROOM}/control", '{"action":"resume"}')),
        ask(port, http("GET", f"{ROOM}/state"))))
    print(f"{cost:.2f} ms")
    assert server.get(f"{ROOM}/state").json["queue"] == []
    viewer.close()
    # No frame shows an instant before all of its transitions have happened.
    assert not [node for _, nodes in viewer.frames for node in nodes.values() if node["kind"] == "gift"]
    # The request may wait for two turns of this work.
    assert cost <= 2 * MOST_MILLISECONDS


# A full stage


def long_name(number):
    """A text of 788 bytes. Only its end differs from number to number."""
    return "\U0001f600" * 196 + f"{number:04d}"


FULL = {
    "gifts": {"channels": 8, "linger": 60},
    "ticker": {"enabled": True, "rows": 100, "entrance": 0, "pan": 0, "linger": 60, "queueLimit": 1000},
    "counters": {"max": 100}, "captions": {"max": 100}, "calls": {"max": 100, "vanish": 60, "move": 60},
}


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """A server with a full stage, whose texts are as long as allowed."""
    with Server(tmp_path_factory.mktemp("full") / "data") as server:
        assert server.request("PATCH", f"{ROOM}/config", FULL).status == 200
        requests = [http("POST", f"{ROOM}/gifts", json.dumps({
            "sender": {"name": long_name(n), "avatar": "/" + "a" * 2000 + str(n)},
            "gift": {"name": long_name(n + 1000), "image": "/" + "b" * 2000 + str(n)},
        }, ensure_ascii=False)) for n in range(100)]
        requests += [http("POST", f"{ROOM}/calls", json.dumps({
            "id": long_name(n), "user": {"name": long_name(n), "avatar": "/" + "c" * 2000 + str(n)},
        }, ensure_ascii=False)) for n in range(200)]
        assert pour(server.port, requests)[202] == 300
        for n in range(100):
            name = "".join(f"%{byte:02X}" for byte in long_name(n).encode())
            assert server.request("PUT", f"{ROOM}/counters/{name}", {"to": n}).status == 202
        for n in range(2):
            assert server.post(f"{ROOM}/captions", {
                "text": ("e" + "\u0301" * 15) * 500, "slot": str(n), "hold": None}).status == 202
        assert len(server.get(f"{ROOM}/frame").json["nodes"]) == 410
        yield server


def join(port, form):
    """Opens a stream and reads the greeting and the first frame, which has the whole stage."""
    viewer = Viewer(port, "main", form=form)
    viewer.message()
    assert len(viewer.message()) > 1 << 20
    viewer.socket.close()


def check_holds(server, action):
    costs = [Loop(server).longest_hold(action) for _ in range(TRIES)]
    print(f"{min(costs):.2f} ms")
    assert min(costs) <= MOST_MILLISECONDS, costs


@pytest.mark.parametrize("form", ["ovation.v1.json", "ovation.v1.binary"])
def test_a_viewer_that_joins_a_full_stage_occupies_the_loop_only_briefly(full, form):
    check_holds(full, lambda: join(full.port, form))


def test_a_frame_of_a_full_stage_occupies_the_loop_only_briefly(full):
    check_holds(full, lambda: ask(full.port, http("GET", f"{ROOM}/frame")))


# Random requests

SECONDS = float(os.environ.get("OVATION_COST_SECONDS", 15))
FIRST_SEED = int(os.environ.get("OVATION_FIRST_SEED", time.time_ns() % 1_000_000_000))
STEPS = 150


def steps(seed, data):
    """A seed's steps: yields each step's number, its request or message, the loop, and how to send it."""
    noise = Noise(seed)
    with Server(data) as server:
        loop, talker = Loop(server), Talker(server.port)
        schema = server.get("/v1/schema/config").json
        # A quarter of the seeds begin with long queues.
        if noise.random() < 0.25:
            assert server.request("PATCH", f"{ROOM}/config", TEN_THOUSAND).status == 200
            pour(server.port, [gift(number, noise.choice([0, 720])) for number in range(3000)])
        for number in range(STEPS):
            if noise.random() < 0.2:
                message = noise.message()
                talker.open()
                yield number, message, loop, lambda: talker.say(message)
            else:
                request = noise.request(schema)
                yield number, request, loop, lambda: ask(server.port, request)
            assert server.process.poll() is None, f"seed {seed}, step {number}: the server has ended"
        talker.close()
        loop.close()


def dear(seed, data):
    """The steps of a seed that cost too much: (number, milliseconds, request)."""
    found = []
    for number, what, loop, action in steps(seed, data):
        milliseconds = loop.cost(action)
        if milliseconds > MOST_MILLISECONDS:
            found.append((number, milliseconds, what[:300]))
    return found


def still_dear(seed, suspects, data):
    """The suspected steps that again occupy the loop too long without a rest."""
    found = []
    for number, what, loop, action in steps(seed, data):
        if number in suspects:
            milliseconds = loop.longest_hold(action)
            if milliseconds > MOST_MILLISECONDS:
                found.append((number, milliseconds, what[:300]))
        else:
            loop.cost(action)
    return found


@pytest.mark.long
def test_random_requests_and_messages_occupy_the_loop_only_briefly(tmp_path):
    end, seed, count = time.monotonic() + SECONDS, FIRST_SEED, 0
    while time.monotonic() < end:
        found = dear(seed, tmp_path / f"{seed}")
        count += STEPS
        for again in range(TRIES - 1):
            if found:
                found = still_dear(seed, {step[0] for step in found}, tmp_path / f"{seed}-{again}")
        assert not found, f"OVATION_FIRST_SEED={seed}: {found}"
        seed += 1
    print(f"{count} steps of the seeds {FIRST_SEED} to {seed - 1}")

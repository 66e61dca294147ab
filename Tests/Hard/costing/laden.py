"""Requests whose cost depends on the content of the room. The content and the request grow together."""

import json
import urllib.parse

from Hard.costing import values
from Hard.costing.targets import BODY_BYTES, CONFIG_BYTES, HEAD_BYTES, Target, post
from Torture.cost import ask, pour

JSON = {"Content-Type": "application/json"}
EVENTS = 300
MARKS = "\u0301\u20d0"


class Laden(Target):
    """A preparation and a request; `make` takes a room, a size and a seed, and returns the request's bytes."""

    most_genes = 1

    def __init__(self, name, make, limit=BODY_BYTES):
        super().__init__(name)
        self.make, self.limit, self.kinds = make, limit, (make.__name__,)

    def places(self):
        return ["laden"]

    def play(self, room, genes, size):
        request = self.make(room, size, genes[0][2])
        return len(request), lambda: ask(room.port, request)


def sent(method, room, part, document):
    content = document if isinstance(document, bytes) else json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()
    fields = JSON | room.key() if part.startswith("hooks/") else JSON
    return post(method, f"/v1/{part.format(room=room.name)}", content, fields)


def conditions(room, size, seed):
    """A mapping asks for many values within a text that is a document."""
    count = min(590, max(1, size // 100))
    room.set_up("generic", {"event": "gift", "when": {f"/data/k{n}": 1 for n in range(count)}, "fixed": {"gift": "Rose"}})
    return sent("POST", room, "hooks/{room}/generic", inside(count, size, seed))


def inside(count, size, seed):
    document = {f"k{n}": 1 for n in range(count)}
    rest = max(0, size - 16 * count - 60)
    document["z"] = "x" * rest if seed % 2 else [0] * min(4000, rest // 2)
    return {"data": json.dumps(document, separators=(",", ":"))}


def pointers(room, size, seed):
    """A mapping asks for values that are deep within others."""
    steps = min(30, max(1, size // 64))
    count = min(590, max(1, size // 110))
    way = "".join("/" + ("a" if seed % 2 else "~1") for _ in range(steps))
    room.set_up("generic", {"event": "gift", "when": {f"{way}/k{n}": 1 for n in range(count)}, "fixed": {"gift": "Rose"}})
    document = {f"k{n}": 1 for n in range(count)}
    for _ in range(steps):
        document = {**{f"f{n}": 0 for n in range(min(4000 - count, max(0, size - 14 * count) // 10) // steps)}, ("a" if seed % 2 else "/"): document}
    return sent("POST", room, "hooks/{room}/generic", document)


def wanted(room, size, seed):
    """A mapping has a long list of values for one place."""
    room.set_up("generic", {"event": "gift", "when": {"/a": [f"{n:x}" for n in range(max(2, min(4900, size // 10)))]}, "fixed": {"gift": "Rose"}})
    return sent("POST", room, "hooks/{room}/generic", {"a": "none" if seed % 2 else "1"})


def templates(room, size, seed):
    """A template repeats the message that came with a gift."""
    word = ["{message}", "{sender}", "{gift}", "{"][seed % 4]
    room.put("PATCH", "config", {"sources": {"message": "caption", "messageText": word * (200 // len(word))}})
    letter = ["a", "\u0301", "\u05d0", "\U0001f468\u200d", "\u202e", "\t"][seed // 4 % 6]
    text = values.repeated(letter, (size - 200) // (2 if word == "{sender}" else 1) // (2 if letter == "\t" else 1))
    return sent("POST", room, "hooks/{room}/streamlabs", {"type": "donation", "message": [
        {"id": 1, "name": text if word == "{sender}" else "a", "amount": "1", "currency": "USD", "message": text}]})


def many_templates(room, size, seed):
    """Many happenings of one delivery fill a template each."""
    room.put("PATCH", "config", {"sources": {"message": "caption", "messageText": "{message}" * 22, "follow": "caption", "followText": "{sender}" * 22}})
    count = [400, 100, 10][seed % 3]
    each = "\u05d0" * max(1, (size // count - 50) // 4)
    kind = "donation" if seed % 2 else "follow"
    return sent("POST", room, "hooks/{room}/streamlabs", {"type": kind, "message": [
        {"name": each, "amount": "1", "message": each} for _ in range(min(count, max(1, size // 90)))]})


def many_currencies(room, size, _):
    """Donations of one delivery come in many currencies."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    count = max(1, size // 38)
    return sent("POST", room, "hooks/{room}/streamlabs", {"type": "donation", "message": [
        {"amount": "1", "currency": letters[n // 676 % 26] + letters[n // 26 % 26] + letters[n % 26]} for n in range(min(count, 1650))]})


def many_parts(room, size, seed):
    """A delivery has a long type and many ignored parts."""
    count = [99, 1000, 4900][seed % 3]
    return sent("POST", room, "hooks/{room}/streamlabs", {"type": "x" * max(1, size - 2 * count - 60), "message": [0] * count})


def listed(room, size, seed):
    """The list of ignored deliveries, with long types."""
    ask(room.port, many_parts(room, size, 0))
    return sent("GET", room, "rooms/{room}/sources/streamlabs/passed", b"")


def blocked(room, size, seed):
    """A long list of blocked words, and a long text without them."""
    words = [",".join(["a"] * 1000), ",".join("a" * n for n in range(1, 60)), "a" * 1000 + "b", ",".join(f"*{n}a*" for n in range(400)), "\u20d0" * 500,
             ",".join(["aa", "aaa"] * 285)][seed % 6]
    room.put("PATCH", "config", {"sources": {"blocked": words[:2000]}})
    unit = ["a", "a" + MARKS * 3, "\u20d0" * 5, "a\u20d0"][seed // 6 % 4]
    return sent("POST", room, "rooms/{room}/captions", {"text": (unit * 500).encode()[:min(size, 15_900)].decode(errors="ignore")[:500]})


def hosts(room, size, seed):
    """Pictures may come from many hosts of long names."""
    names = [f"{'*.' if seed % 2 else ''}{'a.' * 120}{n}" for n in range(100)]
    room.put("PATCH", "config", {"stage": {"imageHosts": names}})
    address = "https://" + ("a." * 120 + "x/" if seed % 4 < 2 else "a." * 900)
    return sent("POST", room, "rooms/{room}/gifts", {"sender": {"name": "a", "avatar": address}, "gift": {"name": "b", "image": address[:min(size, 2000)]}})


def hosts_and_pictures(room, size, _):
    """A configuration has many pictures, and names many hosts."""
    names = [f"{'a.' * 120}{n}" for n in range(100)]
    count = min(480, max(1, size // 400))
    return sent("PATCH", room, "rooms/{room}/config", {"stage": {"imageHosts": names}, "catalogue": {
        f"k{n}": {"image": "https://" + "a." * 120 + "99/"} for n in range(count)}})


def guesses(room, size, seed):
    """Every entry of a catalogue has many keys that resemble its own."""
    word = ["effecs", "imagee", "valuee", "nnamee", "ssound"][seed % 5]
    entry = {word[:3] + chr(97 + n) + word[3:]: 0 for n in range(16)}
    count = min(290, max(1, size // 240))
    return sent("PATCH", room, "rooms/{room}/config", {"catalogue": {f"k{n}": entry for n in range(count)}})


def catalogue(room, size, seed):
    """One entry changes in a catalogue that is full."""
    count = min(480, max(1, size // 1000))
    fill(room, count)
    entry = {"name": "a" * 200, "image": "/" + "b" * 1900}
    if seed % 2:
        return sent("POST", room, "rooms/{room}/gifts", {"gift": "k1"})
    return sent("PUT", room, "rooms/{room}/catalogue/k1", entry)


def fill(room, count):
    room.put("PATCH", "config", {"catalogue": {f"k{n}": {"name": f"{n}" * 20, "image": "/" + "c" * 850} for n in range(count)}})


def searched(room, size, seed):
    """The history has long texts that almost contain the wanted text."""
    letter = ["a", "a" + "\u0301" * 15, "ab", "\u0301" * 15][seed % 4]
    text = letter * (500 if len(letter) > 2 else 500 // len(letter))
    pour(room.port, [sent("POST", room, "rooms/{room}/captions", {"text": text})] * max(1, EVENTS * size // HEAD_BYTES))
    part = letter * (min(760, max(1, size // 10)) // len(letter.encode()) if len(letter) > 2 else 190) + "!"
    return f"GET /v1/rooms/{room.name}/events?limit=1&q={urllib.parse.quote(part)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()


def goals(room, size, _):
    """Many goals count a gift."""
    room.put("PATCH", "config", {"goals": {"max": 100}})
    for number in range(min(100, size // 600)):
        room.put("PUT", f"goals/g{number}", {"title": "t", "target": 10**9, "gift": "Rose"})
    return sent("POST", room, "rooms/{room}/gifts", {"gift": "Rose", "count": 3})


def held(room, size, seed):
    """The list of events that wait for approval."""
    room.put("PATCH", "config", {"sources": {"hold": "streamlabs"}})
    ask(room.port, sent("POST", room, "hooks/{room}/streamlabs", {"type": "follow", "message": [
        {"name": "a" * 180, "_id": f"{n}"} for n in range(max(1, min(300, size // 220)))]}))
    return sent("GET", room, "rooms/{room}/held", b"")


def deleted(room, size, seed):
    """One delivery takes back many donations."""
    count = min(400, max(1, size // 150))
    ask(room.port, sent("POST", room, "hooks/{room}/streamlabs", {"type": "donation", "message": [
        {"id": n + 1, "name": "a" * 20, "amount": "1", "currency": "USD", "message": "b" * 20} for n in range(count)]}))
    return sent("POST", room, "hooks/{room}/streamlabs", {"type": "donationDelete", "message": [{"id": n + 1} for n in range(max(count, min(2400, size // 12)))]})


HOOK = "POST /v1/hooks/{room}/"


def every():
    return [
        Laden(HOOK + "generic", conditions), Laden(HOOK + "generic", pointers), Laden(HOOK + "generic", wanted),
        Laden(HOOK + "streamlabs", templates), Laden(HOOK + "streamlabs", many_templates), Laden(HOOK + "streamlabs", many_currencies),
        Laden(HOOK + "streamlabs", many_parts), Laden("GET /v1/rooms/{room}/sources/{kind}/passed", listed),
        Laden("POST /v1/rooms/{room}/captions", blocked), Laden("POST /v1/rooms/{room}/gifts", hosts),
        Laden("PATCH /v1/rooms/{room}/config", hosts_and_pictures, CONFIG_BYTES),
        Laden("PATCH /v1/rooms/{room}/config", guesses, CONFIG_BYTES), Laden("PUT /v1/rooms/{room}/catalogue/{key}", catalogue, CONFIG_BYTES),
        Laden("GET /v1/rooms/{room}/events", searched, HEAD_BYTES), Laden("POST /v1/rooms/{room}/gifts", goals),
        Laden("GET /v1/rooms/{room}/held", held), Laden(HOOK + "streamlabs", deleted)]

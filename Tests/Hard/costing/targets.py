"""Requests of every operation of openapi.yaml that takes a body, a query or a path, and messages of viewers.

A target makes requests from genes. A gene exchanges one value: (place, kind, seed). `play` prepares a room and returns
the action to be measured, which holds its bytes already.
"""

import json
import random
import urllib.parse

import yaml

from Hard.costing import documents, files, values
from Torture.cost import ask, http
from harness import payloads
from harness.server import ROOT
from harness.viewer import Viewer

DOCUMENT = yaml.safe_load((ROOT / "openapi.yaml").read_text())
BODY_BYTES = 64 << 10
CONFIG_BYTES = 512 << 10
FILE_BYTES = 16 << 20
HEAD_BYTES = 8000
MESSAGE_BYTES = 16 << 10
VERBS = ("get", "put", "post", "patch", "delete")
MAPPING = {
    "event": "gift", "when": {"/order/id": ["1", "a"]},
    "keys": {"id": "/order/id", "sender": "/order/buyer/name", "gift": "/order/items/0/title", "count": "/order/items/0/n",
             "message": "/order/note"},
    "fixed": {"gift": "Sticker"}}
# Further forms of a platform's deliveries, beside JSON and chunks.
WAYS = {
    "kofi": ("form",), "generic": ("json", "chunked", "form"), "github": ("json", "chunked", "form"),
    "streamelements": ("json", "chunked", "frame"), "streamlabs": ("json", "chunked", "frame")}
SETTINGS = {"generic": MAPPING, "kick": {"publicKey": payloads.KICK_KEY}, "streamelements": {"currency": "EUR"}}


def operations():
    """(method, path, operation, parameters) of each operation."""
    for path, item in DOCUMENT["paths"].items():
        for verb in VERBS:
            if verb in item:
                listed = item.get("parameters", []) + item[verb].get("parameters", [])
                yield verb.upper(), path, item[verb], [resolved(one) for one in listed]


def resolved(part):
    return DOCUMENT["components"]["parameters"][part["$ref"].rsplit("/", 1)[1]] if "$ref" in part else part


def taking():
    """The names of the operations that take anything."""
    return {f"{method} {path}" for method, path, operation, parameters in operations()
            if "requestBody" in operation or any(one["in"] in ("path", "query") for one in parameters)}


class Room:
    """A new room of a server, which a target may prepare."""

    def __init__(self, server, name):
        self.server, self.name, self.port = server, name, server.port

    def path(self, pattern, item="a"):
        """A path of openapi.yaml with this room's name and one item."""
        parts = [self.name if part == "{room}" else item if part.startswith("{") else part for part in pattern.split("/")]
        return "/".join(parts)

    def put(self, method, part, body=None):
        answer = self.server.request(method, f"/v1/rooms/{self.name}/{part}", body)
        assert answer.status < 300, (method, part, answer)
        return answer.json

    def key(self):
        """Returns a header field with a new key of the role ingest. Unsigned platforms need a key."""
        made = self.put("POST", "keys", {"role": "ingest"})
        return {"Authorization": f"Bearer {made['key']}"}

    def set_up(self, kind, settings=None):
        key = payloads.secret(kind)
        settings = SETTINGS.get(kind, {}) if settings is None else settings
        return self.put("PUT", f"sources/{kind}", settings if key is None else settings | {"secret": key})


class Target:
    """Makes requests of one operation. `limit`: the most bytes of a body, or of a head."""

    limit = BODY_BYTES
    kinds = tuple(values.KINDS)
    most_genes = 2

    def __init__(self, name):
        self.name = name

    def places(self):
        raise NotImplementedError

    def gene(self, chance, _beside=None):
        """A gene that may stand beside another one."""
        return chance.choice(self.places()), chance.choice(self.kinds), chance.randrange(1 << 32)


class Body(Target):
    """JSON documents: as JSON, in chunks, in a field of a form, or in a frame of a socket."""

    def __init__(self, name, samples, fields=None, forms=("json",), limit=BODY_BYTES, kind=None):
        super().__init__(name)
        self.method, self.pattern = name.split(" ")
        self.samples, self.fields, self.forms, self.limit, self.kind = samples, fields or {}, forms, limit, kind

    @staticmethod
    def paths(document):
        """A document's places, and new keys in its objects."""
        for path in documents.places(document):
            yield path
            if isinstance(documents.at(document, path), dict):
                yield (*path, "\u2603")

    def gene(self, chance, beside=None):
        sample, form = beside[0][:2] if beside else (chance.choice(list(self.samples)), chance.choice(self.forms))
        place = (sample, form, chance.choice(list(self.paths(self.samples[sample]))))
        return place, chance.choice(self.kinds), chance.randrange(1 << 32)

    def body(self, genes, size):
        """The body's bytes and its media type."""
        sample, form, _ = genes[0][0]
        document = self.samples[sample]
        left = max(16, size - len(json.dumps(document, ensure_ascii=False).encode()))
        share = left // len(genes)
        while True:
            texts = {place[2]: values.text(kind, seed, share, json.dumps(documents.at(document, place[2]), ensure_ascii=False))
                     for place, kind, seed in genes}
            content, media = packaged(form, documents.rendered(document, texts).encode("utf-8", "surrogatepass"), self.kind)
            if len(content) <= self.limit or share < 32:
                return content, media
            share = share * self.limit // len(content) - 8

    def play(self, room, genes, size):
        sample = genes[0][0][0]
        content, media = self.body(genes, size)
        fields = {"Content-Type": media}
        # Samples for a source are named by its kind.
        item = sample.split()[0] if "{kind}" in self.pattern else "a"
        if self.kind:
            room.set_up(self.kind)
            fields = payloads.signed(self.kind, content, self.fields[sample] | fields, payloads.secret(self.kind))
            if payloads.secret(self.kind) is None and self.kind != "kick" and "{key}" not in self.pattern:
                fields |= room.key()
        if "{key}" in self.pattern and self.kind:
            item = room.put("POST", "keys", {"role": "hook", "source": self.kind})["key"]
        request = post(self.method, room.path(self.pattern, item), content, fields, genes[0][0][1] == "chunked")
        return len(request), lambda: ask(room.port, request)


def packaged(form, content, kind):
    """A JSON document as the body of a delivery of this kind, and the body's media type."""
    if form == "form":
        field = "data" if kind == "kofi" else "payload"
        return f"{field}=".encode() + urllib.parse.quote_from_bytes(content, safe="").encode(), "application/x-www-form-urlencoded"
    if form == "frame":
        return b'42["event",' + content + b"]", "application/json"
    return content, "application/json"


def post(method, path, content, fields, is_chunked=False):
    """A request's bytes; a chunked one has a chunk for each few bytes, as far as frames may go."""
    head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += "".join(f"{name}: {value}\r\n" for name, value in fields.items())
    if not is_chunked:
        return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content
    each = 8
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in (content[at:at + each] for at in range(0, len(content), each)))
    return f"{head}Transfer-Encoding: chunked\r\n\r\n".encode() + chunks + b"0\r\n\r\n"


class Form(Target):
    """Forms for the generic source."""

    units = [
        "a=1&", "&", "=", "%41", "%", "%zz", "+", "a&", "%C3%A9=%CC%81&", "%E9", "a=%u0041&", "charset=windows-1251&", "_charset_=x&",
        "payload=%7B%7D&", "data=%5B%5D&", "order=1&order=2&", "%00", "a[]=1&", ";", "%CC%85"]
    kinds = ("plain", "chunked")

    def __init__(self, name):
        super().__init__(name)
        self.pattern = name.split(" ")[1]

    def places(self):
        return ["generic"]

    def play(self, room, genes, size):
        room.set_up("generic")
        content = b"&".join(self.text(random.Random(seed), size // len(genes)) for _, _, seed in genes)[:self.limit]
        media = random.Random(genes[0][2]).choice(["", "; charset=koi8-r", "; charset=utf-8", ";" + "charset=x;" * 200])
        fields = {"Content-Type": "application/x-www-form-urlencoded" + media} | room.key()
        request = post("POST", room.path(self.pattern), content, fields, genes[0][1] == "chunked")
        return len(request), lambda: ask(room.port, request)

    def text(self, chance, size):
        unit = chance.choice(self.units) + (chance.choice(self.units) if chance.random() < 0.5 else "")
        if chance.random() < 0.4:
            each = max(1, size // chance.choice([10, 590, 599, 700]))
            return "&".join(f"k{number}=" + values.repeated(unit.replace("&", ""), each) for number in range(size // (each + 6))).encode()
        return values.repeated(unit, size).encode()


class Head(Target):
    """A path, a query or header fields."""

    limit = HEAD_BYTES
    kinds = ("cycle", "items", "named", "escaped", "slashes", "field", "fields", "list")
    units = ["a", "%CC%81", "%41", "%00", "+", "&", "=", "a=", "a&", ",", "a,", "%2C", "%2F", "/", "é", "%F0%9F%91%8B", "..", "1", "-", "q", "%22", "gift,"]
    names = [
        "Connection", "Origin", "Accept", "Accept-Encoding", "Idempotency-Key", "If-Match", "If-None-Match", "Range", "Cookie", "X-Request-Id",
        "X-Forwarded-For", "Forwarded", "Sec-Fetch-Site", "Purpose", "User-Agent", "Authorization", "Upgrade", "Sec-WebSocket-Protocol", "Expect",
        "Content-Type", "Stripe-Signature", "Twitch-Eventsub-Message-Signature", "X-Hub-Signature-256", "Kick-Event-Signature", "Host"]

    def __init__(self, name, queries):
        super().__init__(name)
        self.method, self.pattern = name.split(" ")
        self.queries = queries

    def places(self):
        return ["query", "path", "field"] if "{" in self.pattern else ["query", "field"]

    def play(self, room, genes, size):
        path, query, fields = room.path(self.pattern), "", []
        for place, kind, seed in genes:
            text = self.text(kind, random.Random(seed), max(4, size // len(genes) - 60))
            if place == "query":
                query += ("&" if query else "?") + text
            elif place == "path":
                path = room.path(self.pattern, text.replace("?", "")) if seed % 4 else path + "/" + text
            else:
                fields += self.fields(kind, random.Random(seed), text)
        target = (path + query).replace(" ", "+").encode("utf-8")[:HEAD_BYTES]
        request = http(self.method, target, b"", *fields)
        if self.method in ("PUT", "PATCH"):
            request = request[:-2] + b"Content-Length: 0\r\n\r\n"
        return len(request), lambda: ask(room.port, request)

    def text(self, kind, chance, size):
        unit = chance.choice(self.units)
        if kind == "items":
            return values.repeated(chance.choice(["a=1&", "a&", "&", "type=gift&", "q=a&", "=&"]), size)
        if kind == "named" and self.queries:
            return f"{chance.choice(self.queries)}=" + values.repeated(unit, size)
        if kind == "escaped":
            return values.repeated("".join(f"%{byte:02X}" for byte in chance.choice(values.LETTERS).encode() if byte), size)
        if kind == "slashes":
            return values.repeated(chance.choice(["/", "/a", "%2F", "a/"]), size)
        if kind == "list":
            return values.repeated(chance.choice(["a,", ",", ";", "a;q=0.1,", "gzip;q=1,", "v1=a,", "bytes=0-1,", '"a",', "a-"]), size)
        return values.repeated(unit + chance.choice(self.units), size)

    def fields(self, kind, chance, text):
        name = chance.choice(self.names)
        if kind == "fields":
            return [f"{name if chance.random() < 0.5 else 'X'}:a".encode()] * max(1, len(text) // (len(name) + 4))
        return [f"{name}: ".encode() + text.encode()]


class Upload(Target):
    """Pictures, films, sounds and fonts."""

    limit = FILE_BYTES
    kinds = tuple(files.FORMS)
    most_genes = 1

    def places(self):
        return ["file"]

    def play(self, room, genes, size):
        content = files.FORMS[genes[0][1]].make(genes[0][2], size)
        request = post("POST", room.path("/v1/rooms/{room}/assets"), content, {"Content-Type": "application/octet-stream"})
        return len(content), lambda: ask(room.port, request)


class Messages(Target):
    """Messages of a viewer or a studio: whole, in fragments, or many at once."""

    limit = MESSAGE_BYTES
    samples = [
        {"type": "tap", "call": "c1"}, {"type": "dismiss", "call": "c1"}, {"type": "rate", "fps": 30},
        {"type": "visibility", "visible": True, "active": True}, {"type": "about", "build": "0", "width": 1, "height": 1}]
    ways = ("whole", "fragments", "many", "pings", "pieces")

    def places(self):
        return [(role, way, number, path) for role in ("overlay", "studio") for way in self.ways
                for number, sample in enumerate(self.samples) for path in Body.paths(sample)]

    def play(self, room, genes, size):
        (role, way, number, path), kind, seed = genes[0]
        sample = self.samples[number]
        small = size if way in ("whole", "fragments", "pieces") else min(size, 100)
        own = json.dumps(documents.at(sample, path))
        text = documents.rendered(sample, {path: values.text(kind, seed, small - 60, own)}).encode("utf-8", "surrogatepass")[:MESSAGE_BYTES]
        viewer = Viewer(room.port, room.name, role=role, is_visible=None)
        while viewer.read()["type"] not in ("frame", "overview"):
            pass
        frames = self.frames(way, text, size)
        return len(frames), lambda: said(viewer, frames)

    @staticmethod
    def frames(way, text, size):
        if way == "fragments":
            parts = [text[at:at + 1] for at in range(len(text))]
            return b"".join(frame(0x01 if at == 0 else 0, part) for at, part in enumerate(parts)) + frame(0x80, b"")
        if way == "pieces":
            return frame(0x01, text) + frame(0x00, b"") * (size // 6) + frame(0x80, b"")
        if way == "pings":
            return frame(0x89, b"") * (size // 6)
        if way == "many":
            return frame(0x81, text) * min(190, max(1, size // (len(text) + 8)))
        return frame(0x81, text)


def frame(first, payload):
    """A masked frame; its mask is zero."""
    count = len(payload)
    extent = bytes([0x80 | count]) if count < 126 else b"\xfe" + count.to_bytes(2, "big")
    return bytes([first]) + extent + bytes(4) + payload


def said(viewer, frames):
    """Sends frames, then closes; reads until the server has closed too."""
    try:
        viewer.socket.sendall(frames + frame(0x88, b"\x03\xe8"))
        while viewer.socket.recv(1 << 16):
            pass
    except OSError:
        # The server may close the stream because of a frame.
        pass
    viewer.socket.close()


def hooks(kind):
    """The recorded deliveries of a platform that are JSON, with their fields; a form's document is in its field."""
    samples, fields = {}, {}
    for name in payloads.names(kind, newer=True):
        text = payloads.body(kind, name)
        try:
            if kind == "kofi":
                text = urllib.parse.parse_qs(text.decode())["data"][0]
            samples[name] = json.loads(text)
            fields[name] = payloads.fields(kind, name)
        except (ValueError, KeyError):
            continue
    return samples, fields


def every():
    """All targets."""
    found = []
    for method, path, operation, parameters in operations():
        name = f"{method} {path}"
        if name not in taking():
            continue
        found.append(Head(name, [one["name"] for one in parameters if one["in"] == "query"]))
        if "requestBody" not in operation:
            continue
        media = operation["requestBody"]["content"]
        if path.startswith("/v1/hooks/"):
            kind = path.split("/")[4]
            samples, fields = hooks(kind)
            found.append(Body(name, samples, fields, WAYS.get(kind, ("json", "chunked")), kind=kind))
            if kind == "generic" and "{key}" not in path:
                found.append(Form(name))
        elif "application/octet-stream" in media:
            found.append(Upload(name))
        else:
            schema = next(iter(media.values()))
            samples = more(name) or {"all": documents.sample(schema["schema"], DOCUMENT), "example": schema.get("example", {})}
            found.append(Body(name, samples, limit=CONFIG_BYTES if path.endswith("/config") else BODY_BYTES))
    return [*found, Messages("GET /v1/rooms/{room}/stream")]


def more(name):
    """Further documents of an operation."""
    if name.endswith("/sources/{kind}"):
        return {kind: SETTINGS.get(kind, {"secret": payloads.secret(kind)}) for kind in ("generic", "kick", "streamelements", "twitch", "kofi")}
    if name.endswith("/sources/{kind}/try"):
        return {f"{kind} {sample}": document for kind in ("tiktok", "generic", "streamlabs", "bilibili", "youtube")
                for sample, document in hooks(kind)[0].items()}
    if name == "POST /v1/rooms/{room}/keys":
        return {"owner": {"role": "owner", "name": "a", "expiresDays": 1}, "trigger": {"role": "trigger", "name": "a", "event": {"type": "gift", "gift": "Rose", "sender": "Ann", "count": 3}}}
    return {}

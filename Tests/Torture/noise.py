"""Random requests and messages, valid and invalid, of every size up to the limits, from a seed."""

import json
import random

from Torture.cost import http

ROOM = "/v1/rooms/main"
BODY_BYTES = 65_536
HEAD_BYTES = 8_192
MESSAGE_BYTES = 16_384
# Texts that are dear to compare: marks that must be sorted, joined characters, decompositions.
ALPHABETS = [
    "a", "abc ", "\u0301", "\u0345\u0301\u0316\u05b0\u3099\u0334", "\U0001f1e9", "\U0001f468\u200d",
    "\u1100\u1161\u11a8", "\uac01", "\u0915\u094d", "\u00e9\u0344\u1e69", "\ufdfa", "\ufb2c", "~/", "\\\"",
    "\u0000\u001f", "\U0001f44b\U0001f3fd", "\u200d", "\ufe0f", "\u0e33", "0", "%\u0000", "\ufeff", "\U000e0061"]
KEYS = {
    "gifts": ["id", "sender", "gift", "count"], "calls": ["id", "user"],
    "captions": ["id", "text", "slot", "effect", "duration", "hold", "exit"],
    "counters/c": ["to", "from", "duration", "easing", "format", "prefix", "suffix", "grouping"],
    "control": ["id", "action"],
    "config": ["stage", "gifts", "ticker", "counters", "captions", "calls"],
}
WORDS = ["id", "name", "avatar", "image", "value", "enabled", "x", "max", "type", "call", "visible"]
ACTIONS = ["hold", "resume", "skip", "clear"]


class Noise(random.Random):
    """A random generator with methods for texts, numbers, documents and requests."""

    def size(self, limit):
        """A size: mostly small, often the limit."""
        limit = max(0, limit)
        return self.choice([
            0, 1, self.randrange(20), self.randrange(300), self.randrange(limit + 1), limit])

    def string(self, limit):
        """A text of at most `limit` bytes."""
        alphabet = self.choice(ALPHABETS)
        letters = self.sample(alphabet, len(alphabet)) if self.random() < 0.5 else sorted(alphabet)
        if self.random() < 0.2:
            letters += self.choice(ALPHABETS)
        each = max(1, self.size(limit) // max(1, len("".join(letters).encode())))
        whole = (
            "".join(letter * each for letter in letters) if self.random() < 0.5
            else "".join(letters) * each)
        return whole.encode()[:limit].decode(errors="ignore")

    def number(self):
        digits = "".join(self.choices("0123456789", k=1 + self.size(60_000)))
        form = self.choice(["%s", "-%s", "0.%s", "%s.5", "1e%s", "1E-%s", "9.%se-300", "-0.%se300"])
        return self.choice([
            form % digits, str(self.randrange(-5, 2000)), repr(self.uniform(-1e6, 1e6)), "1e308", "-0"])

    def value(self, limit, depth=0):
        """A JSON text of at most about `limit` bytes."""
        kind = self.randrange(8)
        if depth > 33 or limit < 20:
            kind = self.randrange(4)
        if kind == 0:
            return self.choice(["null", "true", "false", "nul", "", '"'])
        if kind == 1:
            return self.number()[:max(1, limit)]
        if kind <= 3:
            return json.dumps(self.string(limit), ensure_ascii=self.random() < 0.2)
        if kind == 4:
            depth = self.randrange(40)
            return "[" * depth + self.value(limit - 2 * depth, 33) + "]" * depth
        parts, left = [], limit
        if kind == 5:
            part = self.value(self.choice([4, 40, limit // 3 + 1]), depth + 1)
            return "[" + ",".join([part] * max(1, limit // (len(part.encode()) + 1))) + "]"
        while left > 0 and len(parts) < self.choice([1, 3, 10, 700]):
            key = json.dumps(self.key(min(left, self.choice([10, 100, 5000]))), ensure_ascii=False)
            part = f"{key}:{self.value(min(left, self.choice([10, 100, left])), depth + 1)}"
            parts.append(part)
            left -= len(part.encode())
        return "{" + ",".join(parts) + "}"

    def key(self, limit):
        known = WORDS + [key for keys in KEYS.values() for key in keys]
        return self.choice([self.choice(known), self.string(limit), str(self.randrange(10_000))])

    # Valid requests

    def plain(self, limit=800):
        """A valid name."""
        text = self.string(self.choice([10, 100, limit])).replace("\0", "").replace("\x1f", "")
        return text[:200] or "a"

    def person(self):
        return self.choice([self.plain(), {
            "id": str(self.randrange(100)), "name": self.plain(), "avatar": "/" + "a" * self.size(2000)}])

    def good(self, schema):
        """The method, path and body of a request that the server accepts unless a queue is full."""
        kind = self.choice(["gifts", "gifts", "calls", "captions", "counters", "control", "config"])
        seconds = self.choice([0, 0.000001, 0.001, 0.5, 60])
        if kind == "gifts":
            return "POST", "gifts", {
                "sender": self.person(), "gift": self.plain(),
                "count": self.choice([1, 99, 10_000, 1_000_000])}
        if kind == "calls":
            return "POST", "calls", {"user": self.person()}
        if kind == "captions":
            return "POST", "captions", {
                "text": self.string(15_900).replace("\0", "").replace("\x1f", "")[:500] or "a",
                "slot": str(self.randrange(120)), "duration": seconds, "hold": self.choice([None, 0, 60]),
                "effect": self.choice(["typewriter", "shine", "fade", "wave"])}
        if kind == "counters":
            return "PUT", f"counters/{self.randrange(120)}", {
                "to": self.uniform(-1e12, 1e12), "duration": seconds, "prefix": self.plain(200)[:50]}
        if kind == "control":
            return "POST", "control", {"action": self.choice(ACTIONS)}
        return "PATCH", "config", self.configuration(schema)

    def configuration(self, schema):
        """A valid change of the configuration, with many values at their bounds."""
        change = {}
        sections = sorted(pair for pair in schema["properties"].items() if "properties" in pair[1])
        for section, part in self.sample(sections, 2):
            keys = sorted(part["properties"].items())
            change[section] = {
                key: self.setting(form) for key, form in self.sample(keys, self.randrange(1, 4))}
            if self.random() < 0.7 and "enabled" in part["properties"]:
                change[section]["enabled"] = True
        change.get("stage", {}).pop("waitForViewer", None)
        return change

    def setting(self, form):
        if "enum" in form:
            return self.choice(form["enum"])
        if "minimum" in form:
            low, high = form["minimum"], form["maximum"]
            value = self.choice([low, high, self.uniform(low, high), low + 0.001, form["default"]])
            return round(value) if form["type"] == "integer" else value
        return form["default"]

    # Requests and messages, valid or not

    def request(self, schema):
        kind = self.randrange(10)
        if kind < 4:
            method, path, body = self.good(schema)
            return http(method, f"{ROOM}/{path}", json.dumps(body, ensure_ascii=self.random() < 0.1))
        if kind < 6:
            path = self.choice(sorted(KEYS))
            body = "{%s}" % ",".join(
                f'"{key}":{self.value(self.choice([10, 1000, 15_000]))}'
                for key in self.sample(KEYS[path], self.randrange(1, len(KEYS[path]) + 1)))
            return self.sent(path, body)
        if kind < 8:
            return self.sent(self.choice(sorted(KEYS)), self.value(BODY_BYTES))
        if kind < 9:
            return self.head()
        return http("GET", self.choice([
            f"{ROOM}/state", f"{ROOM}/frame", f"{ROOM}/config", f"{ROOM}/events", "/v1/rooms", "/metrics",
            "/v1/schema/config", "/overlay/main", "/readyz", f"{ROOM}/events?limit=1000"]))

    def sent(self, path, body):
        method = "PUT" if "/" in path else self.choice(["PUT", "PATCH"]) if path == "config" else "POST"
        return http(method, f"{ROOM}/{path}", body.encode("utf-8", "replace")[:BODY_BYTES])

    def head(self):
        """A request with a meaningless head of at most the permitted size."""
        left = HEAD_BYTES - 200
        escaped = "".join(f"%{byte:02X}" for byte in self.string(left // 3).encode())
        target = self.choice([
            f"/v1/rooms/{escaped[:left]}", f"{ROOM}/calls/{escaped[:left - 30]}",
            f"{ROOM}/events?" + "a=b&" * (self.size(left - 40) // 4), "/" * (1 + self.size(left - 10)),
            f"{ROOM}/events/{escaped[:left - 30]}", "/v1/rooms?after=" + escaped[:left - 30]])
        left -= len(target)
        fields = []
        while left > 0 and len(fields) < self.choice([1, 5, 800]):
            name = self.choice([
                b"Connection", b"Origin", b"Accept", b"Idempotency-Key", b"Cookie", b"X" * self.randrange(1, 9),
                b"Upgrade", b"Expect", b"Sec-WebSocket-Protocol", b"Content-Type", b"Forwarded"])
            value = self.choice([self.string(left), ",".join("ab" for _ in range(self.size(left) // 3))])
            value = value.replace("\0", "").replace("\x1f", "").encode()[:left]
            fields.append(name + b": " + value)
            left -= len(fields[-1]) + 2
        return http(self.choice(["GET", "POST", "DELETE", "PATCH", "OPTIONS", "HEAD"]), target, "", *fields)

    def message(self):
        """A viewer's message."""
        return self.choice([
            lambda: json.dumps({"type": "tap", "call": self.plain()}, ensure_ascii=False),
            lambda: json.dumps({"type": "visibility", "visible": self.random() < 0.9}),
            lambda: json.dumps({"type": "rate", "fps": self.randrange(1, 61)}),
            lambda: '{"type":"tap","call":%s}' % self.value(MESSAGE_BYTES - 30),
            lambda: self.value(MESSAGE_BYTES),
        ])().encode("utf-8", "replace")[:MESSAGE_BYTES]

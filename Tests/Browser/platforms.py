"""Platforms that post their recorded deliveries to a room."""

import urllib.error
import urllib.request

from harness import payloads
from harness.payloads import SIGNED


class Platform:
    """A platform whose source is set up in a room."""

    def __init__(self, room, kind, settings=None):
        self.room, self.kind = room, kind
        settings = dict(settings or {})
        if kind in SIGNED:
            settings["secret"] = payloads.secret(kind)
        self.address = room.send("PUT", f"sources/{kind}", settings, status=200)["address"]
        self.key = {}
        if kind not in SIGNED:
            key = room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]
            self.key = {"Authorization": f"Bearer {key}"}

    def payloads(self):
        """The names of all recorded deliveries."""
        return set(payloads.names(self.kind))

    def send(self, name):
        """Posts a recorded delivery; returns the status and the text of the answer."""
        body = payloads.body(self.kind, name)
        fields = payloads.signed(self.kind, body, payloads.fields(self.kind, name))
        request = urllib.request.Request(self.address, body, fields | self.key)
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()

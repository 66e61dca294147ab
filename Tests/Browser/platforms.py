"""Platforms that post their recorded deliveries to a room."""

from harness import payloads
from harness.payloads import SIGNED
from harness.server import fetch


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
        """Posts a recorded delivery."""
        body = payloads.body(self.kind, name)
        fields = payloads.signed(self.kind, body, payloads.fields(self.kind, name))
        return fetch(self.address, body, fields | self.key)

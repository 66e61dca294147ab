"""What platforms send, as it was recorded, posted as they post it: signed by openssl, with the present time."""

import json
import subprocess
import time
import urllib.error
import urllib.parse
import urllib.request

from Browser.process import ROOT

PAYLOADS = ROOT / "Tests" / "PlatformsTests" / "Payloads"
SECRET = "s3cRe7s3cRe7"
SIGNED = ("twitch", "kofi", "stripe", "github")


class Platform:
    """One that posts to a room, from the time on that the room's owner has set it up."""

    def __init__(self, room, kind, settings=None):
        self.room, self.kind = room, kind
        settings = dict(settings or {})
        if kind in SIGNED:
            settings["secret"] = token() if kind == "kofi" else SECRET
        self.address = room.send("PUT", f"sources/{kind}", settings, status=200)["address"]
        self.key = {}
        if kind not in SIGNED:
            key = room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]
            self.key = {"Authorization": f"Bearer {key}"}

    def payloads(self):
        """The names of all that was recorded."""
        return {file.stem for file in (PAYLOADS / self.kind).glob("*.body")}

    def send(self, name):
        """Posts what was recorded under a name: the answer's status and text."""
        file = PAYLOADS / self.kind / name
        body = file.with_name(f"{name}.body").read_bytes()
        lines = file.with_name(f"{name}.fields").read_text().splitlines()
        fields = dict(line.split(": ", 1) for line in lines if line)
        request = urllib.request.Request(self.address, body, signed(self.kind, body, fields) | self.key)
        try:
            with urllib.request.urlopen(request, timeout=5) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.read().decode()


def token():
    """What Ko-fi proves itself with: it stands in what was recorded."""
    form = urllib.parse.parse_qs((PAYLOADS / "kofi" / "donation.body").read_text())
    return json.loads(form["data"][0])["verification_token"]


def code(message):
    """The message's HMAC-SHA256."""
    command = ["openssl", "dgst", "-sha256", "-hmac", SECRET, "-r"]
    return subprocess.run(command, input=message, capture_output=True, check=True).stdout[:64].decode()


def signed(kind, body, fields):
    """A delivery's fields, with the code and the time of now instead of those that were recorded."""
    now = int(time.time())
    if kind == "twitch":
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
        message = f"{fields['Twitch-Eventsub-Message-Id']}{at}".encode() + body
        return fields | {"Twitch-Eventsub-Message-Timestamp": at,
                         "Twitch-Eventsub-Message-Signature": f"sha256={code(message)}"}
    if kind == "stripe":
        return fields | {"Stripe-Signature": f"t={now},v1={code(f'{now}.'.encode() + body)}"}
    if kind == "github":
        return fields | {"X-Hub-Signature-256": f"sha256={code(body)}"}
    return fields

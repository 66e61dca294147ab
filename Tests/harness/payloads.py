"""Recorded deliveries of platforms: read from Tests/PlatformsTests/Payloads, and signed with the current time."""

import base64
import hashlib
import hmac
import json
import subprocess
import time
import urllib.parse

from harness.server import ROOT

PAYLOADS = ROOT / "Tests" / "PlatformsTests" / "Payloads"
# Platforms that sign their deliveries or send a token. A key of the room admits the others.
SIGNED = ("twitch", "kofi", "stripe", "github")
SECRETS = {"twitch": "s3cRe7s3cRe7", "github": "s3cRe7s3cRe7", "stripe": "whsec_s3cRe7s3cRe7"}
# Kick signs with an RSA key; this is the public part of the tests' own.
KICK_KEY = (PAYLOADS / "kick-test-only.pub").read_text()


def names(kind, newer=False):
    """The names of all recorded deliveries of a platform; `newer`: with the newer forms of its events."""
    folders = [PAYLOADS / kind] + ([PAYLOADS / "more" / kind] if newer else [])
    return sorted(file.stem for folder in folders for file in folder.glob("*.body"))


def path(kind, name):
    """The file of a recorded delivery's body. Newer forms are in the folder `more`."""
    file = PAYLOADS / kind / f"{name}.body"
    return file if file.exists() else PAYLOADS / "more" / kind / f"{name}.body"


def body(kind, name):
    return path(kind, name).read_bytes()


def bodies(kind):
    """The bodies of all recorded deliveries of a platform that sends JSON, by name."""
    return {name: json.loads(body(kind, name)) for name in names(kind)}


def fields(kind, name):
    """The header fields of a recorded delivery."""
    lines = path(kind, name).with_suffix(".fields").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines if line)


def secret(kind):
    """The secret of a platform's source; None: its deliveries come with a key of the room."""
    if kind == "kofi":
        # Ko-fi sends its token in each delivery, so the recorded one is the secret.
        form = urllib.parse.parse_qs(body("kofi", "donation").decode())
        return json.loads(form["data"][0])["verification_token"]
    return SECRETS.get(kind)


def code(key, message):
    """The message's HMAC-SHA256 in hexadecimal digits."""
    return hmac.new(key.encode(), message, hashlib.sha256).hexdigest()


def kick_signature(message):
    """The message signed with the tests' own key, as Kick signs with its key."""
    command = ["openssl", "dgst", "-sha256", "-sign", PAYLOADS / "kick-test-only.pem"]
    return base64.b64encode(subprocess.run(command, input=message, capture_output=True, check=True).stdout).decode()


def signed(kind, content, beside, key=None, ahead=0):
    """The header fields of a delivery that the platform signs now, or so many seconds later."""
    now = time.time() + ahead
    key = key or SECRETS.get(kind)
    if kind == "twitch":
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
        message = beside["Twitch-Eventsub-Message-Id"].encode() + at.encode() + content
        return beside | {"Twitch-Eventsub-Message-Timestamp": at,
                         "Twitch-Eventsub-Message-Signature": f"sha256={code(key, message)}"}
    if kind == "stripe":
        at = str(int(now))
        return beside | {"Stripe-Signature": f"t={at},v1={code(key, at.encode() + b'.' + content)}"}
    if kind == "kick":
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now))
        message = f"{beside['Kick-Event-Message-Id']}.{at}.".encode() + content
        return beside | {"Kick-Event-Message-Timestamp": at, "Kick-Event-Signature": kick_signature(message)}
    if kind == "github":
        return beside | {"X-Hub-Signature-256": f"sha256={code(key, content)}"}
    return beside

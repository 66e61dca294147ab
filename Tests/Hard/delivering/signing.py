"""Signatures of the platforms, made when a delivery is posted."""

import base64
import functools
import hashlib
import hmac
import subprocess
import time

from harness.payloads import PAYLOADS, SECRETS, secret

KOFI_TOKEN = secret("kofi")
SHA256_INFO = bytes.fromhex("3031300d060960864801650304020105000420")


def code(key, message):
    return hmac.new(key.encode(), message, hashlib.sha256).hexdigest()


def now_text():
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def twitch(message_id, body):
    at = now_text()
    message = message_id.encode() + at.encode() + body
    return {"Twitch-Eventsub-Message-Id": message_id, "Twitch-Eventsub-Message-Timestamp": at,
            "Twitch-Eventsub-Message-Signature": f"sha256={code(SECRETS['twitch'], message)}"}


def stripe(body):
    at = str(int(time.time()))
    return {"Stripe-Signature": f"t={at},v1={code(SECRETS['stripe'], at.encode() + b'.' + body)}"}


def github(body):
    return {"X-Hub-Signature-256": f"sha256={code(SECRETS['github'], body)}"}


def kick(message_id, body):
    at = now_text()
    signature = rsa_signature(f"{message_id}.{at}.".encode() + body)
    return {"Kick-Event-Message-Id": message_id, "Kick-Event-Message-Timestamp": at,
            "Kick-Event-Signature": base64.b64encode(signature).decode()}


def rsa_signature(message):
    """PKCS #1 v1.5 with SHA-256 (RFC 8017, section 8.2); a process of openssl for each would take too long."""
    modulus, p, q, dp, dq, inverse = private_key()
    length = (modulus.bit_length() + 7) // 8
    digest = SHA256_INFO + hashlib.sha256(message).digest()
    number = int.from_bytes(b"\0\1" + b"\xff" * (length - len(digest) - 3) + b"\0" + digest, "big")
    first, second = pow(number, dp, p), pow(number, dq, q)
    return (second + (first - second) * inverse % p * q).to_bytes(length, "big")


@functools.cache
def private_key():
    """The numbers of the tests' own key (RFC 8017, appendix A.1.2)."""
    command = ["openssl", "rsa", "-in", PAYLOADS / "kick-test-only.pem", "-traditional", "-outform", "DER"]
    rest = subprocess.run(command, capture_output=True, check=True).stdout
    numbers = []
    tag, rest, _ = value(rest)
    while rest:
        tag, content, rest = value(rest)
        assert tag == 2, tag
        numbers.append(int.from_bytes(content, "big"))
    _, modulus, _, _, p, q, dp, dq, inverse = numbers
    return modulus, p, q, dp, dq, inverse


def value(data):
    """A value in DER: its tag, its content, and the rest."""
    length, start = data[1], 2
    if length & 0x80:
        start += length & 0x7F
        length = int.from_bytes(data[2:start], "big")
    return data[0], data[start:start + length], data[start + length:]

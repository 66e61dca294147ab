"""Forged and malformed webhook deliveries are refused and leave no trace. Private data in correct deliveries is
neither kept nor told."""

import gzip
import socket

import pytest
from Torture.test_sessions import SESSIONS, SETTINGS
from harness import payloads
from harness.payloads import SIGNED, fields, secret, signed
from harness.server import Server, export
from harness.waiting import wait_for

GOOD = {"twitch": "cheer", "kofi": "donation", "stripe": "intent", "github": "created"}
# The platforms whose good delivery makes a notice beside its gift.
NOTICED = {"twitch", "github"}
TIMED = {"twitch": 600, "stripe": 300}
# The senders' names in the recorded deliveries, and the name that replaces them in wrong deliveries.
NAMES = {"twitch": b"Ann", "kofi": b"Jo+Example", "stripe": b"Ben", "github": b"octo"}
MALLORY = b"Mallory-was-here"
MOST_BYTES = 64 * 1024
OTHER = "s3cRe7s3cRe8"


def good(kind):
    return payloads.body(kind, GOOD[kind])


def bad(kind):
    """A good delivery with another sender, whose name must appear nowhere afterwards."""
    body = good(kind).replace(NAMES[kind], MALLORY)
    assert MALLORY in body
    return body


def wrong(kind):
    """Wrong deliveries of a platform: (fault, body, fields, the expected status)."""
    beside, body = fields(kind, GOOD[kind]), bad(kind)
    now = signed(kind, body, beside)
    signature = {"twitch": "Twitch-Eventsub-Message-Signature", "stripe": "Stripe-Signature",
                 "github": "X-Hub-Signature-256"}.get(kind)
    if signature is None:
        other = body.replace(secret(kind).encode(), OTHER.encode())
        yield "forged", other, beside, 403
        yield "unsigned", body.replace(b"verification_token", b"verification_tok"), beside, 403
        # The rest is neither a form nor JSON.
        yield "cut off", body[:-20], beside, 400
        yield "UTF-16", body.decode().encode("utf-16"), beside, 422
    else:
        yield "forged", body, signed(kind, body, beside, OTHER), 403
        yield "unsigned", body, {name: now[name] for name in now if name != signature}, 403
        yield "no code", body, now | {signature: ""}, 403
        yield "code cut off", body, now | {signature: now[signature][:-2]}, 403
        yield "changed", body.replace(MALLORY, MALLORY[::-1]), now, 403
        yield "cut off", body[:-20], now, 403
        yield "code of what was recorded", body, signed(kind, good(kind), beside), 403
        for name, other in (("not UTF-8", body.replace(MALLORY, MALLORY + b"\xff")),
                            ("UTF-16", body.decode().encode("utf-16")), ("cut off, and signed so", body[:-20])):
            yield name, other, signed(kind, other, beside), 400
    for seconds in (-TIMED[kind] - 60, TIMED[kind] + 60) if kind in TIMED else ():
        yield f"of {seconds} s from now", body, signed(kind, body, beside, ahead=seconds), 403
    if kind == "twitch":
        yield "under another id", body, now | {"Twitch-Eventsub-Message-Id": "another"}, 403
    large = body + b" " * MOST_BYTES
    yield "too large", large, signed(kind, large, beside), 413
    yield "of another type", body, now | {"Content-Type": "text/plain"}, 415
    packed = gzip.compress(body)
    packing = {"Content-Encoding": "gzip"}
    yield "packed", packed, signed(kind, packed, beside) | packing, 422 if kind == "kofi" else 400


def deliver(connection, kind, body, headers):
    connection.http.request("POST", f"/v1/hooks/main/{kind}", body, headers)
    answer = connection.http.getresponse()
    return answer.status, answer.read()


def disconnect_within_a_body(server, kind):
    body = bad(kind)
    head = "".join(f"{name}: {value}\r\n" for name, value in signed(kind, body, fields(kind, GOOD[kind])).items())
    with socket.create_connection(("127.0.0.1", server.port), 10) as wire:
        wire.sendall(f"POST /v1/hooks/main/{kind} HTTP/1.1\r\nHost: localhost:{server.port}\r\n{head}"
                     f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:-20])


def told(server):
    """Everything that the server tells about the room and in its metrics."""
    kinds = [f"sources/{kind}/passed" for kind in SESSIONS]
    paths = ["events", "config", "state", "frame", "audit", "sources", "held", "totals?by=sender", *kinds]
    answers = [server.get(f"/v1/rooms/main/{path}") for path in paths]
    assert {answer.status for answer in answers} == {200}
    return b"".join(answer.body for answer in answers) + server.get("/metrics").body


def kept(data):
    return b"".join(file.read_bytes() for file in sorted(data.rglob("*")) if file.is_file())


@pytest.mark.parametrize("kind", SIGNED)
def test_a_wrong_delivery_is_refused_and_leaves_no_trace(kind, tmp_path):
    data = tmp_path / "data"
    key = secret(kind)
    with Server(data, "--log-level", "trace") as server:
        connection = server.connect()
        assert connection.request("PUT", f"/v1/rooms/main/sources/{kind}", {"secret": key}).status == 200
        said = b""
        for name, body, headers, right in wrong(kind):
            status, answer = deliver(server.connect(), kind, body, headers)
            assert status == right, (name, status, answer)
            said += answer
        disconnect_within_a_body(server, kind)
        said += told(server)
        assert connection.request("GET", "/v1/rooms/main/events").json["events"] == []
        first, again = (deliver(connection, kind, good(kind), signed(kind, good(kind), fields(kind, GOOD[kind])))
                        for _ in range(2))
        assert first[0] in (200, 202) and again == (200, first[1])
        server.kill()
        server.start()
        replayed = deliver(server.connect(), kind, good(kind), signed(kind, good(kind), fields(kind, GOOD[kind])))
        assert replayed == again
        recorded = {event["type"] for event in server.get("/v1/rooms/main/events").json["events"]}
        assert recorded == ({"notice", "gift"} if kind in NOTICED else {"gift"})
        server.stop()
        said += server.said().encode() + export(data, "main")
    for word in (MALLORY, MALLORY[::-1]):
        assert word not in said and word not in kept(data)
    assert key.encode() not in said
    assert b"answered 403" in said


# Private data: from the recorded deliveries, or added to them by `with_privacies`.
PRIVATE = [
    b"@example.com", b"my door code", b"Ann Example", b"shy-and-private", b"Street 4711", b"+44 20 7946 0000",
    b"Ko-fi Team", b"123 The High Street",
]


def with_privacies(kind, body):
    body = body.replace(b'"shy"', b'"shy-and-private"')
    if kind == "github":
        body = body.replace(b'"sender": {', b'"sender": {"email": "octo@example.com", ')
    shipping = b'"shipping": {"line1": "Street 4711", "phone": "+44 20 7946 0000"}, "metadata": {'
    return body.replace(b'"metadata": {', shipping)


def test_private_data_of_a_delivery_is_neither_kept_nor_told(tmp_path):
    data = tmp_path / "data"
    said = b""
    sent = b""
    with Server(data, "--log-level", "trace") as server:
        connection = server.connect()
        message = {"sources": {"message": "caption", "counter": True}}
        assert connection.request("PATCH", "/v1/rooms/main/config", message).status == 200
        key = connection.request("POST", "/v1/rooms/main/keys", {"role": "ingest"}).json["key"]
        for kind in SESSIONS:
            settings = SETTINGS.get(kind, {}) | ({"secret": secret(kind)} if secret(kind) else {})
            assert connection.request("PUT", f"/v1/rooms/main/sources/{kind}", settings).status == 200
            for name in payloads.names(kind):
                body = with_privacies(kind, payloads.body(kind, name))
                headers = signed(kind, body, fields(kind, name))
                if secret(kind) is None:
                    headers["Authorization"] = f"Bearer {key}"
                answer = deliver(connection, kind, body, headers)
                said += answer[1]
                sent += body
        # The server makes no event for a private sponsor.
        body = with_privacies("github", payloads.body("github", "private"))
        for action in (b"cancelled", b"tier_changed"):
            other = body.replace(b'"created"', b'"' + action + b'"')
            assert deliver(connection, "github", other, signed("github", other, fields("github", "private")))[0] == 200
        said += told(server)
        server.stop()
        server.start()
        said += told(server)
        server.stop()
        said += server.said().encode() + export(data, "main")
    assert b"Good luck with the integration!" in said
    for word in PRIVATE:
        assert word in sent or word.replace(b" ", b"+") in sent or word.replace(b"@", b"%40") in sent, word
        assert word not in said, word
        assert word not in kept(data), word
    for kind in SIGNED:
        assert secret(kind).encode() not in said, kind
    assert key.encode() not in said and key.encode() not in kept(data)


def test_a_key_in_an_address_is_never_logged_or_kept(tmp_path):
    data = tmp_path / "data"
    mapping = {"event": "gift", "keys": {"id": "/id", "gift": "/gift"}}
    with Server(data, "--auth", "keys", "--log-level", "trace", "--limit", "requests-per-key=8") as server:
        def ask(method, path, body=None):
            return server.request(method, f"/v1/rooms/main/{path}", body, server.admin)

        assert ask("PUT", "sources/generic", mapping).status == 200
        hook = ask("POST", "keys", {"role": "hook", "source": "generic"}).json
        trigger = ask("POST", "keys", {"role": "trigger", "event": {"type": "control", "action": "skip"}}).json
        keys = [hook["key"], trigger["key"]]
        post, pull = f"/v1/hooks/main/generic/{hook['key']}", f"/v1/hooks/main/trigger/{trigger['key']}"
        statuses = [
            server.post(post, {"id": "a", "gift": "Tea"}).status,
            server.post(post, {"id": "a", "gift": "Coffee"}).status,
            server.post(post, {"nothing": 1}).status,
            server.request("POST", post, b"{", {"Content-Type": "application/json"}).status,
            server.get(post).status,
            server.get(pull).status,
            server.get(f"/assets/{keys[0]}").status,
            server.get(f"/v1/rooms/main/state?key={keys[0]}").status,
        ]
        assert statuses[:2] == [202, 409] and all(400 <= status < 500 for status in statuses[1:5]), statuses
        assert statuses[5] == 202 and set(statuses[6:]) <= {401, 403, 404}, statuses
        wait_for(lambda: server.post(post, {"id": "b", "gift": "Tea"}).status == 429, "the limit of the key", every=0.001)
        for key in (hook, trigger):
            assert ask("DELETE", f"keys/{key['id']}").status == 200
        assert (server.post(post, {"id": "c", "gift": "Tea"}).status, server.get(pull).status) == (401, 401)
        server.stop()
        server.start()
        assert server.post(post, {"id": "c", "gift": "Tea"}).status == 401
        server.stop()
        said = server.said()
    assert "answered 401" in said
    for key in keys:
        assert key not in said
        assert key.encode() not in kept(data)

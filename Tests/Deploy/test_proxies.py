"""The server behind nginx and Caddy with the files of deploy/ and a test certificate."""

import asyncio
import http.client
import json
import pathlib
import socket
import tempfile
import threading
import time

import pytest

from Deploy.proxies import NAMES, Caddy, Nginx
from Deploy.tls import TROUBLES, Client, Viewer, trusting
from harness.server import Server
from harness.waiting import run_async, wait_for_async

SHOW, ALICE = NAMES
# Hundreds of viewers open their TLS connections one after another.
PATIENCE_SECONDS = 120


class Behind(Server):
    """A server that listens at a socket; its greeting has only the proxy's address."""

    place = None

    def answers(self):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.place)
            client.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            return client.recv(1000).startswith(b"HTTP/1.1 200")


@pytest.fixture(scope="module")
def server():
    # The path of a socket has at most 107 bytes.
    with tempfile.TemporaryDirectory(prefix="ovation-") as folder:
        place = pathlib.Path(folder) / "http.sock"
        # A client that is not on this machine gets one request a second.
        options = ["--listen", f"unix:{place}", "--trusted-proxy", "unix",
                   "--limit", "requests-per-address=1"]
        for name in NAMES:
            options += ["--public-url", f"https://{name}"]
        server = Behind(pathlib.Path(folder) / "data", *options)
        server.place = str(place)
        with server:
            yield server


@pytest.fixture(params=[Nginx, Caddy], ids=["nginx", "caddy"])
def proxy(request, server, tmp_path):
    assert request.param.program, f"{request.param.__name__} is not installed"
    with request.param(tmp_path, server.place) as proxy:
        yield proxy


def client(proxy, name=SHOW):
    return Client(proxy.port, proxy.chain, name)


def bearer(server, **more):
    return {**server.admin, **more}


def test_pages_and_requests_go_through_https(proxy, server):
    https = client(proxy)
    status, headers, body = https.request("GET", "/overlay/main")
    assert status == 200 and b"ovation-build" in body
    assert headers["content-security-policy"], "the proxy drops a field of the server"
    assert https.request("GET", "/v1/rooms/main/state")[0] == 401, "a proxy counts as this machine"
    status, headers, _ = https.request(
        "POST", "/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}, bearer(server))
    assert status == 202 and headers["x-request-id"]


def test_only_a_page_of_the_public_name_may_post(proxy, server):
    https = client(proxy)
    for origin, status in [(f"https://{SHOW}", 202), ("https://evil.example", 403)]:
        assert https.request(
            "POST", "/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"},
            bearer(server, Origin=origin))[0] == status


def test_plain_http_redirects_to_https_and_a_host_name_to_its_room(proxy, server):
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=20)
    plain.request("GET", "/studio/main", headers={"Host": SHOW})
    answer = plain.getresponse()
    assert answer.status in (301, 308)
    assert answer.getheader("Location").startswith(f"https://{SHOW}")
    status, headers, _ = client(proxy, ALICE).request("GET", "/")
    assert status == 302 and headers["location"].endswith("/studio/alice")
    assert client(proxy).request("GET", "/")[0] in (200, 302)


def test_a_clients_own_forwarded_field_is_ignored(proxy, server):
    # An address for each proxy, because the limit of an address lasts.
    spoofed = {"X-Forwarded-For": f"203.0.113.{1 if isinstance(proxy, Nginx) else 2}"}
    https = client(proxy)
    # No limit applies, because the client is on this machine and its field is ignored.
    statuses = {https.request("GET", "/readyz", headers=spoofed)[0] for _ in range(20)}
    assert statuses == {200}
    # The server believes the proxy's own field: the limit of that address applies after 5 requests.
    direct = http.client.HTTPConnection("localhost", timeout=20)
    direct.sock = socket.socket(socket.AF_UNIX)
    direct.sock.connect(server.place)
    statuses = []
    for _ in range(10):
        direct.request("GET", "/readyz", headers={"Host": SHOW, **spoofed})
        answer = direct.getresponse()
        answer.read()
        statuses.append(answer.status)
    assert statuses[:5] == [200] * 5 and 429 in statuses


class Posting(threading.Thread):
    """A bot that posts gifts through a proxy, each until it is answered."""

    def __init__(self, proxy, server, room):
        super().__init__()
        self.https, self.room = client(proxy), room
        self.headers = bearer(server)
        self.answered, self.repeats = [], 0
        self.ends = threading.Event()

    def run(self):
        while not self.ends.is_set():
            event = f"e{len(self.answered)}"
            body = {"id": event, "sender": "Ann", "gift": "Rose"}
            while True:
                try:
                    status = self.https.request(
                        "POST", f"/v1/rooms/{self.room}/gifts", body, self.headers)[0]
                except TROUBLES:
                    status = 0
                if status in (200, 202):
                    break
                self.repeats += 1
                assert self.repeats < 1000, status
                time.sleep(0.05)
            self.answered.append(event)
            time.sleep(0.01)


def key_of_a_viewer(https, server, room):
    status, _, body = https.request(
        "POST", f"/v1/rooms/{room}/keys", {"role": "viewer"}, bearer(server))
    assert status == 201, body
    return json.loads(body)["key"]


def count(https, server, room, to):
    status, _, body = https.request(
        "PUT", f"/v1/rooms/{room}/counters/seen", {"to": to, "duration": 0}, bearer(server))
    assert status == 202, body


@pytest.mark.parametrize("viewer_count", [60, pytest.param(500, marks=pytest.mark.long)])
def test_a_reload_of_the_proxy_loses_no_viewer_and_no_gift(proxy, server, viewer_count):
    room = f"{type(proxy).__name__.lower()}-{viewer_count}"
    https = client(proxy)
    context = trusting(proxy.chain)
    key = key_of_a_viewer(https, server, room)
    viewers = [Viewer(proxy.port, context, SHOW, room, key) for _ in range(viewer_count)]
    posting = Posting(proxy, server, room)

    def all_see(text):
        return lambda: all(viewer.texts.get("counter/seen") == text for viewer in viewers)

    def describe():
        opened = sum(viewer.opened > 0 for viewer in viewers)
        return f"{opened} of {viewer_count} opened, {[viewer.texts for viewer in viewers[:3]]}"

    async def show():
        watching = []
        for viewer in viewers:
            watching.append(asyncio.create_task(viewer.watch()))
            # Hundreds of handshakes at once would make each wait too long.
            await asyncio.sleep(0.005)
        try:
            await asyncio.to_thread(count, https, server, room, 1)
            await wait_for_async(all_see("1"), describe, seconds=PATIENCE_SECONDS)
            posting.start()
            for reloads in range(2):
                await wait_for_async(lambda: len(posting.answered) > 20 * reloads + 10)
                await asyncio.to_thread(proxy.reload)
            before = len(posting.answered)
            await wait_for_async(lambda: len(posting.answered) > before + 10)
            posting.ends.set()
            await asyncio.to_thread(posting.join)
            https.close()
            await asyncio.to_thread(count, https, server, room, 2)
            await wait_for_async(all_see("2"), describe, seconds=PATIENCE_SECONDS)
        finally:
            posting.ends.set()
            for viewer in viewers:
                viewer.ends = True
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    run_async(show())
    recorded, after = [], 0
    while True:
        status, _, body = https.request(
            "GET", f"/v1/rooms/{room}/events?after={after}&limit=1000", headers=bearer(server))
        page = json.loads(body)
        if status != 200 or not page["events"]:
            break
        recorded += [event["id"] for event in page["events"] if event["type"] == "gift"]
        after = page["next"]
    assert recorded == posting.answered
    https.close()

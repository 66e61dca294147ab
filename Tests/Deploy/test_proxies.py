"""The server behind the real nginx and Caddy, with the files of deploy/ and a certificate of its own."""

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

VIEWERS = 500
SHOW, ALICE = NAMES


class Behind(Server):
    """A server behind a proxy: it prints the proxy's address, and listens at a socket."""

    place = None

    def wait_until_ready(self):
        end = time.monotonic() + 30
        while True:
            with socket.socket(socket.AF_UNIX) as knock:
                try:
                    knock.connect(self.place)
                    knock.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    if knock.recv(1000).startswith(b"HTTP/1.1 200"):
                        return
                except OSError:
                    assert self.process.poll() is None and time.monotonic() < end, self.said()
                    time.sleep(0.02)


@pytest.fixture(scope="module")
def server():
    # A socket's path has 107 bytes.
    with tempfile.TemporaryDirectory(prefix="ovation-") as folder:
        place = pathlib.Path(folder) / "http.sock"
        # Nobody without an address of this machine has more than one request a second.
        options = ["--listen", f"unix:{place}", "--trusted-proxy", "unix",
                   "--limit", "requests-per-address=1"]
        for name in NAMES:
            options += ["--public-url", f"https://{name}"]
        server = Behind(pathlib.Path(folder) / "data", *options)
        server.place = str(place)
        with server:
            server.key = (pathlib.Path(folder) / "data/admin-key").read_text().strip()
            yield server


@pytest.fixture(params=[Nginx, Caddy], ids=["nginx", "caddy"])
def proxy(request, server, tmp_path):
    assert request.param.program, f"{request.param.__name__} is not installed"
    with request.param(tmp_path, server.place) as proxy:
        yield proxy


def client(proxy, name=SHOW):
    return Client(proxy.port, proxy.chain, name)


def bearer(server, **more):
    return {"Authorization": f"Bearer {server.key}", **more}


def test_pages_and_requests_come_by_https(proxy, server):
    https = client(proxy)
    status, headers, body = https.request("GET", "/overlay/main")
    assert status == 200 and b"ovation-build" in body
    assert headers["content-security-policy"], "what the server says goes through"
    assert https.request("GET", "/v1/rooms/main/state")[0] == 401, "a proxy is not this machine"
    status, headers, _ = https.request(
        "POST", "/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"}, bearer(server))
    assert status == 202 and headers["x-request-id"]


def test_a_page_may_post_from_its_own_name_and_no_other(proxy, server):
    https = client(proxy)
    for origin, status in [(f"https://{SHOW}", 202), ("https://evil.example", 403)]:
        assert https.request(
            "POST", "/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"},
            bearer(server, Origin=origin))[0] == status


def test_plain_http_leads_to_https_and_a_name_to_its_room(proxy, server):
    plain = http.client.HTTPConnection("127.0.0.1", proxy.plain_port, timeout=20)
    plain.request("GET", "/studio/main", headers={"Host": SHOW})
    answer = plain.getresponse()
    assert answer.status in (301, 308)
    assert answer.getheader("Location").startswith(f"https://{SHOW}")
    status, headers, _ = client(proxy, ALICE).request("GET", "/")
    assert status == 302 and headers["location"].endswith("/studio/alice")
    assert client(proxy).request("GET", "/")[0] in (200, 302)


def test_what_a_client_says_of_its_address_is_not_believed(proxy, server):
    # One of its own for each: what it has used up is used up.
    spoofed = {"X-Forwarded-For": f"203.0.113.{1 if isinstance(proxy, Nginx) else 2}"}
    https = client(proxy)
    # From this machine, whatever it says: no limit.
    statuses = {https.request("GET", "/readyz", headers=spoofed)[0] for _ in range(20)}
    assert statuses == {200}
    # What the proxy itself says is believed: 5 at once.
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
    """Posts gifts through a proxy, each until it is answered, as a careful bot does."""

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


async def until(condition, what, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what()
        await asyncio.sleep(0.1)


def test_hundreds_watch_and_a_reload_loses_nothing(proxy, server):
    room = type(proxy).__name__.lower()
    https = client(proxy)
    context = trusting(proxy.chain)
    key = key_of_a_viewer(https, server, room)
    viewers = [Viewer(proxy.port, context, SHOW, room, key) for _ in range(VIEWERS)]
    posting = Posting(proxy, server, room)

    def all_see(text):
        return lambda: all(viewer.texts.get("counter/seen") == text for viewer in viewers)

    def who_does_not():
        opened = sum(viewer.opened > 0 for viewer in viewers)
        return f"{opened} of {VIEWERS} opened, {[viewer.texts for viewer in viewers[:3]]}"

    async def show():
        watching = []
        for viewer in viewers:
            watching.append(asyncio.create_task(viewer.watch()))
            # So that nobody's handshake waits behind hundreds.
            await asyncio.sleep(0.005)
        try:
            await asyncio.to_thread(count, https, server, room, 1)
            await until(all_see("1"), who_does_not)
            posting.start()
            for _ in range(2):
                await asyncio.sleep(0.5)
                before = len(posting.answered)
                await asyncio.to_thread(proxy.reload)
                await until(lambda: len(posting.answered) > before + 10, lambda: "no posts")
            posting.ends.set()
            await asyncio.to_thread(posting.join)
            https.close()
            await asyncio.to_thread(count, https, server, room, 2)
            await until(all_see("2"), who_does_not)
        finally:
            posting.ends.set()
            for viewer in viewers:
                viewer.ends = True
            for task in watching:
                task.cancel()
            await asyncio.gather(*watching, return_exceptions=True)

    asyncio.run(show())
    recorded, after = [], 0
    while True:
        status, _, body = https.request(
            "GET", f"/v1/rooms/{room}/events?after={after}&limit=1000", headers=bearer(server))
        page = json.loads(body)
        if status != 200 or not page["events"]:
            break
        recorded += [event["id"] for event in page["events"] if event["type"] == "gift"]
        after = page["next"]
    assert recorded == posting.answered, "each once, in order"
    https.close()

"""The server reads every request that a proxy passes on as the proxy does: one request, one answer."""

import socket
import uuid

import pytest

from Hard.ambiguous import REQUESTS
from Hard.proxies import Haproxy, Nginx
from Hard.relay import Relay
from harness.server import Server
from harness.waiting import wait_for

KINDS = {
    "nginx": lambda directory, port: Nginx(directory, port),
    "nginx, unbuffered": lambda directory, port: Nginx(directory, port, buffering="off"),
    "haproxy": lambda directory, port: Haproxy(directory, port),
    "haproxy, lax": lambda directory, port: Haproxy(directory, port, lax=True),
}


@pytest.fixture(scope="module", params=KINDS)
def front(request, tmp_path_factory):
    """A proxy before a relay before a server."""
    with Server(tmp_path_factory.mktemp("data")) as server:
        relay = Relay(server.port)
        proxy = KINDS[request.param](tmp_path_factory.mktemp("proxy"), relay.port)
        yield proxy, relay, server
        proxy.close()
        relay.close()


def converse(port, data, patience=0.25):
    """Sends bytes; returns all bytes until the other side closes or is silent."""
    with socket.create_connection(("127.0.0.1", port), timeout=patience) as client:
        answer = b""
        try:
            client.sendall(data)
            while piece := client.recv(65536):
                answer += piece
        except OSError:
            pass
        return answer


def settled(count):
    """The value of `count` when it no longer changes."""
    seen = [count()]
    wait_for(lambda: seen.append(count()) or seen[-1] == seen[-2], "a count that stays", every=0.05)
    return seen[-1]


@pytest.mark.long
@pytest.mark.parametrize("name", REQUESTS)
def test_the_server_answers_exactly_the_requests_that_the_proxy_passed_on(front, name):
    proxy, relay, server = front
    room = f"probe-{abs(hash(name)) % 10_000}"
    settled(proxy.passed)
    relay.forget()
    before = proxy.passed()
    smuggled = gifts(server)
    converse(proxy.port, REQUESTS[name])
    # The next requests on the same connections get their own answers.
    for _ in range(2):
        name_of_event = uuid.uuid4().hex
        body = b'{"id":"%s","gift":"Rose"}' % name_of_event.encode()
        answer = converse(
            proxy.port,
            b"POST /v1/rooms/%s/gifts HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            % (room.encode(), len(body), body), patience=5)
        assert answer.startswith(b"HTTP/1.1 202 "), answer
        assert name_of_event.encode() in answer

    def counts():
        return proxy.passed() - before, len(relay.statuses())

    # A proxy may write its log after its answer.
    wait_for(lambda: len(set(settled(counts))) == 1,
             lambda: f"as many answers as requests passed on: {counts()}, {relay.statuses()}")
    # The hidden request counts only if the proxy saw two requests.
    assert gifts(server) == smuggled or counts()[0] == 4


def gifts(server):
    return len(server.get("/v1/rooms/smuggled/events").json["events"])

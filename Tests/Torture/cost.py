"""The cost of a request: the processor time of the server's loop thread, from the thread's own clock.

That clock stands still while the thread waits for a processor, so a busy machine does not matter. For a slow machine
each measurement is divided by the time that a fixed piece of other work takes at the same moment.
"""

import collections
import json
import multiprocessing
import os
import re
import socket
import time

from harness.server import in_threads
from harness.viewer import TEXT, Viewer
from harness.waiting import wait_for

PATIENCE_SECONDS = 60
# The fixed piece of work, and how long it takes on the machine on which the bounds were set.
DOCUMENT = json.dumps([
    {"id": f"e{n}", "name": "a" * 40, "count": n, "at": n / 7, "is": [True, None, "e\u0301"]} for n in range(400)])
DOCUMENT_MILLISECONDS = 0.3
ANSWER = re.compile(rb"HTTP/1.1 (\d+)(?:[^\r]|\r\n(?!\r))*?\r\ncontent-length: (\d+)\r\n(?:[^\r]|\r\n(?!\r))*?(?:\r\n)?\r\n", re.I)


def slowness():
    """The factor by which this machine is slower now than that machine; at least 1."""
    taken = []
    for _ in range(5):
        before = time.thread_time_ns()
        json.loads(DOCUMENT)
        taken.append(time.thread_time_ns() - before)
    return max(1, min(taken) / 1e6 / DOCUMENT_MILLISECONDS)


class Loop:
    """The loop thread of a running server, which is the first thread of its process.

    Costs are in milliseconds of the machine on which the bounds were set, unless this one is faster."""

    def __init__(self, server):
        self.port = server.port
        self.task = f"/proc/{server.process.pid}/task/{server.process.pid}"
        self.files = {}

    def read(self, name):
        if name not in self.files:
            self.files[name] = os.open(f"{self.task}/{name}", os.O_RDONLY)
        return os.pread(self.files[name], 4096, 0)

    def nanoseconds(self):
        return int(self.read("schedstat").split()[0])

    def is_asleep(self):
        return self.read("stat").rsplit(b")", 1)[1].split()[0] == b"S"

    def waits(self):
        """The number of times that the thread has gone to sleep by itself."""
        return int(self.read("status").split(b"\nvoluntary_ctxt_switches:")[1].split()[0])

    def settle(self):
        """Waits until the thread has finished its work: it sleeps, and three looks find it no further."""
        quiet, last = 0, None

        def is_at_rest():
            nonlocal quiet, last
            now = self.nanoseconds()
            quiet = quiet + 1 if now == last and self.is_asleep() else 0
            last = now
            return quiet == 3

        wait_for(is_at_rest, "the loop to rest", seconds=PATIENCE_SECONDS, every=0.0005)

    def cost(self, action, prepare=None):
        """The milliseconds that the thread works from the start of `action` until it rests."""
        if prepare:
            prepare()
        self.settle()
        before, waits = self.nanoseconds(), self.waits()
        action()
        # The request may take a moment to wake the thread.
        end = time.monotonic() + 1
        while self.waits() == waits and time.monotonic() < end:
            time.sleep(0.0005)
        self.settle()
        return (self.nanoseconds() - before) / 1e6 / slowness()

    def longest_hold(self, action):
        """The most milliseconds that the thread works without a rest, while `action` runs in another
        process."""
        self.settle()
        process = multiprocessing.get_context("fork").Process(target=action)
        most, start, waits = 0, self.nanoseconds(), self.waits()
        process.start()
        is_over = False
        while True:
            was_over, is_over = is_over, not process.is_alive() and self.is_asleep()
            rests, now = self.waits(), self.nanoseconds()
            if rests != waits or is_over:
                most, start, waits = max(most, now - start), now, rests
            if was_over and is_over:
                process.join()
                assert process.exitcode == 0, process.exitcode
                return most / 1e6 / slowness()

    def longest_wait(self, action):
        """The most milliseconds that the thread works before it answers another client's request, while
        `action` runs in another process, which must succeed."""
        request = http("GET", "/healthz").replace(b"Connection: close\r\n", b"")
        self.settle()
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_SECONDS) as client:
            process = multiprocessing.get_context("fork").Process(target=action)
            process.start()
            most, is_over = 0, False
            while not is_over:
                is_over = not process.is_alive() and self.is_asleep()
                before = self.nanoseconds()
                client.sendall(request)
                assert client.recv(1 << 16)
                most = max(most, self.nanoseconds() - before)
        process.join()
        assert process.exitcode == 0, process.exitcode
        return most / 1e6 / slowness()

    def close(self):
        for file in self.files.values():
            os.close(file)


def ask(port, request):
    """Sends a request's bytes on a new connection; returns the first line of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as client:
        try:
            client.sendall(request)
            answer = b""
            while piece := client.recv(1 << 16):
                answer = (answer + piece)[:64]
        except ConnectionError:
            return answer or b"reset"
        return answer.split(b"\r\n")[0]


def http(method, path, body=b"", *fields):
    """A request's bytes; path and body are texts or bytes."""
    if isinstance(path, str):
        path = path.encode()
    if isinstance(body, str):
        body = body.encode("utf-8", "surrogatepass")
    head = b"%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" % (method.encode(), path)
    if body or method == "POST":
        head += b"Content-Type: application/json\r\nContent-Length: %d\r\n" % len(body)
    return head + b"".join(field + b"\r\n" for field in fields) + b"\r\n" + body


def pour(port, requests, connections=64):
    """Sends many requests at once on several connections; counts the answers by status."""
    parts = [requests[first::connections] for first in range(connections)]
    return sum(in_threads(*[lambda part=part: pour_on_one(port, part) for part in parts if part]),
               collections.Counter())


def pour_on_one(port, requests):
    statuses, buffer, place = collections.Counter(), b"", 0
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS) as client:
        client.sendall(b"".join(requests).replace(b"Connection: close\r\n", b""))
        while statuses.total() < len(requests):
            found = ANSWER.match(buffer, place)
            if found and len(buffer) >= found.end() + int(found[2]):
                place = found.end() + int(found[2])
                statuses[int(found[1])] += 1
            else:
                piece = client.recv(1 << 20)
                assert piece, "the server closed before its last answer"
                buffer, place = buffer[place:] + piece, 0
    return statuses


class Talker:
    """A viewer that sends messages; the server may close its stream for them."""

    def __init__(self, port, room="main"):
        self.port, self.room = port, room
        self.viewer = None

    def open(self):
        """Connects again and reads the greeting."""
        self.close()
        self.viewer = Viewer(self.port, self.room, is_visible=True)
        while self.viewer.read()["type"] != "frame":
            pass

    def say(self, payload, opcode=TEXT):
        self.viewer.socket.settimeout(PATIENCE_SECONDS)
        self.viewer.send(opcode, payload)

    def close(self):
        if self.viewer is not None:
            self.viewer.close()
            self.viewer = None

"""A server under mixed load for an hour: its memory and descriptors must not grow.

    python3 Tests/Hard/soak.py [--minutes M]

At the end, resident memory is at most 1.05 times that after the first five minutes (or a quarter of the time),
and the number of descriptors is the same.
"""

import argparse
import os
import pathlib
import random
import socket
import struct
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness.server import UNWAITING, Connection, Server
from harness.viewer import Closed, Viewer

MOST_GROWTH = 1.05
# A busy machine may take this long for an answer.
PATIENCE_SECONDS = 120
ROOMS = [f"room-{number}" for number in range(12)]
EFFECTS = ["typewriter", "shine", "fade", "wave"]
LINGER = struct.pack("ii", 1, 0)


class Load:
    """Threads that post, read, watch, connect and disconnect until told to stop."""

    def __init__(self, port, seed):
        self.port, self.seed = port, seed
        self.ending = threading.Event()
        self.counts = dict.fromkeys(("events", "refused", "questions", "frames", "streams", "odd"), 0)
        self.troubles = []
        workers = [self.post, self.post, self.ask, self.watch, self.watch, self.come_and_go, self.err]
        self.threads = [
            threading.Thread(target=self.work, args=(worker, random.Random(seed + number)))
            for number, worker in enumerate(workers)
        ]

    def work(self, worker, chance):
        try:
            worker(chance)
        except Exception as error:  # reported at the end
            self.troubles.append(f"{worker.__name__}: {error!r}")

    def start(self):
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.ending.set()
        for thread in self.threads:
            thread.join()

    def rest(self, seconds):
        return not self.ending.wait(seconds)

    # Each worker keeps a connection, and sometimes opens another one.

    def post(self, chance):
        while not self.ending.is_set():
            connection = Connection(self.port, PATIENCE_SECONDS)
            for _ in range(chance.randrange(1, 200)):
                if not self.rest(0.01):
                    break
                answer = connection.request(*self.event(chance))
                self.counts["events" if answer.status in (200, 202) else "refused"] += 1
                if answer.status >= 500:
                    self.troubles.append(repr(answer))
            connection.close()

    @staticmethod
    def event(chance):
        room = f"/v1/rooms/{chance.choice(ROOMS)}"
        name = f"n{chance.randrange(8)}"
        return chance.choice([
            ("POST", f"{room}/gifts", {"sender": name, "gift": "Rose", "count": chance.randrange(1, 99)}),
            ("POST", f"{room}/gifts", {"sender": name, "gift": f"g{chance.randrange(3)}"}),
            ("POST", f"{room}/calls", {"user": name}),
            ("PUT", f"{room}/counters/{name}", {"to": chance.randrange(10**6)}),
            ("DELETE", f"{room}/counters/{name}"),
            ("POST", f"{room}/captions", {"text": "é" * chance.randrange(1, 60), "hold": 1,
                                          "slot": name, "effect": chance.choice(EFFECTS)}),
            ("POST", f"{room}/control", {"action": chance.choice(["skip", "resume", "clear"])}),
            ("PATCH", f"{room}/config", {"gifts": {"channels": chance.randrange(1, 5)}}),
        ])

    def ask(self, chance):
        while not self.ending.is_set():
            connection = Connection(self.port, PATIENCE_SECONDS)
            for _ in range(chance.randrange(1, 100)):
                if not self.rest(0.02):
                    break
                room = f"/v1/rooms/{chance.choice(ROOMS)}"
                path = chance.choice([
                    f"{room}/state", f"{room}/frame", f"{room}/config", "/metrics", "/readyz",
                    f"{room}/events?limit=50", f"{room}/events/none", "/overlay/main", "/nothing"])
                connection.request("GET", path)
                self.counts["questions"] += 1
            connection.close()

    def watch(self, chance):
        while not self.ending.is_set():
            viewer = Viewer(
                self.port, chance.choice(ROOMS), chance.choice([5, 30, 60]), True,
                timeout=PATIENCE_SECONDS)
            self.counts["streams"] += 1
            end = time.monotonic() + chance.uniform(0.1, 20)
            try:
                viewer.socket.settimeout(1)
                while time.monotonic() < end and not self.ending.is_set():
                    try:
                        viewer.read()
                    except TimeoutError:
                        pass
                    self.counts["frames"] += 1
                    viewer.frames.clear()
            except Closed:
                pass
            self.leave(viewer.socket, chance)

    def come_and_go(self, chance):
        """Opens viewers that stay for a moment and leave in every manner."""
        while self.rest(0.02):
            viewer = Viewer(self.port, chance.choice(ROOMS), timeout=PATIENCE_SECONDS)
            self.counts["streams"] += 1
            if chance.random() < 0.5:
                viewer.say({"type": "rate", "fps": 5})
            self.leave(viewer.socket, chance)

    @staticmethod
    def leave(client, chance):
        if chance.random() < 0.5:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, LINGER)
        client.close()

    def err(self, chance):
        """Sends invalid bytes."""
        pieces = [
            b"GET / HTTP/1.1\r\nHost: x\r\n\r\n" * 3, b"\x00\xff" * 50, b"POST / HTTP/1.1\r\n",
            b"POST /v1/rooms/room-0/gifts HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{\"nonsens",
            b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n"]
        while self.rest(0.05):
            with socket.create_connection(
                ("127.0.0.1", self.port), timeout=PATIENCE_SECONDS) as client:
                client.settimeout(1)
                try:
                    client.sendall(chance.choice(pieces))
                    client.recv(chance.choice([1, 4096]))
                except OSError:
                    pass
                self.leave(client, chance)
            self.counts["odd"] += 1


def resident(pid):
    """Returns the resident memory in bytes."""
    text = pathlib.Path(f"/proc/{pid}/status").read_text()
    return int(text.split("VmRSS:")[1].split()[0]) * 1024


def descriptors(pid):
    return len(os.listdir(f"/proc/{pid}/fd"))


def figures(server, load):
    """Returns the resident memory in bytes and the descriptors while no client is connected."""
    load.stop()
    time.sleep(3)
    return resident(server.process.pid), descriptors(server.process.pid)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    arguments = parser.parse_args()
    seconds = arguments.minutes * 60
    print(f"seed {arguments.seed}")
    with tempfile.TemporaryDirectory() as data, Server(data, "--config", str(UNWAITING)) as server:
        before = None
        first = min(300, seconds / 4)
        spans = [first] + [(seconds - first) / 4] * 4
        for number, span in enumerate(spans):
            load = Load(server.port, arguments.seed + 100 * number)
            load.start()
            time.sleep(span)
            now = figures(server, load)
            before = before or now
            print(
                f"{sum(spans[:number + 1]) / 60:6.1f} min: {now[0] / 2**20:.1f} MiB, "
                f"{now[1]} descriptors; {load.counts}", flush=True)
            if load.troubles:
                sys.exit(f"{load.troubles[:5]}")
        assert server.get("/healthz").status == 200
        said = server.said()
        server.stop()
    if now[0] > MOST_GROWTH * before[0] or now[1] > before[1]:
        sys.exit(f"it has grown: {before} before, {now} after")
    if "error" in said:
        sys.exit(f"it complained: {said[-2000:]}")


if __name__ == "__main__":
    main()

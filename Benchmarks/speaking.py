"""Compares how evenly frames arrive at viewers with and without spoken messages.

    speaking.py OVATION [--repeat N] [--seconds S] [--speech COMMAND]

A room with a moving counter gets 1,000 gifts in ten seconds, each with a message of its own that a rule shows as an
alert. In every second turn the rule also speaks, with eSpeak NG. Two viewers note when the kernel received each frame
(SO_TIMESTAMPNS), so their own delays do not count. A deviation is the difference between the time from one frame to the
next and a sixtieth of a second.
"""

import argparse
import http.client
import json
import socket
import struct
import tempfile
import threading
import time
from pathlib import Path
from statistics import median

from loads import ROOT, Server, Stream

TICK = 1000 / 60
GIFTS = 1000
POSTERS = 4
WORDS = ("thank you so much for this wonderful evening and all the best to you and your friends from here "
         "greetings to everybody who is watching").split()
# From socket(7). Python has no name for it.
SO_TIMESTAMPNS = 35
LATENESS = "ovation_frame_lateness_seconds_bucket"


class Speaking(Server):
    """A server on any core, because its speech programs run on the same cores as the server."""

    def __init__(self, ovation, more=()):
        data = tempfile.mkdtemp(prefix="ovation-bench-")
        super().__init__(
            [ovation, "serve", "--port", "PORT", "--data", data, "--web", ROOT / "web", "--config",
             ROOT / "Tests/harness/unwaiting.json", "--limit", "requests-per-room=100000", *more], data, core=None)

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request(method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status < 300, (path, answer.status, text)
        return text

    def prepare(self, speaks):
        rule = {"name": "all", "title": "{sender}", "speak": speaks, "duration": 1}
        self.ask("PATCH", "/v1/rooms/main/config", {
            "alerts": {"gap": 0, "queueLimit": GIFTS, "rules": [rule]}, "gifts": {"queueLimit": GIFTS}})
        counter = {"to": 10**6, "duration": 3600, "easing": "linear", "format": "decimal"}
        self.ask("PUT", "/v1/rooms/main/counters/moving", counter)

    def spoken(self):
        """The number of recorded speeches."""
        found = json.loads(self.ask("GET", "/v1/rooms/main/events?type=speech&limit=1000"))
        return sum(event["seconds"] > 0 for event in found["events"])

    def lateness(self):
        """The counts of the histogram of late ticks, by the upper bounds in seconds."""
        lines = self.ask("GET", "/metrics").decode().splitlines()
        return {float(line.split('le="')[1].split('"')[0]): float(line.split()[1])
                for line in lines if line.startswith(LATENESS)}


class Watch(threading.Thread):
    """A viewer that notes the instants of frames, in milliseconds."""

    def __init__(self, port):
        super().__init__(daemon=True)
        self.stream, self.instants, self.rest = Stream(port), [], b""
        self.stream.socket.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPNS, 1)
        self.stream.socket.settimeout(5)
        self.rest = self.stream.input
        self.is_over = False

    def run(self):
        while not self.is_over:
            piece, notes, _, _ = self.stream.socket.recvmsg(1 << 20, 64)
            if not piece:
                return
            seconds, nanoseconds = next(struct.unpack("qq", data[:16]) for _, _, data in notes)
            self.take(piece, seconds * 1e3 + nanoseconds / 1e6)

    def take(self, piece, instant):
        """Notes the frames that end in this piece."""
        self.rest += piece
        while len(self.rest) >= 2:
            length, head = self.rest[1], 2
            if length >= 126:
                head = 4 if length == 126 else 10
                length = int.from_bytes(self.rest[2:head], "big")
            if len(self.rest) < head + length:
                return
            if self.rest[head:head + 15] == b'{"type":"frame"':
                self.instants.append(instant)
            self.rest = self.rest[head + length:]

    def deviations(self, first, last):
        kept = [instant for instant in self.instants if first <= instant <= last]
        return [abs(later - earlier - TICK) for earlier, later in zip(kept, kept[1:])]

    def close(self):
        self.is_over = True
        self.join()
        self.stream.close()


def post(port, first, began, seconds):
    """Posts every POSTERS-th gift at its time."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    for number in range(first, GIFTS, POSTERS):
        time.sleep(max(0, began + number * seconds / GIFTS - time.monotonic()))
        message = " ".join(WORDS[(number + place) % len(WORDS)] for place in range(12))
        gift = {"sender": f"S{number % 50}", "gift": f"Rose {number}", "message": f"{message} {number}"}
        connection.request("POST", "/v1/rooms/main/gifts", json.dumps(gift), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        text = answer.read()
        assert answer.status == 202, text


def share(counts, part):
    """The bound below which this part of the ticks lies, in milliseconds."""
    total = max(counts.values())
    return 1000 * min(bound for bound, count in counts.items() if count >= part * total)


def measure(ovation, speaks, seconds, more):
    """Returns the 99th percentile and the median of deviations in ms, that of the server's own lateness, the number of
    speeches, and the share of the processors that the server used."""
    with Speaking(ovation, more) as server:
        server.prepare(speaks)
        watches = [Watch(server.port) for _ in range(2)]
        for watch in watches:
            watch.start()
        time.sleep(1)
        before, used = server.lateness(), server.processor()
        first, began = time.time() * 1000, time.monotonic()
        posters = [threading.Thread(target=post, args=(server.port, number, began, seconds))
                   for number in range(POSTERS)]
        for poster in posters:
            poster.start()
        for poster in posters:
            poster.join()
        last = time.time() * 1000
        after, used = server.lateness(), server.processor() - used
        spoken = server.spoken()
        for watch in watches:
            watch.close()
        found = sorted(deviation for watch in watches for deviation in watch.deviations(first, last))
        late = {bound: after[bound] - before[bound] for bound in after}
        return {"p99": found[int(len(found) * 0.99)], "median": median(found), "most": found[-1],
                "late99": share(late, 0.99), "frames": len(found), "spoken": spoken, "cores": used / seconds}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ovation", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--speech", help="the command that speaks; default: the server's own")
    options = parser.parse_args()
    more = ["--speech", options.speech] if options.speech else []
    results = {False: [], True: []}
    for turn in range(options.repeat):
        for speaks in [False, True] if turn % 2 == 0 else [True, False]:
            result = measure(options.ovation, speaks, options.seconds, more)
            results[speaks].append(result)
            print("speaking" if speaks else "silent  ",
                  "  ".join(f"{name} {value:.2f}" for name, value in result.items()), flush=True)
    silent, speaking = (median(result["p99"] for result in results[speaks]) for speaks in (False, True))
    print(f"p99 of the deviation: silent {silent:.2f} ms, speaking {speaking:.2f} ms, "
          f"{speaking - silent:+.2f} ms, {speaking / silent:.2f} times as much (medians of {options.repeat})")


main()

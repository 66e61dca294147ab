"""Loads for Ovation and for the floor server, with their measurements."""

import http.client
import json
import os
import shutil
import selectors
import socket
import statistics
import struct
import subprocess
import tempfile
import time
import urllib.request
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAVE = {"text": "Hello", "effect": "wave", "hold": None, "duration": 3600}


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pinned(core, command, **options):
    """Starts a command on one core, so that server and load have a core each on a machine with two."""
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        command = ["taskset", "-c", str(core), *command]
    return subprocess.Popen([str(part) for part in command], **options)


class Server:
    """An Ovation or floor server on a free port, which stops at the end of a with statement. Without a core it runs on
    any core."""

    def __init__(self, command, data=None, core=0):
        self.port = free_port()
        self.data = data
        arguments = [str(part if part != "PORT" else self.port) for part in command]
        start = subprocess.Popen if core is None else partial(pinned, core)
        self.process = start(arguments, stdout=subprocess.DEVNULL)

    def __enter__(self):
        for _ in range(100):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        raise RuntimeError("the server did not start")

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        if self.data:
            shutil.rmtree(self.data, ignore_errors=True)

    def post(self, path, body):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/v1/rooms/{path}", json.dumps(body).encode(),
            {"Content-Type": "application/json"})
        with urllib.request.urlopen(request):
            pass

    def cores(self, seconds):
        """Measures for some seconds and returns the processor use in cores."""
        before = self.processor()
        time.sleep(seconds)
        return (self.processor() - before) / seconds

    def processor(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def wakes(self):
        """Returns how often the first thread, the event loop, has waited."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("voluntary_ctxt_switches:")[1].split()[0])

    def written(self):
        """Returns the bytes written to the disk so far."""
        return int(Path(f"/proc/{self.process.pid}/io").read_text().split("write_bytes:")[1].split()[0])

    def resident(self):
        """Returns the resident memory in KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])


class Stream:
    """A viewer of the room main."""

    def __init__(self, port, form="ovation.v1.json", receives=None):
        self.socket = socket.socket()
        if receives:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
        self.socket.connect(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.settimeout(10)
        self.socket.sendall(
            b"GET /v1/rooms/main/stream HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: "
            + form.encode() + b"\r\nSec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQhIQ==\r\n\r\n")
        self.input = b""
        if not receives:
            while b"\r\n\r\n" not in self.input:
                self.input += self.socket.recv(1 << 16)
            self.input = self.input.split(b"\r\n\r\n", 1)[1]
            self.payload()  # hello
            self.payload()  # the first full frame

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def take(self, count):
        while len(self.input) < count:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise EOFError
            self.input += piece
        taken, self.input = self.input[:count], self.input[count:]
        return taken

    def payload(self):
        """Returns the payload of the next message; answers pings and skips beats."""
        opcode, length = self.take(2)
        if length >= 126:
            length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
        payload = self.take(length)
        if opcode == 0x89:
            self.socket.sendall(bytes([0x8A, 0x80 | length, 0, 0, 0, 0]) + payload)
            return self.payload()
        if payload == b'{"type":"beat"}':
            return self.payload()
        return payload

    def close_code(self):
        """Returns the close code of the connection; None if it stayed open or ended without a code."""
        data = b""
        try:
            while piece := self.socket.recv(1 << 20):
                data += piece
        except OSError:
            return None
        place = data.rfind(b"\x88")
        return struct.unpack("!H", data[place + 2:place + 4])[0] if place >= 0 else None


def gaps(streams, seconds):
    """Returns the 99th percentile of the time between two arrivals, in milliseconds."""
    selector, last, found = selectors.DefaultSelector(), {}, []
    for stream in streams:
        stream.socket.setblocking(False)
        selector.register(stream.socket, selectors.EVENT_READ)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        for key, _ in selector.select(0.05):
            now = time.monotonic()
            key.fileobj.recv(1 << 16)
            if key.fd in last:
                found.append((now - last[key.fd]) * 1000)
            last[key.fd] = now
    return sorted(found)[int(len(found) * 0.99)]


def latency(server, viewer, number):
    """Returns the milliseconds from a post to its frame, after a short pause for the server."""
    body = json.dumps({"to": number, "duration": 0}).encode()
    with socket.create_connection(("127.0.0.1", server.port)) as poster:
        start = time.perf_counter()
        poster.sendall(b"PUT /v1/rooms/main/counters/c HTTP/1.1\r\nHost: localhost\r\n"
                       b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                       % len(body) + body)
        viewer.payload()
        taken = (time.perf_counter() - start) * 1000
    time.sleep(0.005)
    return taken


class Bench:
    def __init__(self, ovation, floor, seconds):
        self.ovation, self.floor, self.seconds = ovation, floor, seconds

    def serve(self):
        data = tempfile.mkdtemp(prefix="ovation-bench-")
        return Server([self.ovation, "serve", "--port", "PORT", "--data", data,
                       "--web", ROOT / "web", "--config",
                       ROOT / "Tests/harness/unwaiting.json"], data)

    def load(self, server, rooms, viewers, *more):
        run = pinned(1, [self.ovation, "load", "--port", server.port, "--rooms", rooms, "--viewers",
                         viewers, "--gifts", 0, "--seconds", self.seconds, "--pid",
                         server.process.pid, *more], stdout=subprocess.PIPE, text=True)
        return json.loads(run.communicate()[0])

    def moving(self, rooms, viewers, binary):
        """Returns the results of Ovation, and of the floor with as many bytes per message."""
        with self.serve() as server:
            for room in range(rooms):
                server.post(f"load-{room}/captions", WAVE)
            own = self.load(server, rooms, viewers, *(["--binary"] if binary else []))
        size = max(64, round(own["bytesPerFrame"]))
        with Server([self.floor, "PORT", size]) as server:
            return own, self.load(server, 1, viewers)

    def idle(self, viewers=5000, seconds=50):
        """Returns the cores used once all viewers are connected, including pings, and the KiB per viewer."""
        with self.serve() as server:
            before = server.resident()
            run = pinned(1, [self.ovation, "load", "--port", server.port, "--viewers", viewers,
                             "--gifts", 0, "--seconds", seconds], stdout=subprocess.DEVNULL)
            time.sleep(6)
            each = (server.resident() - before) / viewers
            cores = server.cores(seconds - 10)
            run.wait()
            return cores, each

    def unwatched(self, rooms=10000):
        """Loads rooms that play their queues without viewers. Returns the cores used, the loop's wake-ups per second
        and the KB per second written to the disk."""
        with self.serve() as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            for room in range(rooms):
                for sender in ("Ann", "Bob", "Cem"):
                    gift = json.dumps({"sender": sender, "gift": "Rose", "count": 9999})
                    connection.request("POST", f"/v1/rooms/queue-{room}/gifts", gift,
                                       {"Content-Type": "application/json"})
                    connection.getresponse().read()
            time.sleep(3)
            wakes, written = server.wakes(), server.written()
            cores = server.cores(10)
            return cores, (server.wakes() - wakes) / 10, (server.written() - written) / 10_000

    def unwatched_moving(self, rooms=10000):
        """Loads rooms that always move, without viewers and events: waves, typed captions and rolling counters.
        Returns the cores used and the KB per second written to the disk."""
        kinds = [("POST", "captions", WAVE), ("POST", "captions", {**WAVE, "effect": "typewriter"}),
                 ("PUT", "counters/c", {"to": 1_000_000, "duration": 3600})]
        with self.serve() as server:
            connection = http.client.HTTPConnection("127.0.0.1", server.port)
            for room in range(rooms):
                method, path, body = kinds[room % len(kinds)]
                connection.request(method, f"/v1/rooms/moving-{room}/{path}", json.dumps(body),
                                   {"Content-Type": "application/json"})
                connection.getresponse().read()
            time.sleep(3)
            written = server.written()
            cores = server.cores(10)
            return cores, (server.written() - written) / 10_000

    def latencies(self, count=200):
        """Returns the times from a post to the first frame it causes, in milliseconds, in ascending order."""
        with self.serve() as server, Stream(server.port) as viewer:
            return sorted(latency(server, viewer, number) for number in range(count))

    def delta(self, form):
        """Returns the average size in bytes of a delta with one popping gift row."""
        with self.serve() as server, Stream(server.port, form) as viewer:
            server.post("main/gifts", {"sender": "Ann", "gift": "Rose", "count": 999})
            start = time.monotonic()
            while time.monotonic() < start + 1:  # the row's entrance
                viewer.payload()
            sizes = [len(viewer.payload()) for _ in range(300)]
            return statistics.mean(sizes)

    def stalled(self, viewers=500, stalled=50):
        """Adds viewers that do not read. Returns the 99th percentiles of the gaps between frames in milliseconds
        without and with them, the growth of the server in KiB, and the close codes of their connections."""
        with self.serve() as server:
            server.post("main/captions", WAVE)
            reading = [Stream(server.port) for _ in range(viewers)]
            without = gaps(reading, 6)
            before = server.resident()
            idle = [Stream(server.port, receives=4096) for _ in range(stalled)]
            beside = gaps(reading, 8)
            growth = server.resident() - before
            codes = {stream.close_code() for stream in idle}
            for stream in reading + idle:
                stream.close()
            return without, beside, growth, codes

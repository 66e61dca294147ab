"""Puts loads on Ovation and on the floor in turn, and writes what came out.

    report.py OVATION FLOOR FRAMES [--repeat N] [--seconds S]

OVATION and FLOOR are programs, FRAMES is a file with the benchmarks' text.
"""

import argparse
import json
import os
import platform
import shutil
import socket
import statistics
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WAVE = {"text": "Hello", "effect": "wave", "hold": None, "duration": 3600}
CASES = [("1 room, 500 viewers", 1, 500), ("1 room, 1,000 viewers", 1, 1000),
         ("1,000 rooms, a viewer each", 1000, 1000)]


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def pinned(core, command, **options):
    """Server and load on a core each, where there are two."""
    if shutil.which("taskset") and (os.cpu_count() or 1) > 1:
        command = ["taskset", "-c", str(core), *command]
    return subprocess.Popen([str(part) for part in command], **options)


class Server:
    """Ovation or the floor, on a free port; stopped at the end of a with statement."""

    def __init__(self, command, data=None):
        self.port = free_port()
        self.data = data
        arguments = [part if part != "PORT" else self.port for part in command]
        self.process = pinned(0, arguments, stdout=subprocess.DEVNULL)

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

    def resident(self):
        """In KiB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0])


class Bench:
    def __init__(self, ovation, floor, seconds):
        self.ovation, self.floor, self.seconds = ovation, floor, seconds

    def serve(self):
        data = tempfile.mkdtemp(prefix="ovation-bench-")
        return Server([self.ovation, "serve", "--port", "PORT", "--data", data,
                       "--web", ROOT / "web"], data)

    def load(self, server, rooms, viewers, *more):
        run = pinned(1, [self.ovation, "load", "--port", server.port, "--rooms", rooms, "--viewers",
                         viewers, "--gifts", 0, "--seconds", self.seconds, "--pid",
                         server.process.pid, *more], stdout=subprocess.PIPE, text=True)
        return json.loads(run.communicate()[0])

    def moving(self, rooms, viewers, binary):
        """What Ovation costs, and what the floor does with as many bytes a message."""
        with self.serve() as server:
            for room in range(rooms):
                server.post(f"load-{room}/captions", WAVE)
            own = self.load(server, rooms, viewers, *(["--binary"] if binary else []))
        size = max(64, round(own["bytesPerFrame"]))
        with Server([self.floor, "PORT", size]) as server:
            return own, self.load(server, 1, viewers)

    def idle(self, viewers=5000):
        """Cores, and KiB a viewer."""
        with self.serve() as server:
            before = server.resident()
            run = pinned(1, [self.ovation, "load", "--port", server.port, "--viewers", viewers,
                             "--gifts", 0, "--seconds", 8, "--pid", server.process.pid],
                         stdout=subprocess.PIPE, text=True)
            time.sleep(6)
            each = (server.resident() - before) / viewers
            return json.loads(run.communicate()[0])["serverCores"], each

    def latencies(self, count=200):
        """From a post to the first frame it causes, in milliseconds."""
        with self.serve() as server, socket.create_connection(("127.0.0.1", server.port)) as viewer:
            viewer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            viewer.sendall(b"GET /v1/rooms/main/stream HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket"
                           b"\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                           b"Sec-WebSocket-Key: bG9hZCBsb2FkIGxvYWQhIQ==\r\n\r\n")
            time.sleep(0.3)
            viewer.recv(1 << 20)
            results = []
            for number in range(count):
                body = json.dumps({"to": number, "duration": 0}).encode()
                with socket.create_connection(("127.0.0.1", server.port)) as poster:
                    start = time.perf_counter()
                    poster.sendall(b"PUT /v1/rooms/main/counters/c HTTP/1.1\r\nHost: bench\r\n"
                                   b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                                   % len(body) + body)
                    viewer.recv(1 << 16)
                    results.append((time.perf_counter() - start) * 1000)
                time.sleep(0.005)
            return sorted(results)


def machine():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in lines if "model name" in line), "unknown")
    return f"{os.cpu_count()} cores of {model}, Linux {platform.release()}"


def plot(rows):
    """Bars of ratios; the line is the floor."""
    width, height, top = 720, 34, 40
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} '
             f'{top + height * len(rows) + 10}" font-family="sans-serif" font-size="13">',
             '<rect width="100%" height="100%" fill="white"/>',
             '<text x="10" y="22">Server CPU a delivered frame, the floor = 1</text>']
    for index, (name, ratio) in enumerate(rows):
        y = top + index * height
        parts.append(f'<text x="10" y="{y + 17}">{name}</text>'
                     f'<rect x="290" y="{y}" width="{ratio * 180:.0f}" height="24" fill="#4a7fb5"/>'
                     f'<text x="{296 + ratio * 180:.0f}" y="{y + 17}">{ratio:.2f}</text>')
    parts.append(f'<line x1="470" x2="470" y1="{top - 6}" y2="{top + height * len(rows)}" '
                 'stroke="#222" stroke-dasharray="4 3"/></svg>')
    return "\n".join(parts) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ovation")
    parser.add_argument("floor")
    parser.add_argument("frames", type=Path)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--seconds", type=int, default=4)
    options = parser.parse_args()
    bench = Bench(Path(options.ovation).resolve(), Path(options.floor).resolve(), options.seconds)
    median = statistics.median
    table, bars = [], []
    for name, rooms, viewers in CASES:
        for form in ("JSON", "binary"):
            pairs = [bench.moving(rooms, viewers, form == "binary") for _ in range(options.repeat)]
            key = "serverMicrosecondsPerFrame"
            ratio = median(own[key] / floor[key] for own, floor in pairs)
            own = {key: median(pair[0][key] for pair in pairs) for key in pairs[0][0]}
            late = median(pair[1]["lateMilliseconds99"] for pair in pairs)
            table.append(f"| {name} | {form} | {own['framesPerSecondAndViewer']:.1f} | "
                         f"{own['bytesPerFrame']:.0f} | {ratio:.2f} | "
                         f"{own['lateMilliseconds99']:.1f} ({late:.1f}) |")
            bars.append((f"{name}, {form}", ratio))
            print(table[-1], flush=True)
    cores, each = bench.idle()
    latency = bench.latencies()
    page = ROOT / "docs" / "performance.md"
    head = page.read_text().split("<!-- measured -->")[0]
    page.write_text(head + "<!-- measured -->\n\n" + "\n".join([
        f"Machine: {machine()}. Medians of {options.repeat}, {time.strftime('%Y-%m-%d')}.", "",
        "| what | form | frames a second | bytes a frame | CPU a frame, the floor = 1 | "
        "99th percentile of lateness, ms (the floor's) |",
        "| --- | --- | --- | --- | --- | --- |", *table, "",
        "![The ratios as bars](images/performance.svg)", "",
        f"- 5,000 idle viewers: {cores * 100:.2f} % of a core, {each:.1f} KiB of resident memory each.",
        f"- From a post to the frame it causes, on disk in between: {median(latency):.2f} ms, "
        f"99th percentile {latency[int(len(latency) * 0.99)]:.2f} ms.", "",
        "Frames without a network (a thousand a row):", "", "```",
        options.frames.read_text().split("\nFrames\n======\n")[-1].strip(), "```", ""]))
    (ROOT / "docs" / "images" / "performance.svg").write_text(plot(bars))


main()

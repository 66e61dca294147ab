"""The server as a streamer runs it: a process of its own, asked over HTTP."""

import json
import os
import selectors
import signal
import subprocess
import time
import urllib.error
import urllib.request
from pathlib import Path

from harness.ports import free_port

ROOT = Path(__file__).resolve().parents[2]

START_SECONDS = 60
STOP_SECONDS = 30


def binary():
    """The program under test: what OVATION names, else the release build, else the debug build."""
    builds = [ROOT / ".build" / kind / "ovation" for kind in ("release", "debug")]
    named = os.environ.get("OVATION")
    for path in [Path(named)] if named else builds:
        if path.is_file():
            return str(path.resolve())
    raise FileNotFoundError("no ovation to test: swift build, or name one in OVATION")


def simulate(events, until, config=None, fps=60, directory=None):
    """The frames of a room on virtual time, one JSON text a line."""
    command = [binary(), "simulate", "--until", str(until), "--fps", str(fps)]
    if config is not None:
        file = Path(directory) / "room.json"
        file.write_text(json.dumps(config))
        command += ["--config", str(file)]
    lines = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    run = subprocess.run(
        command, input=lines, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


class Server:
    """One `ovation serve`, which can be killed and started again on its port."""

    def __init__(self, directory, web=ROOT / "web", options=()):
        self.directory = directory
        self.port = free_port()
        self.web = web
        self.options = list(options)
        self.process = None
        self.printed = ""

    def start(self):
        """Starts the process and waits until it serves."""
        with open(self.directory / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [binary(), "serve", "--port", str(self.port), "--web", str(self.web),
                 *self.options],
                cwd=self.directory, stdout=subprocess.PIPE, stderr=log)
        self._wait_for_greeting()
        assert self.get("/healthz")[0] == 200

    def _wait_for_greeting(self):
        """Waits for the first overlay address on standard output."""
        output = self.process.stdout
        os.set_blocking(output.fileno(), False)
        text = b""
        deadline = time.monotonic() + START_SECONDS
        with selectors.DefaultSelector() as selector:
            selector.register(output, selectors.EVENT_READ)
            while f"//localhost:{self.port}/overlay/main".encode() not in text:
                assert selector.select(deadline - time.monotonic()), "nothing printed in time"
                part = os.read(output.fileno(), 4096)
                assert part, f"ended at its start, see {self.directory}/server.log"
                text += part
        self.printed = text.decode()

    def kill(self):
        """Ends the process as a crash would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(STOP_SECONDS)
        self.process.stdout.close()

    def stop(self):
        """Asks the process to end; returns its exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        finally:
            self.process.stdout.close()

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    def request(self, method, path, body=None):
        """The status and the JSON (or text) of an answer."""
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                status, content = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                status, content = error.code, error.read().decode()
        try:
            return status, json.loads(content)
        except ValueError:
            return status, content

    def get(self, path):
        return self.request("GET", path)


class Room:
    """A room of a server, by the names of its routes."""

    def __init__(self, server, name):
        self.server = server
        self.name = name

    def send(self, method, part, body=None, status=202):
        got, content = self.server.request(method, f"/v1/rooms/{self.name}/{part}", body)
        assert got == status, content
        return content

    def gift(self, sender, gift, count=1):
        return self.send("POST", "gifts", {"sender": sender, "gift": gift, "count": count})

    def call(self, user):
        return self.send("POST", "calls", {"user": user})["id"]

    def configure(self, patch):
        self.send("PATCH", "config", patch, status=200)

    def nodes(self):
        return {node["id"]: node for node in self.frame()["nodes"]}

    def frame(self):
        return self.send("GET", "frame", status=200)

"""A server as a child process, and connections to it."""

import http.client
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import threading
import time
import urllib.parse

from harness.waiting import UNANSWERED, wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILDS = [ROOT / ".build" / kind / "ovation" for kind in ("release", "debug")]
# OVATION names the program under test. Without it, the release build is tested, or else the debug build.
BINARY = os.environ.get("OVATION") or str(next((path for path in BUILDS if path.exists()), BUILDS[0]))
GREETING = re.compile(r"http://localhost:(\d+)/overlay/main")
# A configuration in which rooms run without a viewer, as most tests need.
UNWAITING = ROOT / "Tests/harness/unwaiting.json"
START_SECONDS = 120
STOP_SECONDS = 60


class NotStarted(Exception):
    """The server ended before it served requests."""

    def __init__(self, status, said):
        super().__init__(f"exit {status}: {said}")
        self.status, self.said = status, said


class Answer:
    """A status, headers (with names in lower case), and a JSON document; None for other bodies."""

    def __init__(self, status, headers, body):
        self.status, self.body = status, body
        self.headers = {name.lower(): value for name, value in headers}
        kind = self.headers.get("content-type", "")
        self.json = json.loads(body) if "json" in kind and body else None

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Connection:
    """A keep-alive connection; opens again after an error."""

    def __init__(self, port, timeout=60.0):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def request(self, method, path, body=None, headers=None):
        """Sends a request; a document is sent as JSON, bytes unchanged."""
        # The host of `Server.url`, as a browser would send it: the server makes addresses from it.
        headers = {"Host": f"localhost:{self.http.port}", **(headers or {})}
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body)
            headers["Content-Type"] = "application/json"
        try:
            self.http.request(method, path, body, headers)
            response = self.http.getresponse()
            return Answer(response.status, response.getheaders(), response.read())
        except UNANSWERED:
            self.http.close()
            raise

    def close(self):
        self.http.close()


def fetch(address, body=None, headers=None):
    """Returns the answer to a POST of the body, or without a body to a GET."""
    parts = urllib.parse.urlsplit(address)
    connection = Connection(parts.port)
    try:
        path = parts.path + (f"?{parts.query}" if parts.query else "")
        return connection.request("GET" if body is None else "POST", path, body, headers)
    finally:
        connection.close()


class Server:
    """A process of `ovation serve`, which can start again on the same data after it has ended.

    Port 0 means a free port, a different one at each start. Rooms run without a viewer, unless another
    `config` is given; None means the server's defaults. `prefix` has words that precede the command.
    """

    binary = BINARY

    def __init__(self, data, *options, config=UNWAITING, environment=None, prefix=(), port=0, web=ROOT / "web"):
        self.data, self.prefix, self.fixed_port = pathlib.Path(data), prefix, port
        settings = {"--config": config, "--web": web}
        self.options = [text for name, value in settings.items() if value for text in (name, str(value))]
        self.options += options
        self.environment = {**os.environ, **(environment or {})}
        self.port = port or None
        self.log, self.output = tempfile.TemporaryFile(), tempfile.TemporaryFile()
        self.process = None

    def spawn(self):
        """Starts the process, without waiting until it serves requests."""
        command = [*self.prefix, self.binary, "serve", "--port", str(self.fixed_port), "--data", str(self.data),
                   *self.options]
        self.port = self.fixed_port or None
        self.output = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            command, stdout=self.output, stderr=self.log, cwd=ROOT, env=self.environment
        )

    def start(self, seconds=START_SECONDS):
        """Starts the process and waits until it serves requests; returns the seconds that this took."""
        started = time.monotonic()
        self.spawn()
        try:
            self.wait_until_serving(seconds)
        except BaseException:
            self.kill()
            raise
        return time.monotonic() - started

    def wait_until_serving(self, seconds=START_SECONDS):
        wait_for(self.is_serving, lambda: f"the server to serve. Its log:\n{self.said()}", seconds=seconds,
                 every=0.005)

    def is_serving(self):
        """Tells if the server serves requests. Raises NotStarted if it has ended."""
        if self.process.poll() is not None:
            raise NotStarted(self.process.returncode, self.said())
        return self.answers()

    def answers(self):
        if greeting := GREETING.search(self.printed):
            self.port = int(greeting[1])
        return greeting and self.get("/healthz").status == 200

    def is_ready(self):
        """Tells if the server accepts events."""
        return self.get("/readyz").status == 200

    @property
    def url(self):
        return f"http://localhost:{self.port}"

    @property
    def admin(self):
        """The header with the admin key."""
        return {"Authorization": f"Bearer {self.admin_key}"}

    @property
    def admin_key(self):
        return (self.data / "admin-key").read_text().strip()

    @property
    def printed(self):
        """The server's standard output since its last start."""
        return contents(self.output)

    def said(self):
        """Returns the server's standard error of all starts."""
        return contents(self.log)

    def written(self):
        """Returns the number of bytes that the server has handed to the disk so far."""
        io = pathlib.Path(f"/proc/{self.process.pid}/io").read_text()
        return int(io.split("\nwrite_bytes:")[1].split()[0])

    def connect(self, timeout=60.0):
        return Connection(self.port, timeout)

    def get(self, path):
        return self.request("GET", path)

    def post(self, path, body):
        return self.request("POST", path, body)

    def request(self, method, path, body=None, headers=None, timeout=60.0):
        connection = self.connect(timeout)
        try:
            return connection.request(method, path, body, headers)
        finally:
            connection.close()

    def kill(self):
        """Sends SIGKILL; returns the exit status, or None if the server never ran."""
        if self.process is None:
            return None
        self.process.kill()
        return self.process.wait()

    def stop(self, seconds=STOP_SECONDS):
        """Sends SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait(seconds)

    def wait(self, seconds=STOP_SECONDS):
        """Returns the exit status once the server has ended; kills it if that takes too long."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

    def close(self):
        """Kills the server and frees its logs."""
        self.kill()
        self.log.close()
        self.output.close()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()


def contents(file):
    """Returns a file's text. `pread` does not move the position, which the writing process shares."""
    return os.pread(file.fileno(), os.fstat(file.fileno()).st_size, 0).decode(errors="replace")


def run(*arguments, stdin=None, check=True):
    """Runs the binary to its end; returns its output."""
    done = subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{arguments}: exit {done.returncode}: {done.stderr.decode()[:2000]}")
    return done.stdout if check else done


def export(data, room):
    return run("export", "--data", str(data), "--room", room)


def exact(text):
    """Parses a JSON document; numbers become texts as written, after a `#`."""
    return json.loads(text, parse_int=lambda number: "#" + number, parse_float=lambda number: "#" + number)


def simulate(history, instants):
    """Simulates an exported history; returns the nodes by ID at each instant: {microseconds: nodes}."""
    with tempfile.NamedTemporaryFile("w", suffix=".instants") as file:
        file.write("".join(f"{instant}\n" for instant in instants))
        file.flush()
        lines = run("simulate", "--instants", file.name, stdin=history).splitlines()
    assert len(lines) == len(instants), (len(lines), len(instants))
    return {int(frame["time"][1:]): by_id(frame["nodes"]) for frame in map(exact, lines)}


def by_id(nodes):
    return {node["id"]: node for node in nodes}


def in_threads(*bodies):
    """Runs the bodies at the same time; returns their results, or raises the first error."""
    results, errors = [None] * len(bodies), []

    def perform(index, body):
        try:
            results[index] = body()
        except BaseException as error:  # raised to the caller below
            errors.append(error)

    threads = [threading.Thread(target=perform, args=pair) for pair in enumerate(bodies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results

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

ROOT = pathlib.Path(__file__).resolve().parents[2]
BINARY = os.environ.get("OVATION", str(ROOT / ".build/release/ovation"))
GREETING = re.compile(rb"http://localhost:(\d+)/overlay/main")
# Rooms whose time runs though nobody watches, which most tests want.
UNWAITING = ROOT / "Tests/harness/unwaiting.json"
UNANSWERED = (OSError, http.client.HTTPException)


class NotStarted(Exception):
    """The server ended before it served; has its exit status and what it said."""

    def __init__(self, status, said):
        super().__init__(f"exit {status}: {said}")
        self.status, self.said = status, said


class Answer:
    """A status, headers (names in lower case) and a JSON document, or None where it is none."""

    def __init__(self, status, headers, body):
        self.status, self.body = status, body
        self.headers = {name.lower(): value for name, value in headers}
        kind = self.headers.get("content-type", "")
        self.json = json.loads(body) if "json" in kind and body else None

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Connection:
    """A keep-alive connection, opened anew where it has been lost."""

    def __init__(self, port, timeout=60.0):
        self.http = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)

    def request(self, method, path, body=None, headers=None):
        headers = dict(headers or {})
        if body is not None:
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


class Server:
    """One `ovation serve`; may be started again on the same data after it has ended.

    Its rooms wait for no viewer, unless another `config` is given; None: what the server has."""

    def __init__(self, data, *options, config=UNWAITING, environment=None, prefix=()):
        self.data, self.prefix = str(data), prefix
        self.options = [*(["--config", str(config)] if config else []), *options]
        self.environment = {**os.environ, **(environment or {})}
        self.log = tempfile.TemporaryFile()
        self.process = self.port = None

    def spawn(self):
        """Starts the process and waits for nothing."""
        command = [*self.prefix, BINARY, "serve", "--port", "0", "--data", self.data, *self.options]
        self.port = None
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self.log, cwd=ROOT, env=self.environment
        )

    def start(self):
        """Starts and waits until it serves; returns the seconds that took."""
        started = time.monotonic()
        self.spawn()
        self.wait_until_ready()
        return time.monotonic() - started

    def wait_until_ready(self):
        for line in self.process.stdout:
            found = GREETING.search(line)
            if found:
                self.port = int(found[1])
                break
        if self.port is None:
            raise NotStarted(self.process.wait(), self.said())
        # Nothing reads the rest of its greeting, which fits into the pipe.
        while self.get("/healthz").status != 200:
            time.sleep(0.005)

    def written(self):
        """Bytes that it has handed to the disk so far."""
        io = pathlib.Path(f"/proc/{self.process.pid}/io").read_text()
        return int(io.split("\nwrite_bytes:")[1].split()[0])

    def said(self):
        """What it has said on standard error."""
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

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
        """kill -9, by the child's own id."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        return self.wait()

    def stop(self, timeout=60.0):
        """SIGTERM; returns the exit status and the seconds it took."""
        started = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        return self.wait(timeout), time.monotonic() - started

    def wait(self, timeout=60.0):
        if self.process is None:
            return None
        status = self.process.wait(timeout)
        self.process.stdout.close()
        return status

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.kill()


def run(*arguments, stdin=None, check=True):
    """Runs the binary to its end; returns what it wrote."""
    done = subprocess.run([BINARY, *arguments], input=stdin, capture_output=True, check=False)
    if check and done.returncode != 0:
        raise AssertionError(f"{arguments}: exit {done.returncode}: {done.stderr.decode()[:2000]}")
    return done.stdout if check else done


def export(data, room):
    return run("export", "--data", str(data), "--room", room)


def exact(text):
    """A JSON document with its numbers as they are written."""
    return json.loads(text, parse_int=lambda number: "#" + number, parse_float=lambda number: "#" + number)


def simulate(history, instants):
    """The nodes by id at the instants, of a history that was exported: {microseconds: nodes}."""
    with tempfile.NamedTemporaryFile("w", suffix=".instants") as file:
        file.write("".join(f"{instant}\n" for instant in instants))
        file.flush()
        lines = run("simulate", "--instants", file.name, stdin=history).splitlines()
    assert len(lines) == len(instants), (len(lines), len(instants))
    return {int(frame["time"][1:]): by_id(frame["nodes"]) for frame in map(exact, lines)}


def by_id(nodes):
    return {node["id"]: node for node in nodes}


def in_threads(*bodies):
    """Runs the bodies at the same time; returns what they return, raises what they raise."""
    results, errors = [None] * len(bodies), []

    def perform(index, body):
        try:
            results[index] = body()
        except BaseException as error:  # told to the caller below
            errors.append(error)

    threads = [threading.Thread(target=perform, args=pair) for pair in enumerate(bodies)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results

"""Three servers that share a log in Redis, and what holds of all of them."""

import json
import pathlib
import signal
import sqlite3
import subprocess
import tempfile
import time

from Cluster.redis import Redis
from Cluster.way import Way
from harness.ports import free_port
from harness.server import BINARY, ROOT, UNANSWERED, Server, run, simulate
from harness.viewer import Viewer

NODES = 3
HAPROXY = ROOT / "deploy/cluster/haproxy.cfg"


class Cluster:
    """A Redis and its nodes, each with a way of its own to it; all that it started is stopped with it."""

    def __init__(self, directory, nodes=NODES, options=(), environment=None):
        self.directory = pathlib.Path(directory)
        self.redis = Redis(self.directory / "redis", environment=environment)
        self.replica = self.proxy = self.replication = None
        self.ways = [Way(self.redis.port) for _ in range(nodes)]
        self.nodes = [
            Server(self.directory / f"node-{number}", "--redis", way.url, "--auth", "open",
                   "--port", str(free_port()), *options)
            for number, way in enumerate(self.ways)]

    def __enter__(self):
        try:
            self.redis.start()
            for node in self.nodes:
                node.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        if self.proxy is not None:
            self.proxy.close()
        for node in self.nodes:
            node.kill()
        for way in (self.replication, *self.ways):
            if way is not None:
                way.cut()
        for redis in (self.replica, self.redis):
            if redis is not None:
                redis.kill()

    def add_replica(self):
        """A second Redis that has what the first has, once this returns."""
        self.replication = Way(self.redis.port)
        self.replica = Redis(self.directory / "replica").start()
        self.replicate()
        return self.replica

    def replicate(self):
        self.replica.ask("REPLICAOF", "127.0.0.1", self.replication.port)
        wait_until(lambda: b"master_link_status:up" in self.replica.ask("INFO", "replication"))
        # It is asked by WAIT only once it has said that it is there.
        wait_until(lambda: self.redis.ask("WAIT", 1, 1000) == 1)

    def take_over(self):
        """Redis is killed, its replica takes its place, and the ways lead there."""
        self.redis.kill()
        self.replication.cut()
        self.replica.ask("REPLICAOF", "NO", "ONE")
        self.redis, self.replica = self.replica, self.redis
        for way in self.ways:
            way.lead_to(self.redis.port)

    def add_old_master(self):
        """What was killed is a replica of what took over."""
        self.replica.start()
        self.replication.target = self.redis.port
        self.replication.mend()
        self.replicate()

    def add_proxy(self):
        self.proxy = Haproxy(self.directory, [node.port for node in self.nodes])
        return self.proxy

    # What is asked of all

    def export(self, room, *options):
        """The history in the log, a line an event."""
        return run("export", "--redis", self.redis.url, "--room", room, *options)

    def check(self, ledger, room):
        """Everything that was promised, once nobody posts: the same everywhere, and all of it."""
        histories = self.histories(room)
        for number, other in enumerate(histories[1:], 1):
            assert other == histories[0], f"{room}: node {number} has another history than node 0"
        if ledger is not None:
            ledger.check(room, histories[0])
        lines = [json.loads(line) for line in self.export(room).splitlines()]
        exported = [line["id"] for line in lines if line["seq"] > 0]
        assert exported == [entry["id"] for entry in histories[0]], f"{room}: the export is another"
        self.check_outcomes(room, histories[0])
        return histories[0]

    def histories(self, room, seconds=30):
        """What each node tells: a node is told of what another has answered a little later."""
        end = time.monotonic() + seconds
        while True:
            found = [history(node, room) for node in self.nodes]
            if all(one == found[0] for one in found) or time.monotonic() > end:
                return found
            time.sleep(0.02)

    def count(self, metric):
        """A counter's sum over all nodes."""
        lines = [line for node in self.nodes for line in node.get("/metrics").body.decode().splitlines()]
        return sum(float(line.split()[1]) for line in lines if line.startswith(metric + " "))

    def check_frames(self, room):
        """All nodes show the same, which is the history played on virtual time."""
        before = len(history(self.nodes[0], room))
        # Something has to move.
        body = {"to": before + 1, "duration": 1}
        answer = ask(self.nodes[-1], f"/v1/rooms/{room}/counters/moving", "PUT", body)
        assert answer.status in (200, 202), answer
        for node in self.nodes:
            wait_until(lambda node=node: len(history(node, room)) > before)
        viewers = [Viewer(node.port, room).record() for node in self.nodes]
        time.sleep(0.7)
        wait_until(lambda: all(viewer.frames for viewer in viewers))
        for viewer in viewers:
            viewer.close()
        instants = sorted({instant for viewer in viewers for instant, _ in viewer.frames})
        replayed = simulate(self.export(room), instants)
        for number, viewer in enumerate(viewers):
            assert viewer.frames, f"node {number} shows nothing"
            for instant, nodes in viewer.frames:
                assert nodes == replayed[instant], f"{room}, node {number}, {instant}: another frame"

    def check_outcomes(self, room, found):
        """What was answered is what the history comes to, played on virtual time."""
        with tempfile.TemporaryDirectory() as data:
            run("import", "--data", data, "--room", room, stdin=self.export(room))
            with sqlite3.connect(f"{data}/journal.sqlite") as journal:
                played = {
                    name: (word, detail) for name, word, detail in journal.execute(
                        "SELECT id, word, detail FROM event JOIN outcome USING (room, seq)")}
        for entry in found:
            assert played[entry["id"]] == outcome(entry), (
                f"{room}: answered {entry}, played {played[entry['id']]}")


def outcome(entry):
    """An event's outcome as a word and what else there is to say."""
    details = [entry[key] for key in ("combo", "position", "reason") if key in entry]
    word = entry["outcome"]
    if word in ("shown", "applied"):
        return word, None
    return word, str(details[0])


def history(node, room):
    """All events of a room, as a node tells them."""
    found, after = [], 0
    while True:
        answer = ask(node, f"/v1/rooms/{room}/events?after={after}&limit=1000")
        if answer.status == 404:
            return []
        assert answer.status == 200, answer
        found += answer.json["events"]
        if len(answer.json["events"]) < 1000:
            return found
        after = answer.json["next"]


def ask(node, path, method="GET", body=None, seconds=30):
    """What is answered, once it is another than that this can't be done now: Redis may have been away."""
    end = time.monotonic() + seconds
    while True:
        answer = node.request(method, path, body)
        if answer.status != 503:
            return answer
        assert "retry-after" in answer.headers and time.monotonic() < end, answer
        time.sleep(0.05)


def wait_until(condition, seconds=30):
    """Waits for what has to come about; fails if it doesn't."""
    end = time.monotonic() + seconds
    while True:
        try:
            if condition():
                return
        except UNANSWERED:
            pass
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.01)


class Haproxy:
    """deploy/cluster/haproxy.cfg: what is about one room goes to one node, while that is ready."""

    def __init__(self, directory, ports):
        self.port = free_port()
        text = HAPROXY.read_text().replace("bind :80", f"bind 127.0.0.1:{self.port}")
        for number, port in enumerate(ports, 1):
            text = text.replace(f"node-{number}:8080", f"127.0.0.1:{port}")
        file = pathlib.Path(directory) / "haproxy.cfg"
        file.write_text(text)
        with (pathlib.Path(directory) / "haproxy.log").open("wb") as log:
            self.process = subprocess.Popen(
                ["haproxy", "-db", "-f", str(file)], stdout=log, stderr=log)

    def close(self):
        self.process.terminate()
        self.process.wait(10)


class Archive:
    """One `ovation archive`, which may be killed and started again."""

    def __init__(self, redis, data):
        self.command = [BINARY, "archive", "--redis", redis.url, "--data", str(data)]
        self.data, self.process = data, None
        self.log = tempfile.TemporaryFile()

    def start(self):
        self.process = subprocess.Popen(self.command, stderr=self.log, cwd=ROOT)

    def kill(self):
        if self.process is not None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait(10)
            self.process = None

    def stop(self):
        """SIGTERM; returns the exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(20)
        self.process = None
        return status

    def said(self):
        self.log.seek(0)
        return self.log.read().decode(errors="replace")

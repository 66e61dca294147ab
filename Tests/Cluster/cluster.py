"""Three servers that share a log in Redis, and checks of their histories and frames."""

import json
import pathlib
import signal
import sqlite3
import subprocess
import tempfile

from Cluster.redis import Redis
from Cluster.way import Way
from harness.ports import free_port
from harness.server import BINARY, ROOT, Server, run, simulate
from harness.viewer import Viewer
from harness.waiting import wait_for

NODES = 3
HAPROXY = ROOT / "deploy/cluster/haproxy.cfg"


class Cluster:
    """A Redis and its nodes, each with a connection of its own that a test can disturb; ends all its processes."""

    def __init__(self, directory, nodes=NODES, options=(), environment=None, of_nodes=None):
        """`environment` has variables for Redis, and `of_nodes` has variables for the nodes."""
        self.directory = pathlib.Path(directory)
        self.redis = Redis(self.directory / "redis", environment=environment)
        self.replica = self.proxy = self.replication = None
        self.ways = [Way(self.redis.port) for _ in range(nodes)]
        self.nodes = [
            Server(self.directory / f"node-{number}", "--redis", way.url, "--auth", "open", *options,
                   port=free_port(), environment=of_nodes)
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
        """Starts a second Redis and waits until it has the data of the first."""
        self.replication = Way(self.redis.port)
        self.replica = Redis(self.directory / "replica").start()
        self.replicate()
        return self.replica

    def replicate(self):
        self.replica.ask("REPLICAOF", "127.0.0.1", self.replication.port)
        wait_for(lambda: b"master_link_status:up" in self.replica.ask("INFO", "replication"))
        # Redis counts a replica in WAIT only after the replica's first message.
        wait_for(lambda: self.redis.ask("WAIT", 1, 1000) == 1)

    def take_over(self):
        """Kills Redis and puts its replica in its place."""
        self.redis.kill()
        self.replication.cut()
        self.replica.ask("REPLICAOF", "NO", "ONE")
        self.redis, self.replica = self.replica, self.redis
        for way in self.ways:
            way.lead_to(self.redis.port)

    def add_old_master(self):
        """Starts the killed Redis as a replica of the new one."""
        self.replica.start()
        self.replication.target = self.redis.port
        self.replication.mend()
        self.replicate()

    def add_proxy(self):
        self.proxy = Haproxy(self.directory, [node.port for node in self.nodes])
        return self.proxy

    # Checks

    def export(self, room, *options):
        """The room's history in the log: one line for each event."""
        return run("export", "--redis", self.redis.url, "--room", room, *options)

    def check(self, ledger, room):
        """All nodes tell the same history, with every answered event; so does the export. Returns the history."""
        found = self.history(room)
        if ledger is not None:
            ledger.check(room, found)
        lines = [json.loads(line) for line in self.export(room).splitlines()]
        exported = [line["id"] for line in lines if line["seq"] > 0]
        assert exported == [entry["id"] for entry in found], f"{room}: the export is another"
        self.check_outcomes(room, found)
        return found

    def history(self, room):
        """The history of all nodes: a node learns of another node's event a moment after the answer."""
        def agreed():
            first, *others = (history(node, room) for node in self.nodes)
            return all(other == first for other in others) and [first]

        return wait_for(agreed, f"the same history of {room} at all nodes")[0]

    def count(self, metric):
        """The sum of a counter over all nodes."""
        lines = [line for node in self.nodes for line in node.get("/metrics").body.decode().splitlines()]
        return sum(float(line.split()[1]) for line in lines if line.startswith(metric + " "))

    def check_frames(self, room):
        """The frames at all nodes equal the replay of the history."""
        before = len(history(self.nodes[0], room))
        # A rolling counter, so that every node sends frames.
        body = {"to": before + 1, "duration": 30, "prefix": f"{before}: "}
        answer = ask(self.nodes[-1], f"/v1/rooms/{room}/counters/moving", "PUT", body)
        assert answer.status in (200, 202), answer
        # A node's history has an event a moment before the node applies the event.
        for node in self.nodes:
            wait_for(lambda node=node: f"{before}: " in texts(node, room))
        viewers = [Viewer(node.port, room).record() for node in self.nodes]
        wait_for(lambda: all(len(viewer.frames) > 20 for viewer in viewers))
        for viewer in viewers:
            viewer.close()
        instants = sorted({instant for viewer in viewers for instant, _ in viewer.frames})
        replayed = simulate(self.export(room), instants)
        for number, viewer in enumerate(viewers):
            for instant, nodes in viewer.frames:
                assert nodes == replayed[instant], (
                    f"{room}, node {number}, {instant}: the frame has {difference(nodes, replayed[instant])}")

    def check_outcomes(self, room, found):
        """The answered outcomes equal the imported history's outcomes."""
        with tempfile.TemporaryDirectory() as data:
            run("import", "--data", data, "--room", room, stdin=self.export(room))
            with sqlite3.connect(f"{data}/journal.sqlite") as journal:
                played = {
                    name: stored_outcome(word, detail or "") for name, word, detail in journal.execute(
                        "SELECT id, word, detail FROM event JOIN outcome USING (room, seq)")}
        for entry in found:
            assert played[entry["id"]] == outcome(entry), (
                f"{room}: answered {entry}, played {played[entry['id']]}")


def texts(node, room):
    """The texts of the counters in a node's present frame, joined."""
    return "; ".join(item["text"] for item in ask(node, f"/v1/rooms/{room}/frame").json["nodes"]
                     if item["kind"] == "counter")


def difference(found, wanted):
    """The differing items of two frames: the items of the first frame, and the items of the second frame."""
    return [{name: node for name, node in one.items() if other.get(name) != node}
            for one, other in ((found, wanted), (wanted, found))]


def outcome(entry):
    """An event's outcome: a word, its detail, and the outcome of its alert.

    The reason of a skipped event is left out, because the history has a sentence for it, and the journal a word."""
    detail = entry.get("combo", entry.get("position", ""))
    alert = entry.get("alert", {})
    words = " ".join(str(alert[key]) for key in ("rule", "status", "position") if key in alert)
    return entry["outcome"], str(detail), words


def stored_outcome(word, detail):
    """The outcome of an event in a row of the journal, in the form of `outcome`."""
    own, _, alert = detail.partition("\n")
    return word, "" if word == "skipped" else own, alert


def history(node, room):
    """All events of a room at a node."""
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


def ask(node, path, method="GET", body=None):
    """The answer to a request, repeated while it is 503: the node may have lost its Redis for a moment."""
    def answered():
        answer = node.request(method, path, body)
        assert answer.status != 503 or "retry-after" in answer.headers, answer
        return answer.status != 503 and answer

    return wait_for(answered, f"{method} {path} to be answered")


class Haproxy:
    """A haproxy with deploy/cluster/haproxy.cfg: the requests of one room go to one node while it is ready."""

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
    """A process `ovation archive`, which a test may kill and start again."""

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

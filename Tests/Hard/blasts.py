"""One hostile room, key and address at full blast, while another room's viewer and bot continue.

    python3 Tests/Hard/blasts.py [--seconds S] [--rounds N] [NAME]...

For each kind of blast, this measures the gaps between the viewer's frames and the duration of the bot's posts, first
quiet and then under the blast. The measure is the server's own fairness, not the machine's: the server has
a processor of its own, all clients share another one, and the blast comes from processes that
run only while the other room's processes wait. Each figure is the median of the rounds. Prints a table.
"""

import argparse
import http.client
import multiprocessing
import pathlib
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from Hard import processors
from Hard.blast_kinds import ADDRESS, BLASTS, WAVE, upgrade
from harness.server import BINARY, UNWAITING, Server
from harness.viewer import Closed, Viewer
from harness.waiting import wait_for

MOST_GAP_RATIO = 1.2
MOST_POST_RATIO = 3.0
# Delays that people do not notice: half a frame, and an answer within a frame.
UNSEEN_GAP_SECONDS = 0.025
UNSEEN_POST_SECONDS = 0.016
POSTS_A_SECOND = 25
FEEDERS = 2


def make_key(server, role, room):
    made = subprocess.run(
        [BINARY, "keys", "create", "--data", server.data, "--role", role, "--room", room],
        capture_output=True, text=True, check=True)
    return made.stdout.strip()


def feed(blast, port, keys, seconds, seed, pipe):
    processors.give_way()
    pipe.send(blast(port, keys, seed).run(seconds))


def watch(port, key, seconds, pipe):
    """Measures the gaps between the frames of the other room's viewer."""
    viewer = KeyedViewer(port, key)
    viewer.socket.settimeout(10)
    times = []
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            viewer.message()
            times.append(time.monotonic())
    except (Closed, OSError) as error:
        return pipe.send(repr(error))
    pipe.send([later - sooner for sooner, later in zip(times[5:], times[6:])])


class KeyedViewer(Viewer):
    def __init__(self, port, key):
        self.key = key
        super().__init__(port, "victim")

    def handshake(self, room, query, form):
        self.socket.sendall(upgrade(self.key).replace(b"hostile", room.encode()).replace(
            ADDRESS.encode(), b""))
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.take(1)
        assert head.startswith(b"HTTP/1.1 101"), head


def post(port, key, seconds, pipe):
    """Measures the duration of the posts of the other room's bot."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    taken, due, end = [], time.monotonic(), time.monotonic() + seconds
    while (now := time.monotonic()) < end:
        connection.request("POST", "/v1/rooms/victim/gifts", '{"sender":"Ann","gift":"Rose"}', headers)
        response = connection.getresponse()
        response.read()
        if response.status != 202:
            return pipe.send(f"a post was answered {response.status}")
        taken.append(time.monotonic() - now)
        due += 1 / POSTS_A_SECOND
        time.sleep(max(0, due - time.monotonic()))
    pipe.send(taken)


def at(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def observe(port, keys, seconds, blast=None, seed=0):
    """Returns the gaps, the posts, and the requests per second that were sent, answered, and answered with success."""
    def start(target, *arguments):
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.Process(target=target, args=(*arguments, theirs))
        process.start()
        return process, ours

    feeders = [start(feed, blast, port, keys, seconds + 0.6, seed + number)
               for number in range(FEEDERS if blast else 0)]
    time.sleep(0.5)
    running = [start(watch, port, keys["victim viewer"], seconds),
               start(post, port, keys["victim ingest"], seconds)]
    gaps, posts = (pipe.recv() for _, pipe in running)
    fed = [pipe.recv() for _, pipe in feeders]
    for process, _ in running + feeders:
        process.join()
    for got in (gaps, posts):
        assert isinstance(got, list), got
    return gaps, posts, [sum(column) for column in zip(*fed)]


def measure(name, seconds, rounds):
    """Returns a row of the table, and true if the other room was not disturbed."""
    blast = BLASTS[name]
    # By round: the 99th percentile of the gaps, that of the posts, and the frames per second.
    quiet, loud, fed = ([], [], []), ([], [], []), [0, 0, 0]
    options = ["--auth", "keys", "--trusted-proxy", "127.0.0.1"]
    with tempfile.TemporaryDirectory(prefix="ovation-blasts-") as data:
        with Server(
                data, *options, config=UNWAITING, prefix=processors.FOR_SERVER) as server:
            keys = {f"{who}{role}": make_key(server, role, room)
                    for who, room in (("", "hostile"), ("victim ", "victim"))
                    for role in ("viewer", "ingest", "owner")}
            connection = server.connect()

            def ask(method, path, body):
                headers = {"Authorization": f"Bearer {keys['owner']}"}
                def answered():
                    answer = connection.request(method, path, body, headers)
                    return answer.status != 429 and answer

                answer = wait_for(answered, every=0.1)
                assert answer.status in (200, 202), answer

            victim = {"Authorization": f"Bearer {keys['victim owner']}"}
            assert connection.request("POST", "/v1/rooms/victim/captions", WAVE, victim).status == 202
            blast.prepare(ask)
            hostile = [start_reader(server.port, keys)] if blast.is_watched else []
            for number in range(rounds):
                for into, kind in ((quiet, None), (loud, blast)):
                    gaps, posts, rates = observe(server.port, keys, seconds, kind, seed=number)
                    for column, figure in zip(
                            into, (at(gaps, 0.99), at(posts, 0.99), len(gaps) / sum(gaps))):
                        column.append(figure)
                    if kind:
                        fed = rates
                    time.sleep(0.3)
            for reader in hostile:
                reader.terminate()
            metrics = connection.request("GET", "/metrics", headers=server.admin).body.decode()
    limited = sorted(line.split('"')[1] for line in metrics.splitlines()
                     if line.startswith("ovation_limited_total{"))
    (before, sooner, _), (after, later, rate) = (
        map(statistics.median, columns) for columns in (quiet, loud))
    held = after <= max(MOST_GAP_RATIO * before, UNSEEN_GAP_SECONDS) and later <= max(
        MOST_POST_RATIO * sooner, UNSEEN_POST_SECONDS)
    return held, (
        f"| {name} | {fed[0]:.0f} | {fed[1]:.0f} | {fed[2]:.0f} | {rate:.1f} | "
        f"{before * 1e3:.1f} → {after * 1e3:.1f} ({after / before:.2f} ×) | "
        f"{sooner * 1e3:.1f} → {later * 1e3:.1f} ({later / sooner:.1f} ×) | {', '.join(limited)} |")


def start_reader(port, keys):
    """Starts fifty viewers of the hostile room, which discard their frames."""
    process = multiprocessing.Process(target=read_all, args=(port, keys["viewer"]), daemon=True)
    process.start()
    return process


def read_all(port, key):
    processors.give_way()
    selector = selectors.DefaultSelector()
    for _ in range(50):
        client = socket.create_connection(("127.0.0.1", port))
        client.sendall(upgrade(key))
        selector.register(client, selectors.EVENT_READ)
    while selector.get_map():
        for ready, _ in selector.select():
            try:
                if ready.fileobj.recv(1 << 16):
                    continue
            except OSError:
                pass
            selector.unregister(ready.fileobj)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("names", nargs="*", default=list(BLASTS))
    arguments = parser.parse_args()
    processors.leave_to_server()
    failed = []
    print("| blast | sent a second | answered | well | frames a second | gap p99, ms | post p99, ms | limits reached |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- |", flush=True)
    for name in arguments.names:
        held, row = measure(name, arguments.seconds, arguments.rounds)
        print(row, flush=True)
        if not held:
            failed.append(name)
    if failed:
        sys.exit(f"the other room suffered from: {', '.join(failed)}")


if __name__ == "__main__":
    main()

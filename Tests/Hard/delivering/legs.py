"""Servers that are killed and cut off while rooms are played on them."""

import collections
import concurrent.futures
import contextlib
import multiprocessing
import pathlib
import queue
import random
import tempfile
import threading
import time

from Cluster.cluster import Cluster
from Hard.delivering.rooms import RoomPlay
from harness.ports import free_port
from harness.server import Server

# The number of rooms that a process posts to at the same time, and the number with the rooms that wait
# for recipients to count.
POSTING, PLAYING = 20, 60
NODES = 2
# The seconds between two lines about the progress, and after which a leg without progress fails.
TOLD_SECONDS, STALL_SECONDS = 60, 600


class OneServer:
    """A server on its own journal, killed with SIGKILL and started again."""

    def __init__(self, directory):
        self.server = Server(directory, "--auth", "open", port=free_port())
        self.ports = [self.server.port]

    def __enter__(self):
        self.server.start()
        return self

    def __exit__(self, *_):
        self.server.close()

    def disturb(self, chance):
        self.server.kill()
        time.sleep(chance.uniform(0, 0.3))
        self.server.start()
        return "kills"


class TwoServers:
    """Two servers on one Redis, cut off from it for a while; one fault in four kills one of them instead."""

    def __init__(self, directory):
        self.cluster = Cluster(directory, NODES)
        self.fault_count = 0
        self.ports = [node.port for node in self.cluster.nodes]

    def __enter__(self):
        self.cluster.__enter__()
        return self

    def __exit__(self, *_):
        self.cluster.__exit__()

    def disturb(self, chance):
        self.fault_count += 1
        if self.fault_count % 4 == 0:
            node = chance.choice(self.cluster.nodes)
            node.kill()
            time.sleep(chance.uniform(0, 0.5))
            node.start()
            return "kills"
        ways = chance.choice([self.cluster.ways, self.cluster.ways[:1], self.cluster.ways[1:]])
        is_cut = chance.randrange(2)
        for way in ways:
            way.cut() if is_cut else way.block()
        time.sleep(chance.uniform(0.5, 2))
        for way in ways:
            way.mend() if is_cut else way.unblock()
        return "Redis cuts"


class Leg:
    """Rooms on one set of servers, with faults at random points of the progress."""

    def __init__(self, servers, name, seed, rooms, lone, faults, processes):
        self.servers, self.name, self.seed, self.lone, self.processes = servers, name, seed, lone, processes
        # Names and sizes of rooms.
        self.rooms = [(f"{name}-{number}", size) for number, size in enumerate(rooms)]
        self.chance = random.Random(f"{seed}-{name}")
        self.points = sorted(self.chance.uniform(0.05, 0.9) * sum(rooms) for _ in range(faults))
        self.counts = collections.Counter()
        self.started = self.told = self.moved = 0.0
        self.posted = 0

    def run(self):
        """The results of all rooms."""
        self.started = self.told = self.moved = time.monotonic()
        context = multiprocessing.get_context("fork")
        progress, results = context.Value("q", 0), context.Queue()
        with tempfile.TemporaryDirectory() as directory, self.servers(pathlib.Path(directory)) as servers:
            lots = [self.rooms[number::self.processes] for number in range(self.processes)]
            workers = [context.Process(target=play, args=(lot, self.seed, self.lone, servers.ports, progress, results))
                       for lot in lots if lot]
            for worker in workers:
                worker.start()
            ended = threading.Event()
            faults = threading.Thread(target=self.disturb, args=(servers, progress, ended))
            faults.start()
            try:
                return [self.result(results, workers, progress) for _ in self.rooms]
            finally:
                ended.set()
                faults.join()
                for worker in workers:
                    worker.terminate()
                    worker.join()

    def result(self, results, workers, progress):
        while True:
            self.tell(progress.value)
            with contextlib.suppress(queue.Empty):
                result = results.get(timeout=5)
                self.moved = time.monotonic()
                return result
            assert all(worker.exitcode in (None, 0) for worker in workers), "a process that posts has ended"

    def tell(self, posted):
        """Prints the progress every minute, and fails after ten minutes without progress."""
        now = time.monotonic()
        if posted != self.posted:
            self.posted, self.moved = posted, now
        assert now - self.moved < STALL_SECONDS, f"{self.name}: no progress in {STALL_SECONDS} s"
        if now - self.told >= TOLD_SECONDS:
            self.told = now
            whole = sum(size for _, size in self.rooms)
            print(f"{self.name}: {posted:,} of {whole:,} steps, {now - self.started:.0f} s", flush=True)

    def disturb(self, servers, progress, ended):
        for point in self.points:
            while progress.value < point:
                if ended.wait(0.01):
                    return
            self.counts[servers.disturb(self.chance)] += 1


def play(rooms, seed, lone, ports, progress, results):
    """Plays rooms in threads of this process."""
    turn = threading.Semaphore(POSTING)

    def count(number):
        with progress.get_lock():
            progress.value += number

    def one(room):
        name, size = room
        results.put(RoomPlay(name, f"{seed}-{name}", size, lone, ports, count, turn).run())

    with concurrent.futures.ThreadPoolExecutor(PLAYING) as executor:
        list(executor.map(one, rooms))

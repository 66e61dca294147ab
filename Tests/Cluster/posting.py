"""Gifts with repeats, posted at nodes by lot from several threads."""

import random
import threading
import time

from harness import events
from harness.ledger import Ledger, Post
from harness.server import UNANSWERED, in_threads

POSTERS = 6


class Posting:
    """What is posted to a cluster. Whatever is not answered is sent again, mostly at another node."""

    def __init__(self, cluster, seed, rooms):
        self.cluster, self.rooms = cluster, rooms
        self.random = random.Random(seed)
        self.ledger = Ledger()
        self.serial = 0

    def make(self, lot):
        with self.ledger.lock:
            self.serial += 1
            serial = self.serial
        request = events.gift(lot, serial)
        post = Post(lot.choice(self.rooms), request, f"g{serial}",
                    events.mark({"type": "gift", **request.body}))
        self.ledger.add(post)
        return post

    def pick(self, lot):
        """A new one; or one of the newest, which another thread may be sending, or has sent."""
        if lot.random() < 0.3:
            with self.ledger.lock:
                newest = self.ledger.posts[-40:]
            if newest:
                return lot.choice(newest)
        return self.make(lot)

    def send(self, connection, post):
        """Returns whether it was answered for good."""
        try:
            answer = connection.request(
                "POST", f"/v1/rooms/{post.room}/gifts", {"id": post.name, **post.request.body})
        except UNANSWERED:
            self.ledger.lose(post)
            return False
        if answer.status in (502, 503, 504):
            # Perhaps it is recorded.
            assert "retry-after" in answer.headers or answer.status != 503, answer
            self.ledger.lose(post)
            return False
        self.ledger.note(post, answer)
        return True

    def poster(self, seed, ended):
        def body():
            lot = random.Random(seed)
            connections = {}
            while not ended.is_set():
                node = lot.choice(self.cluster.nodes)
                if node.port is None:
                    continue
                if node not in connections:
                    connections[node] = node.connect()
                if not self.send(connections[node], self.pick(lot)):
                    time.sleep(0.01)
                if lot.random() < 0.3:
                    time.sleep(lot.uniform(0, 0.01))
            for connection in connections.values():
                connection.close()

        return body

    def beside(self, body, seconds=None):
        """Posts while `body` runs, and `seconds` longer."""
        ended = threading.Event()

        def main():
            try:
                body()
                time.sleep(seconds or 0)
            finally:
                ended.set()

        seeds = [self.random.random() for _ in range(POSTERS)]
        in_threads(main, *[self.poster(seed, ended) for seed in seeds])

    def survive(self, rounds, fault, seconds):
        """Posts while `fault` happens, and `seconds` longer, so many times; all is as it was answered."""
        for _ in range(rounds):
            self.beside(fault, seconds)
            self.check()

    def send_until_answered(self, connection, post):
        end = time.monotonic() + 20
        while not self.send(connection, post):
            assert time.monotonic() < end, f"never answered: {post.name}"
            time.sleep(0.02)

    def send_again(self):
        """Sends what was not answered, from two nodes at once, until it is."""
        waiting = self.ledger.open_posts()
        self.ledger.life += 1

        def body(node):
            connection = node.connect()
            for post in waiting:
                self.send_until_answered(connection, post)
            connection.close()

        if waiting:
            nodes = self.random.sample(self.cluster.nodes, 2)
            in_threads(*[lambda node=node: body(node) for node in nodes])

    def repeat(self, count=100):
        """Repeats are answered alike, at whichever node."""
        answered = self.ledger.answered()
        for post in self.random.sample(answered, min(count, len(answered))):
            connection = self.random.choice(self.cluster.nodes).connect()
            self.send_until_answered(connection, post)
            connection.close()

    def check(self):
        self.send_again()
        self.repeat()
        for room in self.rooms:
            self.cluster.check(self.ledger, room)
        print(dict(self.ledger.counts))
        assert self.ledger.counts["answered"] > 0, self.ledger.counts

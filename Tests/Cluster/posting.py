"""Gifts and their repeats, posted at random nodes from several threads."""

import random
import threading
import time

from harness import events
from harness.ledger import Ledger, Post
from harness.server import UNANSWERED, in_threads
from harness.waiting import wait_for

POSTERS = 6
# The number of posts that are answered after a fault before the checks begin.
MORE = 60


class Posting:
    """The posts to a cluster. Unanswered posts are sent again, mostly at another node."""

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
        """A new post, or one of the newest, which another thread may be sending at the same time."""
        if lot.random() < 0.3:
            with self.ledger.lock:
                newest = self.ledger.posts[-40:]
            if newest:
                return lot.choice(newest)
        return self.make(lot)

    def send(self, connection, post):
        """Sends a post; returns whether the answer is final."""
        try:
            answer = connection.request(
                "POST", f"/v1/rooms/{post.room}/gifts", {"id": post.name, **post.request.body})
        except UNANSWERED:
            self.ledger.lose(post)
            return False
        if answer.status in (502, 503, 504):
            # The event may be recorded.
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
                if node not in connections:
                    connections[node] = node.connect()
                if not self.send(connections[node], self.pick(lot)):
                    time.sleep(0.01)
                if lot.random() < 0.3:
                    time.sleep(lot.uniform(0, 0.01))
            for connection in connections.values():
                connection.close()

        return body

    def beside(self, body, more=0):
        """Posts while `body` runs, and then until another `more` posts are answered."""
        ended = threading.Event()

        def main():
            try:
                body()
                before = self.ledger.counts["answered"]
                wait_for(lambda: self.ledger.counts["answered"] >= before + more, seconds=60)
            finally:
                ended.set()

        seeds = [self.random.random() for _ in range(POSTERS)]
        in_threads(main, *[self.poster(seed, ended) for seed in seeds])

    def survive(self, rounds, fault, more=MORE):
        """Posts while `fault` happens and afterwards, several times; checks all answers each time."""
        for _ in range(rounds):
            self.beside(fault, more)
            self.check()

    def send_until_answered(self, connection, post):
        wait_for(lambda: self.send(connection, post), seconds=60)

    def send_again(self):
        """Sends the unanswered posts at two nodes at once until they are answered."""
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
        """Repeats get the first answer at any node."""
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

"""Posts a room's deliveries, each again until it has an answer."""

import collections
import dataclasses
import json
import random
import time
import urllib.parse

from Hard.delivering.facts import Clear, Decision, Gift
from harness.server import Answer, Connection
from harness.waiting import UNANSWERED

PATIENCE_SECONDS, LAG_SECONDS = 120, 1
# The server answers so where it can't say whether a delivery is recorded, or has no room for it now.
NOT_FINAL = (429, 502, 503, 504)


@dataclasses.dataclass
class Posted:
    """A step of the show and its final answer."""

    step: object
    answer: Answer
    # True if an earlier posting had no answer, and may have been recorded.
    is_again: bool

    @property
    def ids(self):
        events = (self.answer.json or {}).get("events")
        return [event["id"] for event in events] if events is not None else [self.answer.json["id"]]

    @property
    def newest(self):
        """The place in the history of the newest event that the answer names; 0: none."""
        document = self.answer.json if self.answer.status < 300 else None
        events = (document or {}).get("events", [document or {}])
        return max((event.get("seq", 0) for event in events), default=0)


class NoAnswer(Exception):
    """A step had no final answer for too long."""


class Poster:
    """Keep-alive connections to one server, or to several on one log."""

    def __init__(self, room, ports, seed, paths_key=None):
        self.room, self.chance = room, random.Random(seed)
        self.connections = [[Connection(port), Connection(port)] for port in ports]
        self.paths_key = paths_key
        self.clears = 0
        # The IDs that the server gave to deliveries without one.
        self.given = set()
        self.counts = collections.Counter()

    def close(self):
        for connection in sum(self.connections, []):
            connection.close()

    def request(self, method, path, body=None, fields=None):
        """The final answer to a request that may be repeated."""
        path = f"/v1/rooms/{self.room}{path}"
        return self.until_final(lambda: self.connection().request(method, path, body, fields))[0]

    def connection(self):
        return self.chance.choice(self.connections)[0]

    def post(self, step, is_single):
        """The step with its answer; twice, for a delivery that came twice at the same time.

        `is_single`: it makes one event at most, so that two servers do not record parts of it."""
        if isinstance(step, Clear):
            self.clears += 1
            body = {"action": "clear", "id": f"clear-{self.clears}"}
            return [self.posted(step, lambda: self.connection().request(
                "POST", f"/v1/rooms/{self.room}/control", body))]
        if isinstance(step, Decision):
            word = "approve" if step.approves else "refuse"
            path = f"/v1/rooms/{self.room}/held/{urllib.parse.quote(step.id, safe='')}/{word}"
            return [self.posted(step, lambda: self.connection().request("POST", path, b""))]
        if step.has_ids and self.chance.randrange(25) == 0:
            return self.post_twice(step, is_single)
        find = None if step.has_ids else self.finder(step)
        return [self.posted(step, lambda: self.deliver(self.connection(), step), find)]

    def posted(self, step, attempt, find=None):
        answer, is_again = self.until_final(attempt, find)
        posted = Posted(step, answer, is_again)
        if find:
            self.given |= set(posted.ids)
        return posted

    def post_twice(self, delivery, is_single):
        """Posts a delivery on two connections before it reads an answer."""
        self.counts["at the same time"] += 1
        pair = [self.chance.choice(self.connections)[1] for _ in range(2)] if is_single else (
            self.chance.choice(self.connections))
        if pair[0] is pair[1]:
            pair = self.connections[0]
        answers, is_again = [], False
        for connection in pair:
            try:
                send(connection, self.path(delivery), delivery)
            except UNANSWERED:
                connection.close()
        for connection in pair:
            try:
                answers.append(receive(connection))
            except UNANSWERED:
                connection.close()
        final = [answer for answer in answers if answer.status not in NOT_FINAL]
        is_again = len(final) < 2
        while len(final) < 2:
            self.counts["posted again"] += 1
            final.append(self.until_final(lambda: self.deliver(self.connection(), delivery))[0])
        # The posting that recorded the delivery came first.
        final.sort(key=lambda answer: -answer.status if answer.status < 300 else 0)
        return [Posted(delivery, answer, is_again) for answer in final]

    def deliver(self, connection, delivery):
        try:
            send(connection, self.path(delivery), delivery)
            return receive(connection)
        except UNANSWERED:
            connection.close()
            raise

    def path(self, delivery):
        path = f"/v1/hooks/{self.room}/{delivery.kind}"
        return f"{path}/{self.paths_key}" if delivery.takes_path_key and self.paths_key else path

    def until_final(self, attempt, find=None):
        """The final answer, and True if an attempt before it had none.

        `find` looks for the event of an unanswered attempt."""
        deadline, is_again, last = time.monotonic() + PATIENCE_SECONDS, False, None
        while time.monotonic() < deadline:
            try:
                last = attempt()
                if last.status not in NOT_FINAL:
                    return last, is_again
                self.counts[f"answered {last.status}"] += 1
            except UNANSWERED as error:
                last = error
                self.counts["unanswered"] += 1
            if not (isinstance(last, Answer) and last.status == 429):
                is_again = True
            if find and is_again and (found := find()):
                return found, True
            self.counts["posted again"] += 1
            time.sleep(0.02)
        raise NoAnswer(f"no answer in {PATIENCE_SECONDS} s: {last!r}")

    def finder(self, delivery):
        """Finds an unanswered delivery without an ID by its sender's name: posted again it would be another gift."""
        fact = delivery.meaning[0]
        assert isinstance(fact, Gift), delivery

        def find():
            # A server learns of another server's events a moment later.
            time.sleep(LAG_SECONDS if len(self.connections) > 1 else 0)
            answer, _ = self.until_final(lambda: self.connection().request(
                "GET", f"/v1/rooms/{self.room}/events?type=gift,hold&limit=20"))
            for entry in answer.json["events"] if answer.status == 200 else []:
                gift = entry["events"][0] if entry["type"] == "hold" else entry
                if gift.get("sender", {}).get("name") == fact.sender.name and entry["id"] not in self.given:
                    self.counts["found in the history"] += 1
                    return found_answer(entry)
            return None

        return find


def found_answer(entry):
    """The answer that the delivery would have had."""
    body = json.dumps({"events": [{"id": entry["id"]}]}).encode()
    return Answer(202, [("Content-Type", "application/json")], body)


def send(connection, path, delivery):
    fields = {"Host": f"localhost:{connection.http.port}"} | delivery.fields
    if delivery.sign:
        fields |= delivery.sign(delivery.body)
    if delivery.is_chunked:
        pieces = [delivery.body[:7], delivery.body[7:]]
        connection.http.request("POST", path, iter([piece for piece in pieces if piece]), fields, encode_chunked=True)
    else:
        connection.http.request("POST", path, delivery.body, fields)


def receive(connection):
    response = connection.http.getresponse()
    return Answer(response.status, response.getheaders(), response.read())

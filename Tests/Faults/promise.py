"""The promise of a play: the posted events with the server's answers, compared with the data it kept."""

import collections
import random

from harness import events
from harness.server import UNANSWERED, NotStarted, by_id, exact, export, simulate

ROOMS = ["main", "other"]
PROMISED = ["id", "seq", "at"]
SETTLED = ["time", "outcome", "combo", "position", "reason"]


class Broken(Exception):
    """A broken promise: the way in which it was broken, and the details."""

    def __init__(self, way, particulars):
        super().__init__(f"{way}: {particulars}")
        self.way = way


class Post:
    """One event: its request, and its known state."""

    def __init__(self, room, request, name):
        self.room, self.request, self.name = room, request, name
        self.mark = events.mark({"type": request.kind, **request.body})
        self.receipt = None
        self.is_refused = False  # the server said that nothing was recorded
        self.is_doubtful = False  # a request got no answer, or the answer "unsure"
        self.answered_at = None  # the disk's count of calls when the answer came

    def copy(self, until=None):
        """Returns a copy with the state that was known at this count of the disk's calls."""
        post = Post(self.room, self.request, self.name)
        if until is None or self.answered_at is not None and self.answered_at <= until:
            post.receipt, post.is_refused = self.receipt, self.is_refused
            post.is_doubtful = self.is_doubtful
        else:
            post.is_doubtful = True
        return post


class Promise:
    """All posts of a play, with the server's answers."""

    def __init__(self, seed=0):
        self.random = random.Random(seed)
        self.posts = []
        self.times = {}  # by room: the newest time that was seen
        self.told = 0  # the number of reported faults
        self.changes = []  # settled fields that have changed

    def copy(self, until=None):
        promise = Promise()
        promise.random.setstate(self.random.getstate())
        promise.posts = [post.copy(until) for post in self.posts]
        if until is None:
            promise.times = dict(self.times)
        return promise

    # Posting

    def make(self, room=None, named=0.8):
        serial = len(self.posts) + 1
        request = events.draw(self.random, serial)
        name = None
        if request.takes_id and self.random.random() < named:
            name = f"{request.kind}-{serial}"
        post = Post(room or self.random.choice(ROOMS), request, name)
        self.posts.append(post)
        return post

    def send(self, connection, post, disk=None):
        """Sends a post and records the answer; returns its status, or None without an answer."""
        body = post.request.body if post.name is None else {"id": post.name, **post.request.body}
        path = f"/v1/rooms/{post.room}/{post.request.path}"
        try:
            answer = connection.request(post.request.method, path, body)
        except UNANSWERED:
            post.is_doubtful = True
            return None
        post.answered_at = 0 if disk is None else disk.counted
        self.note(post, answer)
        return answer.status

    def note(self, post, answer):
        if answer.status in (200, 202):
            receipt = {key: answer.json[key] for key in PROMISED + SETTLED if key in answer.json}
            if post.receipt is None:
                if answer.status == 200 and post.is_refused:
                    raise Broken("untold", f"refused, and recorded all the same: {answer!r}")
                post.receipt = receipt
            elif answer.status == 202:
                raise Broken("doubled", f"{post.receipt}, then {answer!r}")
            elif post.receipt != receipt:
                self.compare(post, receipt)
            post.is_refused = False
            return
        document = answer.json or {}
        if answer.status not in (429, 503) or not document.get("title") or not document.get("detail"):
            raise Broken("wrong", f"{post.mark} was answered {answer!r}")
        self.told += answer.status == 503
        if post.receipt is not None:
            if answer.status == 429:
                raise Broken("lost", f"a repeat of {post.receipt} was refused: {answer!r}")
        elif answer.status == 429:
            post.is_refused = True  # the server has looked for the event
        elif document["type"] == "/problems/unsure":
            post.is_doubtful = True
        else:
            post.is_refused = not post.is_doubtful

    def compare(self, post, found):
        for key in PROMISED:
            if found.get(key) != post.receipt.get(key):
                raise Broken("wrong", f"{key} was answered {post.receipt}, is {found}")
        for key in SETTLED:
            if found.get(key) != post.receipt.get(key):
                self.changes.append(f"{key} was answered {post.receipt}, is {found}")

    # Looking

    def check(self, server):
        """Checks everything that was promised, on a server with an intact disk."""
        connection = server.connect()
        for room in ROOMS:
            self.check_history(room, history(connection, room))
        for post in self.posts:
            if post.name is None:
                continue
            status = self.send(connection, post)
            if post.receipt is None and status == 429:
                continue
            if status not in (200, 202):
                raise Broken("stuck", f"{post.name} is answered {status} on a sound disk")
        for room in ROOMS:
            self.check_history(room, history(connection, room))
        self.check_replay(server, connection)
        connection.close()
        if self.changes:
            raise Broken("changed", self.changes[0])

    def check_history(self, room, found):
        if [entry["seq"] for entry in found] != list(range(1, len(found) + 1)):
            raise Broken("lost", f"{room}: seqs are {[entry['seq'] for entry in found]}")
        ids = {entry["id"]: entry for entry in found}
        marks = collections.Counter(filter(None, map(events.mark, found)))
        if len(ids) < len(found) or any(count > 1 for count in marks.values()):
            raise Broken("doubled", f"{room}: {marks.most_common(2)}")
        known = set()
        for post in self.posts:
            if post.room != room:
                continue
            known.add(post.mark)
            if post.receipt is None:
                if post.is_refused and post.mark in marks:
                    raise Broken("untold", f"{room}: refused, and is there: {post.mark}")
                continue
            entry = ids.get(post.receipt["id"])
            if entry is None:
                raise Broken("lost", f"{room}: {post.receipt}")
            if events.mark(entry) != post.mark:
                raise Broken("wrong", f"{room}: {entry} is not {post.mark}")
            self.compare(post, entry)
        if strangers := marks.keys() - known:
            raise Broken("wrong", f"{room}: nobody posted {strangers}")

    def check_times(self, server):
        """Checks that a server that ended in order continues at the same time."""
        for room, before in self.times.items():
            if not any(post.room == room and post.receipt for post in self.posts):
                continue  # a room without events is not stored
            now = server.get(f"/v1/rooms/{room}/frame").json["time"]
            if now < before:
                raise Broken("untold", f"exit 0, and {room} went back from {before} to {now}")

    def check_replay(self, server, connection, room="main"):
        """Checks that the picture is the one that a replay of the history makes."""
        if not history(connection, room):
            return
        frame = exact(connection.request("GET", f"/v1/rooms/{room}/frame").body)
        try:
            exported = export(server.data, room)
        except AssertionError as error:
            raise Broken("stuck", f"{error}") from None
        instant = int(frame["time"][1:])
        replayed = simulate(exported, [instant])[instant]
        if by_id(frame["nodes"]) != replayed:
            raise Broken("wrong", f"{room} at {instant}: {frame['nodes']} is not {replayed}")

    def see_times(self, server):
        for room in ROOMS:
            answer = server.get(f"/v1/rooms/{room}/frame")
            if answer.status == 200:
                self.times[room] = answer.json["time"]


def history(connection, room):
    found, after = [], 0
    while True:
        answer = connection.request("GET", f"/v1/rooms/{room}/events?after={after}&limit=1000")
        if answer.status != 200:
            raise Broken("stuck", f"the history of {room} is answered {answer!r}")
        found += answer.json["events"]
        if not answer.json["events"] or answer.json["next"] == after:
            return found
        after = answer.json["next"]


def check_refusal(error, data):
    """Checks that a server that did not start has given a reason in words, with the path concerned."""
    if error.status is None or error.status < 0:
        raise Broken("crashed", f"{error}")
    if "Fatal error" in error.said or str(data) not in error.said:
        raise Broken("wordless", f"{error}")


__all__ = ["Broken", "NotStarted", "Promise", "ROOMS", "UNANSWERED", "check_refusal", "history"]

"""A ledger of posted events and the server's answers, which is compared with the room's history."""

import collections
import threading

from harness import events

# The fields of an answer that belong to the receipt.
RECEIPT = ["id", "seq", "at", "time", "outcome", "combo", "position", "reason"]


class Post:
    """One event: its request, and the server's answer once it came."""

    def __init__(self, room, request, name, mark):
        self.room, self.request, self.name, self.mark = room, request, name, mark
        self.receipt = None  # the first answer
        self.is_refused = False
        self.lost_in = None  # the run of the server in which a request got no answer
        self.firsts = 0


class Ledger:
    """All posts of a test. Several threads post at the same time."""

    def __init__(self):
        self.lock = threading.Lock()
        self.posts = []
        self.life = 0
        self.counts = collections.Counter()

    def add(self, post):
        with self.lock:
            self.posts.append(post)
            self.counts["posted"] += 1

    def note(self, post, answer):
        """Records an answer; fails if it breaks a promise."""
        with self.lock:
            if answer.status == 429:
                self.counts["refused"] += 1
                post.is_refused = post.receipt is None and post.lost_in != self.life
                return
            assert answer.status in (200, 202), f"{post.name}: {answer!r}"
            receipt = {key: answer.json[key] for key in RECEIPT if key in answer.json}
            if answer.status == 202:
                post.firsts += 1
                assert post.firsts == 1, f"{post.name} was recorded twice: {answer!r}"
            else:
                self.counts["repeats"] += 1
            if post.receipt is None:
                post.receipt, post.is_refused = receipt, False
                self.counts["answered"] += 1
            assert post.receipt == receipt, f"{post.name}: {post.receipt}, then {receipt}"

    def lose(self, post):
        """Records that a request of the post got no answer, so that the event may have been recorded."""
        with self.lock:
            post.is_refused, post.lost_in = False, self.life

    def open_posts(self):
        """Returns the posts that may have been recorded or not, and can be repeated."""
        return [post for post in self.posts
                if post.receipt is None and not post.is_refused and post.name is not None]

    def answered(self):
        return [post for post in self.posts if post.receipt is not None]

    def check(self, room, history):
        """Compares a room's whole history with the answers."""
        assert [entry["seq"] for entry in history] == list(range(1, len(history) + 1)), (
            f"{room}: seqs are not 1…n: {[entry['seq'] for entry in history]}")
        by_id = {entry["id"]: entry for entry in history}
        assert len(by_id) == len(history), f"{room}: an id is there twice"
        marks = collections.Counter(filter(None, map(events.mark, history)))
        doubled = [mark for mark, count in marks.items() if count > 1]
        assert not doubled, f"{room}: recorded twice: {doubled}"
        known = set()
        for post in self.posts:
            if post.room != room:
                continue
            known.add(post.mark)
            if post.receipt is None:
                # An unanswered post may be in the history or not; a refused one must not be.
                assert not post.is_refused or post.mark not in marks, f"refused but there: {post.mark}"
                continue
            entry = by_id.get(post.receipt["id"])
            assert entry is not None, f"{room}: lost: {post.receipt}"
            assert events.mark(entry) == post.mark, f"{room}: {entry} is not {post.mark}"
            self.compare(post, entry)
        strangers = set(marks) - known
        assert not strangers, f"{room}: nobody posted {strangers}"

    def compare(self, post, entry):
        """Checks that the history has every field of the answer, unchanged."""
        found = {key: entry[key] for key in RECEIPT if key in entry}
        assert found == post.receipt, (
            f"{post.room}: was answered {post.receipt}, is kept as {found}")

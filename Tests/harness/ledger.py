"""What was posted and what the server said, held against what it kept."""

import collections
import threading

from harness import events

# What an answer says beside the receipt's first part.
RECEIPT = ["id", "seq", "at", "time", "outcome", "combo", "position", "reason"]


class Post:
    """One event: its request, and its answer once there is one."""

    def __init__(self, room, request, name, mark):
        self.room, self.request, self.name, self.mark = room, request, name, mark
        self.receipt = None  # as it was first answered
        self.is_refused = False
        self.lost_in = None  # the server's life in which a sending was not answered
        self.firsts = 0


class Ledger:
    """All posts of a show. Threads post beside each other."""

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
        """Takes an answer in; complains where it breaks a promise."""
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
        """One sending of it was not answered: what others were refused, this may have recorded."""
        with self.lock:
            post.is_refused, post.lost_in = False, self.life

    def open_posts(self):
        """Those that may or may not have been recorded and can be sent again."""
        return [post for post in self.posts
                if post.receipt is None and not post.is_refused and post.name is not None]

    def answered(self):
        return [post for post in self.posts if post.receipt is not None]

    def check(self, room, history):
        """Holds a room's whole history against what was answered."""
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
                # Not answered: there or not there, both are right; refused: not there.
                assert not post.is_refused or post.mark not in marks, f"refused but there: {post.mark}"
                continue
            entry = by_id.get(post.receipt["id"])
            assert entry is not None, f"{room}: lost: {post.receipt}"
            assert events.mark(entry) == post.mark, f"{room}: {entry} is not {post.mark}"
            self.compare(post, entry)
        strangers = set(marks) - known
        assert not strangers, f"{room}: nobody posted {strangers}"

    def compare(self, post, entry):
        """What was answered stays, whatever came between: every word of it."""
        found = {key: entry[key] for key in RECEIPT if key in entry}
        assert found == post.receipt, (
            f"{post.room}: was answered {post.receipt}, is kept as {found}")

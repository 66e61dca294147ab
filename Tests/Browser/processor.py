"""Measures how long threads of the browser ran, and how long they waited for a processor."""

import bisect
import pathlib
import threading
import time

PAUSE_SECONDS = 0.005


def threads_of(pid, *names):
    """Returns the threads of a process with these names; "main" means its first thread."""
    for task in pathlib.Path(f"/proc/{pid}/task").iterdir():
        name = "main" if task.name == str(pid) else (task / "comm").read_text().strip()
        if name in names:
            yield task / "schedstat"


class Watched:
    """Threads that are observed within a `with` block."""

    def __init__(self, threads):
        self.threads = list(threads)
        self.times, self.seen = [], []
        self.over = threading.Event()
        self.thread = threading.Thread(target=self.look, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.thread.join()

    def look(self):
        while not self.over.wait(PAUSE_SECONDS):
            try:
                seen = [list(map(int, one.read_text().split()[:2])) for one in self.threads]
            except OSError:
                return
            self.times.append(time.time() * 1000)
            self.seen.append([sum(column) / 1e6 for column in zip(*seen)])

    def between(self, start, end):
        """Returns the milliseconds that they ran, and that they waited for a processor, between two times
        (milliseconds since 1970)."""
        first = max(0, bisect.bisect_right(self.times, start) - 1)
        last = min(len(self.times) - 1, bisect.bisect_left(self.times, end))
        return [after - before for before, after in zip(self.seen[first], self.seen[last])]

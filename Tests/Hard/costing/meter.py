"""The processor time that a server takes for one action: of its loop, and of all its threads together."""

import os
import time

from Torture.cost import Loop, slowness
from harness.waiting import wait_for

PATIENCE_SECONDS = 120
LOOKS = 3


class Cost:
    """Milliseconds of the machine on which the bounds were set."""

    def __init__(self, loop, whole, answer=None):
        self.loop, self.whole, self.answer = loop, whole, answer

    def __repr__(self):
        return f"{self.loop:.2f} ms of the loop, {self.whole:.2f} ms in all"


class Meter:
    """Measures a running server. A waiting server uses no processor time, so other work on the machine matters little."""

    def __init__(self, server):
        self.loop = Loop(server)
        self.pid = server.process.pid
        # The clock of another process, as clock_getcpuclockid(3) makes it.
        self.clock = ~self.pid << 3 | 2

    def nanoseconds(self):
        return time.clock_gettime_ns(self.clock)

    def is_asleep(self):
        """Returns true if all threads sleep: none runs, is ready to run or waits for the disk."""
        tasks = f"/proc/{self.pid}/task"
        for task in os.listdir(tasks):
            try:
                with open(f"{tasks}/{task}/stat", "rb") as file:
                    state = file.read().rsplit(b")", 1)[1].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                return False
            if state not in (b"S", b"I"):
                return False
        return True

    def settle(self):
        """Waits until all threads sleep, and several looks find the clock unchanged."""
        quiet, last = 0, None

        def is_at_rest():
            nonlocal quiet, last
            now = self.nanoseconds()
            quiet = quiet + 1 if now == last and self.is_asleep() else 0
            last = now
            return quiet >= LOOKS

        wait_for(is_at_rest, "the server to rest", seconds=PATIENCE_SECONDS, every=0.0005)

    def cost(self, action):
        """The cost of `action`, which returns once the server has answered."""
        self.settle()
        loop, whole = self.loop.nanoseconds(), self.nanoseconds()
        answer = action()
        self.settle()
        loop, whole = self.loop.nanoseconds() - loop, self.nanoseconds() - whole
        factor = 1e6 * slowness()
        return Cost(loop / factor, max(loop, whole) / factor, answer)

    def close(self):
        self.loop.close()

"""Waiting for a condition that another process, thread or page brings about."""

import asyncio
import concurrent.futures
import http.client
import inspect
import time

# Long, so that a busy machine fails no test: a test pays for it only where it fails.
TIMEOUT_SECONDS = 90
# A server that is not there, or ends during a request.
UNANSWERED = (OSError, http.client.HTTPException)


def wait_for(condition, what=None, *, seconds=TIMEOUT_SECONDS, pause=time.sleep, every=0.01):
    """Waits until `condition()` is true, and returns its value. An unanswered request counts as false.

    `what` describes the condition, or returns the description; by default it is the condition's
    source. `pause` sleeps for a number of seconds: `every` after the first try, then longer, at most ten times
    as long, because trying costs the server, the page and the test processor time.
    """
    wait = Wait(condition, what, seconds)
    for interval in intervals(every):
        if wait.is_over():
            return wait.value
        pause(interval)


async def wait_for_async(condition, what=None, *, seconds=TIMEOUT_SECONDS, every=0.01):
    """`wait_for` in an event loop; the condition itself must not block."""
    wait = Wait(condition, what, seconds)
    for interval in intervals(every):
        if wait.is_over():
            return wait.value
        await asyncio.sleep(interval)


def intervals(first):
    """Pauses between tries, in seconds: each a quarter longer than the one before, up to ten times the first."""
    interval = first
    while True:
        yield interval
        interval = min(1.25 * interval, 10 * first)


def run_async(coroutine):
    """Runs a coroutine on another thread: while Playwright runs, its event loop has the test's thread."""
    with concurrent.futures.ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, coroutine).result()


def pause_of(page):
    """Sleeps while a Playwright page runs its events, so that its listeners hear of them."""
    return lambda seconds: page.wait_for_timeout(1000 * seconds)


class Wait:
    """One wait: its deadline, and the condition's last value or exception."""

    def __init__(self, condition, what, seconds):
        self.condition, self.what = condition, what
        self.started = time.monotonic()
        self.seconds = seconds
        self.value = None

    def is_over(self):
        """Tries the condition once; fails if it is false after the deadline."""
        # A condition that is slow on a busy machine is tried again if it began before the deadline.
        waited = time.monotonic() - self.started
        try:
            self.value = self.condition()
        except UNANSWERED as error:
            self.value = error
        else:
            if self.value:
                return True
        if waited < self.seconds:
            return False
        raise AssertionError(
            f"still waiting after {waited:.1f} s for: {self.description()}\nlast: {self.value!r:.500}")

    def description(self):
        if callable(self.what):
            return self.what()
        if self.what is not None:
            return self.what
        try:
            return " ".join(inspect.getsource(self.condition).split())[:500]
        except (OSError, TypeError):
            return repr(self.condition)

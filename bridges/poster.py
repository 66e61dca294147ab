"""The code that all bridges share: it reads settings and posts each delivery until the server has it."""

import collections
import http.client
import json
import logging
import os
import signal
import sys
import threading
import time
import urllib.error
import urllib.request

log = logging.getLogger("bridge")

MOST_WAITING = 10_000
ANSWER_SECONDS = 15
FIRST_WAIT_SECONDS = 1
LONGEST_WAIT_SECONDS = 60
LAST_SECONDS = 10


def setting(name, default=None):
    """Returns a value of the environment, or the default; without both, the program exits with 78 (EX_CONFIG)."""
    value = os.environ.get(name, "").strip() or default
    if value is None:
        print(f"{name} is not set", file=sys.stderr)
        sys.exit(78)
    return value


def begin():
    """Starts logging to standard error, and makes SIGTERM end the program like Ctrl+C."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))


def with_key(key):
    """Returns a function that gives each request the header of an access key with the role ingest."""
    return lambda body, **fields: {**fields, "Authorization": f"Bearer {key}"}


class Poster:
    """
    A queue that posts deliveries as JSON to a source's address, one after another, in order of arrival.

    If the server can't accept a delivery now (5xx, 429, no response), it is posted again after `Retry-After`, or
    else after 1, 2, 4 … 60 seconds. The server recognizes repeats by the platform's ID. A delivery that the
    server refuses (another 4xx) is logged and dropped. `fields(body)` returns the header fields for each request.
    """

    def __init__(self, address, fields, name="poster"):
        self.address = address
        self.fields = fields
        self.waiting = collections.deque()
        self.changed = threading.Condition()
        self.is_ending = False
        self.thread = threading.Thread(target=self._run, name=name, daemon=True)
        self.thread.start()

    def put(self, delivery, **fields):
        """
        Queues a delivery, with arguments for `fields`, from any thread. If 10,000 wait, drops it with a log entry.
        """
        body = json.dumps(delivery, ensure_ascii=False).encode()
        with self.changed:
            if len(self.waiting) >= MOST_WAITING:
                log.error("lost a delivery: %d wait", MOST_WAITING)
                return
            self.waiting.append((body, fields))
            self.changed.notify_all()

    def close(self, seconds=LAST_SECONDS):
        """Posts the waiting deliveries for at most `seconds`; returns the number of deliveries that are left."""
        with self.changed:
            self.is_ending = True
            self.changed.notify_all()
            self.changed.wait_for(lambda: not self.waiting, seconds)
            return len(self.waiting)

    def _run(self):
        wait_seconds = FIRST_WAIT_SECONDS
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting or self.is_ending)
                if not self.waiting:
                    return
                body, fields = self.waiting[0]
            again_seconds = self._post(body, fields)
            if again_seconds is None:
                wait_seconds = FIRST_WAIT_SECONDS
                with self.changed:
                    self.waiting.popleft()
                    self.changed.notify_all()
                continue
            time.sleep(again_seconds or wait_seconds)
            wait_seconds = min(2 * wait_seconds, LONGEST_WAIT_SECONDS)

    def _post(self, body, fields):
        """
        Posts a delivery. Returns None if it is done, else the seconds after which to repeat it; 0 if not known.
        """
        headers = {"Content-Type": "application/json", **self.fields(body, **fields)}
        request = urllib.request.Request(self.address, body, headers, method="POST")
        try:
            with urllib.request.urlopen(request, timeout=ANSWER_SECONDS) as answer:
                log.info("%d %s", answer.status, answer.read(300).decode(errors="replace"))
            return None
        except urllib.error.HTTPError as error:
            with error:
                said = error.read(300).decode(errors="replace")
            if error.code != 429 and error.code < 500:
                log.error("refused with %d: %s", error.code, said)
                return None
            log.warning("%d, posting it again: %s", error.code, said)
            return seconds_of(error.headers.get("Retry-After"))
        except (OSError, http.client.HTTPException) as error:
            log.warning("no answer, posting it again: %s", error)
            return 0


def seconds_of(field):
    """Returns `Retry-After` in seconds, at most 60; 0 if it is missing or a date."""
    return min(int(field), LONGEST_WAIT_SECONDS) if field and field.isdigit() else 0

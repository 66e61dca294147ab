"""Posts the deliveries of one show to a room, and checks the room."""

import collections
import dataclasses
import threading
import time
from contextlib import closing

from Hard.delivering.checking import RELEASE, RELEASE_SECONDS, Check, Difference
from Hard.delivering.facts import Clear, Decision
from Hard.delivering.posting import NoAnswer, Poster
from Hard.delivering.show import Show
from Hard.delivering.tally import CATALOGUE
from harness.payloads import KICK_KEY, secret
from harness.server import Connection
from harness.waiting import wait_for

GOALS = {"all": {}, "money": {"measure": "value", "money": True}, "bits": {"gift": "twitch:bits"},
         "roses": {"gift": "Rose"}}
# A server limits the requests with one key in an address.
MAX_BY_ADDRESS = 400
PAGE = 1000
SETTLE_SECONDS = 30


@dataclasses.dataclass
class Result:
    """The counts and differences of one room."""

    room: str
    counts: collections.Counter
    differences: list


class RoomPlay:
    """`progress(n)` is called after each n deliveries; `turn` limits how many rooms post at the same time."""

    def __init__(self, name, seed, size, lone, ports, progress=lambda count: None, turn=None):
        self.name, self.ports, self.progress = name, ports, progress
        self.turn = turn or threading.Semaphore()
        self.show = Show(seed, size, lone)
        self.poster = Poster(name, ports, seed)
        self.posted = []

    def run(self):
        counts, differences = collections.Counter(), []
        try:
            with self.turn:
                self.set_up()
                self.post_all(self.show.deliveries)
            check = self.finish()
            differences = check.differences
            counts = self.summary(check)
        except NoAnswer as error:
            differences = [Difference("lost", str(error))]
        except Exception as error:  # told with the seed at the end
            differences = [Difference("other", f"{type(error).__name__}: {error}")]
        finally:
            self.poster.close()
        return Result(self.name, counts, differences)

    # Before

    def set_up(self):
        """Sets up the sources, the configuration and the goals."""
        request = self.poster.request
        sources = {"currency": self.show.currency, "hold": ",".join(self.show.held),
                   "message": "caption" if self.show.shows_messages else "nothing",
                   "counter": self.show.counts_donations}
        self.right(request("PATCH", "/config", {"sources": sources, "gifts": {"queueLimit": 10000}}))
        for key, entry in CATALOGUE.items():
            self.right(request("PUT", f"/catalogue/{key}", entry))
        for name, goal in GOALS.items():
            self.right(request("PUT", f"/goals/{name}", {"title": name, "target": 10**12} | goal))
        for platform in self.show.platforms:
            self.right(request("PUT", f"/sources/{platform.kind}", self.settings(platform)))
        for port in self.ports:
            wait_for(lambda port=port: self.is_set_up(port), f"the sources of {self.name} at port {port}")
        key = request("POST", "/keys", {"role": "hook", "name": "address", "source": "generic"})
        self.right(key)
        self.poster.paths_key = key.json["key"]
        for port in self.ports:
            wait_for(lambda port=port: self.is_known(port), f"the key of {self.name} at port {port}")

    def settings(self, platform):
        if platform.kind == "generic":
            return platform.settings
        if platform.kind == "kick":
            return {"publicKey": KICK_KEY}
        if platform.kind == "streamelements":
            return {"currency": self.show.currency}
        return {"secret": secret(platform.kind)} if secret(platform.kind) else {}

    def is_set_up(self, port):
        """True if a server knows the sources. The second of two servers learns them a moment later."""
        with closing(Connection(port)) as connection:
            answer = connection.request("GET", f"/v1/rooms/{self.name}/sources")
            return answer.status == 200 and len(answer.json["sources"]) == len(self.show.platforms)

    def is_known(self, port):
        """True if a server knows the key in the address. The test delivery makes no event."""
        with closing(Connection(port)) as connection:
            path = f"/v1/hooks/{self.name}/generic/{self.poster.paths_key}"
            return connection.request("POST", path, {"status": "pending"}).status == 200

    @staticmethod
    def right(answer):
        assert answer.status in (200, 201, 202), answer

    # Posting

    def post_all(self, steps):
        by_address = 0
        for number, step in enumerate(steps, 1):
            if getattr(step, "takes_path_key", False):
                by_address += 1
                step.takes_path_key = by_address <= MAX_BY_ADDRESS
            self.posted += self.poster.post(step, self.is_single(step))
            if number % 25 == 0:
                self.progress(25)
        self.progress(len(steps) % 25)

    def is_single(self, step):
        """True if a delivery makes at most one event."""
        meaning = getattr(step, "meaning", ())
        if len(meaning) != 1 or not hasattr(meaning[0], "is_test"):
            return False
        return step.kind in self.show.held or meaning[0].notice is None and not any(
            self.show.keeps(meaning[0], place) for place in (2, 3))

    # After

    def finish(self):
        """Waits until the lone recipients count, posts their gift bomb late, and checks everything."""
        check = self.check()
        if check.differences:
            return check
        if check.tally.waiting:
            last = max(check.recorded_at[id_] for id_ in check.tally.waiting)
            time.sleep(max(0, last.timestamp() + RELEASE_SECONDS + 1 - time.time()))
            wait_for(lambda: self.is_released(), f"the recipients in {self.name} to count", seconds=SETTLE_SECONDS)
            # Held recipients wait for approval now.
            for id_ in [id_ for id_ in self.check().model.waiting.ids if id_.startswith(RELEASE)]:
                self.posted += self.poster.post(Decision(id_, not self.show.chance.one_in(3)), True)
            twitch = self.show.platforms[0]
            self.posted += self.poster.post(twitch.bomb("4000", 3), True)
            check = self.check()
        deadline = time.monotonic() + SETTLE_SECONDS
        while not check.differences:
            self.check_sums(check)
            # A node learns of another node's events a moment later; a counter takes two seconds.
            if not check.differences or time.monotonic() > deadline:
                break
            time.sleep(0.5)
            check = self.check()
        return check

    def is_released(self):
        check = self.check()
        return check.differences or not check.tally.waiting

    def check(self):
        return Check(self.show, self.posted, self.history())

    def history(self):
        """The history with all answered events. A server lists the events that it has applied, and learns of another
        server's events a moment later."""
        newest = max((one.newest for one in self.posted), default=0)
        deadline = time.monotonic() + SETTLE_SECONDS
        while True:
            found = self.listed()
            if time.monotonic() > deadline or newest <= max((entry["seq"] for entry in found), default=0):
                return found
            time.sleep(0.1)

    def listed(self):
        found, after = [], 0
        while True:
            answer = self.poster.request("GET", f"/events?after={after}&limit={PAGE}")
            assert answer.status == 200, answer
            found += answer.json["events"]
            # A page may be shorter, because it has a limit of bytes.
            if not answer.json["events"] or answer.json["next"] == after:
                return found
            after = answer.json["next"]

    def check_sums(self, check):
        for by in ("gift", "sender"):
            answer = self.poster.request("GET", f"/totals?by={by}&limit={PAGE}")
            assert answer.status == 200, answer
            check.check_totals(by, answer.json)
        state = self.poster.request("GET", "/state")
        assert state.status == 200, state
        check.check_state(state.json)

    def summary(self, check):
        counts = collections.Counter(self.poster.counts)
        for step, expected in check.outcomes:
            if isinstance(step, Clear):
                continue
            if isinstance(step, Decision):
                counts["approvals and refusals"] += 1
                continue
            counts["deliveries"] += 1
            counts[f"outcome {expected.outcome}"] += 1
            counts[f"platform {step.kind}"] += 1
            if expected.outcome in ("ignored", "refused"):
                counts[f"reason {expected.code or 'none'}"] += 1
        return counts

"""torture.py ROUNDS [--seed S]: posts to a server, kills it, and checks that no answered event is lost.

Each round starts the server on the data of the last round, checks the data, posts for a moment on several
connections, and kills the server at a random instant, sometimes while it starts. A new show with a new data
directory begins every 25 rounds. At the first fault the program names the round and the seed, keeps the data
directory, and exits with 1.
"""

import argparse
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from harness import events
from harness.ledger import Ledger, Post
from harness.server import UNANSWERED, NotStarted, Server, by_id, exact, export, in_threads, simulate

# A crash may cost a room the last second, and more if the machine was too busy to write its time.
MOST_BACK_MICROSECONDS = 5_000_000
ROUNDS_A_SHOW = 25
ROOMS = ["main", "second", "third"]
POSTERS = 6


class Show:
    """Several rounds on one data directory."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.data = tempfile.mkdtemp(prefix="ovation-torture-")
        self.server = Server(self.data)
        self.ledger = Ledger()
        self.serial = 0
        self.seen = {}  # by room: the newest frame's time, and whether the room went on
        self.kills = self.startup_kills = self.frames = 0
        self.twins = []
        self.starts = []
        self.server.start()
        # The queue of this room is often full, so that repeats meet a full queue.
        patch = {"gifts": {"queueLimit": 3, "linger": 0.5}}
        assert self.server.request("PATCH", "/v1/rooms/third/config", patch).status == 200
        self.server.stop()

    # Rounds

    def round(self):
        if self.random.random() < 0.2:
            self.kill_while_starting()
        self.starts.append(self.server.start())
        self.check()
        self.ledger.life += 1
        self.send_again()
        self.post_and_kill()

    def kill_while_starting(self):
        self.server.spawn()
        time.sleep(self.random.uniform(0, 0.08))
        self.server.kill()
        self.startup_kills += 1

    def finish(self):
        """A last check, repeats of answered events, and a proper end."""
        self.server.start()
        self.check()
        self.ledger.life += 1
        self.send_again()
        connection = self.server.connect()
        answered = [post for post in self.ledger.answered() if post.name is not None]
        for post in self.random.sample(answered, min(200, len(answered))):
            answer = self.send(connection, post)
            assert answer.status == 200, f"a repeat of {post.receipt}: {answer!r}"
        connection.close()
        self.check()
        status = self.server.stop(60)
        assert status == 0, f"SIGTERM: exit {status}"

    # Posting

    def send(self, connection, post):
        body = post.request.body
        headers = {}
        if post.name is not None:
            if len(post.name) % 2:
                headers["Idempotency-Key"] = post.name
            else:
                body = {"id": post.name, **body}
        path = f"/v1/rooms/{post.room}/{post.request.path}"
        try:
            answer = connection.request(post.request.method, path, body, headers)
        except UNANSWERED:
            self.ledger.lose(post)
            raise
        self.ledger.note(post, answer)
        return answer

    def send_again(self):
        """Sends the unanswered events again, each on two connections at once."""
        waiting = self.ledger.open_posts()

        def body():
            connection = self.server.connect()
            for post in waiting:
                self.send(connection, post)
            connection.close()

        if waiting:
            in_threads(body, body)

    def make_post(self, random_):
        with self.ledger.lock:
            self.serial += 1
            serial = self.serial
        request = events.draw(random_, serial)
        name = None
        if request.takes_id and random_.random() < 0.7:
            name = f"{request.kind}-{serial}"
        document = {"type": request.kind, **request.body}
        post = Post(random_.choice(ROOMS), request, name, events.mark(document))
        self.ledger.add(post)
        return post

    def pick(self, random_):
        """A new post; or one that another connection is sending, or that was answered."""
        chance = random_.random()
        if chance < 0.15 and self.twins:
            return random_.choice(self.twins)
        if chance < 0.20:
            with self.ledger.lock:
                named = [post for post in self.ledger.posts[-300:]
                         if post.name is not None and post.receipt is not None]
            if named:
                return random_.choice(named)
        post = self.make_post(random_)
        if post.name is not None:
            self.twins = [*self.twins[-3:], post]
        return post

    def poster(self, seed, ended):
        def body():
            random_ = random.Random(seed)
            connection = self.server.connect()
            while not ended.is_set():
                post = self.pick(random_)
                try:
                    self.send(connection, post)
                except UNANSWERED:
                    return
                if random_.random() < 0.3:
                    time.sleep(random_.uniform(0, 0.01))

        return body

    def watcher(self, ended):
        def body():
            connection = self.server.connect()
            while not ended.is_set():
                try:
                    for room in ROOMS:
                        self.look(connection, room)
                except UNANSWERED:
                    return
                time.sleep(0.02)

        return body

    def look(self, connection, room):
        """Gets a frame and remembers its time."""
        frame = connection.request("GET", f"/v1/rooms/{room}/frame").json
        goes_on = any(node["kind"] in ("gift", "call") for node in frame["nodes"])
        self.seen[room] = frame["time"], goes_on
        self.frames += 1
        return frame

    def post_and_kill(self):
        ended = threading.Event()
        seeds = [self.random.random() for _ in range(POSTERS)]
        wait = self.random.choice([0.05, 0.3, 0.6, 1.2]) * self.random.random() + 0.02

        def killer():
            time.sleep(wait)
            self.server.kill()
            self.kills += 1
            ended.set()

        in_threads(killer, self.watcher(ended), *[self.poster(seed, ended) for seed in seeds])
        self.twins = []

    # Checks

    def check(self):
        """Checks all rooms of a server that gets no posts."""
        connection = self.server.connect()
        for room in ROOMS:
            before, went_on = self.seen.get(room, (0, False))
            frame = self.look(connection, room)
            if went_on:
                assert frame["time"] >= before - MOST_BACK_MICROSECONDS, (
                    f"{room} went back from {before} to {frame['time']}")
            state = connection.request("GET", f"/v1/rooms/{room}/state").json
            history = self.history(connection, room)
            self.ledger.check(room, history)
            if history:
                self.check_combos(connection, room, state, history)
                self.check_replay(connection, room)
        connection.close()

    def history(self, connection, room):
        found, after = [], 0
        while True:
            page = connection.request("GET", f"/v1/rooms/{room}/events?after={after}&limit=1000").json
            found += page["events"]
            if len(page["events"]) < 1000:
                return found
            after = page["next"]

    def check_combos(self, connection, room, state, history):
        """Every gift is on the stage, in the queue, or finished."""
        sums = {}
        for entry in history:
            if entry["type"] == "gift" and entry["outcome"] in ("shown", "merged", "queued"):
                combo = entry.get("combo", entry["id"])
                sums[combo] = sums.get(combo, 0) + entry["count"]
        for combo in state["channels"]:
            assert combo["target"] == sums.pop(combo["combo"]), f"{room}: {combo}"
        for place, combo in enumerate(state["queue"], 1):
            assert combo["count"] == sums.pop(combo["combo"]), f"{room}: {combo}"
            assert combo["position"] == place, f"{room}: {combo}"
        # The other combos have left the stage. A crash could have lost the newest.
        for combo in [*sums][-5:]:
            told = connection.request("GET", f"/v1/rooms/{room}/events/{combo}").json
            assert told["status"] == "finished", f"{room}: neither shown nor finished: {told}"

    def check_replay(self, connection, room):
        """The picture equals the replay of the history."""
        frame = exact(connection.request("GET", f"/v1/rooms/{room}/frame").body)
        instant = int(frame["time"][1:])
        replayed = simulate(export(self.data, room), [instant])[instant]
        nodes = by_id(frame["nodes"])
        assert nodes == replayed, f"{room} at {instant}: {nodes} is not {replayed}"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", type=int)
    parser.add_argument("--seed", type=int, default=None, help="default: a random seed")
    options = parser.parse_args()
    seed = random.randrange(10**9) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    return torture(options.rounds, seed)


def torture(rounds, seed):
    totals, started, shows = {}, time.monotonic(), []
    for first in range(0, rounds, ROUNDS_A_SHOW):
        last = min(first + ROUNDS_A_SHOW, rounds)
        show = Show(f"{seed}/{first}")
        shows.append(show)
        if not play(show, first, last, seed):
            return 1
        for key, count in show.ledger.counts.items():
            totals[key] = totals.get(key, 0) + count
        print(f"{last} rounds, {time.monotonic() - started:.0f} s", flush=True)
    summarize(rounds, seed, shows, totals, time.monotonic() - started)
    return 0


def play(show, first, last, seed):
    """Plays a show's rounds. After a fault returns false and keeps the data."""
    number = first
    try:
        for number in range(first, last):
            show.round()
        number = last
        show.finish()
    except (AssertionError, NotStarted, *UNANSWERED) as error:
        show.server.kill()
        print(f"seed {seed}, round {number + 1}: {type(error).__name__}: {error}\n"
              f"kept: {show.data}\nthe server said: {show.server.said()[-2000:]}")
        return False
    finally:
        show.server.kill()
    shutil.rmtree(show.data)
    return True


def summarize(rounds, seed, shows, totals, seconds):
    found = sum(len(show.ledger.answered()) for show in shows)
    starts = sorted(start for show in shows for start in show.starts)
    print(
        f"torture: {rounds} rounds in {seconds:.0f} s, seed {seed}: "
        f"{sum(show.kills for show in shows)} kills while posting, "
        f"{sum(show.startup_kills for show in shows)} while starting; "
        f"{totals['posted']} events posted, {totals['answered']} answered, {found} found, "
        f"{totals.get('refused', 0)} refusals, {totals.get('repeats', 0)} repeats; "
        f"{sum(show.frames for show in shows)} frames seen; started in "
        f"{starts[len(starts) // 2]:.2f} s (median), {starts[-1]:.2f} s (longest); lost 0, doubled 0, "
        "answered otherwise 0")


if __name__ == "__main__":
    sys.exit(main())

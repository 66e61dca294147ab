"""Faults of the wall clock: jumps ahead and back, and standing still. They must not break any promise."""

import shutil
import time

from Faults import preload
from Faults.promise import Broken, NotStarted, Promise, UNANSWERED
from Faults.scenarios import OPTIONS, Scenario, look
from harness.server import Server

DAY = 86_400
# After this many seconds, the server has checked for old events to delete.
LONG_ENOUGH = 24


class Clocks(Scenario):
    """A room with three hundred events, minutes old, and a snapshot of its state."""

    name = "clock"
    posts = 300


class Turn:
    """A play with a clock, which `act` changes."""

    call = 0

    def __init__(self, scenario, fault, act, seconds=0.0):
        self.scenario, self.fault, self.act, self.seconds = scenario, fault, act, seconds

    def __str__(self):
        return f"{self.scenario.name}, {self.fault}"

    def play(self):
        home, clock = preload.make_directory(), preload.Clock(self.seconds)
        data = home / "data"
        shutil.copytree(self.scenario.template, data, ignore=preload.SOCKETS)
        promise = self.scenario.promise.copy()
        server = Server(data, **OPTIONS, environment=clock.environment)
        try:
            server.start()
            connection = server.connect()
            self.act(server, clock, lambda: post(promise, connection))
            promise.check(server)
            promise.see_times(server)
            status = server.stop()
            if status != 0:
                raise Broken("untold", f"exit {status}: {server.said()[-300:]}")
            look(data, promise, keeps_times=True)
            return "no effect", ""
        except Broken as broken:
            return broken.way, str(broken)
        except (*UNANSWERED, NotStarted) as error:
            return "stuck", f"{type(error).__name__}: {error}"
        finally:
            server.close()
            clock.close()
            shutil.rmtree(home, ignore_errors=True)


def post(promise: Promise, connection):
    """Posts until an event is accepted."""
    for _ in range(50):
        if promise.send(connection, promise.make("main")) == 202:
            return
    raise Broken("stuck", "nothing is taken any more")


def jump(seconds):
    def act(_, clock, post_one):
        post_one()
        clock.set(seconds)
        post_one()
        time.sleep(LONG_ENOUGH)
        post_one()
        clock.set(0)
        post_one()

    return act


def stay(_server, _clock, post_one):
    post_one()
    time.sleep(LONG_ENOUGH)
    post_one()


def stand(server, clock, post_one):
    clock.stop()
    post_one()
    began = time.monotonic()
    first = server.get("/v1/rooms/main/frame").json["time"] / 1e6
    time.sleep(2)
    passed = server.get("/v1/rooms/main/frame").json["time"] / 1e6 - first
    took = time.monotonic() - began
    if not 1.5 < passed < took + 0.1:
        raise Broken("wrong", f"the room's time went on by {passed} s in at most {took} s")
    post_one()


def step(server, clock, post_one):
    """Moves the clock back and forth, many times a second, while events come."""
    for number in range(40):
        clock.set((number % 5 - 2) * 3600)
        post_one()
        time.sleep(0.02)
    clock.set(0)


def turns(scenario, _random):
    return [
        Turn(scenario, "31 days ahead, then right again", jump(31 * DAY)),
        Turn(scenario, "ten years ahead, then right again", jump(3653 * DAY)),
        Turn(scenario, "31 days ahead from the start on", stay, 31 * DAY),
        Turn(scenario, "a year back", jump(-365 * DAY)),
        Turn(scenario, "a year back from the start on", stay, -365 * DAY),
        Turn(scenario, "standing", stand),
        Turn(scenario, "hours back and forth", step),
    ]

"""The scenarios in which the disk fails: a first start, posts, a snapshot, a migration, a shutdown."""

import json
import shutil
import subprocess
import tempfile
import time

from Faults import preload
from Faults.promise import Broken, NotStarted, Promise, ROOMS, UNANSWERED, check_refusal
from harness.server import ROOT, Server
from harness.waiting import wait_for
from Torture.test_older_journals import unlike

CONFIGURATION = {
    "stage": {"waitForViewer": False},
    "gifts": {"queueLimit": 6, "linger": 0.5},
    "counters": {"max": 4},
}
CONFIGURATION_FILE = tempfile.NamedTemporaryFile("w", suffix=".json")
json.dump(CONFIGURATION, CONFIGURATION_FILE)
CONFIGURATION_FILE.flush()
OPTIONS = {"config": CONFIGURATION_FILE.name}
FIXTURE = ROOT / "Tests/Fixtures/journal-0.1"


class Fixture(Promise):
    """The content of the first version's journal, and the events that are posted to it now."""

    directory = FIXTURE

    def copy(self, until=None):
        copy = super().copy(until)
        copy.__class__ = Fixture
        return copy

    def check(self, server):
        for path in self.directory.glob("*.json"):
            then = json.loads(path.read_text())
            for name, wanted in [("frame", then["frame"]["nodes"]), ("events?limit=1000", then["events"])]:
                answer = server.get(f"/v1/rooms/{path.stem}/{name}")
                if answer.status != 200:
                    raise Broken("stuck", f"{path.stem}/{name} is answered {answer!r}")
                found = answer.json["nodes" if name == "frame" else "events"]
                if differences := unlike(wanted, found):
                    raise Broken("wrong", f"{path.stem}/{name}: {differences[:3]}")
        super().check(server)


class Play:
    """One play of a scenario on a directory of its own."""

    def __init__(self, scenario, record=None):
        self.home = preload.make_directory()
        self.data = self.home / "data"
        if scenario.template:
            shutil.copytree(scenario.template, self.data, ignore=preload.SOCKETS)
        self.promise = scenario.promise.copy()
        self.disk = preload.Disk(self.data, record)
        self.server = Server(self.data, **OPTIONS, environment=self.disk.environment)
        self.is_refused = False  # the server did not start, and gave a reason
        self.status = None  # the exit status, if the server was told to end

    def start(self):
        """Starts the server; returns False if it refuses to start or is killed."""
        try:
            self.server.start()
            return True
        except NotStarted as error:
            if error.status != -9 or not self.disk.struck:
                check_refusal(error, self.data)
                self.is_refused = True
        except UNANSWERED:
            self.server.wait()
        return False

    def post(self, count):
        """Posts events one after the other; repeats each whose result is not known."""
        connection = self.server.connect()
        for _ in range(count):
            post = self.promise.make()
            status = self.promise.send(connection, post, self.disk)
            if status is None and self.is_dead():
                return
            if status == 503 and post.name is not None:
                self.promise.send(connection, post, self.disk)
        connection.close()

    def is_dead(self, seconds=10.0):
        """Tells if the server ends within some seconds. Its connections end before its process."""
        try:
            self.server.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def end(self, ending):
        """Ends the server by a kill or a stop, on the failing disk or after it has healed."""
        if "healed" in ending:
            self.recover()
            self.post(1)
        if "stop" in ending:
            self.stop()

    def recover(self):
        """Heals the disk, and waits until the server becomes ready by itself."""
        self.disk.heal()
        try:
            wait_for(lambda: self.is_dead(0) or self.server.is_ready(), "the server to be ready or dead", seconds=60)
        except AssertionError as error:
            raise Broken("stuck", str(error)) from None

    def stop(self, arm=lambda: None):
        """Sends SIGTERM. The server must keep what it had shown, or say otherwise in its exit status."""
        if self.is_dead(0):
            return
        try:
            self.promise.see_times(self.server)
        except UNANSWERED:
            self.server.wait()
            return
        arm()
        try:
            self.status = self.server.stop(60)
        except subprocess.TimeoutExpired:
            raise Broken("hung", "SIGTERM did not end it in 20 s") from None

    def finish(self):
        """Ends the server, checks how it ended, and checks the files with a new server."""
        died = self.server.process.poll()
        self.server.kill()
        if self.status is not None and self.status != -9:
            died = self.status
            if died > 0 and not self.server.said().strip():
                raise Broken("wordless", f"exit {died}")
        if died is not None and died < 0 and not (died == -9 and self.disk.struck):
            raise Broken("crashed", f"signal {-died}: {self.server.said()[-500:]}")
        look(self.data, self.promise, keeps_times=self.status == 0)
        if self.is_refused or self.promise.told or (self.status or 0) > 0:
            return "told"
        return "died" if died == -9 else "no effect"

    def close(self):
        self.server.close()
        self.disk.close()
        shutil.rmtree(self.home, ignore_errors=True)


def look(data, promise, keeps_times=False):
    """Starts a server on an intact disk and checks the promise."""
    server = Server(data, **OPTIONS)
    try:
        server.start()
        if keeps_times:
            promise.check_times(server)
        promise.check(server)
    except NotStarted as error:
        raise Broken("stuck", f"on a sound disk: {error}") from None
    finally:
        server.close()


class Scenario:
    """Plays on copies of a directory that is made once. `act` calls `arm` to make the disk fail."""

    name = ""
    posts = 0  # the number of events in the template
    ends_by_kill = False  # for the template's server

    def __init__(self, seed):
        self.promise = Promise(seed)
        self.template = None

    def prepare(self):
        if not self.posts:
            return
        self.template = preload.make_directory()
        with Server(self.template, **OPTIONS) as server:
            connection = server.connect()
            for _ in range(self.posts):
                self.promise.send(connection, self.promise.make(named=0.3))
            if not self.ends_by_kill:
                server.stop()

    def act(self, play, arm, ending):
        """Plays the scenario: calls `arm` when the disk shall begin to count, and ends with `ending`."""
        raise NotImplementedError

    def close(self):
        if self.template:
            shutil.rmtree(self.template, ignore_errors=True)


class FirstStart(Scenario):
    """A start without a directory, and three events if the server serves requests."""

    name = "first start"

    def act(self, play, arm, ending):
        arm()
        if play.start():
            play.post(3)
            play.end(ending)


class Running(Scenario):
    """Events of all kinds with and without IDs, repeats of failed ones, and a read of the history."""

    name = "running"
    posts = 12

    def act(self, play, arm, ending):
        if not play.start():
            return
        arm()
        play.post(6)
        play.end(ending)


class Snapshot(Scenario):
    """A server that stores a room's state soon after a request for the room."""

    name = "snapshot"
    posts = 1000
    ends_by_kill = True

    def act(self, play, arm, ending):
        if not play.start():
            return
        arm()
        self.keep(play)
        if not play.is_dead(0):
            play.post(2)
            play.end(ending)

    @staticmethod
    def keep(play):
        """Requests the rooms, whose state the server then stores."""
        try:
            for room in ROOMS:
                play.server.get(f"/v1/rooms/{room}/frame")
        except UNANSWERED:
            return
        time.sleep(1.3)  # the server looks at the rooms once a second


class Migration(Scenario):
    """A journal of the first version, opened by the current version."""

    name = "migration"

    def prepare(self):
        self.template = preload.make_directory()
        self.promise = Fixture()
        for file in self.promise.directory.glob("journal.sqlite*"):
            shutil.copyfile(file, self.template / file.name)

    def act(self, play, arm, ending):
        arm()
        if play.start():
            play.post(2)
            play.end(ending)


class Shutdown(Scenario):
    """A SIGTERM while events wait to be shown."""

    name = "shutdown"
    posts = 12

    def act(self, play, arm, ending):
        if not play.start():
            return
        play.post(4)
        play.stop(arm)


SCENARIOS = {kind.name: kind for kind in [FirstStart, Running, Snapshot, Migration, Shutdown]}

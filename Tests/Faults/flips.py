"""Damages journals: changes a bit or clears a sector, anywhere in a journal's file or its write-ahead log.

There are three journals: one of a server that ended in order, with all data in the file; one of a killed
server, with data in `-wal`; and one that is too large for a check of all checksums
before it is used, filled by a third room. The answers from an undamaged copy are the measure. A damaged
journal may give the same answers, or report its damage: the server does not start, or answers 503 for
data that it cannot read. Every other result is a broken promise.
"""

import random
import shutil
import sqlite3

from Faults import preload
from Faults.promise import Broken, NotStarted, Promise, ROOMS, check_refusal
from Faults.scenarios import OPTIONS
from harness.server import Server
from Torture.test_older_journals import unlike

PAGE, WAL_HEADER, FRAME_HEADER, SECTOR = 4096, 32, 24, 512
CONFIG = {"stage": {"waitForViewer": True}, "gifts": {"channels": 1}}
POSTS = 14
# A caption of the largest length, in characters of four bytes; and the number of captions that makes a file large.
LETTER, PADDING = "\N{ROSE}", 2600


class Journal:
    """A small journal, and the answers of a server that uses it."""

    def __init__(self, name, seed, ends_by_kill, padding=0):
        self.name, self.directory = name, preload.make_directory()
        self.promise = Promise(seed)
        with Server(self.directory, **OPTIONS) as server:
            connection = server.connect()
            for _ in range(padding):
                answer = connection.request("POST", "/v1/rooms/padding/captions", {"text": 500 * LETTER})
                assert answer.status == 202, answer
            for room in ROOMS:
                for _ in range(POSTS):
                    self.promise.send(connection, self.promise.make(room))
                # After this, the room's time stands still.
                answer = connection.request("PATCH", f"/v1/rooms/{room}/config", CONFIG)
                assert answer.status == 200, answer
                self.promise.send(connection, self.promise.make(room, named=1))
            connection.close()
            if not ends_by_kill:
                assert server.stop() == 0
        self.owners = owners(self.directory / "journal.sqlite")
        self.ids, self.answers, self.next = {}, None, {}
        self.answers = self.ask(self.directory_copy())

    def directory_copy(self):
        home = preload.make_directory()
        shutil.copytree(self.directory, home / "data", ignore=preload.SOCKETS)
        return home / "data"

    def ask(self, data):
        """Returns a server's answers from these files, by question; raises if it does not start."""
        server = Server(data, **OPTIONS)
        try:
            server.start()
            return dict(self.questions(server))
        finally:
            server.close()
            shutil.rmtree(data.parent, ignore_errors=True)

    def questions(self, server):
        connection = server.connect()

        def get(path):
            answer = connection.request("GET", f"/v1/rooms/{path}")
            return path, (answer.status, answer.json)

        for room in ROOMS:
            for path in ("frame", "state", "config", "events?limit=1000"):
                yield get(f"{room}/{path}")
            if self.answers is None:
                page = connection.request("GET", f"/v1/rooms/{room}/events?limit=1000").json
                self.ids[room] = [entry["id"] for entry in page["events"]]
            for name in self.ids[room]:
                yield get(f"{room}/events/{name}")
        for post in self.promise.posts:
            if post.name is not None:
                yield self.repeat(connection, post)
        for room in ROOMS:
            answer = connection.request(
                "PUT", f"/v1/rooms/{room}/counters/a", {"to": 1, "duration": 0})
            yield f"new in {room}", (answer.status, (answer.json or {}).get("seq"))
        connection.close()

    @staticmethod
    def repeat(connection, post):
        body = {"id": post.name, **post.request.body}
        answer = connection.request("POST", f"/v1/rooms/{post.room}/{post.request.path}", body)
        return f"repeat of {post.room}/{post.name}", (answer.status, answer.json)

    def close(self):
        shutil.rmtree(self.directory, ignore_errors=True)

    # Places

    def place(self, file, offset):
        """Returns a description of the place in the file."""
        if file.endswith("-wal"):
            if offset < WAL_HEADER:
                return "-wal: header"
            inside = (offset - WAL_HEADER) % (FRAME_HEADER + PAGE)
            return "-wal: frame headers" if inside < FRAME_HEADER else "-wal: pages"
        kind = "large file" if self.name == "large" else "file"
        if offset < 100:
            return f"{kind}: header"
        return f"{kind}: {self.owners.get(offset // PAGE + 1, 'spare')}"

    def pages(self, content):
        """Returns the offsets of the pages that are not full of padding."""
        return [start for start in range(0, len(content), PAGE)
                if content.count(LETTER.encode(), start, start + PAGE) < 250]

    def offsets(self, file, random_):
        """Returns every offset in random order; bytes other than zero come three times as early."""
        content = (self.directory / file).read_bytes()
        every = [start + place for start in self.pages(content) for place in range(PAGE)
                 if start + place < len(content)]
        used = [offset for offset in every if content[offset]]
        empty = [offset for offset in every if not content[offset]]
        for offsets in (used, empty):
            random_.shuffle(offsets)
        keyed = [(number, offset) for number, offset in enumerate(used)]
        keyed += [(3 * number + 0.5, offset) for number, offset in enumerate(empty)]
        return [offset for _, offset in sorted(keyed)]


def owners(path):
    """Returns the table or index of each page of a database; works on a copy, because it may change the file."""
    home = preload.make_directory()
    for file in path.parent.glob("journal.sqlite*"):
        shutil.copyfile(file, home / file.name)
    database = sqlite3.connect(home / path.name)
    try:
        return dict(database.execute("SELECT pageno, name FROM dbstat"))
    except sqlite3.OperationalError:  # a build of SQLite without this table
        return {}
    finally:
        database.close()
        shutil.rmtree(home)


class Where:
    def __init__(self, name):
        self.name = name


class Flip:
    """A changed bit in a file, or a sector of zeros."""

    def __init__(self, journal, file, offset, bit):
        self.journal, self.file, self.offset, self.bit = journal, file, offset, bit
        self.scenario = Where(journal.place(file, offset))
        self.fault = "bit flip" if bit is not None else "sector of zeros"

    def __str__(self):
        return f"{self.fault} in {self.journal.name} {self.file} at {self.offset}, bit {self.bit}"

    def damage(self, path):
        content = bytearray(path.read_bytes())
        if self.bit is not None:
            content[self.offset] ^= 1 << self.bit
        else:
            start = self.offset // SECTOR * SECTOR
            content[start:start + SECTOR] = bytes(len(content[start:start + SECTOR]))
        path.write_bytes(content)

    def play(self):
        data = self.journal.directory_copy()
        self.damage(data / self.file)
        try:
            return self.judge(self.journal.ask(data)), ""
        except NotStarted as error:
            try:
                check_refusal(error, data)
            except Broken as broken:
                return broken.way, str(broken)
            return "told", ""
        except Broken as broken:
            return broken.way, str(broken)
        except OSError as error:
            return "hung", f"{type(error).__name__}: {error}"

    def judge(self, answers):
        """Compares the answers with those of the undamaged journal."""
        outcome, broken = "no effect", {}
        for question, (status, then) in self.journal.answers.items():
            new_status, now = answers[question]
            if (new_status, now) == (status, then):
                continue
            if new_status == 503 and (now is None or isinstance(now, dict) and now.get("title")):
                outcome = "told"
                continue
            is_lost = new_status == 404 or new_status == 202 and "repeat" in question
            if isinstance(now, dict) and "events" in now:
                is_lost |= len(now["events"]) < len(then["events"])
            said = [f"{status} became {new_status}"] if status != new_status else unlike(then, now)
            broken.setdefault("lost" if is_lost else "wrong", f"{question}: {said[:1]}")
        for way in ("lost", "wrong"):
            if way in broken:
                raise Broken(way, broken[way])
        return outcome


def flips(seed):
    """Returns the flips in all journals, as lists; and the journals, which the caller closes."""
    random_ = random.Random(seed)
    journals = [Journal("ended", seed, False), Journal("killed", seed, True),
                Journal("large", seed, False, PADDING)]
    lists = []
    for journal in journals:
        for path in sorted(journal.directory.glob("journal.sqlite*")):
            if path.name.endswith("-shm") or not path.stat().st_size:
                continue
            offsets = journal.offsets(path.name, random_)
            lists.append([Flip(journal, path.name, offset, random_.randrange(8)) for offset in offsets])
            sectors = [Flip(journal, path.name, offset, None)
                       for page in journal.pages(path.read_bytes())
                       for offset in range(page, page + PAGE, SECTOR) if offset < path.stat().st_size]
            random_.shuffle(sectors)
            lists.append(sectors)
    return lists, journals

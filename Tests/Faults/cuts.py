"""Power cuts: computes the possible contents of a disk after one from a record of all calls.

A disk certainly keeps flushed data. Of the rest it keeps all, nothing, or any sectors in any
order; changes of names (created, renamed or removed files) are kept in the order in which they were made. A failed
flush loses its data for good: a later flush does not save it.
"""

import random
import shutil
import struct
import typing

from Faults import preload
from Faults.promise import Broken
from Faults.scenarios import Play, look

SECTOR = 512
ENTRY = struct.Struct("=IIQqQq")
CREATE, PUT, FLUSH, CUT, RENAME, UNLINK, MKDIR, LINK = range(1, 9)
FAILED_FLUSH = "failed flush, then power cut"
MANNERS = ["all kept", "all dropped", "sectors dropped", "last write torn"]
# The lock has no content, and the first process that opens the journal creates the mapped file again.
PASSED_OVER = ("/lock", "-shm")


class Call(typing.NamedTuple):
    operation: int
    number: int
    name: str
    offset: int
    data: bytes
    succeeded: bool


def read_record(path):
    """Returns the calls of a record, in order."""
    content, place, found = path.read_bytes(), 0, []
    while place < len(content):
        operation, path_length, number, offset, length, result = ENTRY.unpack_from(content, place)
        place += ENTRY.size
        name = content[place:place + path_length].decode()
        place += path_length
        data = content[place:place + length]
        place += length
        if not name.endswith(PASSED_OVER):
            found.append(Call(operation, number, name, offset, data, result >= 0))
    return found


class File:
    def __init__(self, content=b""):
        self.kept = bytearray(content)  # the content that is certainly on the disk
        self.loose = []  # (number, offset, data), or (number, length, None) for a truncation


def apply(content, offset, data):
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
    else:
        content.extend(bytes(max(0, offset - len(content))))
        content[offset:offset + len(data)] = data


class Cut:
    """The state of a disk up to a call of the record, and the possible contents after a power cut there."""

    def __init__(self, base, data, seed):
        self.data = str(data)
        self.random = random.Random(seed)
        self.kept_names = {}
        for file in base.rglob("*") if base else []:
            name = f"{data}/{file.relative_to(base)}"
            if file.is_file() and not name.endswith(PASSED_OVER):
                self.kept_names[name] = File(file.read_bytes())
        self.names = dict(self.kept_names)
        self.loose_names = []  # (operation, name, second, file)

    def go(self, call):
        file = self.names.get(call.name)
        if call.operation == CREATE:
            if file is None:
                file = self.names[call.name] = File()
                self.loose_names.append((CREATE, call.name, None, file))
            if call.offset == 0:
                file.loose.append((call.number, 0, None))
        elif call.operation in (PUT, CUT) and file is not None:
            data = call.data if call.operation == PUT else None
            file.loose.append((call.number, call.offset, data))
        elif call.operation == FLUSH:
            self.flush(file, call.succeeded)
        elif call.operation in (RENAME, LINK):
            second = call.data.decode()
            self.loose_names.append((call.operation, call.name, second, file))
            self.names[second] = file
            if call.operation == RENAME:
                self.names.pop(call.name, None)
        elif call.operation == UNLINK:
            self.loose_names.append((UNLINK, call.name, None, None))
            self.names.pop(call.name, None)

    def flush(self, file, succeeded):
        if file is not None:
            for _, offset, data in file.loose:
                if succeeded or self.random.random() < 0.5:
                    apply(file.kept, offset, data)
            file.loose = []
        elif succeeded:  # a directory
            self.keep_names(len(self.loose_names))

    def keep_names(self, count):
        for operation, name, second, file in self.loose_names[:count]:
            if operation != UNLINK and file is not None:
                self.kept_names[second or name] = file
            if operation in (RENAME, UNLINK):
                self.kept_names.pop(name, None)
        del self.loose_names[:count]

    def write(self, target, manner):
        """Writes to `target` what the disk holds after the cut. The object cannot be used afterwards."""
        count = len(self.loose_names)
        some = {"all dropped": 0, "sectors dropped": self.random.randint(0, count)}
        self.keep_names(some.get(manner, count))
        target.mkdir(parents=True)
        last = max((file.loose[-1][0] for file in self.kept_names.values() if file.loose), default=0)
        for name, file in self.kept_names.items():
            for number, offset, data in file.loose:
                if manner == "all kept" or manner == "last write torn" and number != last:
                    apply(file.kept, offset, data)
                elif manner == "last write torn" and data is not None:
                    sectors = list(self.sectors(offset, data))
                    for sector in sectors[:self.random.randrange(len(sectors))]:
                        apply(file.kept, *sector)
                elif manner == "sectors dropped":
                    self.apply_some(file.kept, offset, data)
            place = target / name[len(self.data) + 1:]
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(file.kept)

    def apply_some(self, content, offset, data):
        for sector in [(offset, None)] if data is None else self.sectors(offset, data):
            if self.random.random() < 0.5:
                apply(content, *sector)

    @staticmethod
    def sectors(offset, data):
        """Returns the parts of a write, divided at the borders of sectors."""
        place = 0
        while place < len(data):
            length = min(SECTOR - (offset + place) % SECTOR, len(data) - place)
            yield offset + place, data[place:place + length]
            place += length


class Recording:
    """A play with a record of all its calls, and of the answers before each."""

    def __init__(self, scenario, failing_flush=None):
        self.scenario = scenario
        home = preload.make_directory()
        play = Play(scenario, home / "record")
        try:
            if failing_flush is not None:
                play.disk.fail(preload.EIO, failing_flush)
            play.disk.count(preload.CHANGING)
            scenario.act(play, lambda: None, "stop")
            play.server.kill()
            self.promise, self.data, self.count = play.promise, play.data, play.disk.counted
            self.calls = read_record(home / "record")
        finally:
            play.close()
            shutil.rmtree(home)

    def flushes(self):
        return [call.number for call in self.calls if call.operation == FLUSH]


class PowerCut:
    """A power cut after a call of a recording."""

    def __init__(self, recording, manner, call, fault=None, flush=None):
        self.recording, self.scenario = recording, recording.scenario
        self.manner, self.call = manner, call
        self.fault, self.flush = fault or f"power cut, {manner}", flush

    def __str__(self):
        failed = f", flush {self.flush} failed" if self.flush else ""
        return f"{self.scenario.name}, {self.manner} after call {self.call}{failed}"

    def play(self):
        recording, home = self.recording, preload.make_directory()
        try:
            cut = Cut(self.scenario.template, recording.data, f"{self.call} {self.manner}")
            for call in recording.calls:
                if call.number <= self.call:
                    cut.go(call)
            cut.write(home / "data", self.manner)
            look(home / "data", recording.promise.copy(self.call))
            return "no effect", ""
        except Broken as broken:
            return broken.way, str(broken)
        finally:
            shutil.rmtree(home, ignore_errors=True)


def power_cuts(scenario, random_):
    """Returns cuts after every call, in every manner, and after calls that follow a failed flush."""
    recording = Recording(scenario)
    every = [PowerCut(recording, manner, call)
             for manner in MANNERS for call in range(recording.count + 1)]
    for flush in random_.sample(recording.flushes(), min(6, len(recording.flushes()))):
        failed = Recording(scenario, flush)
        every += [PowerCut(failed, random_.choice(MANNERS), call, FAILED_FLUSH, flush)
                  for call in range(flush, failed.count + 1, 3)]
    random_.shuffle(every)
    return every

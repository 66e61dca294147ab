"""A disk and a clock under the test's control, for a server as a child process.

Both are C libraries, compiled once and preloaded into the server. Each reads its orders from a shared file.
"""

import hashlib
import mmap
import os
import pathlib
import shutil
import struct
import subprocess
import tempfile
import threading
import time

HERE = pathlib.Path(__file__).resolve().parent
COMPILING = threading.Lock()
BUILT = HERE.parents[1] / ".build/faults"

# The classes of disk calls, as in disk.c.
READ, WRITE, SYNC, SIZE, NAME, OPEN = 1, 2, 4, 8, 16, 32
ALL, CHANGING = 63, 63 & ~READ
# The faults of a call, as in disk.c.
EIO, ENOSPC, SHORT, FILL, DELAY, KILL, TEAR = range(1, 8)
FOREVER = 2**62
# A killed server leaves its control socket, which cannot be copied.
SOCKETS = shutil.ignore_patterns("*.sock")


def compiled(name):
    """Compiles a C file beside this one; returns the path of the shared library."""
    source = HERE / f"{name}.c"
    digest = hashlib.sha256(source.read_bytes()).hexdigest()[:12]
    library = BUILT / f"{name}-{digest}.so"
    with COMPILING:
        if not library.exists():
            BUILT.mkdir(parents=True, exist_ok=True)
            made = library.with_suffix(f".{os.getpid()}")
            subprocess.run(
                [shutil.which("cc") or "clang", "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-std=c17",
                 "-fno-builtin", "-o", str(made), str(source), "-ldl"], check=True)
            made.rename(library)
    return library


class Shared:
    """Integers in a file that a child process also maps."""

    def __init__(self, form, *values):
        self.form = form
        self.file = tempfile.NamedTemporaryFile(prefix="ovation-orders-", dir=memory())
        self.file.write(struct.pack(form, *values))
        self.file.flush()
        self.map = mmap.mmap(self.file.fileno(), struct.calcsize(form))

    @property
    def path(self):
        return self.file.name

    def __getitem__(self, place):
        return struct.unpack_from("=q", self.map, place * 8)[0]

    def __setitem__(self, place, value):
        struct.pack_into("=q", self.map, place * 8, value)

    def close(self):
        self.map.close()
        self.file.close()


class Disk:
    """The disk below `directory`, for servers that run with `environment`."""

    CLASSES, COUNTED, FIRST, LAST, FAULT, MICROSECONDS, STRUCK = range(7)

    def __init__(self, directory, record=None):
        self.orders = Shared("=7q", *[0] * 7)
        self.environment = {
            "LD_PRELOAD": str(compiled("disk")), "OVATION_DISK": self.orders.path,
            "OVATION_DISK_UNDER": str(directory)}
        if record is not None:
            self.environment["OVATION_DISK_RECORD"] = str(record)

    def count(self, classes):
        """Starts counting the calls of these classes."""
        self.orders[self.CLASSES] = 0
        self.orders[self.COUNTED] = self.orders[self.STRUCK] = 0
        self.orders[self.CLASSES] = classes

    @property
    def counted(self):
        return self.orders[self.COUNTED]

    @property
    def struck(self):
        return self.orders[self.STRUCK]

    def fail(self, fault, first, last=None, seconds=0.0):
        """Makes the calls from `first` to `last` fail; without `last`, only the first."""
        self.orders[self.FAULT] = fault
        self.orders[self.MICROSECONDS] = int(seconds * 1e6)
        self.orders[self.LAST] = first if last is None else last
        self.orders[self.FIRST] = first

    def heal(self):
        self.orders[self.FIRST] = 0

    def close(self):
        self.orders.close()


class Clock:
    """The wall clock of servers that run with `environment`."""

    OFFSET, STANDING = range(2)

    def __init__(self, seconds=0.0):
        self.dial = Shared("=2q", int(seconds * 1e9), 0)
        self.environment = {
            "LD_PRELOAD": str(compiled("clock")), "OVATION_CLOCK": self.dial.path}

    def set(self, seconds):
        """Sets the clock this many seconds ahead of the real one."""
        self.dial[self.OFFSET] = int(seconds * 1e9)
        self.dial[self.STANDING] = 0

    def stop(self):
        self.dial[self.STANDING] = time.time_ns() + self.dial[self.OFFSET]

    def close(self):
        self.dial.close()


def memory():
    """Returns a directory in memory if there is one, because nothing here needs a real disk."""
    return "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def make_directory():
    return pathlib.Path(tempfile.mkdtemp(prefix="ovation-faults-", dir=memory()))

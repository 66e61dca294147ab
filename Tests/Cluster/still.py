"""Stops one thread of a child process, as a busy machine does, while the other threads go on (ptrace(2))."""

import contextlib
import ctypes
import os

SEIZE, INTERRUPT, DETACH = 0x4206, 0x4207, 17
# Waits for threads, too (__WALL).
ALL = 0x40000000
LIBRARY = ctypes.CDLL(None, use_errno=True)
LIBRARY.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
LIBRARY.ptrace.restype = ctypes.c_long


def trace(request, thread):
    if LIBRARY.ptrace(request, thread, None, None) < 0:
        raise OSError(ctypes.get_errno(), f"ptrace {request:#x}")


@contextlib.contextmanager
def loops_stopped(nodes):
    """Stops the threads with the event loops, which are the first threads of the processes."""
    threads = [node.process.pid for node in nodes]
    for thread in threads:
        trace(SEIZE, thread)
    try:
        for thread in threads:
            trace(INTERRUPT, thread)
            os.waitpid(thread, ALL)
        yield
    finally:
        for thread in threads:
            trace(DETACH, thread)

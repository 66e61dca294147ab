"""The server asks the kernel to run its event loop soon after the loop wakes."""

import ctypes
import os
import platform
import struct

import pytest

from harness.server import Server

SCHED_GETATTR = 315  # x86-64
SLICE_NANOSECONDS = 100_000


def slice_nanoseconds(pid):
    """Returns the time slice of a process's first thread, see sched_getattr(2)."""
    attributes = ctypes.create_string_buffer(64)
    assert ctypes.CDLL(None, use_errno=True).syscall(SCHED_GETATTR, pid, attributes, 64, 0) == 0, ctypes.get_errno()
    size, policy, flags, nice, priority, runtime = struct.unpack_from("<IIQiIQ", attributes)
    assert policy == os.SCHED_OTHER
    return runtime


@pytest.mark.skipif(platform.machine() != "x86_64", reason="the number of the system call differs")
@pytest.mark.skipif(
    tuple(int(part) for part in platform.release().split(".")[:2]) < (6, 12), reason="Linux 6.12 has time slices")
def test_the_event_loop_has_a_short_time_slice(tmp_path):
    with Server(tmp_path) as server:
        assert slice_nanoseconds(server.process.pid) == SLICE_NANOSECONDS

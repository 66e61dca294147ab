"""A server that has no descriptor left."""

import json
import os
import resource
import socket
import time

from harness.server import Server
from harness.waiting import wait_for

WATCHED_SECONDS = 2


def processor_seconds(process):
    """The processor time that a process has used."""
    with open(f"/proc/{process}/stat") as file:
        fields = file.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def lowest_free_descriptor(process):
    used = {int(name) for name in os.listdir(f"/proc/{process}/fd")}
    return next(number for number in range(len(used) + 1) if number not in used)


def test_a_client_that_waits_for_a_descriptor_keeps_no_processor_busy(tmp_path):
    with Server(tmp_path / "data") as server:
        process = server.process.pid
        before = resource.prlimit(process, resource.RLIMIT_NOFILE)
        resource.prlimit(process, resource.RLIMIT_NOFILE, (lowest_free_descriptor(process), before[1]))
        with socket.socket(socket.AF_UNIX) as asker, socket.create_connection(("127.0.0.1", server.port)):
            # By the directory's descriptor, because a path may have 107 bytes.
            directory = os.open(server.data, os.O_DIRECTORY)
            asker.connect(f"/proc/self/fd/{directory}/control.sock")
            os.close(directory)
            asker.sendall(b'{"do":"status"}\n')
            used = processor_seconds(process)
            time.sleep(WATCHED_SECONDS)
            used = processor_seconds(process) - used
            assert used < WATCHED_SECONDS / 2, f"{used} s of {WATCHED_SECONDS} s"
            resource.prlimit(process, resource.RLIMIT_NOFILE, before)
            asker.settimeout(30)
            assert json.loads(asker.recv(65_536))["port"] == server.port
        wait_for(lambda: server.get("/healthz").status == 200)

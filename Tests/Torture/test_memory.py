"""The server and its commands hold no long history in memory."""

import re
import socket
import subprocess
import time

import pytest

from harness.server import BINARY, Server

MIB = 1 << 20
READERS = 40
# The longest caption, in characters of four bytes.
TEXT = "\N{ROSE}" * 500


def status(pid, key):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{key}:\s+(\d+) kB", file.read())[1]) << 10


def test_clients_that_do_not_read_their_history_page_cost_little_memory(tmp_path):
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        # 1.2 MB: more than a page.
        for _ in range(600):
            posted = connection.request("POST", "/v1/rooms/main/captions", {"text": TEXT})
            assert posted.status == 202
        before, readers = status(server.process.pid, "VmRSS"), []
        for _ in range(READERS):
            reader = socket.create_connection(("127.0.0.1", server.port))
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            reader.sendall(b"GET /v1/rooms/main/events?limit=1000 HTTP/1.1\r\nHost: localhost\r\n\r\n")
            readers.append(reader)
        for reader in readers:
            assert reader.recv(15) == b"HTTP/1.1 200 OK"
        # Another client is answered meanwhile; by then the server has begun all of these answers.
        assert len(server.get("/v1/rooms/main/events?limit=10").json["events"]) == 10
        grown = status(server.process.pid, "VmRSS") - before
        for reader in readers:
            reader.close()
        # Whole pages would be 40 MiB.
        assert grown < 16 * MIB, f"{grown / MIB:.1f} MiB for {READERS} readers"


def peak(*arguments, stdin=subprocess.DEVNULL):
    """The most memory that a command used."""
    process = subprocess.Popen([BINARY, *arguments], stdin=stdin, stdout=subprocess.DEVNULL)
    highest = 0
    while process.poll() is None:
        try:
            highest = max(highest, status(process.pid, "VmHWM"))
        except (OSError, TypeError):
            # The command has just ended.
            pass
        time.sleep(0.005)
    assert process.returncode == 0
    return highest


@pytest.mark.long
def test_import_and_export_of_ten_times_the_events_need_little_more_memory(tmp_path):
    peaks = {}
    for count in (10_000, 100_000):
        lines, data = tmp_path / f"{count}.ndjson", str(tmp_path / f"{count}")
        with open(lines, "w", encoding="utf-8") as file:
            for number in range(count):
                file.write(f'{{"at":{number / 10},"type":"gift","sender":"s{number % 50}","gift":"Rose"}}\n')
        with open(lines, "rb") as file:
            taken = peak("import", "--data", data, "--room", "main", stdin=file)
        peaks[count] = taken, peak("export", "--data", data, "--room", "main")
    for few, many in zip(peaks[10_000], peaks[100_000]):
        # The lines of the larger history are 6 MB; its events in memory would be several times that.
        assert many < few + 24 * MIB, peaks

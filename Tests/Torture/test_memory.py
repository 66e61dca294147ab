"""What is long is never held in memory: histories that nobody reads on, imports, exports."""

import re
import socket
import subprocess
import time

from harness.server import BINARY, Server

MIB = 1 << 20
READERS = 40
# Letters of four bytes, as many as a caption may have.
TEXT = "\N{ROSE}" * 500


def status(pid, key):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return int(re.search(rf"{key}:\s+(\d+) kB", file.read())[1]) << 10


def test_of_a_page_that_nobody_reads_on_only_a_piece_is_kept(tmp_path):
    with Server(tmp_path / "data") as server:
        connection = server.connect()
        for _ in range(600):  # 1.2 MB: more than a page
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
        # Others are answered meanwhile, after whatever these had to wait for.
        assert len(server.get("/v1/rooms/main/events?limit=10").json["events"]) == 10
        grown = status(server.process.pid, "VmRSS") - before
        for reader in readers:
            reader.close()
        # A page each would be 40 MiB.
        assert grown < 16 * MIB, f"{grown / MIB:.1f} MiB for {READERS} readers"


def peak(*arguments, stdin=subprocess.DEVNULL):
    """The most memory that a command had."""
    process = subprocess.Popen([BINARY, *arguments], stdin=stdin, stdout=subprocess.DEVNULL)
    highest = 0
    while process.poll() is None:
        try:
            highest = max(highest, status(process.pid, "VmHWM"))
        except (OSError, TypeError):  # it has just ended
            pass
        time.sleep(0.005)
    assert process.returncode == 0
    return highest


def test_import_and_export_hold_no_history(tmp_path):
    """Ten times the events take hardly more memory."""
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
        # The lines alone are 6 MB, and events in memory several times that.
        assert many < few + 24 * MIB, peaks

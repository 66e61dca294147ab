"""Full and slow disks; damaged, foreign and newer files; a second server on the same directory."""

import contextlib
import hashlib
import re
import resource
import shutil
import sqlite3
import subprocess
import time

import pytest

from Browser.uploads import tone
from Faults import preload
from harness.server import NotStarted, Server, export, in_threads, run
from harness.viewer import Viewer
from harness.waiting import wait_for

GIFTS = "/v1/rooms/main/gifts"


def gift(number):
    return {"id": f"g{number}", "sender": "Ann", "gift": {"name": "Rose", "value": number}}


def post_until(server, wanted, first, limit=20_000, receipts=None):
    """Posts until an answer has the status `wanted`; returns the accepted ids and that answer.

    Answers of accepted events are added to `receipts`."""
    connection, taken = server.connect(), []
    for number in range(first, first + limit):
        answer = connection.request("POST", GIFTS, gift(number))
        if answer.status == 202:
            taken.append(f"g{number}")
            if receipts is not None:
                receipts.append(answer.json)
        if answer.status == wanted:
            connection.close()
            return taken, answer
        assert answer.status == 202, answer
    raise AssertionError(f"no {wanted} after {limit} posts")


def wait_for_status(server, path, status):
    def answer():
        answer = server.get(path)
        return answer if answer.status == status else None

    return wait_for(answer)


def entries(server):
    found, after = [], 0
    while True:
        page = server.get(f"/v1/rooms/main/events?limit=1000&after={after}").json
        found += page["events"]
        after = page["next"]
        if len(page["events"]) < 1000:
            return found


def history(server):
    return [entry["id"] for entry in entries(server)]


def check_history_equals_answers(server, receipts):
    told = entries(server)
    assert len(told) == len(receipts)
    assert [{key: entry.get(key) for key in receipt} for entry, receipt in zip(told, receipts)
            ] == receipts
    last = receipts[-1]
    explained = server.get(f"/v1/rooms/main/events/{last['id']}").json
    assert {key: explained.get(key) for key in last} == last
    assert explained["status"] in ("shown", "queued", "finished"), explained


def metric(server, name):
    return float(re.search(rf"^{re.escape(name)} (\S+)$", server.get("/metrics").body.decode(), re.M)[1])


def slow_commits(server):
    """How many transactions took longer than a second."""
    name = "ovation_journal_commit_seconds"
    return metric(server, f"{name}_count") - metric(server, f'{name}_bucket{{le="1.0"}}')


def check_full_disk(server, fill, free):
    """Checks a server whose disk `fill` fills and `free` empties again."""
    viewer = Viewer(server.port, "main").record()
    receipts = [server.post(GIFTS, gift(number)).json for number in range(50)]
    fill()
    more, refusal = post_until(server, 503, 50, receipts=receipts)
    taken = [f"g{number}" for number in range(50)] + more
    refused = f"g{50 + len(more)}"
    assert refusal.headers["content-type"] == "application/problem+json", refusal
    assert int(refusal.headers["retry-after"]) >= 1
    assert refusal.json["title"] and "Nothing was recorded" in refusal.json["detail"]
    ready = wait_for_status(server, "/readyz", 503)
    assert any("can't be written" in fault for fault in ready.json["faults"]), ready
    assert server.get("/healthz").status == 200
    # The show goes on.
    shown = len(viewer.frames)
    wait_for(lambda: len(viewer.frames) > shown + 20)
    assert server.post(GIFTS, gift(99_999)).status == 503
    check_history_equals_answers(server, receipts)
    assert server.post("/v1/rooms/other/gifts", gift(1)).status == 503
    assert metric(server, "ovation_rooms") == 1, "a refused event left its room behind"
    free()
    # No request follows: the server finds out by itself.
    wait_for_status(server, "/readyz", 200)
    again = server.post(GIFTS, gift(int(refused[1:])))
    assert again.status == 202, f"the refused event had been recorded: {again!r}"
    viewer.close()
    expected = [*taken, refused]
    assert history(server) == expected
    server.kill()
    server.start()
    assert history(server) == expected
    assert server.post(GIFTS, gift(3)).status == 200


@pytest.fixture
def small_disk(tmp_path):
    yield from mounted(tmp_path / "small", megabytes=2)


@pytest.fixture
def larger_disk(tmp_path):
    yield from mounted(tmp_path / "larger", megabytes=16)


def mounted(place, megabytes):
    place.mkdir()
    result = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)],
        capture_output=True, text=True, check=False)
    if result.returncode != 0:
        pytest.skip(f"A SMALL FILE SYSTEM CAN'T BE MOUNTED HERE: {result.stderr.strip()}; "
                    "the limit on file sizes stands in for it")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def fill(disk):
    """Fills the disk with a file. Returns the file."""
    filler = disk / "filler"
    with open(filler, "ab", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(4096))
    return filler


def test_a_server_on_a_full_disk_refuses_events_and_recovers(small_disk):
    with Server(small_disk / "data") as server:
        check_full_disk(server, lambda: fill(small_disk), (small_disk / "filler").unlink)


def test_a_room_without_files_can_be_deleted_on_a_full_disk(larger_disk):
    with Server(larger_disk / "data") as server:
        for room, count in [("large", 300), ("small", 1)]:
            for number in range(count):
                sent = {**gift(number), "sender": {"id": f"s{number}", "name": "n" * 64}}
                assert server.post(f"/v1/rooms/{room}/gifts", sent).status == 202
        # An orderly stop empties the write-ahead log, so an erasure must enlarge it.
        server.stop()
        server.start()
        for first, room in [(1000, "large"), (4000, "small")]:
            filler = fill(larger_disk)
            post_until(server, 503, first, limit=2000)
            deleted = server.request("DELETE", f"/v1/rooms/{room}")
            assert deleted.status == 202, deleted
            assert server.get(f"/v1/rooms/{room}").status == 404
        filler.unlink()
        wait_for_status(server, "/readyz", 200)
        server.kill()
        server.start()
        for room in ("large", "small"):
            assert server.get(f"/v1/rooms/{room}").status == 404


def test_files_and_rooms_can_be_deleted_on_a_full_disk(small_disk):
    def path(name):
        return small_disk / "data" / "assets" / name

    with Server(small_disk / "data") as server:
        names = []
        for room, level in [("main", 0.1), ("main", 0.2), ("other", 0.3)]:
            kept = server.request("POST", f"/v1/rooms/{room}/assets", tone(2, level))
            assert kept.status == 201, kept
            names.append(kept.json["url"].rpartition("/")[2])
            assert server.post(f"/v1/rooms/{room}/gifts", gift(1)).status in (200, 202)
        filler = fill(small_disk)
        taken, _ = post_until(server, 503, 100)
        deleted = server.request("DELETE", f"/v1/rooms/main/assets/{names[0]}")
        assert deleted.status == 200, deleted
        assert not path(names[0]).exists() and path(names[1]).exists()
        # The freed space is filled again.
        fill(small_disk)
        post_until(server, 503, 100 + len(taken))
        deleted = server.request("DELETE", "/v1/rooms/other")
        assert deleted.status == 202, deleted
        assert not path(names[2]).exists()
        assert server.get("/v1/rooms/other").status == 404
        rest = server.get("/v1/rooms/main/assets").json["assets"]
        assert [asset["url"].rpartition("/")[2] for asset in rest] == [names[1]]
        filler.unlink()
        wait_for_status(server, "/readyz", 200)
        assert server.request("DELETE", f"/v1/rooms/main/assets/{names[1]}").status == 200
        noted = [entry["do"] for entry in server.get("/v1/rooms/main/audit").json["entries"]]
        assert noted == ["addAsset", "addAsset", "removeAsset", "removeAsset"]


def test_a_server_at_its_file_size_limit_refuses_events_and_recovers(tmp_path):
    server = Server(tmp_path / "data", prefix=["env", "--ignore-signal=XFSZ"])

    def largest_written_file():
        files = (tmp_path / "data").iterdir()
        return max(file.stat().st_size for file in files if file.name != "reserve")

    def limit(size):
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    with server:
        check_full_disk(
            server, lambda: limit(largest_written_file()), lambda: limit(resource.RLIM_INFINITY))


def test_a_slow_disk_delays_answers_but_not_frames(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        assert server.post(GIFTS, {**gift(0), "count": 99}).status == 202
        server.stop()
    disk = preload.Disk(data)
    with Server(data, environment=disk.environment) as server:
        viewer = Viewer(server.port, "main").record()
        wait_for(lambda: len(viewer.frames) > 5)
        slow_before, answers, backlog = slow_commits(server), [], []
        # Every flush takes two seconds from now on.
        disk.fail(preload.DELAY, 1, preload.FOREVER, seconds=2)
        disk.count(preload.SYNC)

        def post():
            first = len(viewer.frames)
            answers.append(server.request("POST", GIFTS, gift(1), timeout=60))
            # A show that waited for the disk would have stood still meanwhile.
            assert len(viewer.frames) >= first + 10

        def watch():
            while not answers:
                backlog.append(metric(server, "ovation_journal_backlog_bytes"))

        in_threads(post, watch)
        assert answers[0].status == 202
        assert disk.struck > 0 and max(backlog) > 0
        wait_for(lambda: slow_commits(server) > slow_before)
        viewer.close()
    disk.close()


# Files


@pytest.fixture
def journal(tmp_path):
    """The file of a journal with a hundred events."""
    with Server(tmp_path / "data") as server:
        post_until(server, 202, 0)
        connection = server.connect()
        for number in range(1, 100):
            assert connection.request("POST", GIFTS, gift(number)).status == 202
        assert server.stop() == 0
    return tmp_path / "data" / "journal.sqlite"


def hashes(directory):
    return {file.name: hashlib.sha256(file.read_bytes()).hexdigest()
            for file in directory.iterdir() if file.is_file() and not file.name.endswith("-shm")}


def check_refusal(path, *words):
    """A server with this file does not start, says why and what to do, and changes nothing.

    Only SQLite's empty log and the lock file may be new."""
    before = hashes(path.parent)
    with pytest.raises(NotStarted) as refusal:
        Server(path.parent).start()
    assert refusal.value.status not in (0, None) and refusal.value.status > 0, refusal.value
    for word in [str(path), *words]:
        assert word in refusal.value.said, refusal.value
    assert "Fatal error" not in refusal.value.said
    after = hashes(path.parent)
    empty = hashlib.sha256().hexdigest()
    assert {name: hash_ for name, hash_ in after.items() if name in before} == before
    assert {after[name] for name in after.keys() - before.keys()} <= {empty}


@pytest.mark.parametrize("size", [0, 50, 100, 4096, 10_000, "half"])
def test_a_truncated_file_is_refused(journal, size):
    with open(journal, "r+b") as file:
        file.truncate(journal.stat().st_size // 2 if size == "half" else size)
    check_refusal(journal, "damaged", "Put a backup in its place")


def test_a_file_with_another_header_is_refused(journal):
    with open(journal, "r+b") as file:
        file.write(b"This is no database")
    check_refusal(journal, "damaged", "Put a backup in its place")


def test_a_journal_with_any_damaged_page_is_refused(journal):
    whole = journal.read_bytes()
    # Closed at once: closing it removes the log, which would later look like a change by the server.
    with contextlib.closing(sqlite3.connect(journal)) as database:
        assert database.execute("PRAGMA freelist_count").fetchone() == (0,)
    for start in range(4096, len(whole), 4096):
        damaged = bytearray(whole)
        damaged[start:start + 64] = bytes(byte ^ 0xFF for byte in damaged[start:start + 64])
        journal.write_bytes(damaged)
        check_refusal(journal, "damaged", "Put a backup in its place")
    journal.write_bytes(whole)
    with Server(journal.parent) as server:
        assert len(history(server)) == 100


def pages_in_log(path):
    """The numbers of the pages that a write-ahead log holds (sqlite.org/walformat.html)."""
    log = path.with_name(path.name + "-wal").read_bytes()
    return {int.from_bytes(log[start:start + 4], "big") for start in range(32, len(log), 24 + 4096)}


def test_damage_after_a_crash_is_refused_unless_the_log_has_the_page(journal):
    server = Server(journal.parent)
    with server:
        for number in range(100, 120):
            assert server.post(GIFTS, gift(number)).status == 202
    logged = pages_in_log(journal)
    files = {path: path.read_bytes() for path in journal.parent.iterdir() if path.is_file()}
    whole, outcomes = files[journal], set()
    for page in range(1, len(whole) // 4096 + 1):
        for path, content in files.items():
            path.write_bytes(content)
        damaged = bytearray(whole)
        damaged[(page - 1) * 4096:(page - 1) * 4096 + 64] = bytes(64)
        journal.write_bytes(damaged)
        outcomes.add(page in logged)
        if page in logged:
            with Server(journal.parent) as server:
                assert history(server) == [f"g{number}" for number in range(120)]
        else:
            check_refusal(journal, "damaged", "Put a backup in its place")
    assert outcomes == {True, False}, (logged, len(whole) // 4096)


def test_another_programs_database_is_refused(tmp_path):
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "journal.sqlite"
    database = sqlite3.connect(path)
    database.execute("CREATE TABLE recipe (name TEXT)")
    database.commit()
    database.close()
    check_refusal(path, "it is no journal")


def test_a_newer_versions_file_is_refused(journal):
    database = sqlite3.connect(journal)
    version = database.execute("PRAGMA user_version").fetchone()[0]
    database.execute(f"PRAGMA user_version = {version + 1}")
    database.close()
    check_refusal(journal, "newer version")


def test_a_second_server_on_the_same_data_is_refused(tmp_path):
    with Server(tmp_path / "data") as server:
        assert server.post(GIFTS, gift(1)).status == 202
        with pytest.raises(NotStarted) as refusal:
            Server(tmp_path / "data").start()
        assert "another server uses" in refusal.value.said and "--data" in refusal.value.said
        imported = run("import", "--data", str(tmp_path / "data"), "--room", "other",
                       stdin=b'{"at":0,"type":"gift","gift":"Rose"}\n', check=False)
        assert imported.returncode != 0 and b"another server uses" in imported.stderr
        assert re.search(rb'"id":"g1"', export(tmp_path / "data", "main"))
        assert server.post(GIFTS, gift(2)).status == 202
        assert history(server) == ["g1", "g2"]


def test_a_server_that_cannot_save_its_rooms_at_its_end_exits_with_74(tmp_path):
    server = Server(tmp_path / "data", prefix=["env", "--ignore-signal=XFSZ"])
    with server:
        assert server.post(GIFTS, {**gift(1), "count": 99}).status == 202
        # The server may write its log messages, but nothing to the journal.
        resource.prlimit(
            server.process.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
        status = server.stop(30)
        assert status == 74
        assert "could not be kept" in server.said()
        server.start()
        assert history(server) == ["g1"]


@pytest.mark.parametrize("step", [12, pytest.param(3, marks=pytest.mark.long)])
def test_a_server_starts_after_a_kill_at_any_moment_of_its_first_start(tmp_path, step):
    for milliseconds in range(0, 72, step):
        data = tmp_path / f"data{milliseconds}"
        server = Server(data)
        server.spawn()
        time.sleep(milliseconds / 1000)
        server.kill()
        with Server(data) as again:
            assert again.post(GIFTS, gift(1)).status == 202


@pytest.mark.parametrize("free", [0, 20_000, 60_000])
def test_commands_on_a_full_disk_say_so_and_leave_no_files_behind(small_disk, tmp_path, free):
    data, copy = small_disk / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        assert server.post(GIFTS, gift(1)).status == 202
    run("backup", "--data", str(data), "--to", str(copy))
    with open(small_disk / "filler", "wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            file.truncate(file.tell() - free)
    before = sorted(small_disk.rglob("*"))
    for code, *command in [
            (74, "backup", "--data", data, "--to", small_disk / "copy.sqlite"),
            (69, "restore", "--from", copy, "--data", data), (69, "doctor", "--data", data)]:
        done = run(*map(str, command), check=False)
        said = done.stderr.decode()
        assert done.returncode == code, (command, said)
        assert "No space left on device" in said and len(said.splitlines()) == 1, said
        assert sorted(small_disk.rglob("*")) == before, command


def test_a_server_starts_after_a_first_start_on_a_full_disk(small_disk):
    for free in (0, 4096, 20_000, 40_000, 60_000, 90_000, 150_000, 300_000):
        data, filler = small_disk / f"data{free}", small_disk / "filler"
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(bytes(4096))
            except OSError:
                file.truncate(max(0, file.tell() - free))
        server = Server(data)
        try:
            server.start()
            server.kill()
        except NotStarted as refusal:
            assert refusal.status == 69 and "damaged" not in refusal.said, refusal
        filler.unlink()
        with Server(data) as again:
            assert again.post(GIFTS, gift(1)).status == 202
        shutil.rmtree(data)

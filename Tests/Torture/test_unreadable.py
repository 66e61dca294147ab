"""Journals with unreadable rows, and unusable data directories."""

import hashlib
import shutil
import sqlite3

import pytest

from harness.server import NotStarted, Server, run
from harness.waiting import wait_for

GIFT = b'{"at":0,"type":"gift","gift":"Rose"}\n'


def refusal(data):
    with pytest.raises(NotStarted) as refused:
        Server(data).start()
    assert refused.value.status == 69, refused.value
    return refused.value.said


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.fixture
def copy(tmp_path):
    """A function that changes a copy of a journal of three events; the change is in the log, as after a crash."""
    with Server(tmp_path / "data") as server:
        for number in range(3):
            body = {"id": f"g{number}", "sender": "Ann", "gift": "Rose"}
            assert server.post("/v1/rooms/main/gifts", body).status == 202
        server.kill()

    def change(*statements):
        database = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for statement in statements:
            assert database.execute(statement).rowcount > 0
        database.commit()
        (tmp_path / "copy").mkdir()
        for suffix in ["", "-wal"]:
            shutil.copy(tmp_path / "data" / f"journal.sqlite{suffix}", tmp_path / "copy")
        database.close()
        assert (tmp_path / "copy" / "journal.sqlite-wal").stat().st_size > 0
        return tmp_path / "copy" / "journal.sqlite"

    return change


@pytest.mark.parametrize("statement, reason", [
    ("UPDATE event SET body = '{nonsense' WHERE seq = 2", "event 2 of room main"),
    ("UPDATE event SET body = '{\"type\":\"dance\"}' WHERE seq = 3", "event 3 of room main"),
    ("UPDATE event SET body = x'00FF' WHERE seq = 2", "event 2 of room main"),
    ("UPDATE event SET body = CAST(body AS BLOB) WHERE seq = 3", "event 3 of room main"),
    ("UPDATE event SET wall = 'x' WHERE seq = 1", "event 1 of room main"),
    ("UPDATE event SET time = 'x' WHERE seq = 1", "event 1 of room main"),
    ("UPDATE event SET seq = 'x' WHERE seq = 3", "room main"),
    ("UPDATE room SET configuration = '[]'", "room main"),
    ("UPDATE room SET configuration = x'80'", "room main"),
    ("UPDATE room SET time = 'x'", "room main"),
])
def test_a_journal_with_an_unreadable_row_is_refused_and_left_unchanged(
        copy, statement, reason):
    path = copy(statement)
    before = [digest(path), digest(path.with_name("journal.sqlite-wal"))]
    said = refusal(path.parent)
    assert f"{path} is damaged ({reason}: " in said and said.count("\n") == 1
    assert [digest(path), digest(path.with_name("journal.sqlite-wal"))] == before


def test_an_event_that_is_damaged_while_the_server_runs_affects_no_other_event(tmp_path):
    with Server(tmp_path / "data") as server:
        for number in range(3):
            assert server.post("/v1/rooms/main/gifts", {"id": f"g{number}", "gift": "A"}).status == 202
        database = sqlite3.connect(tmp_path / "data" / "journal.sqlite")
        assert database.execute("UPDATE event SET body = x'00FF' WHERE seq = 2").rowcount == 1
        database.commit()
        database.close()
        for path in ["events", "events/g1"]:
            answer = server.get(f"/v1/rooms/main/{path}")
            assert answer.status == 503 and "event 2 of room main" in answer.json["detail"]
        assert server.post("/v1/rooms/main/gifts", {"id": "g1", "gift": "A"}).status == 503
        assert server.post("/v1/rooms/main/gifts", {"id": "g2", "gift": "A"}).status == 200
        assert server.post("/v1/rooms/main/gifts", {"id": "g3", "gift": "A"}).status == 202
        assert server.get("/v1/rooms/main/events?after=2").status == 200
        wait_for(server.is_ready)
        assert not server.get("/v1/rooms/main/frame").json["nodes"] == []
    done = run("export", "--data", str(tmp_path / "data"), "--room", "main", check=False)
    assert done.returncode == 69 and b"event 2 of room main" in done.stderr


@pytest.mark.usefixtures("copy")
def test_a_start_on_a_port_in_use_changes_no_file(tmp_path):
    path = tmp_path / "data" / "journal.sqlite"
    before = digest(path)
    with Server(path.parent.parent / "other") as other:
        with pytest.raises(NotStarted) as refused:
            Server(path.parent, port=other.port).start()
        assert str(other.port) in refused.value.said and refused.value.status == 69
    assert digest(path) == before
    with Server(path.parent) as server:
        assert len(server.get("/v1/rooms/main/events").json["events"]) == 3


@pytest.mark.parametrize("directory, reason", [
    ("/proc/x", "No such file or directory"),
    ("/dev/null", "File exists"),
    ("/dev/null/x", "Not a directory"),
])
def test_an_unusable_data_directory_is_reported_with_the_reason(directory, reason):
    complaint = f"ovation: {directory} can't be used: {reason}\n"
    assert refusal(directory) == complaint
    imported = run("import", "--data", directory, stdin=GIFT, check=False)
    assert (imported.returncode, imported.stderr.decode()) == (69, complaint)


def test_export_without_a_journal_exits_with_66_and_creates_nothing(tmp_path):
    done = run("export", "--data", str(tmp_path / "none"), check=False)
    assert done.returncode == 66 and done.stdout == b""
    assert done.stderr.decode() == f"ovation: there is no journal in {tmp_path / 'none'}\n"
    assert not (tmp_path / "none").exists()


def test_the_doctors_exit_code_tells_the_state_of_a_journal(tmp_path):
    data = str(tmp_path / "data")

    def doctor(*options):
        return run("doctor", "--data", data, *options, check=False)

    assert doctor().returncode == 66
    with Server(data) as server:
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
        beside = doctor()
        assert beside.returncode == 0 and f"port {server.port}".encode() in beside.stdout
        server.stop()
    assert doctor().returncode == 0
    assert doctor("--nonsense").returncode == 64
    path = tmp_path / "data" / "journal.sqlite"
    whole = path.read_bytes()
    place = whole.index(b'"Rose"')
    damaged = whole[:place] + b'"Nose"' + whole[place + 6:]
    path.write_bytes(damaged)
    assert doctor().returncode == 65
    assert doctor("--repair").returncode == 65
    with Server(tmp_path / "other") as server:
        other = ["doctor", "--data", str(tmp_path / "other")]
        assert run(*other, "--repair", check=False).returncode == 0
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
        database = sqlite3.connect(tmp_path / "other" / "journal.sqlite")
        assert database.execute("UPDATE event SET body = x'00FF'").rowcount == 1
        database.commit()
        database.close()
        assert run(*other, check=False).returncode == 65
        held = run(*other, "--repair", check=False)
        assert held.returncode == 69 and b"another server uses" in held.stderr, held
        assert not (tmp_path / "other" / "journal.sqlite.repaired").exists()
    (tmp_path / "other" / "lock").unlink()
    (tmp_path / "other" / "lock").symlink_to(tmp_path / "elsewhere")
    assert run(*other, check=False).returncode == 69
    assert path.read_bytes() == damaged
    assert (tmp_path / "data" / "journal.sqlite.repaired").exists()

"""After a crash the disk does not give, or the server may not read, the log beside the journal."""

import hashlib
import os
import shutil

import pytest

from Faults import preload
from Faults.promise import NotStarted
from harness.server import Server

GIFTS = "/v1/rooms/main/gifts"
EVENTS = [f"g{number}" for number in range(20)]


@pytest.fixture
def data(tmp_path):
    """The data of a killed server: the newest events are in the log beside the journal."""
    server = Server(tmp_path / "data")
    with server:
        for name in EVENTS:
            assert server.post(GIFTS, {"id": name, "gift": "Rose"}).status == 202
    assert (tmp_path / "data" / "journal.sqlite-wal").stat().st_size > 0
    return tmp_path / "data"


def contents(data):
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in data.glob("journal.sqlite*")
            if not path.name.endswith("-shm")}


def check_refused(data, server, reason):
    """The server does not start, names the file and the reason, and changes no file."""
    before = contents(data)
    with pytest.raises(NotStarted) as refused:
        server.start()
    assert refused.value.status == 69, refused.value
    assert f"{data}/journal.sqlite-wal" in refused.value.said and reason in refused.value.said
    assert contents(data) == before


def check_whole(data):
    with Server(data) as server:
        told = server.get("/v1/rooms/main/events?limit=1000").json["events"]
        assert [event["id"] for event in told] == EVENTS


@pytest.mark.parametrize("classes", [preload.OPEN, preload.READ], ids=["opening", "reading"])
def test_a_log_that_the_disk_does_not_give_is_reported_and_loses_no_event(data, classes):
    disk = preload.Disk(data / "journal.sqlite-wal")
    disk.fail(preload.EIO, 1, preload.FOREVER)
    disk.count(classes)
    check_refused(data, Server(data, environment=disk.environment), "Input/output error")
    assert disk.struck > 0
    disk.close()
    check_whole(data)


def test_a_log_without_read_permission_is_reported_and_loses_no_event(data):
    prefix = ()
    if os.geteuid() == 0:
        # Root may read everything, except without these two capabilities.
        if not shutil.which("setpriv"):
            pytest.skip("setpriv is not there")
        prefix = ("setpriv", "--bounding-set=-dac_override,-dac_read_search")
    log = data / "journal.sqlite-wal"
    before = log.read_bytes()
    log.chmod(0)
    with pytest.raises(NotStarted) as refused:
        Server(data, prefix=prefix).start()
    assert refused.value.status == 69, refused.value
    assert str(log) in refused.value.said and "Permission denied" in refused.value.said
    log.chmod(0o600)
    assert log.read_bytes() == before
    check_whole(data)

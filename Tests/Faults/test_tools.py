"""The simulated disk, clock and power cut of the other tests work as described."""

import os
import subprocess
import sys
import time

import pytest

from Faults import cuts
from Faults import preload
from Faults.scenarios import Play, Snapshot

# Writes 4096 bytes twice, with a flush after the first write, and prints the result of each call.
WRITER = """
import os, sys
path = sys.argv[1] + "/file"
def attempt(name, call):
    try:
        print(name, call(), flush=True)
    except OSError as error:
        print(name, error.strerror, flush=True)
file = os.open(path, os.O_RDWR | os.O_CREAT)
attempt("write", lambda: os.pwrite(file, b"a" * 4096, 0))
attempt("flush", lambda: os.fdatasync(file))
attempt("write", lambda: os.pwrite(file, b"b" * 4096, 4096))
attempt("read", lambda: len(os.pread(file, 8192, 0)))
attempt("rename", lambda: os.rename(path, path + ".new"))
"""
WHOLE = ["write 4096", "flush None", "write 4096", "read 8192", "rename None"]


@pytest.fixture
def place(tmp_path):
    (tmp_path / "data").mkdir()
    return tmp_path / "data"


def run(place, fault, classes, first, last=None, record=None):
    """Runs the writer on a disk with a fault: (its lines, its exit status, the number of counted calls)."""
    disk = preload.Disk(place, record)
    if fault is not None:
        disk.fail(fault, first, last, seconds=0.5)
    disk.count(classes)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(place)], env={**os.environ, **disk.environment},
        capture_output=True, text=True, check=False)
    counted = disk.counted
    disk.close()
    return done.stdout.splitlines(), done.returncode, counted


def test_a_disk_without_a_fault_counts_all_calls_and_changes_none(place):
    assert run(place, None, preload.ALL, 0) == (WHOLE, 0, 6)
    assert (place / "file.new").read_bytes() == b"a" * 4096 + b"b" * 4096


def test_a_disk_ignores_the_files_of_other_directories(place, tmp_path):
    (tmp_path / "data-elsewhere").mkdir()
    disk = preload.Disk(place)
    disk.fail(preload.EIO, 1, preload.FOREVER)
    disk.count(preload.ALL)
    done = subprocess.run(
        [sys.executable, "-c", WRITER, str(tmp_path / "data-elsewhere")],
        env={**os.environ, **disk.environment}, capture_output=True, text=True, check=True)
    assert (done.stdout.splitlines(), disk.counted) == (WHOLE, 0)


@pytest.mark.parametrize("fault, classes, call, said", [
    (preload.EIO, preload.WRITE, 2, ["write 4096", "flush None", "write Input/output error"]),
    (preload.EIO, preload.SYNC, 1, ["write 4096", "flush Input/output error", "write 4096"]),
    (preload.EIO, preload.READ, 1, WHOLE[:3] + ["read Input/output error", "rename None"]),
    (preload.EIO, preload.NAME, 1, WHOLE[:4] + ["rename Input/output error"]),
    (preload.ENOSPC, preload.WRITE, 2, WHOLE[:2] + ["write No space left on device"]),
    (preload.SHORT, preload.WRITE, 1, ["write 2048", "flush None", "write 4096"]),
    (preload.DELAY, preload.WRITE, 1, WHOLE),
])
def test_a_fault_happens_at_the_chosen_call(place, fault, classes, call, said):
    started = time.monotonic()
    found, status, _ = run(place, fault, classes, call)
    assert status == 0 and found[:len(said)] == said
    assert fault != preload.DELAY or time.monotonic() - started >= 0.5


def test_a_disk_that_fills_up_takes_half_a_write_and_then_nothing(place):
    found, _, _ = run(place, preload.FILL, preload.WRITE, 1, preload.FOREVER)
    assert found[:3] == ["write 2048", "flush None", "write No space left on device"]


@pytest.mark.parametrize("fault, kept", [(preload.KILL, 4096), (preload.TEAR, 4096 + 2048)])
def test_a_kill_comes_before_a_call_or_within_it(place, fault, kept):
    found, status, _ = run(place, fault, preload.WRITE, 2)
    assert (found, status) == (WHOLE[:2], -9)
    assert (place / "file").stat().st_size == kept


def test_a_power_cut_keeps_all_flushed_writes_and_any_part_of_the_others(place, tmp_path):
    run(place, None, preload.CHANGING, 0, record=tmp_path / "record")
    calls = cuts.read_record(tmp_path / "record")
    assert [call.operation for call in calls] == [
        cuts.CREATE, cuts.PUT, cuts.FLUSH, cuts.PUT, cuts.RENAME]

    def after(count, manner, seed=1):
        cut = cuts.Cut(None, place, seed)
        for call in calls[:count]:
            cut.go(call)
        target = tmp_path / f"{count} {manner} {seed}"
        cut.write(target, manner)
        return {file.name: file.read_bytes() for file in target.iterdir()}

    whole = b"a" * 4096 + b"b" * 4096
    assert after(5, "all kept") == {"file.new": whole}
    assert after(4, "all kept") == {"file": whole}
    # The directory, which has the file's name, was not flushed.
    assert after(5, "all dropped") == {}
    assert after(2, "all kept") == {"file": b"a" * 4096}
    torn = after(4, "last write torn")["file"]
    assert len(torn) % 512 == 0 and torn == whole[:len(torn)] and len(torn) < 8192
    found = {len(after(5, "sectors dropped", seed)) for seed in range(20)}
    assert found == {0, 1}, "a name is kept or dropped"


def test_a_process_sees_the_clock_that_the_test_sets():
    clock = preload.Clock(86_400)
    asker = "import time, sys\nfor line in sys.stdin: print(time.time(), time.monotonic(), flush=True)"
    process = subprocess.Popen(
        [sys.executable, "-c", asker], env={**os.environ, **clock.environment},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask():
        process.stdin.write("\n")
        process.stdin.flush()
        shown, monotonic = map(float, process.stdout.readline().split())
        assert abs(monotonic - time.monotonic()) < 60
        return shown - time.time()

    assert abs(ask() - 86_400) < 60
    clock.set(-3600)
    assert abs(ask() + 3600) < 60
    clock.stop()
    first = ask() + time.time()
    time.sleep(0.1)
    assert ask() + time.time() == pytest.approx(first, abs=1e-3)
    process.stdin.close()
    assert process.wait(30) == 0
    clock.close()


@pytest.mark.long
def test_the_snapshot_scenario_writes_a_snapshot_to_the_disk():
    scenario = Snapshot(7)
    scenario.prepare()
    play = Play(scenario)
    try:
        assert play.start()
        play.disk.count(preload.CHANGING)
        scenario.keep(play)
        assert play.disk.counted > 0, "no state was kept"
    finally:
        play.close()
        scenario.close()

"""Streams that can't be read or written, and commands that are used wrongly."""

import os
import subprocess
import time

import pytest

from harness.ports import free_port
from harness.server import BINARY, ROOT, UNANSWERED, UNWAITING, Connection, Server, run


def shell(command):
    """Runs a line of bash, in which $OVATION is the binary."""
    environment = {**os.environ, "OVATION": BINARY}
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False,
                          timeout=30, cwd=ROOT, env=environment)


@pytest.mark.parametrize("streams, complaint", [
    ("</dev/null >/dev/full", "standard output can't be written: No space left on device"),
    ("</dev/null >&-", "standard output can't be written: Bad file descriptor"),
    ("<&-", "standard input can't be read: Bad file descriptor"),
    ("</tmp", "standard input can't be read: Is a directory"),
])
def test_a_stream_that_fails_is_said_in_one_line(streams, complaint):
    done = shell(f'"$OVATION" simulate --until 1 {streams}')
    assert (done.returncode, done.stderr) == (74, f"ovation: {complaint}\n")


@pytest.mark.parametrize("nowhere", ["2>&-", "2>/dev/full"])
def test_a_complaint_that_nobody_can_hear_changes_nothing(nowhere):
    done = shell(f'"$OVATION" simulate --until 1 </dev/null >/dev/full {nowhere}')
    assert (done.returncode, done.stderr) == (74, "")


@pytest.mark.parametrize("signal, status", [("-", 128 + 13), ("''", 74)])
def test_a_reader_that_has_enough_ends_the_run_in_silence(signal, status):
    command = f'trap {signal} PIPE; "$OVATION" simulate --until 10000 </dev/null | head -1'
    done = shell(command + "; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("streams", [">/dev/full", ">&-", "> >(true)", "<&- >&- 2>&-"])
def test_a_server_serves_though_its_greeting_is_lost(tmp_path, streams):
    port = free_port()
    command = f'exec "$OVATION" serve --port {port} --data "{tmp_path}" {streams}'
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=ROOT, env={**os.environ, "OVATION": BINARY})
    try:
        wait_until_healthy(process, port)
        process.terminate()
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()


def wait_until_healthy(process, port):
    end = time.monotonic() + 10
    while True:
        connection = Connection(port)
        try:
            assert connection.request("GET", "/healthz").status == 200
            return
        except UNANSWERED:
            assert process.poll() is None and time.monotonic() < end, process.returncode
            time.sleep(0.02)
        finally:
            connection.close()


@pytest.mark.parametrize("command", ["export", "import"])
@pytest.mark.parametrize("room", ["Bad Room!", "", "a" * 65, "é"])
def test_a_room_that_no_route_reaches_is_refused(tmp_path, command, room):
    data = tmp_path / "data"
    done = run(command, "--data", str(data), "--room", room, stdin=b"", check=False)
    assert done.returncode == 64 and b"1 to 64 of a-z, 0-9, _ and -" in done.stderr
    assert not data.exists()


@pytest.mark.parametrize("instants, complaint", [
    (None, "the file {path} can't be read"),
    ("1 soon", "{path}: soon is no room time in microseconds"),
    ("2 1", "{path}: the times must not decrease"),
])
def test_instants_that_are_none_are_said_in_one_line(tmp_path, instants, complaint):
    path = tmp_path / "instants"
    if instants:
        path.write_text(instants)
    done = run("simulate", "--instants", str(path), stdin=b"", check=False)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode() == f"ovation: {complaint.format(path=path)}\n"


@pytest.mark.parametrize("command", [["simulate", "--until", "1"], ["serve", "--port", "0"]])
def test_a_configuration_that_is_not_there_is_said_in_one_line(tmp_path, command):
    path = tmp_path / "none"
    done = run(*command, "--config", str(path), stdin=b"", check=False)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode() == f"ovation: the configuration file {path} can't be read\n"


@pytest.mark.parametrize("ceilings, more, complaint", [
    ('{"gifts":', None, "unexpected end at byte 9"),
    ("[]", None, "the document: must be an object"),
    ('{"gifts": {"none": 1}}', None, "/gifts/none: is not a known key"),
    ('{"gifts": {"queueLimit": -1}}', None, "/gifts/queueLimit: must be a whole number from 0 to 10000"),
    ('{"gifts": {"queueLimit": 20}}', '{"gifts": {"queueLimit": 21}}',
     "/gifts/queueLimit: is over this server's ceiling: at most 20"),
])
def test_ceilings_that_are_wrong_or_too_low_are_said_in_one_line(tmp_path, ceilings, more, complaint):
    limits, config = tmp_path / "limits", tmp_path / "config"
    limits.write_text(ceilings)
    options = ["--limits", str(limits)]
    if more is not None:
        config.write_text(more)
        options += ["--config", str(config)]
    done = run("serve", "--port", "0", "--data", str(tmp_path / "data"), *options, check=False)
    assert (done.returncode, done.stdout) == (65, b"")
    assert done.stderr.decode() == (
        f"ovation: {limits if more is None else config}: {complaint}\n")


def test_a_server_keeps_its_rooms_below_the_ceilings_of_a_file(tmp_path):
    limits = tmp_path / "limits"
    limits.write_text('{"gifts": {"queueLimit": 20}}')
    # A configuration beside it that says nothing of queues.
    with Server(tmp_path / "data", "--limits", str(limits), config=UNWAITING) as server:
        path = "/v1/rooms/main/config"
        assert server.get(path).json["gifts"]["queueLimit"] == 20
        assert server.request("PATCH", path, {"gifts": {"queueLimit": 21}}).status == 422
        assert server.request("PATCH", path, {"gifts": {"queueLimit": 19}}).status == 200


def test_help_names_every_log_level_and_the_default():
    said = " ".join(run("serve", "--help").decode().split())
    assert "values: trace, debug, info, notice, warning, error, critical; default: notice" in said
    done = run("serve", "--log-level", "loud", check=False)
    assert done.returncode == 64 and b"- critical\n" in done.stderr

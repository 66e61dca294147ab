"""Options and exit codes of commands, and commands whose streams fail."""

import contextlib
import datetime
import json
import os
import socket
import subprocess

import pytest

from harness.ports import free_port
from harness.server import BINARY, ROOT, UNANSWERED, UNWAITING, Connection, Server, run
from harness.viewer import Viewer
from harness.waiting import wait_for


def shell(command):
    """Runs a line of bash; $OVATION is the binary."""
    environment = {**os.environ, "OVATION": BINARY}
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False,
                          timeout=120, cwd=ROOT, env=environment)


@pytest.mark.parametrize("streams, complaint", [
    ("</dev/null >/dev/full", "standard output can't be written: No space left on device"),
    ("</dev/null >&-", "standard output can't be written: Bad file descriptor"),
    ("<&-", "standard input can't be read: Bad file descriptor"),
    ("</tmp", "standard input can't be read: Is a directory"),
])
def test_a_failing_stream_is_reported_in_one_line(streams, complaint):
    done = shell(f'"$OVATION" simulate --until 1 {streams}')
    assert (done.returncode, done.stderr) == (74, f"ovation: {complaint}\n")


@pytest.mark.parametrize("nowhere", ["2>&-", "2>/dev/full"])
def test_a_failing_standard_error_does_not_change_the_exit_code(nowhere):
    done = shell(f'"$OVATION" simulate --until 1 </dev/null >/dev/full {nowhere}')
    assert (done.returncode, done.stderr) == (74, "")


@pytest.mark.parametrize("signal, status", [("-", 128 + 13), ("''", 74)])
def test_a_closed_pipe_ends_a_command_without_a_message(signal, status):
    command = f'trap {signal} PIPE; "$OVATION" simulate --until 10000 </dev/null | head -1'
    done = shell(command + "; exit ${PIPESTATUS[0]}")
    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.count("\n") == 1


@pytest.mark.parametrize("streams", [">/dev/full", ">&-", "> >(true)", "<&- >&- 2>&-"])
def test_a_server_whose_greeting_cannot_be_written_serves(tmp_path, streams):
    port = free_port()
    command = f'exec "$OVATION" serve --port {port} --data "{tmp_path}" {streams}'
    process = subprocess.Popen(
        ["bash", "-c", command], cwd=ROOT, env={**os.environ, "OVATION": BINARY})
    try:
        wait_for(lambda: is_healthy(process, port))
        process.terminate()
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()


def is_healthy(process, port):
    assert process.poll() is None, process.returncode
    connection = Connection(port)
    try:
        return connection.request("GET", "/healthz").status == 200
    except UNANSWERED:
        return False
    finally:
        connection.close()


@pytest.mark.parametrize("command", ["export", "import"])
@pytest.mark.parametrize("room", ["Bad Room!", "", "a" * 65, "é"])
def test_import_and_export_refuse_an_invalid_room_name(tmp_path, command, room):
    data = tmp_path / "data"
    done = run(command, "--data", str(data), "--room", room, stdin=b"", check=False)
    assert done.returncode == 64 and b"1 to 64 of a-z, 0-9, _ and -" in done.stderr
    assert not data.exists()


@pytest.mark.parametrize("instants, complaint", [
    (None, "the file {path} can't be read"),
    ("1 soon", "{path}: soon is no room time in microseconds"),
    ("2 1", "{path}: the times must not decrease"),
])
def test_wrong_instants_are_reported_in_one_line(tmp_path, instants, complaint):
    path = tmp_path / "instants"
    if instants:
        path.write_text(instants)
    done = run("simulate", "--instants", str(path), stdin=b"", check=False)
    assert (done.returncode, done.stdout) == (64, b"")
    assert done.stderr.decode() == f"ovation: {complaint.format(path=path)}\n"


@pytest.mark.parametrize("command", [["simulate", "--until", "1"], ["serve", "--port", "0"]])
def test_a_missing_configuration_file_is_reported_in_one_line(tmp_path, command):
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
def test_wrong_ceilings_and_configurations_above_them_are_reported_in_one_line(
        tmp_path, ceilings, more, complaint):
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


def test_no_room_may_exceed_the_servers_ceilings(tmp_path):
    limits = tmp_path / "limits"
    limits.write_text('{"gifts": {"queueLimit": 20}}')
    # The server's default configuration does not mention queues.
    with Server(tmp_path / "data", "--limits", str(limits), config=UNWAITING) as server:
        path = "/v1/rooms/main/config"
        assert server.get(path).json["gifts"]["queueLimit"] == 20
        assert server.request("PATCH", path, {"gifts": {"queueLimit": 21}}).status == 422
        assert server.request("PATCH", path, {"gifts": {"queueLimit": 19}}).status == 200


def test_help_lists_every_log_level_and_the_default():
    said = " ".join(run("serve", "--help").decode().split())
    assert "values: trace, debug, info, notice, warning, error, critical; default: notice" in said
    done = run("serve", "--log-level", "loud", check=False)
    assert done.returncode == 64 and b"- critical\n" in done.stderr


def test_the_options_of_serve_reach_the_server(tmp_path):
    with Server(tmp_path / "data", "--fps", "20", "--keep-days", "5", "--max-connections", "4") as server:
        viewer = Viewer(server.port, "main", fps=60)
        assert viewer.read()["fps"] == "#20"
        assert server.get("/v1/rooms/main").json["keepDays"] == 5
        with contextlib.ExitStack() as connections:
            for _ in range(3):
                connections.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            # The server accepts connections in order.
            assert server.get("/healthz").status == 503
        wait_for(lambda: server.get("/healthz").status == 200)
        viewer.close()


@pytest.mark.parametrize("command, word", [
    ("serve --fps 61", "--fps"), ("serve --fps 0", "--fps"), ("serve --keep-days 0", "--keep-days"),
    ("serve --keep-days 36501", "--keep-days"), ("serve --redis-replicas 1", "--redis"), ("serve --archive x", "--redis"),
    ("serve --assets-bytes=-1", "--assets-bytes"), ("serve --max-rooms 0", "--max-rooms"),
    ("serve --max-connections 0", "--max-connections"), ("serve --listen /tmp/x", "unix:"),
    ("serve --trusted-proxy proxy", "IP address"), ("serve --limit none=1", "NAME=NUMBER"),
    ("serve --auth some", "auto, keys or open"), ("serve --public-url example.org", "https://"),
    ("simulate", "--until"), ("simulate --until 1 --fps 1001", "--fps"), ("simulate --until=-1", "--until"),
    ("load --rooms 0", "--rooms"), ("load --viewers 10001", "--viewers"), ("load --gifts 1001", "--gifts"),
    ("load --seconds 601", "--seconds"), ("load --key-file /nowhere", "/nowhere"),
    ("keys create --role viewer --event no", "--event"), ("doctor --repair --redis redis://127.0.0.1:1", "--repair"),
])
def test_wrong_arguments_exit_with_64_and_name_the_option(command, word):
    done = run(*command.split(), stdin=b"", check=False)
    assert (done.returncode, done.stdout) == (64, b"")
    assert word in done.stderr.decode()


def test_the_options_of_a_created_key_are_in_the_list(tmp_path):
    data = tmp_path / "data"
    with Server(data, "--auth", "keys") as server:
        where = ("--data", str(data))
        key = run("keys", "create", *where, "--role", "viewer", "--room", "left", "--name", "Left screen",
                  "--expires-days", "2", "--interact").decode().strip()
        run("keys", "create", *where, "--role", "deck", "--room", "other")
        line, = run("keys", "list", *where, "--room", "left").decode().splitlines()
        name, role, room, expires, title = line.split("\t")
        assert (role, room, title) == ("viewer", "left", "Left screen")
        left = datetime.datetime.fromisoformat(expires) - datetime.datetime.now(datetime.timezone.utc)
        assert datetime.timedelta(days=1, hours=23) < left <= datetime.timedelta(days=2)
        listed = server.request("GET", "/v1/rooms/left/keys", headers=server.admin).json["keys"]
        assert [(one["id"], one["interact"]) for one in listed] == [(name, True)]
        path, bearer = "/v1/rooms/left/frame", {"Authorization": f"Bearer {key}"}
        assert server.request("GET", path, headers=bearer).status == 200
        run("keys", "revoke", *where, name)
        assert server.request("GET", path, headers=bearer).status == 401
        assert run("keys", "revoke", *where, name, check=False).returncode == 65
    assert run("keys", "list", *where, check=False).returncode == 69


def test_a_load_reports_what_its_viewers_saw(tmp_path):
    with Server(tmp_path / "data") as server:
        where = ("load", "--port", str(server.port))
        done = json.loads(run(*where, "--viewers", "4", "--rooms", "2", "--gifts", "20", "--seconds", "1", "--binary",
                              "--pid", str(server.process.pid)))
        assert (done["viewers"], done["closed"], done["seconds"]) == (4, 0, 1)
        assert done["gifts"] > 0 and done["framesPerSecondAndViewer"] > 0 and done["bytesPerFrame"] > 0
        assert done["serverCores"] > 0
        assert [room["name"] for room in server.get("/v1/rooms").json["rooms"]] == ["load-0", "load-1"]
    assert run(*where, "--viewers", "1", "--seconds", "1", check=False).returncode == 69


def test_an_import_into_a_room_with_a_history_exits_with_69_and_bad_input_with_65(tmp_path):
    data = ("--data", str(tmp_path / "data"))
    gift = b'{"at":0,"type":"gift","gift":"Rose"}\n'
    bad = run("import", *data, stdin=gift + b'{"at":1,"type":"gift"}\n', check=False)
    assert bad.returncode == 65 and b"line 2" in bad.stderr, bad
    assert run("import", *data, stdin=gift, check=False).returncode == 0
    assert run("import", *data, stdin=gift, check=False).returncode == 69
    assert run("export", *data, "--room", "other", check=False).returncode == 66
    assert run("export", *data).count(b'"type":"gift"') == 1

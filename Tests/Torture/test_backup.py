"""Backups of a running server's journal, restores, and the doctor's report."""

import json
import os
import socket
import sqlite3
import threading

from harness.server import UNANSWERED, Server, run
from harness.waiting import wait_for


class Bot(threading.Thread):
    """Posts gifts one after the other, and keeps the ids of the accepted ones."""

    def __init__(self, server, name):
        super().__init__()
        self.server, self.name = server, name
        self.answered = []
        self.ends = threading.Event()

    def run(self):
        connection = self.server.connect()
        number = 0
        while not self.ends.is_set():
            number += 1
            event = f"{self.name}-{number}"
            try:
                answer = connection.request(
                    "POST", f"/v1/rooms/{self.name}/gifts",
                    {"id": event, "sender": "Ann", "gift": "Rose"})
            except UNANSWERED:
                continue
            # A full queue refuses gifts with 429.
            if answer.status == 202:
                self.answered.append(event)


def ids_in(path):
    with sqlite3.connect(path) as journal:
        return {row[0] for row in journal.execute("SELECT id FROM event")}


def test_a_backup_under_load_has_every_event_that_was_answered_before_it(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        bots = [Bot(server, f"room-{number}") for number in range(4)]
        for bot in bots:
            bot.start()
        try:
            for backups in range(1, 6):
                # Each backup begins among new events.
                wait_for(lambda: all(len(bot.answered) >= 5 * backups for bot in bots))
                before = {event for bot in bots for event in list(bot.answered)}
                done = run("backup", "--data", str(data), "--to", str(copy))
                assert b"every checksum read" in done
                assert before <= ids_in(copy)
        finally:
            for bot in bots:
                bot.ends.set()
            for bot in bots:
                bot.join()
        # The backups did not disturb the server: it goes on and has every event that it answered.
        wait_for(server.is_ready)
        everything = {event for bot in bots for event in bot.answered}
    assert everything <= ids_in(data / "journal.sqlite")
    assert run("doctor", "--data", str(data), check=False).returncode == 0

    kept = ids_in(copy)
    said = run("restore", "--from", str(copy), "--data", str(tmp_path / "back")).decode()
    assert f"{len(kept)} events" in said
    with Server(tmp_path / "back") as server:
        event = next(iter(kept))
        room = event.rsplit("-", 1)[0]
        assert server.get(f"/v1/rooms/{room}/events/{event}").status == 200
        again = server.post(f"/v1/rooms/{room}/gifts",
                            {"id": event, "sender": "Ann", "gift": "Rose"})
        assert again.status == 200, "a repeat gets its first answer"


def test_backup_and_restore_exit_with_the_documented_codes(tmp_path):
    data, copy = str(tmp_path / "data"), str(tmp_path / "copy.sqlite")

    def code(*arguments):
        return run(*arguments, check=False).returncode

    assert code("backup", "--data", data, "--to", copy) == 66
    with Server(data) as server:
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
        assert code("backup", "--data", data, "--to", copy) == 0
        assert code("backup", "--data", data) == 64
        assert code("backup", "--data", data, "--to", "/nowhere/copy") == 74
        (tmp_path / "mine").write_text("mine")
        assert code("backup", "--data", data, "--to", str(tmp_path / "mine")) == 74
        assert code("restore", "--data", data, "--from", copy) == 69, "a server is running"
    assert code("restore", "--data", data, "--from", str(tmp_path / "mine")) == 65
    assert code("restore", "--data", data, "--from", copy) == 0
    assert (tmp_path / "data" / "journal.sqlite.replaced").exists()


def test_the_doctor_names_each_problem_and_its_remedy(tmp_path):
    data = tmp_path / "data"
    with Server(data) as server:
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        os.chmod(data / "journal.sqlite", 0o644)
        with sqlite3.connect(data / "journal.sqlite") as journal:
            assert journal.execute("SELECT count(*) FROM event").fetchone() == (1,)
        said = run("doctor", "--data", str(data), "--port", port).decode()
    assert "! permissions: others may read" in said and "chmod go=" in said
    assert f"! server: none is running here, and port {port} is in use" in said
    for part in ("is whole", "1 room, 1 event,", "oldest event: 20", "nothing is older than 30 days",
                 "clock: it agrees", "disk: "):
        assert part in said, part


def test_a_json_log_has_one_object_a_line_with_the_request_id(tmp_path):
    with Server(tmp_path / "data", "--log-format", "json", "--log-level", "debug") as server:
        answer = server.request("GET", "/v1/rooms/main/state", headers={"X-Request-Id": "mine-1"})
        assert answer.headers["x-request-id"] == "mine-1"
        health = server.get("/healthz").json
    lines = [json.loads(line) for line in server.said().splitlines()]
    first = lines[0]
    assert first["level"] == "notice" and first["message"].startswith("ovation ")
    assert first["message"].split()[1] == health["version"]
    mine = [line for line in lines if line.get("request") == "mine-1"]
    assert [line["message"] for line in mine] == [
        "asked for GET /v1/rooms/{room}/state", "answered 200"]
    for line in lines:
        assert {"time", "level", "message"} <= line.keys()


def test_the_command_the_health_check_and_the_log_tell_the_same_version(tmp_path):
    said = run("--version").decode().strip()
    with Server(tmp_path / "data") as server:
        health = server.get("/healthz").json
    assert said.split()[0] == health["version"]
    for key in ("commit", "built"):
        assert (health[key] in said) if key in health else key not in said
    assert f"ovation {said} serves" in server.said()


def test_restore_refuses_a_newer_versions_backup_and_keeps_the_journal(tmp_path):
    data, copy = tmp_path / "data", tmp_path / "copy.sqlite"
    with Server(data) as server:
        server.post("/v1/rooms/main/gifts", {"sender": "Ann", "gift": "Rose"})
    run("backup", "--data", str(data), "--to", str(copy))
    with sqlite3.connect(copy) as journal:
        journal.execute("PRAGMA user_version = 99")
    done = run("restore", "--data", str(data), "--from", str(copy), check=False)
    assert done.returncode == 69 and b"newer version" in done.stderr
    with Server(data) as server:
        assert len(server.get("/v1/rooms/main/events").json["events"]) == 1

"""A real server for bridges to post to. What its tests share with the browser's is in their folder."""

import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "Tests" / "Browser"), str(ROOT / "bridges")]

from process import Room, Server  # noqa: E402


@pytest.fixture
def server(tmp_path):
    running = Server(tmp_path)
    running.start()
    yield running
    assert running.stop() == 0


@pytest.fixture
def room(server):
    return Room(server, "main")


@pytest.fixture
def key(room):
    return room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]

"""A real server for bridges to post to."""

import pytest

from harness.ports import free_port
from harness.room import Room
from harness.server import Server


@pytest.fixture
def server(tmp_path):
    with Server(tmp_path, config=None, port=free_port()) as running:
        yield running
        assert running.stop() == 0


@pytest.fixture
def room(server):
    return Room(server, "main")


@pytest.fixture
def key(room):
    return room.send("POST", "keys", {"role": "ingest"}, status=201)["key"]

"""A real server for bridges to post to."""

import pytest

from Browser.process import Room, Server


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

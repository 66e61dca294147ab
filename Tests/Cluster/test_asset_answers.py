"""A node's answers about uploaded files hold at once."""

import http.client
import random

import pytest

from Cluster.uploads import HEAD, MIB, copies, delete, get, keep, keys, name_of, names, wait_for_names, wave
from harness.server import NotStarted, Server
from harness.waiting import wait_for


@pytest.fixture
def lot(seed):
    return random.Random(seed)


def test_an_upload_to_a_room_that_is_deleted_meanwhile_leaves_nothing(cluster, lot):
    one, two, _ = cluster.nodes
    content = wave(lot, MIB)
    assert one.post("/v1/rooms/main/gifts", {"gift": "Rose"}).status == 202
    connection = http.client.HTTPConnection("127.0.0.1", one.port, timeout=30)
    connection.putrequest("POST", "/v1/rooms/main/assets")
    connection.putheader("Content-Length", str(len(content)))
    connection.endheaders(content[:MIB // 2])
    wait_for(lambda: len(copies(one)) == 1)
    assert one.request("DELETE", "/v1/rooms/main").status == 202
    wait_for(lambda: one.get("/v1/rooms/main").status == 404)
    connection.send(content[MIB // 2:])
    answer = connection.getresponse()
    assert answer.status == 503 and b"room-leaving" in answer.read()
    connection.close()
    wait_for(lambda: keys(cluster, "b") == [])
    wait_for_names([one, two], [])
    # A new room of this name takes files.
    keep(one, content)
    wait_for_names([two], [content])


def test_a_node_lists_an_uploaded_file_and_forgets_a_deleted_file_at_once(cluster, lot, rounds):
    for number in range(6 * rounds):
        content, node = wave(lot, HEAD + 1), cluster.nodes[number % 3]
        keep(node, content)
        assert names(node) == [name_of(content)]
        assert delete(node, content).status == 200
        assert names(node) == []
        wait_for_names(cluster.nodes, [])


def test_a_node_replaces_a_truncated_copy_of_a_file(cluster, lot):
    content, node = wave(lot, MIB), cluster.nodes[0]
    keep(node, content)
    assert get(node, content).body == content
    with open(f"{node.data}/shared-assets/{name_of(content)}", "r+b") as file:
        file.truncate(MIB // 2)
    for _ in range(2):
        assert get(node, content).body == content


def test_two_nodes_cannot_use_the_same_directory(cluster):
    second = Server(cluster.nodes[0].data, "--redis", cluster.ways[0].url, "--auth", "open")
    with pytest.raises(NotStarted) as refused:
        second.start()
    assert "another server uses" in str(refused.value)

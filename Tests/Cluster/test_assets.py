"""A file that was uploaded to one node is a file of all nodes."""

import hashlib
import random
import shutil
import subprocess
import threading
import time

import pytest

from Cluster.cluster import Cluster
from Cluster.uploads import (
    HEAD, MIB, PIECE, SETTINGS, copies, delete, get, keep, keys, name_of, names, place_of, setting_of, upload,
    wait_for_names, wave)
from harness.server import BINARY, UNANSWERED, in_threads, run
from harness.waiting import wait_for


@pytest.fixture
def lot(seed):
    return random.Random(seed)


def test_all_nodes_serve_and_delete_a_file_of_any_size(cluster, lot):
    one, two, three = cluster.nodes
    contents = [wave(lot, size) for size in (HEAD + 1, PIECE, PIECE + 1, 3 * PIECE - 1, 16 * MIB)]
    for content in contents:
        keep(one, content)
    wait_for_names(cluster.nodes, contents)
    assert len({node.get("/v1/rooms/main/assets").body for node in cluster.nodes}) == 1
    for content in contents:
        answers = [get(node, content) for node in (two, one, three)]
        for answer in answers:
            assert answer.status == 200 and answer.body == content, answer
            # These fields differ from request to request.
            for field in ("x-request-id", "date"):
                answer.headers.pop(field, None)
        assert answers[0].headers == answers[1].headers == answers[2].headers
        # This answer comes from the node's copy.
        assert get(three, content).body == content
    part = get(three, contents[-1], {"Range": f"bytes={PIECE - 5}-{PIECE + 4}"})
    assert part.status == 206 and part.body == contents[-1][PIECE - 5:PIECE + 5], part
    tag = {"If-None-Match": f'"{name_of(contents[0])}"'}
    assert get(two, contents[0], tag).status == 304
    metric = f"ovation_assets_bytes {sum(max(len(content), 4096) for content in contents)}\n".encode()
    wait_for(lambda: all(metric in node.get("/metrics").body for node in cluster.nodes))
    for content in contents:
        assert delete(two, content).status == 200
        assert delete(two, content).status == 404
        for node in cluster.nodes:
            wait_for(lambda node=node, content=content: get(node, content).status == 404)
    wait_for_names(cluster.nodes, [])
    assert keys(cluster, "b") == keys(cluster, "u") == []
    for node in cluster.nodes:
        wait_for(lambda node=node: copies(node) == set())


def test_no_node_deletes_a_file_that_a_configuration_uses(cluster, lot):
    one, two, three = cluster.nodes
    content = wave(lot, 1000)
    keep(one, content)
    answer = two.request("PATCH", "/v1/rooms/main/config", {"sounds": {"call": f"/assets/{name_of(content)}"}})
    assert answer.status == 200, answer
    wait_for_names([three], [content])
    wait_for(lambda: "/assets/" in str(three.get("/v1/rooms/main/config").json["sounds"]))
    assert delete(three, content).status == 409


def test_simultaneous_uploads_of_one_file_at_all_nodes_make_one_file(cluster, lot, rounds):
    for number in range(rounds):
        content, room = wave(lot, 2 * MIB), f"room-{number}"
        answers = in_threads(*[lambda node=node: upload(node, content, room) for node in cluster.nodes])
        assert sorted(answer.status for answer in answers) == [200, 200, 201], answers
        assert len({answer.body for answer in answers}) == 1
        wait_for_names(cluster.nodes, [content], room)
        entries = cluster.nodes[0].get(f"/v1/rooms/{room}/audit").json["entries"]
        assert [entry["do"] for entry in entries] == ["addAsset"], entries
        # Two more rooms get the file at the same time, and then all three delete it at the same time.
        others = [f"{room}-{other}" for other in range(2)]
        answers = in_threads(*[
            lambda node=node, other=other: upload(node, content, other)
            for node, other in zip(cluster.nodes, others)])
        assert [answer.status for answer in answers] == [201, 201], answers
        for other in (room, *others):
            wait_for_names(cluster.nodes, [content], other)
        answers = in_threads(*[
            lambda node=node, other=other: delete(node, content, other)
            for node, other in zip(cluster.nodes, (room, *others))])
        assert [answer.status for answer in answers] == [200] * 3, answers
        for node in cluster.nodes:
            wait_for(lambda node=node: get(node, content).status == 404)
        assert keys(cluster, "b") == []


def test_all_nodes_together_keep_the_limit_of_bytes(tmp_path, lot):
    with Cluster(tmp_path, options=["--assets-bytes", str(3 * MIB)]) as cluster:
        contents = [wave(lot, MIB) for _ in range(6)]
        answers = in_threads(*[
            lambda node=node, content=content: upload(node, content)
            for node, content in zip(cluster.nodes * 2, contents)])
        kept = [content for content, answer in zip(contents, answers) if answer.status == 201]
        refused = [content for content, answer in zip(contents, answers) if answer.status == 507]
        assert len(kept) == len(refused) == 3, answers
        wait_for_names(cluster.nodes, kept)
        for node in cluster.nodes:
            answer = upload(node, refused[0])
            assert answer.status == 507 and "--assets-bytes" in answer.json["detail"], answer
        assert delete(cluster.nodes[1], kept[0]).status == 200
        wait_for_names(cluster.nodes, kept[1:])
        # The same file in a second room takes no additional space.
        keep(cluster.nodes[0], kept[1], "other")
        keep(cluster.nodes[2], refused[0])
        wait_for_names(cluster.nodes, [*kept[1:], refused[0]])
        assert delete(cluster.nodes[1], kept[1]).status == 200
        wait_for_names(cluster.nodes, [kept[2], refused[0]])
        assert upload(cluster.nodes[2], refused[1]).status == 507
        wait_for_names(cluster.nodes, [kept[1]], "other")
        assert delete(cluster.nodes[2], kept[1], "other").status == 200
        wait_for_names(cluster.nodes, [], "other")
        keep(cluster.nodes[0], refused[1])
        assert keys(cluster, "u") == []


def test_a_file_whose_node_is_killed_during_the_upload_is_whole_or_absent(cluster, lot, rounds):
    """The node is killed at a random moment, or as soon as a part of the file is in Redis."""
    ends = []
    for number in range(3 * rounds):
        killed, other = cluster.nodes[number % 3], cluster.nodes[(number + 1) % 3]
        content, answers = wave(lot, 8 * MIB), []

        def send(killed=killed, content=content, answers=answers):
            try:
                answers.append(upload(killed, content))
            except UNANSWERED:
                pass

        thread = threading.Thread(target=send)
        thread.start()
        if number % 2:
            wait_for(lambda: keys(cluster, "u") or not thread.is_alive())
        time.sleep(lot.uniform(0, 0.15))
        killed.kill()
        thread.join()
        found = get(other, content)
        assert found.status == 404 or found.body == content, found
        if answers:
            assert answers[0].status == 201
            wait_for_names([other], [content])
        # The parts in Redis expire by themselves.
        for key in keys(cluster, "u"):
            assert 0 < cluster.redis.ask("TTL", key) <= 60, key
        again = upload(other, content).status
        assert again in ((200,) if answers or found.status == 200 else (200, 201))
        ends.append("kept" if again == 200 else "lost")
        killed.start()
        for node in cluster.nodes:
            wait_for(lambda node=node, content=content: get(node, content).body == content)
        wait_for(lambda killed=killed, content=content: copies(killed) == {name_of(content)})
        assert delete(killed, content).status == 200
        wait_for_names(cluster.nodes, [])
    print("killed:", ends)


def test_a_node_replaces_lost_and_damaged_copies(cluster, lot):
    one, two, three = cluster.nodes
    contents = [wave(lot, 2 * MIB) for _ in range(2)]
    for content in contents:
        keep(one, content)
    three.stop()
    shutil.rmtree(three.data)
    three.start()
    for content in contents:
        assert get(three, content).body == content
    three.kill()
    for content, damage in zip(contents, (b"x", b"")):
        with open(f"{three.data}/shared-assets/{name_of(content)}", "r+b") as file:
            if damage:
                file.seek(MIB)
                file.write(damage)
            else:
                file.truncate(MIB)
    three.start()
    for content in contents:
        assert get(three, content).body == content


def test_a_file_that_is_damaged_in_redis_is_refused_until_it_is_uploaded_again(cluster, lot):
    one, two, three = cluster.nodes
    contents = [wave(lot, 2 * MIB) for _ in range(3)]
    for content in contents:
        keep(one, content)
    wait_for_names(cluster.nodes, contents)
    doctor = "doctor", "--redis", cluster.redis.url
    assert f"files: 3, with {6 * MIB} bytes" in run(*doctor).decode()
    places = [f"ovation:{{0}}b:{name_of(content)}" for content in contents]
    cluster.redis.ask("HSET", places[0], 1, b"x" * PIECE)
    cluster.redis.ask("HDEL", places[1], 1)
    for content in contents[:2]:
        assert get(one, content).body == content
        answer = get(two, content)
        assert answer.status == 503 and name_of(content) in answer.json["detail"], answer
        assert "retry-after" in answer.headers
    assert get(two, contents[2]).body == contents[2]
    done = run(*doctor, check=False)
    lines = [line for line in done.stdout.decode().splitlines() if line.startswith("!")]
    assert done.returncode == 65 and len(lines) == 2, done
    assert all(any(name_of(content) in line for line in lines) for content in contents[:2]), lines
    # A client that has the file uploads it again.
    for content in contents[:2]:
        assert upload(three, content).status == 200
        wait_for(lambda content=content: get(two, content).body == content)
    assert subprocess.run([BINARY, *doctor], capture_output=True, check=False).returncode == 0


def test_a_file_whose_entry_is_damaged_is_absent_until_it_is_uploaded_again(cluster, lot):
    one, two, three = cluster.nodes
    content = wave(lot, 1000)
    keep(one, content)
    wait_for_names(cluster.nodes, [content])
    cluster.redis.ask("HSET", SETTINGS, place_of(name_of(content)), b"x")
    two.stop()
    two.start()
    assert names(two) == [] and get(two, content).status == 404
    # The other nodes still know the file, so this is no new upload.
    assert upload(three, content).status == 200
    wait_for(lambda: get(two, content).body == content)
    wait_for_names(cluster.nodes, [content])
    assert delete(two, content).status == 200
    wait_for_names(cluster.nodes, [])
    assert keys(cluster, "b") == []


@pytest.mark.long
def test_a_node_reads_ten_thousand_files_again_and_answers_requests_meanwhile(cluster, lot):
    one = cluster.nodes[0]
    kept = wave(lot, 1000)
    keep(one, kept)
    version = int(cluster.redis.ask("HINCRBY", "ovation:{0}c", "settings", 1))
    for number in range(10_000):
        content = number.to_bytes(4, "big")
        name = hashlib.sha256(content).hexdigest() + ".wav"
        cluster.redis.ask("HSET", SETTINGS, place_of(name), setting_of(name, len(content), version))
    way = cluster.ways[0]
    way.cut()
    way.mend()
    longest, wanted = 0.0, f"ovation_assets_bytes {10_001 * 4096}\n".encode()

    def has_all():
        nonlocal longest
        began = time.monotonic()
        # 503 until the node has found that Redis is back.
        assert one.get("/v1/rooms/main/state").status in (200, 503)
        longest = max(longest, time.monotonic() - began)
        return wanted in one.get("/metrics").body

    wait_for(has_all, seconds=90)
    print(f"the longest answer: {longest * 1000:.1f} ms")
    wait_for(lambda: one.get("/v1/rooms/main/state").status == 200)
    assert names(one).count(name_of(kept)) == 1


def test_a_node_without_redis_serves_its_copies_and_learns_of_changes_later(cluster, lot):
    one, two, _ = cluster.nodes
    way = cluster.ways[1]
    here, elsewhere, late = (wave(lot, MIB) for _ in range(3))
    for content in (here, elsewhere):
        keep(one, content)
    wait_for_names([two], [here, elsewhere])
    assert get(two, here).body == here

    def check_away():
        answers = in_threads(*[lambda: get(two, elsewhere)] * 5)
        for answer in answers:
            assert answer.status == 503 and "retry-after" in answer.headers, answer
        assert get(two, here).body == here
        assert get(two, late).status == 404
        answer = upload(two, late)
        assert answer.status == 503 and "retry-after" in answer.headers, answer

    way.cut()
    check_away()
    # Changes that the node has to learn of later.
    assert delete(one, here).status == 200
    keep(one, late, "other")
    way.mend()
    wait_for_names([two], [elsewhere])
    wait_for_names([two], [late], "other")
    wait_for(lambda: get(two, here).status == 404)
    assert get(two, late).body == late
    # A connection that is silent, without an error.
    keep(one, here)
    wait_for_names([two], [here, elsewhere])
    assert get(two, here).body == here
    way.block()
    in_threads(
        lambda: [get(two, elsewhere).status for _ in range(2)],
        lambda: [get(two, here).body == here or pytest.fail("another content") for _ in range(50)])
    way.unblock()
    wait_for(lambda: get(two, elsewhere).body == elsewhere)
    cluster.redis.kill()
    cluster.redis.start()
    for node in cluster.nodes:
        wait_for(lambda node=node: get(node, elsewhere).status == 200)
    wait_for_names(cluster.nodes, [here, elsewhere])
    wait_for(lambda: upload(two, wave(lot, MIB)).status == 201)


def test_a_deleted_rooms_files_go_unless_another_room_has_them(cluster, lot):
    one, two, three = cluster.nodes
    shared, own = wave(lot, MIB), wave(lot, MIB)
    for content in (shared, own):
        keep(one, content)
    keep(two, shared, "other")
    for room in ("main", "other"):
        assert one.post(f"/v1/rooms/{room}/gifts", {"gift": "Rose"}).status == 202
    for node in cluster.nodes:
        assert get(node, own).body == own
    wait_for_names([three], [shared, own])
    answer = three.request("DELETE", "/v1/rooms/main")
    assert answer.status == 202, answer
    for node in cluster.nodes:
        wait_for(lambda node=node: get(node, own).status == 404)
        wait_for_names([node], [])
        assert get(node, shared).body == shared
        wait_for(lambda node=node: copies(node) == {name_of(shared)})
    assert keys(cluster, "b") == [f"ovation:{{0}}b:{name_of(shared)}".encode()]
    # A new room of this name may upload the file again.
    keep(two, own)
    wait_for_names(cluster.nodes, [own])
    assert three.request("DELETE", "/v1/rooms/other").status == 202
    wait_for(lambda: get(one, shared).status == 404)


def test_a_file_that_a_replica_had_not_got_is_gone_at_all_nodes_after_a_takeover(cluster, lot):
    """The replica has the first file but not the second."""
    one, two, three = cluster.nodes
    first, second = wave(lot, MIB), wave(lot, MIB)
    cluster.add_replica()
    keep(one, first)
    # WAIT knows only the writes of its own connection.
    wait_for(lambda: cluster.replica.ask("EXISTS", f"ovation:{{0}}b:{name_of(first)}") == 1)
    cluster.replication.block()
    keep(two, second)
    wait_for_names(cluster.nodes, [first, second])
    cluster.take_over()
    for node in cluster.nodes:
        wait_for_names([node], [first])
        wait_for(lambda node=node: get(node, second).status == 404)
        wait_for(lambda node=node: get(node, first).body == first)
    wait_for(lambda: upload(three, second).status in (200, 201))
    wait_for_names(cluster.nodes, [first, second])


def test_a_backup_of_a_node_says_that_its_files_are_in_redis(cluster, lot, tmp_path):
    node = cluster.nodes[0]
    keep(node, wave(lot, PIECE))
    done = run("backup", "--data", str(node.data), "--to", str(tmp_path / "copy.sqlite"), check=False)
    said = done.stderr.decode()
    assert done.returncode == 66 and "uploaded files are in Redis" in said and "docs/scale.md" in said, done
    assert not list(tmp_path.glob("copy.sqlite*"))

"""Files that were uploaded to one node are those of all."""

import hashlib
import random
import shutil
import subprocess
import threading
import time

import pytest

from Cluster.cluster import Cluster, wait_until
from Cluster.uploads import (
    HEAD, MIB, PIECE, copies, delete, get, keep, keys, name_of, names, packed, room_files, upload, wait_for_names,
    wave)
from harness.server import BINARY, UNANSWERED, in_threads, run


@pytest.fixture
def lot(seed):
    return random.Random(seed)


def test_what_one_node_takes_all_have(cluster, lot):
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
            # What differs from request to request.
            for field in ("x-request-id", "date"):
                answer.headers.pop(field, None)
        assert answers[0].headers == answers[1].headers == answers[2].headers
        # By now there is a copy.
        assert get(three, content).body == content
    part = get(three, contents[-1], {"Range": f"bytes={PIECE - 5}-{PIECE + 4}"})
    assert part.status == 206 and part.body == contents[-1][PIECE - 5:PIECE + 5], part
    tag = {"If-None-Match": f'"{name_of(contents[0])}"'}
    assert get(two, contents[0], tag).status == 304
    metric = f"ovation_assets_bytes {sum(max(len(content), 4096) for content in contents)}\n".encode()
    wait_until(lambda: all(metric in node.get("/metrics").body for node in cluster.nodes))
    for content in contents:
        assert delete(two, content).status == 200
        assert delete(two, content).status == 404
        for node in cluster.nodes:
            wait_until(lambda node=node, content=content: get(node, content).status == 404, seconds=2)
    wait_for_names(cluster.nodes, [])
    assert keys(cluster, "b") == keys(cluster, "u") == []
    for node in cluster.nodes:
        wait_until(lambda node=node: copies(node) == set())


def test_what_a_configuration_names_is_not_deleted_anywhere(cluster, lot):
    one, two, three = cluster.nodes
    content = wave(lot, 1000)
    keep(one, content)
    answer = two.request("PATCH", "/v1/rooms/main/config", {"sounds": {"call": f"/assets/{name_of(content)}"}})
    assert answer.status == 200, answer
    wait_for_names([three], [content])
    wait_until(lambda: "/assets/" in str(three.get("/v1/rooms/main/config").json["sounds"]))
    assert delete(three, content).status == 409


def test_nodes_take_the_same_file_at_once(cluster, lot, rounds):
    for number in range(rounds):
        content, room = wave(lot, 2 * MIB), f"room-{number}"
        answers = in_threads(*[lambda node=node: upload(node, content, room) for node in cluster.nodes])
        assert sorted(answer.status for answer in answers) == [200, 200, 201], answers
        assert len({answer.body for answer in answers}) == 1
        wait_for_names(cluster.nodes, [content], room)
        entries = cluster.nodes[0].get(f"/v1/rooms/{room}/audit").json["entries"]
        assert [entry["do"] for entry in entries] == ["addAsset"], entries
        # Two rooms more at once, and all three of them without it at once.
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
            wait_until(lambda node=node: get(node, content).status == 404)
        assert keys(cluster, "b") == []


def test_the_limit_is_that_of_all_together(tmp_path, lot):
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
        # What is there takes no more room in another room.
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


def test_a_node_is_killed_while_it_takes_a_file(cluster, lot, rounds):
    """At a random moment, or as soon as something of the file is in Redis. Whatever is left of it nobody is served."""
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
            wait_until(lambda: keys(cluster, "u") or not thread.is_alive())
        time.sleep(lot.uniform(0, 0.15))
        killed.kill()
        thread.join()
        found = get(other, content)
        assert found.status == 404 or found.body == content, found
        if answers:
            assert answers[0].status == 201
            wait_for_names([other], [content])
        # What had come of it goes by itself.
        for key in keys(cluster, "u"):
            assert 0 < cluster.redis.ask("TTL", key) <= 60, key
        again = upload(other, content).status
        assert again in ((200,) if answers or found.status == 200 else (200, 201))
        ends.append("kept" if again == 200 else "lost")
        killed.start()
        for node in cluster.nodes:
            wait_until(lambda node=node, content=content: get(node, content).body == content)
        wait_until(lambda killed=killed, content=content: copies(killed) == {name_of(content)})
        assert delete(killed, content).status == 200
        wait_for_names(cluster.nodes, [])
    print("killed:", ends)


def test_copies_are_lost_or_damaged(cluster, lot):
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


def test_a_file_is_damaged_in_redis(cluster, lot):
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
    # Whoever has it sends it again.
    for content in contents[:2]:
        assert upload(three, content).status == 200
        wait_until(lambda content=content: get(two, content).body == content)
    assert subprocess.run([BINARY, *doctor], capture_output=True, check=False).returncode == 0


def test_what_is_known_of_a_file_is_damaged(cluster, lot):
    """A node that starts then does not know the file, until somebody uploads it again."""
    one, two, three = cluster.nodes
    content = wave(lot, 1000)
    keep(one, content)
    wait_for_names(cluster.nodes, [content])
    cluster.redis.ask("HSET", room_files(cluster), name_of(content), b"x")
    two.stop()
    two.start()
    assert names(two) == [] and get(two, content).status == 404
    # It is there, and nobody has to know who does it.
    assert upload(three, content).status == 200
    wait_until(lambda: get(two, content).body == content)
    wait_for_names(cluster.nodes, [content])
    assert delete(two, content).status == 200
    wait_for_names(cluster.nodes, [])
    assert keys(cluster, "b") == []


def test_ten_thousand_files_are_read_beside_frames(cluster, lot):
    """All that there is is read anew after Redis was away, and requests are answered meanwhile."""
    one = cluster.nodes[0]
    kept = wave(lot, 1000)
    keep(one, kept)
    place = room_files(cluster)
    for number in range(10_000):
        content = number.to_bytes(4, "big")
        name = hashlib.sha256(content).hexdigest() + ".wav"
        cluster.redis.ask("HSET", place, name, packed(name, len(content)))
    cluster.redis.ask("HINCRBY", "ovation:{0}c", "files", 1)
    way = cluster.ways[0]
    way.cut()
    way.mend()
    longest, end, wanted = 0.0, time.monotonic() + 60, 10_001
    # Until the journal has found that Redis is back, no room is made of what is there.
    back = time.monotonic() + 5
    while True:
        began = time.monotonic()
        answer = one.get("/v1/rooms/main/state")
        longest = max(longest, time.monotonic() - began)
        assert answer.status == 200 or (answer.status == 503 and began < back), answer
        if f"ovation_assets_bytes {wanted * 4096}\n".encode() in one.get("/metrics").body:
            break
        assert time.monotonic() < end
    print(f"the longest answer: {longest * 1000:.1f} ms")
    assert names(one).count(name_of(kept)) == 1


def test_redis_is_away(cluster, lot):
    one, two, _ = cluster.nodes
    way = cluster.ways[1]
    here, elsewhere, late = (wave(lot, MIB) for _ in range(3))
    for content in (here, elsewhere):
        keep(one, content)
    wait_for_names([two], [here, elsewhere])
    assert get(two, here).body == here

    def check_away():
        began = time.monotonic()
        answers = in_threads(*[lambda: get(two, elsewhere)] * 5)
        for answer in answers:
            assert answer.status == 503 and "retry-after" in answer.headers, answer
        assert time.monotonic() - began < 25
        assert get(two, here).body == here
        assert get(two, late).status == 404
        answer = upload(two, late)
        assert answer.status == 503 and "retry-after" in answer.headers, answer

    way.cut()
    check_away()
    # What is done meanwhile is found out.
    assert delete(one, here).status == 200
    keep(one, late, "other")
    way.mend()
    wait_for_names([two], [elsewhere])
    wait_for_names([two], [late], "other")
    wait_until(lambda: get(two, here).status == 404)
    assert get(two, late).body == late
    # Silent: nobody says that it is away.
    keep(one, here)
    wait_for_names([two], [here, elsewhere])
    assert get(two, here).body == here
    way.block()
    in_threads(
        lambda: [get(two, elsewhere).status for _ in range(2)],
        lambda: [wait_until(lambda: get(two, here, timeout=2).body == here) for _ in range(50)])
    way.unblock()
    wait_until(lambda: get(two, elsewhere).body == elsewhere)
    cluster.redis.kill()
    cluster.redis.start()
    for node in cluster.nodes:
        wait_until(lambda node=node: get(node, elsewhere).status == 200)
    wait_for_names(cluster.nodes, [here, elsewhere])
    wait_until(lambda: upload(two, wave(lot, MIB)).status == 201)


def test_a_room_that_is_erased_takes_its_files_along(cluster, lot):
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
        wait_until(lambda node=node: get(node, own).status == 404, seconds=2)
        wait_for_names([node], [])
        assert get(node, shared).body == shared
        wait_until(lambda node=node: copies(node) == {name_of(shared)})
    assert keys(cluster, "b") == [f"ovation:{{0}}b:{name_of(shared)}".encode()]
    # The next room of this name may have them again.
    keep(two, own)
    wait_for_names(cluster.nodes, [own])
    assert three.request("DELETE", "/v1/rooms/other").status == 202
    wait_until(lambda: get(one, shared).status == 404)


def test_what_a_take_over_loses_is_not_there_anywhere(cluster, lot):
    """The replica has the first file and not the second; all nodes say what it says."""
    one, two, three = cluster.nodes
    first, second = wave(lot, MIB), wave(lot, MIB)
    cluster.add_replica()
    keep(one, first)
    # WAIT would tell nothing of what others wrote.
    wait_until(lambda: cluster.replica.ask("EXISTS", f"ovation:{{0}}b:{name_of(first)}") == 1)
    cluster.replication.block()
    keep(two, second)
    wait_for_names(cluster.nodes, [first, second])
    cluster.take_over()
    for node in cluster.nodes:
        wait_for_names([node], [first])
        wait_until(lambda node=node: get(node, second).status == 404)
        wait_until(lambda node=node: get(node, first).body == first)
    wait_until(lambda: upload(three, second).status in (200, 201))
    wait_for_names(cluster.nodes, [first, second])

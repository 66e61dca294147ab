"""The data directory of a running server is removed or replaced."""

import shutil

from Torture.test_faults import GIFTS, gift, hashes, history, wait_for_status
from harness.server import Server


def test_a_server_without_its_files_refuses_events_until_they_are_back(tmp_path):
    data, away = tmp_path / "data", tmp_path / "away"
    with Server(data) as server:
        assert server.post(GIFTS, gift(1)).status == 202
        data.rename(away)
        assert server.post(GIFTS, gift(2)).status == 503
        ready = wait_for_status(server, "/readyz", 503)
        assert any("removed" in fault for fault in ready.json["faults"]), ready
        away.rename(data)
        wait_for_status(server, "/readyz", 200)
        assert server.post(GIFTS, gift(2)).status == 202
        data.rename(away)
        wait_for_status(server, "/readyz", 503)
        away.rename(data)
        wait_for_status(server, "/readyz", 200)
        assert history(server) == ["g1", "g2"]


def test_replaced_files_are_noticed_and_not_written_to(tmp_path):
    data, away, other = tmp_path / "data", tmp_path / "away", tmp_path / "other"
    with Server(other) as server:
        assert server.post("/v1/rooms/elsewhere/gifts", gift(7)).status == 202
        assert server.stop() == 0
    before = hashes(other)
    with Server(data) as server:
        assert server.post(GIFTS, gift(1)).status == 202
        data.rename(away)
        shutil.copytree(other, data)
        ready = wait_for_status(server, "/readyz", 503)
        assert any("another file put in its place" in fault for fault in ready.json["faults"]), ready
        for method, path, body in [
                ("POST", GIFTS, gift(2)), ("POST", "/v1/rooms/main/keys", {"role": "ingest"}),
                ("PATCH", "/v1/rooms/main", {"keepDays": 3}), ("DELETE", "/v1/rooms/main", None)]:
            answer = server.request(method, path, body)
            assert answer.status == 503 and answer.json["type"] == "/problems/journal", answer
        assert hashes(data) == before
        shutil.rmtree(data)
        away.rename(data)
        wait_for_status(server, "/readyz", 200)
        assert server.post(GIFTS, gift(2)).status == 202
        assert history(server) == ["g1", "g2"]
        data.rename(away)
        shutil.copytree(other, data)
        status = server.stop()
        assert status == 74, server.said()
        assert hashes(data) == before
        shutil.rmtree(data)
        away.rename(data)
        server.start()
        assert history(server) == ["g1", "g2"]

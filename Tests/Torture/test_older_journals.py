"""The server opens the journals of every older version and shows what that version showed.

Tests/Fixtures/make_journal.py made one journal for each version, and recorded that version's answers.
"""

import json
import pathlib
import shutil

import pytest

from harness.server import ROOT, Server, export

FIXTURES = sorted((ROOT / "Tests/Fixtures").glob("journal-*"))
# Old and new spellings of the same setting.
SAME = {("waitForViewer", "true"): "always", ("waitForViewer", "false"): "never"}


def unlike(then, now, path=""):
    """The differences of a document from an older one; new keys do not count."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [
            fault
            for key, value in then.items()
            for fault in (
                unlike(value, now[key], f"{path}/{key}") if key in now else [f"{path}/{key}: gone"]
            )
        ]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        pairs = enumerate(zip(then, now))
        return [fault for n, pair in pairs for fault in unlike(*pair, f"{path}/{n}")]
    same = SAME.get((path.rsplit("/", 1)[-1], json.dumps(then)))
    return [] if now == then or same == now else [f"{path}: {then!r} became {now!r}"]


@pytest.mark.parametrize("fixture", FIXTURES, ids=lambda path: path.name)
def test_an_older_versions_journal_shows_what_it_showed(fixture, tmp_path):
    data = tmp_path / "data"
    data.mkdir()
    for file in fixture.glob("journal.sqlite*"):
        shutil.copyfile(file, data / file.name)
    expected = {path.stem: json.loads(path.read_text()) for path in fixture.glob("*.json")}
    assert len(expected) >= 3
    with Server(data) as server:
        for room, then in expected.items():
            def get(path):
                answer = server.get(f"/v1/rooms/{room}/{path}")
                assert answer.status == 200, (room, path, answer)
                return answer.json

            # Calls say now when they appeared.
            nodes = [{key: node[key] for key in node if key != "born"} for node in get("frame")["nodes"]]
            assert nodes == then["frame"]["nodes"], room
            assert get("frame")["time"] == then["frame"]["time"], room
            assert not unlike(then["state"], get("state")), room
            assert not unlike(then["config"], get("config")), room
            assert not unlike(then["events"], get("events?limit=1000")["events"]), room
            for event, fate in then["fates"].items():
                assert not unlike(fate, get(f"events/{event}")), (room, event)
        assert "the older file is kept" in server.said()
        assert list(data.glob("journal.sqlite.v*")), "the older file is missing"
    with Server(data) as server:
        assert "the older file is kept" not in server.said(), "the journal was migrated twice"
    for history in fixture.glob("*.ndjson"):
        then = [json.loads(line) for line in history.read_text().splitlines()]
        now = [json.loads(line) for line in export(data, history.stem).splitlines()]
        if now[0]["seq"] == 0 and then[0]["seq"] != 0:
            # Rooms begin with a catalogue now. This room did not, so that the export begins with its configuration.
            assert now[0]["type"] == "config" and "catalogue" not in now.pop(0)["config"]
        assert not unlike(then, now), history.name


def test_the_fixtures_include_a_journal_of_version_0_1():
    assert pathlib.Path(ROOT / "Tests/Fixtures/journal-0.1") in FIXTURES

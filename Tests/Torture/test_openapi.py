"""The server behaves as openapi.yaml says: schemathesis makes requests from the document and checks the answers.

It asks as a client on this machine; with a key of each role; and without a key where keys are needed.
"""

import json
import os
import pathlib
import re
import subprocess
import sys

import pytest
import yaml

from harness.server import BINARY, ROOT, Server
from harness.viewer import Viewer
from harness.waiting import wait_for

# Python's own loader takes a second, in each process that collects the tests.
DOCUMENT = yaml.load((ROOT / "openapi.yaml").read_text(), Loader=yaml.CSafeLoader)
EXAMPLES = 25
SEED = 1
ROLES = ["viewer", "ingest", "deck", "owner", "admin"]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("openapi") / "data") as server:
        yield server


@pytest.fixture
def keyed(tmp_path):
    # The default limits would refuse most requests.
    options = ["--auth", "keys", "--limit", "requests-per-key=1000000",
               "--limit", "requests-per-room=1000000", "--limit", "events-per-key=1000000",
               "--limit", "events-per-room=1000000"]
    with Server(tmp_path / "keyed", *options) as server:
        yield server


def make_key(server, role):
    place = [] if role == "admin" else ["--room", "main"]
    made = subprocess.run(
        [BINARY, "keys", "create", "--data", server.data, "--role", role, *place],
        capture_output=True, text=True, check=True)
    return made.stdout.strip()


def ask(server, folder, *options, examples=EXAMPLES):
    """Runs schemathesis; returns how many requests it made."""
    tool = pathlib.Path(sys.executable).with_name("schemathesis")
    run = subprocess.run(
        [tool, "--config-file", ROOT / "schemathesis.toml", "run", ROOT / "openapi.yaml",
         "--url", f"http://localhost:{server.port}", "--checks", "all", "--continue-on-failure",
         "--max-examples", str(examples), "--seed", str(SEED), "--no-color",
         "--generation-database", "none", *options],
        cwd=folder, capture_output=True, text=True, timeout=1800, check=False)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    generated, passed = map(int, re.search(r"(\d+) generated, (\d+) passed", run.stdout).groups())
    assert generated == passed
    print(f"{generated} requests")
    return generated


def test_the_document_lists_the_fields_of_every_kind_of_node(server):
    """Schemathesis can't check this, because no answer has nodes of every kind."""
    schemas = DOCUMENT["components"]["schemas"]
    named = [node["$ref"].rpartition("/")[2]
             for node in schemas["Frame"]["properties"]["nodes"]["items"]["oneOf"]]
    common = schemas["Node"]["required"]
    documented = {schemas[name]["properties"]["kind"]["const"]: fields(schemas[name], common) for name in named}

    viewer = Viewer(server.port, "main")
    assert viewer.read()["type"] == "hello"
    sent = {kind["kind"]: {field[0] for field in kind["fields"]} | {"id", "kind"} for kind in viewer.hello["fields"]}
    assert documented == sent


def fields(schema, common):
    variants = [schema, *schema.get("oneOf", [])]
    return {name for variant in variants for name in variant.get("properties", {})} | set(common)


def test_a_request_to_each_operation_is_answered_as_documented(server, tmp_path):
    operations = sum(len(path) for path in DOCUMENT["paths"].values())
    assert ask(server, tmp_path, "--phases", "fuzzing", examples=1) >= operations / 2
    wait_for(server.is_ready)


@pytest.mark.long
def test_schemathesis_finds_no_difference(server, tmp_path):
    assert ask(server, tmp_path) > 1000
    wait_for(server.is_ready)


# A key without the right to a request gets 403, which every operation lists. So all checks hold for every role, except
# that a valid request is accepted.
@pytest.mark.skipif("HARD" not in os.environ, reason="takes minutes: script/hard-test conformance")
@pytest.mark.parametrize("role", ROLES)
def test_schemathesis_finds_no_difference_with_a_key(keyed, tmp_path, role):
    key = make_key(keyed, role)
    left_out = [] if role == "admin" else ["--exclude-checks", "positive_data_acceptance"]
    options = ["--header", f"Authorization: Bearer {key}", *left_out]
    assert ask(keyed, tmp_path, *options, examples=3) > 1000
    assert keyed.get("/readyz").status == 200
    assert key not in keyed.said()


@pytest.mark.skipif("HARD" not in os.environ, reason="takes minutes: script/hard-test conformance")
def test_schemathesis_changes_nothing_without_a_key(keyed, tmp_path):
    options = ["--exclude-checks", "positive_data_acceptance"]
    assert ask(keyed, tmp_path, *options, examples=3) > 1000
    listed = json.loads(subprocess.run(
        ["curl", "-sS", f"http://localhost:{keyed.port}/v1/rooms", "-H",
         f"Authorization: Bearer {keyed.admin_key}"],
        capture_output=True, text=True, check=True).stdout)
    assert [room["name"] for room in listed["rooms"]] == ["main"]

"""openapi.yaml says what the server does: schemathesis asks both, with all its checks."""

import pathlib
import re
import subprocess
import sys

import pytest

from server import ROOT, Server

EXAMPLES = 25
SEED = 1


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("openapi") / "data") as server:
        yield server


def test_schemathesis_finds_nothing(server, tmp_path):
    tool = pathlib.Path(sys.executable).with_name("schemathesis")
    run = subprocess.run(
        [tool, "--config-file", ROOT / "schemathesis.toml", "run", ROOT / "openapi.yaml",
         "--url", f"http://localhost:{server.port}", "--checks", "all", "--continue-on-failure",
         "--max-examples", str(EXAMPLES), "--seed", str(SEED), "--no-color",
         "--generation-database", "none"],
        cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stdout[-6000:] + run.stderr[-2000:]
    asked, well = map(int, re.search(r"(\d+) generated, (\d+) passed", run.stdout).groups())
    assert asked == well > 1000
    assert server.get("/readyz").status == 200

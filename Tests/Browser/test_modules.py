"""Runs the tests of the page's modules under node, in virtual time (Tests/Browser/modules)."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from harness.node import NODE
from harness.server import ROOT

MODULES = Path(__file__).parent / "modules"
TESTS = sorted(path.name for path in MODULES.glob("*.test.js"))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """A directory with the page's files beside the tests; node treats all files in it as modules."""
    directory = tmp_path_factory.mktemp("modules")
    shutil.copytree(ROOT / "web", directory / "web")
    shutil.copytree(MODULES, directory / "tests")
    (directory / "deploy").mkdir()
    shutil.copy(ROOT / "deploy" / "overlay.html", directory / "deploy")
    (directory / "package.json").write_text('{"type": "module"}')
    return directory


@pytest.mark.parametrize("name", TESTS)
def test_the_tests_of_a_page_module_pass_under_node(workshop, name):
    run = subprocess.run(
        [NODE, "--test", "--test-reporter=spec", workshop / "tests" / name], cwd=workshop,
        capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "NODE_OPTIONS": ""})
    assert run.returncode == 0, run.stdout + run.stderr
    assert "pass 0" not in run.stdout

"""The page's modules that need no page, in virtual time."""

import os
import shutil
import subprocess
from pathlib import Path

import playwright
import pytest

from process import ROOT

NODE = Path(playwright.__file__).parent / "driver" / "node"
MODULES = Path(__file__).parent / "modules"
TESTS = sorted(path.name for path in MODULES.glob("*.test.js"))


@pytest.fixture(scope="module")
def workshop(tmp_path_factory):
    """The overlay's modules and their tests side by side, known to be modules."""
    directory = tmp_path_factory.mktemp("modules")
    shutil.copytree(ROOT / "web", directory / "web")
    shutil.copytree(MODULES, directory / "tests")
    (directory / "package.json").write_text('{"type": "module"}')
    return directory


@pytest.mark.parametrize("name", TESTS)
def test_a_module_does_what_its_tests_say(workshop, name):
    run = subprocess.run(
        [NODE, "--test", "--test-reporter=spec", workshop / "tests" / name], cwd=workshop,
        capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "NODE_OPTIONS": ""})
    assert run.returncode == 0, run.stdout + run.stderr
    assert "pass 0" not in run.stdout

"""Fixtures of these tests: bare systems, installed once per run, and the packages, built meanwhile."""

import os
import shutil
import subprocess

import pytest

from Packages.bare import ROOT, Base
from Packages.packing import OLDER, PACKAGES, repacked

# Systems beside Debian 12 on which the tarball is tested, such as "trixie jammy".
MORE = os.environ.get("OVATION_SYSTEMS", "").split()


@pytest.fixture(scope="session")
def bases(tmp_path_factory):
    """Installs bare systems, by name, as templates for the tests' copies."""
    if os.geteuid() != 0:
        pytest.skip("to install a system needs root")
    folder = tmp_path_factory.mktemp("bases")
    made = {name: Base(name, folder / name) for name in ["bookworm", *MORE]}
    yield made
    for base in made.values():
        base.remove()


@pytest.fixture(scope="session")
def packages(bases):
    """Returns the Debian package, an older version of it, and the tarball."""
    shutil.rmtree(PACKAGES, ignore_errors=True)
    subprocess.run([ROOT / "script/package"], check=True, stdout=subprocess.DEVNULL, timeout=3600)
    newer = next(PACKAGES.glob("*.deb"))
    older = repacked(newer, PACKAGES.parent / "older", OLDER)
    return newer, older, next(PACKAGES.glob("*.tar.gz"))


@pytest.fixture
def debian(bases, tmp_path):
    bare = bases["bookworm"].copy(tmp_path / "debian")
    yield bare
    shutil.rmtree(bare.folder)


@pytest.fixture(params=["bookworm", *MORE])
def system(request, bases, tmp_path):
    bare = bases[request.param].copy(tmp_path / request.param)
    yield bare
    shutil.rmtree(bare.folder)

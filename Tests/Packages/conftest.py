"""What these tests share: bare systems, made once a run, and the packages, made meanwhile."""

import os
import shutil
import subprocess

import pytest

from Packages.bare import ROOT, Base
from Packages.packing import OLDER, PACKAGES, repacked

# Systems that the tarball is tried on beside Debian 12, such as "trixie jammy".
MORE = os.environ.get("OVATION_SYSTEMS", "").split()


@pytest.fixture(scope="session")
def bases(tmp_path_factory):
    """Bare systems by their names: those that the tests take copies of."""
    if os.geteuid() != 0:
        pytest.skip("to install a system needs root")
    folder = tmp_path_factory.mktemp("bases")
    made = {name: Base(name, folder / name) for name in ["bookworm", *MORE]}
    yield made
    for base in made.values():
        base.remove()


@pytest.fixture(scope="session")
def packages(bases):
    """The Debian package, one that is older, and the tarball."""
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

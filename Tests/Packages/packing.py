"""Builds packages, and changes the version of a package."""

import re
import shutil
import subprocess

from Packages.bare import ROOT

PACKAGES = ROOT / ".build/packages"
# The version that is installed before the version of this tree.
OLDER = "0.1.9"


def repacked(package, folder, version, replace=None):
    """Returns a package with the same files and another version; calls `replace` with the files' folder."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    files = folder / "files"
    subprocess.run(["dpkg-deb", "--raw-extract", package, files], check=True)
    control = files / "DEBIAN/control"
    control.write_text(re.sub("(?m)^Version:.*", f"Version: {version}", control.read_text()))
    if replace:
        replace(files)
    made = folder / f"ovation_{version}_amd64.deb"
    subprocess.run(["dpkg-deb", "-Zgzip", "-z1", "--root-owner-group", "--build", files, made],
                   check=True, stdout=subprocess.DEVNULL)
    shutil.rmtree(files)
    return made

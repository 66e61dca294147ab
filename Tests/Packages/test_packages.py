"""Tests of the packages on a bare Debian 12: they are installed, used, upgraded, removed and purged."""

import os
import pathlib
import re
import shutil
import sqlite3
import subprocess

import pytest

from Packages.bare import ROOT
from Packages.packing import OLDER, PACKAGES, repacked

# These tests take minutes, because they build and install the packages.
pytestmark = pytest.mark.long

GIFT = {"id": "g1", "sender": "Ann", "gift": "Rose", "count": 3}
FIXTURE = ROOT / "Tests/Fixtures/journal-0.1"


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True,
                          text=True).stdout.strip()


def members(package):
    """Returns the files of a package by path, each with its mode and owner."""
    done = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True,
                          text=True)
    return {line.split(None, 5)[5].removeprefix("."): line.split()[:2]
            for line in done.stdout.splitlines()}


def test_the_debian_package_has_the_files_and_fields_that_debian_expects(packages):
    newer, older, _ = packages
    version = subprocess.run([ROOT / "script/version"], check=True, capture_output=True,
                             text=True).stdout.strip()
    assert field(newer, "Version") == version.replace("-", "~", 1)
    assert field(older, "Version") == OLDER
    assert subprocess.run(["dpkg", "--compare-versions", field(older, "Version"), "lt",
                           field(newer, "Version")], check=False).returncode == 0
    depends = field(newer, "Depends")
    for name in ("libc6 (>= 2.", "libwebsockets17", "libssl3", "libsqlite3-0", "libhiredis0.14", "zlib1g",
                 "passwd"):
        assert name in depends
    contents = members(newer)
    assert contents["/usr/bin/ovation"] == ["-rwxr-xr-x", "root/root"]
    for path in ("/usr/share/ovation/web/overlay/index.html", "/usr/share/ovation/overlay.html",
                 "/lib/systemd/system/ovation.service", "/etc/default/ovation",
                 "/usr/share/doc/ovation/copyright", "/usr/share/doc/ovation/deploy.md",
                 "/usr/share/doc/ovation/licences/GRDB.swift",
                 "/usr/share/doc/ovation/licences/swift",
                 "/usr/share/doc/ovation/licences/libwebsockets"):
        assert contents[path][0] == "-rw-r--r--", path


def test_the_checksums_match_the_files(packages):
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], check=True, cwd=PACKAGES,
                   capture_output=True)
    assert len((PACKAGES / "SHA256SUMS").read_text().splitlines()) == 2


def events(journal):
    """Returns a journal's schema version and its events."""
    with sqlite3.connect(journal) as file:
        return (file.execute("PRAGMA user_version").fetchone(),
                file.execute("SELECT * FROM event ORDER BY 1, 2").fetchall())


def test_a_package_is_installed_upgraded_removed_and_purged_on_a_bare_system(packages, debian):
    newer, older, _ = packages
    data = debian.folder / "var/lib/ovation"
    with debian as bare:
        bare.install(older)
        unit = bare.unit("ovation.service")
        assert unit["Type"] == "notify" and unit["User"] == "ovation"
        command = unit["ExecStart"].replace("$OVATION_OPTIONS", "")
        assert bare.run("getent", "passwd", "ovation").stdout.split(":")[6].strip() == "/usr/sbin/nologin"
        assert bare.run("stat", "-c", "%U:%G %a", "/var/lib/ovation").stdout == "ovation:ovation 700\n"

        # The journal of an earlier version.
        for file in FIXTURE.glob("journal.sqlite*"):
            shutil.copy(file, data)
        bare.run("chown", "-R", "ovation:ovation", "/var/lib/ovation")
        options = debian.folder / "etc/default/ovation"
        options.write_text(options.read_text().replace('=""', '="--fps 30"'))

        bare.install(newer)
        assert '="--fps 30"' in options.read_text(), "what was changed there stays"
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("POST", "/v1/rooms/new/gifts", GIFT)[0] == 202
            assert b"ovation-build" in service.ask("GET", "/overlay/new")[1]
            service.hear("READY=1")
            service.hear("WATCHDOG=1")
            version = service.ask("GET", "/healthz")[1]["version"]
            assert field(newer, "Version") == version.replace("-", "~", 1)
            said = bare.run("ovation", "backup", "--data", "/var/lib/ovation", "--to",
                            "/var/backups/ovation/journal.sqlite", user="ovation:ovation").stdout
            assert "every checksum read" in said
            assert "! " not in bare.run(
                "ovation", "doctor", "--data", "/var/lib/ovation", user="ovation:ovation").stdout
        assert service.status == 0
        # The older file stays unchanged, for a return to the older version.
        kept = next(data.glob("journal.sqlite.v*"))
        assert events(kept) == events(FIXTURE / "journal.sqlite")

        # The same package again: all data is there, and a repeat is recognized.
        bare.install(newer)
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("POST", "/v1/rooms/new/gifts", GIFT)[0] == 200

        bare.run("apt-get", "remove", "-q", "-y", "ovation")
        assert not (debian.folder / "usr/bin/ovation").exists()
        assert (data / "journal.sqlite").exists() and options.exists(), "removing keeps data"
        bare.run("apt-get", "install", "-q", "-y", f"/tmp/{newer.name}")
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("GET", "/v1/rooms/new/events/g1")[0] == 200
        bare.run("apt-get", "purge", "-q", "-y", "ovation")
        assert not data.exists() and not options.exists()
        assert bare.run("getent", "passwd", "ovation", check=False).returncode != 0
        left = bare.run("find", "/etc", "/usr", "/lib/systemd", "/var/lib", "-name", "*ovation*",
                        "-not", "-path", "/var/lib/dpkg/*").stdout
        assert left == "", "purging leaves nothing"


class Older:
    """A built source tree of an older version, in the folder that OVATION_OLDER names."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.binary = self.folder / ".build/release/ovation"

    def replace(self, files):
        """Replaces the program and the pages in a package's files by those of the older version."""
        shutil.copy(self.binary, files / "usr/bin/ovation")
        shutil.rmtree(files / "usr/share/ovation/web")
        shutil.copytree(self.folder / "web", files / "usr/share/ovation/web")

    def bring_runtime(self, bare):
        """Copies Swift's libraries to where the older program looks for them, if it does not contain them."""
        said = subprocess.run(["ldd", self.binary], check=True, capture_output=True, text=True).stdout
        for path in re.findall(r"=> (/\S*/swift/linux/\S+)", said):
            place = bare.folder / path.removeprefix("/")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, place)


def the_way_back():
    """Returns the commands of docs/deploy.md, adapted to a system without systemd and without a person to ask."""
    text = (ROOT / "docs/deploy.md").read_text()
    lines = re.search(r"\*\*Back to the older version\.\*\*.*?```\n(.*?)```", text, re.DOTALL)[1]
    assert f"apt install ./ovation_{OLDER}_amd64.deb" in lines
    return ("systemctl() { :; }; apt() { apt-get -q -y --allow-downgrades \"$@\"; }; "
            "set -e; cd /tmp\n" + lines)


@pytest.mark.skipif("OVATION_OLDER" not in os.environ, reason="OVATION_OLDER names no older version")
def test_an_older_version_is_upgraded_and_restored_by_the_documented_commands(packages, debian, tmp_path):
    older = Older(os.environ["OVATION_OLDER"])
    package = repacked(packages[0], tmp_path / "older", OLDER, older.replace)
    gifts = {name: {**GIFT, "id": name} for name in ("old", "new", "back")}
    gift, known = "/v1/rooms/main/gifts", "/v1/rooms/main/events/"
    with debian as bare:
        bare.install(package)
        older.bring_runtime(bare)
        command = bare.unit("ovation.service")["ExecStart"].replace("$OVATION_OPTIONS", "")
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("POST", gift, gifts["old"])[0] == 202
        bare.install(packages[0])
        with bare.serve(command, "ovation:ovation") as service:
            assert "journal.sqlite.v" in service.said()
            assert service.ask("POST", gift, gifts["old"])[0] == 200, "a repeat is known"
            assert service.ask("POST", gift, gifts["new"])[0] == 202
        bare.run("sh", "-c", the_way_back())
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("GET", known + "old")[0] == 200
            assert service.ask("GET", known + "new")[0] == 404
            assert service.ask("POST", gift, gifts["back"])[0] == 202
        # An upgrade once more, beside the files that the first one has left.
        bare.install(packages[0])
        with bare.serve(command, "ovation:ovation") as service:
            for name, status in [("old", 200), ("back", 200), ("new", 404)]:
                assert service.ask("GET", known + name)[0] == status, name

"""The packages, on a bare Debian 12: installed, used, brought up to a newer one, removed, purged."""

import os
import pathlib
import re
import shutil
import sqlite3
import subprocess
import tarfile

import pytest

from bare import ROOT, make

PACKAGES = ROOT / ".build/packages"
GIFT = {"id": "g1", "sender": "Ann", "gift": "Rose", "count": 3}


def package(*kinds, version=None):
    environment = {**os.environ, **({"OVATION_PACKAGE_VERSION": version} if version else {})}
    subprocess.run([ROOT / "script/package", *kinds], check=True, env=environment,
                   stdout=subprocess.DEVNULL, timeout=1800)


@pytest.fixture(scope="module")
def packages():
    """The package, one that is older, and the tarball."""
    shutil.rmtree(PACKAGES, ignore_errors=True)
    package("deb", version="0.1.9")
    older = next(PACKAGES.glob("*.deb"))
    package("deb", "tarball")
    newer = next(path for path in PACKAGES.glob("*.deb") if path != older)
    return newer, older, next(PACKAGES.glob("*.tar.gz"))


@pytest.fixture(scope="module")
def debian(tmp_path_factory):
    if os.geteuid() != 0:
        pytest.skip("to install a system needs root")
    return make(tmp_path_factory.mktemp("bare") / "debian")


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, capture_output=True,
                          text=True).stdout.strip()


def members(package):
    """What a package puts where: mode, owner, path."""
    done = subprocess.run(["dpkg-deb", "--contents", package], check=True, capture_output=True,
                          text=True)
    return {line.split(None, 5)[5].removeprefix("."): line.split()[:2]
            for line in done.stdout.splitlines()}


def test_a_package_is_what_debian_expects(packages):
    newer, older, _ = packages
    version = subprocess.run([ROOT / "script/version"], check=True, capture_output=True,
                             text=True).stdout.strip()
    assert field(newer, "Version") == version.replace("-", "~", 1)
    assert subprocess.run(["dpkg", "--compare-versions", field(older, "Version"), "lt",
                           field(newer, "Version")], check=False).returncode == 0
    depends = field(newer, "Depends")
    for name in ("libc6 (>= 2.", "libwebsockets17", "libsqlite3-0", "passwd"):
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


def test_checksums_are_those_of_the_files(packages):
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], check=True, cwd=PACKAGES,
                   capture_output=True)
    assert len((PACKAGES / "SHA256SUMS").read_text().splitlines()) == 3


def test_a_tarball_runs_from_any_folder_on_a_system_without_our_libraries(packages, debian):
    tarball = packages[2]
    with debian as bare:
        for name in ("libwebsockets", "libsqlite3"):
            assert name not in bare.run("ldconfig", "-p").stdout
        home = debian.folder / "home/some where"
        home.mkdir(parents=True, exist_ok=True)
        with tarfile.open(tarball) as archive:
            archive.extractall(home, filter="fully_trusted")
        folder = next(home.glob("ovation-*"))
        inside = pathlib.Path("/") / folder.relative_to(debian.folder)
        bare.run("chmod", "-R", "a+rX", "/home")
        bare.run("install", "-d", "-o", "nobody", "/home/data")
        needed = subprocess.run(["readelf", "--dynamic", folder / "lib/ovation"], check=True,
                                capture_output=True, text=True).stdout
        libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", needed))
        assert libraries <= {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2",
                             "libdl.so.2", "libpthread.so.0", "librt.so.1"}, libraries
        sums = bare.run("sh", "-c", f"cd '{inside}' && sha256sum --check --quiet SHA256SUMS")
        assert sums.stdout == ""
        said = bare.run(inside / "ovation", "--version", user="nobody:nogroup").stdout
        assert said.strip()
        with bare.serve(f"'{inside}/ovation' serve --data /home/data", "nobody:nogroup") as service:
            assert service.ask("POST", "/v1/rooms/main/gifts", GIFT)[0] == 202
            assert b"ovation-build" in service.ask("GET", "/overlay/main")[1]
        assert service.status == 0


def test_a_tarball_says_what_is_missing(packages, debian):
    with debian as bare, tarfile.open(packages[2]) as archive:
        home = debian.folder / "home/broken"
        archive.extractall(home, filter="fully_trusted")
        folder = next(home.glob("ovation-*"))
        inside = pathlib.Path("/") / folder.relative_to(debian.folder)
        os.chmod(folder / "lib/ovation", 0o644)
        done = bare.run(inside / "ovation", "--version", check=False, user="nobody:nogroup")
        assert done.returncode == 69 and "may not be run" in done.stderr
        # A binary of a system that is newer than this one.
        (folder / "lib/ovation").write_text("#!/bin/false\n")
        os.chmod(folder / "lib/ovation", 0o755)
        starter = folder / "ovation"
        starter.write_text(re.sub("needed=.*", "needed=9.99", starter.read_text()))
        done = bare.run(inside / "ovation", "--version", check=False, user="nobody:nogroup")
        assert done.returncode == 69 and "9.99 or newer is needed" in done.stderr
        (folder / "lib/ovation").unlink()
        done = bare.run(inside / "ovation", "--version", check=False, user="nobody:nogroup")
        assert done.returncode == 69 and "unpack the archive again" in done.stderr


def events(journal):
    """The version of a journal's form, and its events."""
    with sqlite3.connect(journal) as file:
        return (file.execute("PRAGMA user_version").fetchone(),
                file.execute("SELECT * FROM event ORDER BY 1, 2").fetchall())


def test_a_life_on_a_bare_system(packages, debian):
    newer, older, _ = packages
    data = debian.folder / "var/lib/ovation"
    with debian as bare:
        bare.install(older)
        unit = bare.unit("ovation.service")
        assert unit["Type"] == "notify" and unit["User"] == "ovation"
        command = unit["ExecStart"].replace("$OVATION_OPTIONS", "")
        assert bare.run("getent", "passwd", "ovation").stdout.split(":")[6].strip() == "/usr/sbin/nologin"
        assert bare.run("stat", "-c", "%U:%G %a", "/var/lib/ovation").stdout == "ovation:ovation 700\n"

        # What a version before left behind.
        for file in (ROOT / "Tests/Fixtures/journal-0.1").glob("journal.sqlite*"):
            shutil.copy(file, data)
        bare.run("chown", "-R", "ovation:ovation", "/var/lib/ovation")
        options = debian.folder / "etc/default/ovation"
        options.write_text(options.read_text().replace('=""', '="--fps 30"'))

        bare.install(newer)
        assert '="--fps 30"' in options.read_text(), "what was changed there stays"
        with bare.serve(command, "ovation:ovation") as service:
            assert service.ask("POST", "/v1/rooms/new/gifts", GIFT)[0] == 202
            assert b"ovation-build" in service.ask("GET", "/overlay/new")[1]
            service.hear("WATCHDOG=1")
            version = service.ask("GET", "/healthz")[1]["version"]
            assert field(newer, "Version") == version.replace("-", "~", 1)
            said = bare.run("ovation", "backup", "--data", "/var/lib/ovation", "--to",
                            "/var/backups/ovation/journal.sqlite", user="ovation:ovation").stdout
            assert "every checksum read" in said
            assert "! " not in bare.run(
                "ovation", "doctor", "--data", "/var/lib/ovation", user="ovation:ovation").stdout
        assert service.status == 0
        # Whoever goes back takes the older file, which is as it was.
        kept = next(data.glob("journal.sqlite.v*"))
        assert events(kept) == events(ROOT / "Tests/Fixtures/journal-0.1/journal.sqlite")

        # The same once more: all is there, a repeat is known.
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

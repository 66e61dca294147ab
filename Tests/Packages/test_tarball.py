"""Tests of the tarball on bare systems, which have none of the libraries that the server is built with."""

import os
import pathlib
import re
import subprocess
import tarfile

import pytest

from Packages.bare import ROOT, Service

# These tests take minutes, because they build and install the packages.
pytestmark = pytest.mark.long

GIFT = {"id": "g1", "sender": "Ann", "gift": "Rose", "count": 3}
# The libraries that every system with a GNU C library has.
EVERYWHERE = {"libc.so.6", "libm.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2",
              "libdl.so.2", "libpthread.so.0", "librt.so.1"}
# The version of the C library in Ubuntu 22.04.
OLDEST = (2, 35)
# The licence of each linked file or folder of objects, by a pattern for its name.
LICENCES = [
    (r"libwebsockets\.a", "libwebsockets"), (r"lib(ssl|crypto)\.a", "libssl"),
    (r"libcap\.a", "libcap"), (r"libz\.a", "zlib1g"), (r"libsqlite3\.a", "libsqlite3"),
    (r"libhiredis\.a", "libhiredis"),
    (r"lib(stdc\+\+|gcc|gcc_eh|supc\+\+)\.a", "libstdc++-12"),
    (r"(crt1|Scrt1|crti|crtn|libc_nonshared)\.[oa]", "libc6"),
    (r"crt(begin|end)\w*\.o", "libstdc++-12"),
    (r"lib_FoundationICU\.a", "icu"),
    (r"(lib(swift\w*|dispatch|BlocksRuntime|CoreFoundation|_?Foundation\w*)\.a|swiftrt\.o|"
     r"lib_CF\w+\.a|static-stdlib-args\.lnk)", "swift"),
    (r"GRDB\.build", "GRDB.swift"),
    (r"(ArgumentParser\w*)\.build", "swift-argument-parser"), (r"Logging\.build", "swift-log"),
    (r"(\w*Collections\w*|DequeModule|HeapModule|ContainersPreview)\.build", "swift-collections"),
    (r"arc4random\.o", "ovation"),
]


def unpacked(bare, tarball, place):
    """Unpacks the tarball; returns its folder as seen from outside and from inside the system."""
    where = bare.folder / place
    where.mkdir(parents=True)
    with tarfile.open(tarball) as archive:
        archive.extractall(where, filter="fully_trusted")
    folder = next(where.glob("ovation-*"))
    return folder, pathlib.Path("/") / folder.relative_to(bare.folder)


def test_the_tarball_runs_from_any_folder_on_a_system_without_our_libraries(packages, system):
    with system as bare:
        for name in ("libwebsockets", "swift"):
            assert name not in bare.run("ldconfig", "-p").stdout
        folder, inside = unpacked(bare, packages[2], "home/some where")
        bare.run("chmod", "-R", "a+rX", "/home")
        bare.run("install", "-d", "-o", "nobody", "/home/data")
        sums = bare.run("sh", "-c", f"cd '{inside}' && sha256sum --check --quiet SHA256SUMS")
        assert sums.stdout == ""
        said = bare.run(inside / "ovation", "--version", user="nobody:nogroup").stdout
        version = subprocess.run([ROOT / "script/version"], check=True, capture_output=True,
                                 text=True).stdout.strip()
        assert said.startswith(version) and folder.name.startswith(f"ovation-{version}-linux-")
        command = f"'{inside}/ovation' serve --data /home/data"
        with bare.serve(command, "nobody:nogroup") as service:
            assert service.ask("POST", "/v1/rooms/main/gifts", GIFT)[0] == 202
            assert b"ovation-build" in service.ask("GET", "/overlay/main")[1]
            assert service.ask("GET", "/studio/main")[0] == 200
        assert service.status == 0
        with bare.serve(command, "nobody:nogroup") as service:
            assert service.ask("GET", "/v1/rooms/main/events/g1")[0] == 200


def test_the_three_lines_of_the_readme_for_windows_start_a_server(packages, debian):
    """Runs the lines of the README for Windows, with the tarball in Downloads and a user's home."""
    text = (ROOT / "README.md").read_text()
    lines = re.search(r"```\n(mkdir -p ~/ovation\n.*?)\n```", text, re.DOTALL)[1]
    assert len(lines.splitlines()) == 3
    with debian as bare:
        downloads = bare.folder / "mnt/c/Users/Ann Lee/Downloads"
        downloads.mkdir(parents=True)
        (downloads / packages[2].name).write_bytes(packages[2].read_bytes())
        bare.run("useradd", "--create-home", "ann")
        # `exec` replaces the shell, so that the test ends the server itself.
        started = lines.replace("\n~/ovation/ovation", "\nexec ~/ovation/ovation")
        command = ["env", "HOME=/home/ann", "sh", "-c", f'{started} "$@"', "sh"]
        with Service(bare, command, "ann:ann") as service:
            assert service.ask("POST", "/v1/rooms/main/gifts", GIFT)[0] == 202
        assert service.status == 0
        # The shortcut's command, run from her home; and the same version unpacked over the existing one.
        arguments = re.search(r'\$s.Arguments = "-d Debian --cd ~ (.*)"', text)[1]
        bare.run("env", "HOME=/home/ann", "sh", "-c", "\n".join(lines.splitlines()[:2]), user="ann:ann")
        command = ["env", "-C", "/home/ann", *arguments.split()]
        with Service(bare, command, "ann:ann") as service:
            assert service.ask("GET", "/v1/rooms/main/events/g1")[0] == 200


def test_the_tarball_reports_missing_libraries(packages, debian):
    with debian as bare:
        folder, inside = unpacked(bare, packages[2], "home/broken")

        def said():
            done = bare.run(inside / "ovation", "--version", check=False, user="nobody:nogroup")
            assert done.returncode == 69
            return done.stderr

        library = next(bare.folder.glob("lib/*/libgcc_s.so.1"))
        library.rename(library.with_suffix(".away"))
        assert "missing libraries: libgcc_s.so.1 (apt install libgcc-s1)" in said()
        library.with_suffix(".away").rename(library)
        os.chmod(folder / "lib/ovation", 0o644)
        assert "may not be run" in said()
        # A binary that needs a newer system.
        (folder / "lib/ovation").write_text("#!/bin/false\n")
        os.chmod(folder / "lib/ovation", 0o755)
        starter = folder / "ovation"
        starter.write_text(re.sub("needed=.*", "needed=9.99", starter.read_text()))
        assert "9.99 or newer is needed" in said()
        (folder / "lib/ovation").unlink()
        assert "unpack the archive again" in said()


def test_the_tarballs_binary_needs_only_libraries_that_every_system_has(packages, tmp_path):
    with tarfile.open(packages[2]) as archive:
        member = next(name for name in archive.getnames() if name.endswith("/lib/ovation"))
        archive.extract(member, tmp_path, filter="fully_trusted")

    def read(*command):
        return subprocess.run([*command, tmp_path / member], check=True, capture_output=True,
                              text=True).stdout

    libraries = set(re.findall(r"\(NEEDED\).*\[(.*)\]", read("readelf", "--dynamic", "--wide")))
    assert libraries <= EVERYWHERE, libraries
    assert re.findall(r"R(?:UN)?PATH.*\[(.*)\]", read("readelf", "--dynamic", "--wide")) in ([], ["$ORIGIN"])
    asked = set(re.findall(r"\((\w+_[\d.]+)\)", read("objdump", "--dynamic-syms")))
    versions = {tuple(map(int, name.removeprefix("GLIBC_").split(".")))
                for name in asked if name.startswith("GLIBC_")}
    assert versions and max(versions) <= OLDEST, max(versions)
        # Only symbols of the C library and of the compiler's runtime: no C++, and no library of ours.
    assert {name.split("_")[0] for name in asked} <= {"GLIBC", "GCC"}, asked
    assert b"libwebsockets" not in "".join(libraries).encode()
    assert b"lws_create_context" in (tmp_path / member).read_bytes()


def test_the_tarball_has_the_licence_of_every_linked_library(packages):
    with tarfile.open(packages[2]) as archive:
        there = {pathlib.Path(file.name).name: file.size for file in archive.getmembers()
                 if "/licences/" in file.name}
    assert all(size > 500 for size in there.values()), there
    targets = set(re.findall(r'[tT]arget\(\s*name: "(\w+)"', (ROOT / "Package.swift").read_text()))
    linked = (ROOT / ".build/packages/linked").read_text().split()
    assert len(linked) > 40
    for name in linked:
        if name.removesuffix(".build") in targets:
            continue
        whose = [licence for pattern, licence in LICENCES if re.fullmatch(pattern, name)]
        assert whose and whose[0] in there, (name, there)

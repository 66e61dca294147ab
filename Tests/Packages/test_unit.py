"""Tests of the package's unit under systemd itself, with all restrictions that the unit asks for."""

import re
import shutil
import subprocess

import pytest

from Packages.booted import Booted
from harness.waiting import wait_for

# These tests take minutes, because they build and install the packages.
pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not shutil.which("systemd-nspawn"), reason="systemd-nspawn is not installed")]

ROOM = "/v1/rooms/main"
RULE = {"title": "{sender}", "speak": True}
MESSAGES = ["Hello to all of you", "Grüße aus Zürich", "大家好", "Привет всем"]
SETTINGS = {"speech": {"voices": "han=cmn, cyrillic=ru"}}
# Shell commands that the service's user may run, and that the unit forbids, one a line.
FORBIDDEN = """\
touch /opt/open/new
cat /home/open/file
cat /proc/1/status
unshare --user true
chown ovation /var/lib/ovation/allowed
perl -e 'socket(my $link, 16, 3, 0) or exit 1'
perl -e 'exit(syscall(9, 0, 4096, 7, 0x22, -1, 0) == -1)'
"""
# Prints the commands that succeed. The last two open a netlink socket, and map memory that is writable and executable.
TRIAL = """#!/bin/sh
while read -r attempt; do
    if sh -c "$attempt" >/dev/null 2>&1; then echo "$attempt"; fi
done </opt/forbidden
"""
# A speech command that tries all this before it speaks.
PROBE = """#!/bin/sh
trial >/var/lib/ovation/allowed
exec espeak-ng --stdin --stdout
"""


@pytest.fixture
def installed(packages, debian):
    """A system with systemd and the package, with the packages that it recommends."""
    with debian as bare:
        bare.run("apt-get", "install", "-q", "-y", "--no-install-recommends", "systemd-sysv")
        bare.install(packages[0], recommended=True)
    return debian


def speak(system, names):
    """Sends a message for each name, and returns the speeches."""
    for name, message in zip(names, MESSAGES):
        notice = {"id": name, "kind": "raid", "sender": "Ann", "message": message}
        system.ask("POST", f"{ROOM}/notices", notice)

    def speeches():
        found = system.ask("GET", f"{ROOM}/events?type=speech")["events"]
        return [event for event in found if event["of"] in names]

    wait_for(lambda: len(speeches()) == len(names), system.said, seconds=60)
    return speeches()


def test_the_unit_speaks_in_its_sandbox_with_the_voice_that_the_package_recommends(installed):
    with Booted(installed.folder) as system:
        wait_for(lambda: system.run("systemctl", "is-active", "ovation", check=False).stdout == "active\n")
        check_restrictions(system, installed)
        system.ask("PATCH", f"{ROOM}/config", SETTINGS)
        system.ask("PUT", f"{ROOM}/alerts/rules/all", RULE)
        for speech in speak(system, ["a", "b", "c", "d"]):
            assert speech["seconds"] > 0.3, speech
            head = subprocess.run(
                ["nsenter", "--target", system.first, "--net", "curl", "--silent",
                 f"http://localhost:8080{speech['src']}"], capture_output=True, check=True).stdout
            assert head.startswith(b"RIFF") and len(head) > 10_000
        assert "was not spoken" not in system.run("journalctl", "--unit", "ovation").stdout


def check_restrictions(system, bare):
    """systemd has taken every setting of the unit, and the process has the filter and no rights."""
    shown = dict(line.split("=", 1) for line in system.run("systemctl", "show", "ovation").stdout.splitlines())
    for name, value in bare.unit("ovation.service").items():
        if value in ("yes", "strict", "invisible"):
            assert shown[name] == value, (name, shown[name])
    status = system.run("cat", f"/proc/{shown['MainPID']}/status").stdout
    fields = dict(re.findall(r"(?m)^(\w+):\s*(\S+)$", status))
    assert (fields["Seccomp"], fields["NoNewPrivs"], fields["CapBnd"]) == ("2", "1", "0" * 16), fields


def place(bare, path, text):
    file = bare.folder / path
    if not file.parent.exists():
        file.parent.mkdir()
        file.parent.chmod(0o777)
    file.write_text(text)
    file.chmod(0o755)


def test_a_speech_command_cannot_leave_the_sandbox_of_the_unit(installed):
    for path, text in [("usr/local/bin/trial", TRIAL), ("usr/local/bin/probe", PROBE), ("opt/forbidden", FORBIDDEN),
                       ("opt/open/old", ""), ("home/open/file", "")]:
        place(installed, path, text)
    options = installed.folder / "etc/default/ovation"
    options.write_text(options.read_text().replace('=""', '="--speech probe"'))
    allowed = installed.folder / "var/lib/ovation/allowed"
    with Booted(installed.folder) as system:
        wait_for(lambda: system.run("systemctl", "is-active", "ovation", check=False).stdout == "active\n")
        system.ask("PUT", f"{ROOM}/alerts/rules/all", RULE)
        [speech] = speak(system, ["a"])
        assert speech["seconds"] > 0.3, speech
        assert allowed.read_text() == ""
        # Outside of the sandbox the same user runs all commands with success.
        outside = system.run("setpriv", "--reuid=ovation", "--regid=ovation", "--clear-groups", "trial").stdout
        assert outside == FORBIDDEN

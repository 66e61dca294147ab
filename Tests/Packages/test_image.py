"""Tests of the image's steps on a bare system, and of a server in the result."""

import subprocess

import pytest

from Packages.bare import Service
from Packages.image import Image
from harness.waiting import wait_for

# These tests take minutes, because they build and install the packages.
pytestmark = pytest.mark.long

GIFT = {"id": "g1", "sender": "Ann", "gift": "Rose", "count": 3}


class Container(Service):
    """A service that runs as compose.yaml starts it."""

    def __init__(self, image, *options):
        super().__init__(image.bare, [*image.entry, *options], image.user)
        self.image = image

    def whole_command(self):
        return self.image.command(*self.command, "--port", self.port)


def spoken_seconds(service, image):
    """Sends a message that a rule speaks, and returns the duration of its speech."""
    made = image.run("ovation", "keys", "create", "--data", "/data", "--room", "main", "--role", "owner", "--name", "me")
    key = made.stdout.split()[-1]
    assert service.ask("PUT", "/v1/rooms/main/alerts/rules/all", {"title": "{sender}", "speak": True}, key=key)[0] == 200
    notice = {"kind": "raid", "sender": "Ann", "message": "Hello to all of you"}
    assert service.ask("POST", "/v1/rooms/main/notices", notice, key=key)[0] == 202
    path = "/v1/rooms/main/events?type=speech"
    return wait_for(lambda: service.ask("GET", path, key=key)[1]["events"])[0]["seconds"]


def test_a_container_serves_with_a_read_only_root_and_without_capabilities(packages, debian, tmp_path):
    # The same binary, stripped like the image's.
    subprocess.run(["dpkg-deb", "--extract", packages[0], tmp_path / "deb"], check=True)
    with debian as bare:
        image = Image(bare, {"/ovation": tmp_path / "deb/usr/bin/ovation"})
        assert image.user != "0" and image.volumes == ["/data"]
        for path, writable in [("/data/file", True), ("/tmp/file", False), ("/file", False)]:
            assert (image.run("touch", path).returncode == 0) == writable, path
        said = image.run("grep", "-E", "Cap(Eff|Prm|Bnd)|NoNewPrivs", "/proc/self/status").stdout
        assert said.split()[1::2] == ["0" * 16] * 3 + ["1"]
        with Container(image, "--public-url", "https://localhost") as service:
            # Other machines could reach the server, so it requires a key, and keeps one in its volume.
            assert service.ask("POST", "/v1/rooms/main/gifts", GIFT)[0] == 401
            made = image.run("ovation", "keys", "create", "--data", "/data", "--room", "main",
                             "--role", "ingest", "--name", "bot")
            assert made.returncode == 0, made.stderr
            key = made.stdout.split()[-1]
            assert service.ask("POST", "/v1/rooms/main/gifts", GIFT, key=key)[0] == 202
            assert b"ovation-build" in service.ask("GET", "/overlay/main")[1]
            assert spoken_seconds(service, image) > 0.3
            copied = image.run("ovation", "backup", "--data", "/data", "--to", "/data/copy.sqlite")
            assert copied.returncode == 0, copied.stderr
            assert image.run(*image.health, service.port).returncode == 0
        assert service.status == 0
        assert image.run(*image.health, service.port).returncode != 0

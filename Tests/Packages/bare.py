"""A bare Debian 12 in a folder, and a server in it."""

import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import socket
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
MINIMAL = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8", "HOME": "/root",
           "DEBIAN_FRONTEND": "noninteractive"}


def make(place):
    """Makes one by debootstrap; returns its folder."""
    subprocess.run(["debootstrap", "--variant=minbase", "bookworm", place], check=True,
                   stdout=subprocess.DEVNULL, timeout=600)
    return Bare(place)


class Bare:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def copy(self, folder):
        subprocess.run(["cp", "-a", "--reflink=auto", self.folder, folder], check=True)
        return Bare(folder)

    def __enter__(self):
        """What every system has: /proc, /dev, and how to find names."""
        subprocess.run(["mount", "-t", "proc", "proc", self.folder / "proc"], check=True)
        shutil.copy("/etc/resolv.conf", self.folder / "etc/resolv.conf")
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", "--lazy", self.folder / "proc"], check=True)

    def command(self, *command, user=None):
        who = [f"--userspec={user}"] if user else []
        return ["chroot", *who, str(self.folder), *map(str, command)]

    def run(self, *command, user=None, check=True, environment=None):
        done = subprocess.run(
            self.command(*command, user=user), env={**MINIMAL, **(environment or {})},
            capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL)
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done

    def install(self, package):
        """Installs a package's file, and from Debian what it depends on."""
        shutil.copy(package, self.folder / "tmp")
        return self.run("apt-get", "install", "-q", "-y", "--no-install-recommends",
                        "-o", "Dpkg::Options::=--force-confdef", f"/tmp/{pathlib.Path(package).name}")

    def unit(self, name):
        """The lines of a unit's part Service, by their keys."""
        text = (self.folder / "lib/systemd/system" / name).read_text()
        return dict(re.findall(r"^(\w+)=(.*)$", text.split("[Service]")[1], re.MULTILINE))

    def serve(self, command, user, *more):
        return Service(self, shlex.split(command) + list(more), user)


class Service:
    """A server within a bare system, told as systemd tells it where to say how it is."""

    def __init__(self, bare, command, user):
        self.bare, self.command, self.user = bare, command, user
        self.notices = []

    def __enter__(self):
        self.port = free_port()
        (self.bare.folder / "run").mkdir(exist_ok=True)
        path = self.bare.folder / "run/notify"
        path.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        os.chmod(path, 0o777)
        self.socket.settimeout(30)
        self.log = open(self.bare.folder.parent / "service.log", "wb")
        self.process = subprocess.Popen(
            self.bare.command(*self.command, "--port", self.port, user=self.user),
            env={**MINIMAL, "NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "30000000"},
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        self.hear("READY=1")
        return self

    def hear(self, wanted):
        """Waits until it has said something."""
        end = time.monotonic() + 30
        while True:
            assert time.monotonic() < end and self.process.poll() is None, self.said()
            try:
                said = self.socket.recv(1000).decode()
            except TimeoutError:
                continue
            self.notices += said.split("\n")
            if wanted in self.notices:
                return

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request(method, path, json.dumps(body) if body else None,
                           {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        text = answer.read()
        return answer.status, json.loads(text) if "json" in answer.getheader("Content-Type", "") else text

    def said(self):
        return (self.bare.folder.parent / "service.log").read_text(errors="replace")

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.status = self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.status = self.process.wait()
        self.socket.close()
        self.log.close()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]

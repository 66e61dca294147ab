"""Bare Linux systems in folders (chroot), and servers that run in them."""

import http.client
import json
import os
import pathlib
import re
import shlex
import shutil
import signal
import socket
import subprocess
import time

from harness.ports import free_port
from harness.waiting import wait_for

ROOT = pathlib.Path(__file__).resolve().parents[2]
MINIMAL = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8",
           "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"}
# The timeout in seconds for steps that usually take a second.
PATIENCE = 120
# A mirror that does not answer now may answer soon: the installation of a system is repeated twice, and the
# download of a package's file five times.
INSTALL = """for attempt in 1 2 3; do
    rm -rf "$folder"
    timeout 600 debootstrap "$@" && exit
    sleep 10
done
exit 1
"""
FETCH = 'Acquire::Retries "5";\nAcquire::http::Timeout "30";\n'


# The mirrors of systems other than Debian. Debian does not have the keys of Ubuntu's archive, so TLS alone
# authenticates it. `noble` uses the debootstrap script of `gutsy`.
UBUNTU = ["--no-check-gpg"], ["https://archive.ubuntu.com/ubuntu"]
ORIGINS = {"jammy": UBUNTU, "noble": (UBUNTU[0], [*UBUNTU[1], "gutsy"])}


class Base:
    """A system whose installation by debootstrap starts at once, as a template for copies."""

    def __init__(self, name, folder):
        self.bare = Bare(folder)
        options, origin = ORIGINS.get(name, ([], []))
        self.log = pathlib.Path(f"{folder}.log")
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                ["sh", "-c", INSTALL, "sh", *options, "--variant=minbase", name, folder, *origin],
                env={**os.environ, "folder": str(folder)}, start_new_session=True,
                stdout=log, stderr=log, stdin=subprocess.DEVNULL)

    def copy(self, folder):
        assert self.process.wait(1900) == 0, self.log.read_text(errors="replace")[-2000:]
        (self.bare.folder / "etc/apt/apt.conf.d/fetch").write_text(FETCH)
        return self.bare.copy(folder)

    def remove(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        shutil.rmtree(self.bare.folder, ignore_errors=True)


class Bare:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def copy(self, folder):
        subprocess.run(["cp", "-a", "--reflink=auto", self.folder, folder], check=True)
        return Bare(folder)

    def __enter__(self):
        """Mounts /proc and copies resolv.conf, so that programs run and find host names."""
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

    def install(self, package, recommended=False):
        """Installs a package from its file, and its dependencies from Debian. `recommended`: with the packages that it
        recommends, as apt does by default."""
        shutil.copy(package, self.folder / "tmp")
        choice = "--install-recommends" if recommended else "--no-install-recommends"
        return self.run("apt-get", "install", "-q", "-y", choice,
                        "-o", "Dpkg::Options::=--force-confdef", f"/tmp/{pathlib.Path(package).name}")

    def unit(self, name):
        """Returns the settings of the [Service] section of a unit."""
        text = (self.folder / "lib/systemd/system" / name).read_text()
        return dict(re.findall(r"^(\w+)=(.*)$", text.split("[Service]")[1], re.MULTILINE))

    def serve(self, command, user, *more):
        return Service(self, shlex.split(command) + list(more), user)


class Service:
    """A server in a bare system, with a notification socket as systemd gives it to a service."""

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
        self.socket.settimeout(1)
        self.log = open(self.bare.folder.parent / "service.log", "wb")
        self.process = subprocess.Popen(
            self.whole_command(),
            env={**MINIMAL, "NOTIFY_SOCKET": "/run/notify", "WATCHDOG_USEC": "30000000"},
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL)
        wait_for(self.answers, self.said, seconds=PATIENCE)
        return self

    def whole_command(self):
        return self.bare.command(*self.command, "--port", self.port, user=self.user)

    def answers(self):
        assert self.process.poll() is None, self.said()
        return self.ask("GET", "/healthz")[0] == 200

    def hear(self, wanted):
        """Waits until the server has sent this notification to systemd."""
        end = time.monotonic() + PATIENCE
        while wanted not in self.notices:
            assert time.monotonic() < end and self.process.poll() is None, self.said()
            try:
                said = self.socket.recv(1000).decode()
            except TimeoutError:
                continue
            self.notices += said.split("\n")

    def ask(self, method, path, body=None, key=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        fields = {"Content-Type": "application/json"} if body else {}
        if key:
            fields["Authorization"] = f"Bearer {key}"
        connection.request(method, path, json.dumps(body) if body else None, fields)
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

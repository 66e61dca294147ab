"""Systems in folders whose own systemd runs, as process 1 of a container without a network (systemd-nspawn)."""

import json
import pathlib
import subprocess

from Packages.bare import MINIMAL, PATIENCE
from harness.waiting import wait_for


class Booted:
    """A system that systemd has started. Its services have every restriction of their units."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)

    def __enter__(self):
        self.log = pathlib.Path(f"{self.folder}.console").open("wb")
        self.process = subprocess.Popen(
            ["systemd-nspawn", "--register=no", "--keep-unit", "--private-network", "--console=pipe",
             "--directory", self.folder, "--boot"],
            stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL, env=MINIMAL)
        try:
            wait_for(self.has_started, self.said, seconds=PATIENCE)
        except BaseException:
            self.__exit__()
            raise
        return self

    def has_started(self):
        assert self.process.poll() is None, self.said()
        # Before the start of systemd the container's first process is still nspawn itself.
        return self.first and self.run("systemctl", "is-system-running", check=False).stdout.strip() in (
            "running", "degraded")

    @property
    def first(self):
        """The number of the container's first process, as seen from outside; an empty text before it runs."""
        return subprocess.run(["pgrep", "--parent", str(self.process.pid)], capture_output=True, text=True,
                              check=False).stdout.strip()

    def run(self, *command, check=True, spaces=("--all",)):
        done = subprocess.run(
            ["nsenter", "--target", self.first, *spaces, *map(str, command)], env=MINIMAL,
            capture_output=True, text=True, check=False, timeout=PATIENCE, stdin=subprocess.DEVNULL)
        assert not check or done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
        return done

    def ask(self, method, path, body=None):
        """The answer of the service as JSON."""
        content = ["--header", "Content-Type: application/json", "--data", json.dumps(body)] if body else []
        said = self.run("curl", "--silent", "--show-error", "--fail", "--request", method, *content,
                        f"http://localhost:8080{path}", spaces=("--net",)).stdout
        return json.loads(said)

    def said(self):
        return pathlib.Path(f"{self.folder}.console").read_text(errors="replace")

    def __exit__(self, *_):
        # systemd stops all services of the container.
        self.process.terminate()
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

"""Performs the steps of the Dockerfile in a folder, because these tests have no container engine."""

import json
import pathlib
import re
import shutil
import subprocess

from Packages.bare import MINIMAL, ROOT


class Image:
    """The Dockerfile's last stage, on a bare system instead of its base image."""

    def __init__(self, bare, built):
        """`built` has the files of the stage before, by their paths there."""
        self.bare, self.built = bare, built
        self.user, self.entry, self.health, self.volumes = "0", [], [], []
        text = re.sub(r"(?m)^\s*#.*\n", "", (ROOT / "Dockerfile").read_text()).replace("\\\n", " ")
        _, *lines = re.split(r"(?m)^FROM ", text)[-1].splitlines()
        for line in filter(None, lines):
            self.take(*line.split(None, 1))

    def take(self, instruction, rest):
        match instruction:
            case "RUN":
                self.bare.run("sh", "-c", rest)
            case "COPY":
                *options, source, target = rest.split()
                built = options == ["--from=build"]
                assert built or not options, rest
                self.place(self.built[source] if built else ROOT / source, target)
            case "USER":
                self.user = rest
            case "VOLUME":
                self.volumes.append(rest)
            case "ENTRYPOINT":
                self.entry = json.loads(rest)
            case "HEALTHCHECK":
                self.health = json.loads(rest.split("CMD ")[1])
            case "WORKDIR" | "EXPOSE":
                pass
            case _:
                raise AssertionError(f"an instruction that is new here: {instruction}")

    def place(self, source, target):
        target = self.bare.folder / target.removeprefix("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        if pathlib.Path(source).is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)

    def command(self, *command):
        """Returns a command as compose.yaml runs it: with a read-only root except for volumes, without capabilities."""
        root = self.bare.folder
        keep = "".join(f" && mount --bind {root}{path} {root}{path}" for path in self.volumes)
        group = self.bare.run("id", "-g", self.user).stdout.strip()
        return ["unshare", "--mount", "sh", "-c",
                f"mount --rbind {root} {root}{keep} && mount -o remount,bind,ro {root} && "
                'exec chroot "$@"', "sh", str(root), "setpriv", f"--reuid={self.user}",
                f"--regid={group}", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all",
                "--no-new-privs", *map(str, command)]

    def run(self, *command):
        return subprocess.run(self.command(*command), env=MINIMAL, capture_output=True, text=True,
                              check=False, timeout=60, stdin=subprocess.DEVNULL)

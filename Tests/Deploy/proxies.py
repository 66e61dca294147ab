"""nginx and Caddy with the files of deploy/; the tests replace only names, ports and paths."""

import pathlib
import shutil
import subprocess

from harness.ports import free_port, is_listening
from harness.server import ROOT
from harness.waiting import wait_for

NAMES = ["show.example.org", "alice.example.org"]


def certificate(folder):
    """Makes a self-signed certificate for the names; returns its file and its key's file."""
    folder.mkdir(parents=True, exist_ok=True)
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    names = ",".join(f"DNS:{name}" for name in NAMES)
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", f"/CN={NAMES[0]}", "-addext", f"subjectAltName={names}",
         "-keyout", key, "-out", chain], check=True, capture_output=True)
    return chain, key


def replaced(text, *pairs):
    for old, new in pairs:
        assert old in text, f"the file has no {old!r} any more"
        text = text.replace(old, str(new))
    return text


class Proxy:
    """A proxy in front of the socket `upstream`, with HTTPS at `port`."""

    program = None

    def __init__(self, folder, upstream):
        self.folder = pathlib.Path(folder)
        self.upstream = upstream
        self.port, self.plain_port = free_port(), free_port()
        self.chain, self.key = certificate(self.folder / "certificate")
        self.log = open(self.folder / "proxy.log", "wb")

    def run(self, *arguments):
        subprocess.run([self.program, *map(str, arguments)], check=True, stdout=self.log,
                       stderr=self.log, timeout=60)

    def __enter__(self):
        self.process = subprocess.Popen(
            [self.program, *map(str, self.arguments())], stdout=self.log, stderr=self.log,
            env={"HOME": str(self.folder), "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
                 "XDG_DATA_HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder)})
        wait_for(self.serves, lambda: f"{self.program} to listen. Its log:\n{self.said()}")
        return self

    def serves(self):
        assert self.process.poll() is None, self.said()
        return is_listening(self.port)

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.log.close()

    def said(self):
        return (self.folder / "proxy.log").read_text(errors="replace")


class Nginx(Proxy):
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin")

    def arguments(self):
        text = (ROOT / "deploy/nginx.conf").read_text()
        text = replaced(
            text, ("user www-data;\n", "user root;\n"), ("/run/ovation/http.sock", self.upstream),
            ("pid /run/nginx.pid", f"pid {self.folder}/nginx.pid"),
            ("/var/log/nginx/error.log", self.folder / "error.log"),
            ("listen 80;", f"listen 127.0.0.1:{self.plain_port};"), ("    listen [::]:80;\n", ""),
            ("listen 443 ssl http2;", f"listen 127.0.0.1:{self.port} ssl http2;"),
            ("    listen [::]:443 ssl http2;\n", ""),
            ("/etc/ssl/ovation/fullchain.pem", self.chain),
            ("/etc/ssl/ovation/privkey.pem", self.key))
        # Directories that any user who runs the test may write.
        paths = "".join(f"    {kind}_temp_path {self.folder}/{kind};\n"
                        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text = replaced(text, ("http {\n", "http {\n" + paths))
        (self.folder / "nginx.conf").write_text(text)
        return ["-c", self.folder / "nginx.conf", "-p", self.folder, "-g", "daemon off;"]

    def reload(self):
        self.run("-c", self.folder / "nginx.conf", "-p", self.folder, "-s", "reload")


class Caddy(Proxy):
    program = shutil.which("caddy")

    def arguments(self):
        text = (ROOT / "deploy/Caddyfile").read_text()
        names = ", ".join(NAMES)
        text = replaced(
            text, ("unix//run/ovation/http.sock", f"unix/{self.upstream}"),
            (f"{names} {{\n", f"{names} {{\n\ttls {self.chain} {self.key}\n"))
        own = (f"{{\n\tadmin unix/{self.folder}/admin.sock\n\thttps_port {self.port}\n"
               f"\thttp_port {self.plain_port}\n\tdefault_bind 127.0.0.1\n}}\n")
        (self.folder / "Caddyfile").write_text(own + text)
        return ["run", "--config", self.folder / "Caddyfile", "--adapter", "caddyfile"]

    def reload(self):
        self.run("reload", "--force", "--config", self.folder / "Caddyfile", "--adapter",
                 "caddyfile", "--address", f"unix/{self.folder}/admin.sock")

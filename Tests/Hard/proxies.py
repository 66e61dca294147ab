"""nginx and haproxy from Debian, each in front of a server, with a count of the requests that they forward."""

import pathlib
import subprocess

from harness.ports import free_port, is_listening
from harness.waiting import wait_for

NGINX = """
daemon off; master_process off; worker_processes 1; pid {directory}/nginx.pid;
error_log {directory}/error.log crit;
events {{ worker_connections 512; }}
http {{
  log_format passed '$upstream_status';
  access_log {directory}/passed.log passed;
  client_body_temp_path {directory}/body; proxy_temp_path {directory}/proxy;
  fastcgi_temp_path {directory}/f; uwsgi_temp_path {directory}/u; scgi_temp_path {directory}/s;
  underscores_in_headers on; ignore_invalid_headers off; merge_slashes off;
  upstream ovation {{ server 127.0.0.1:{target}; keepalive 4; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{
      proxy_pass http://ovation; proxy_http_version 1.1; proxy_request_buffering {buffering};
      proxy_set_header Host $http_host; proxy_set_header Connection "";
      proxy_next_upstream off; proxy_read_timeout 3s; client_body_timeout 2s; proxy_ignore_client_abort on;
    }}
  }}
}}
"""

HAPROXY = """
global
  log stdout format raw local0
defaults
  mode http
  log global
  timeout connect 2s
  timeout client 3s
  timeout server 3s
  timeout http-request 2s
  option http-keep-alive
  http-reuse always
  log-format "%ST %ts"
  {lax}
frontend in
  bind 127.0.0.1:{port}
  {lax}
  default_backend out
backend out
  {lax_backend}
  server ovation 127.0.0.1:{target}
"""


class Proxy:
    """A proxy process; created with the port of the server behind it."""

    def start(self, command, **options):
        self.process = subprocess.Popen(command, **options)
        wait_for(lambda: is_listening(self.port), f"{command[0]} to listen")
        return self

    def close(self):
        self.process.terminate()
        self.process.wait(10)


class Nginx(Proxy):
    """nginx. With `buffering` off, it forwards chunks as they come."""

    def __init__(self, directory, target, buffering="on"):
        self.port = free_port()
        self.log = pathlib.Path(directory) / "passed.log"
        file = pathlib.Path(directory) / "nginx.conf"
        file.write_text(NGINX.format(
            directory=directory, port=self.port, target=target, buffering=buffering))
        self.start(["nginx", "-p", str(directory), "-c", str(file)])

    def passed(self):
        """Returns the number of requests that it has forwarded so far."""
        return sum(line.strip() != "-" for line in self.log.read_text().splitlines())


class Haproxy(Proxy):
    """haproxy. If `lax`, it accepts requests that it would otherwise refuse."""

    def __init__(self, directory, target, lax=False):
        self.port = free_port()
        self.log = pathlib.Path(directory) / "haproxy.log"
        file = pathlib.Path(directory) / "haproxy.cfg"
        file.write_text(HAPROXY.format(
            port=self.port, target=target,
            lax="option accept-invalid-http-request" if lax else "",
            lax_backend="option accept-invalid-http-response" if lax else ""))
        with self.log.open("wb") as log:
            self.start(["haproxy", "-db", "-f", str(file)], stdout=log, stderr=log)

    def passed(self):
        """Returns the number of forwarded requests. In the states `PR`, `CR` or `cR` a request ended at the proxy."""
        lines = [line.split() for line in self.log.read_text().splitlines()]
        return sum(
            len(line) == 2 and line[0].isdigit() and line[1] not in ("PR", "CR", "cR")
            for line in lines)

"""Clients that speak HTTPS and WSS, and as little more as tests need."""

import asyncio
import base64
import http.client
import json
import os
import ssl
import socket

TROUBLES = (OSError, http.client.HTTPException, asyncio.IncompleteReadError, EOFError)


def trusting(chain):
    return ssl.create_default_context(cafile=chain)


class Client:
    """A keep-alive HTTPS connection to 127.0.0.1 that takes it for `name`."""

    def __init__(self, port, chain, name):
        self.port, self.name = port, name
        self.context = trusting(chain)
        self.http = None

    def connect(self):
        plain = socket.create_connection(("127.0.0.1", self.port), 20)
        self.http = http.client.HTTPConnection(self.name, self.port, timeout=20)
        self.http.sock = self.context.wrap_socket(plain, server_hostname=self.name)

    def request(self, method, path, body=None, headers=None):
        if self.http is None or self.http.sock is None:
            self.connect()
        try:
            self.http.request(
                method, path, json.dumps(body) if body is not None else None,
                {"Host": self.name, **({"Content-Type": "application/json"} if body else {}),
                 **(headers or {})})
            response = self.http.getresponse()
            text = response.read()
        except TROUBLES:
            self.close()
            raise
        return response.status, {key.lower(): value for key, value in response.getheaders()}, text

    def close(self):
        if self.http is not None:
            self.http.close()
            self.http = None


class Viewer:
    """One WSS stream; opens another if it is cut off. Keeps what counters show."""

    def __init__(self, port, context, name, room, key):
        self.port, self.context, self.name = port, context, name
        self.room, self.key = room, key
        self.opened = 0
        self.texts = {}
        self.ends = False

    async def watch(self):
        while not self.ends:
            try:
                await self.stream()
            except (*TROUBLES, ssl.SSLError):
                await asyncio.sleep(0.2)

    async def stream(self):
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, ssl=self.context, server_hostname=self.name)
        try:
            nonce = base64.b64encode(os.urandom(16)).decode()
            writer.write((
                f"GET /v1/rooms/{self.room}/stream?fps=2 HTTP/1.1\r\nHost: {self.name}\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: {nonce}\r\nSec-WebSocket-Protocol: "
                f"ovation.v1.json, ovation.key.{self.key}\r\n\r\n").encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if not head.startswith(b"HTTP/1.1 101"):
                raise OSError(head.decode(errors="replace"))
            self.opened += 1
            while not self.ends:
                self.take(await self.message(reader))
        finally:
            writer.close()

    async def message(self, reader):
        """The next text; pings are passed over, which the server bears for half a minute."""
        while True:
            opcode, length = await reader.readexactly(2)
            if length == 126:
                length = int.from_bytes(await reader.readexactly(2), "big")
            elif length == 127:
                length = int.from_bytes(await reader.readexactly(8), "big")
            payload = await reader.readexactly(length)
            if opcode & 15 == 8:
                raise EOFError
            if opcode & 15 == 1:
                return json.loads(payload)

    def take(self, message):
        for node in message.get("nodes", []):
            if node["id"].startswith("counter/") and "text" in node:
                self.texts[node["id"]] = node["text"]

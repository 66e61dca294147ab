"""A viewer of a room: a WebSocket client that puts the frames together."""

import base64
import json
import os
import socket
import struct
import threading

from harness.server import by_id, exact

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10


class Closed(Exception):
    """The server closed; has its code, None where it said none."""

    def __init__(self, code):
        super().__init__(code)
        self.code = code


class Viewer:
    """Connects, and records every frame as the whole picture it makes: [(microseconds, nodes)]."""

    def __init__(self, port, room, fps=60, is_visible=None, role=None, timeout=60,
                 form="ovation.v1.json"):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=timeout)
        self.buffer = b""
        self.handshake(room, f"fps={fps}" + (f"&role={role}" if role else ""), form)
        self.nodes, self.frames, self.full_frames, self.hello = {}, [], 0, None
        self.code = None
        self.thread = None
        if is_visible is not None:
            self.say_visible(is_visible)

    def handshake(self, room, query, form):
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /v1/rooms/{room}/stream?{query} HTTP/1.1\r\nHost: localhost\r\n"
            "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Protocol: {form}\r\n\r\n".encode()
        )
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.take(1)
        assert head.startswith(b"HTTP/1.1 101"), head

    def take(self, count):
        while len(self.buffer) < count:
            piece = self.socket.recv(1 << 16)
            if not piece:
                raise Closed(None)
            self.buffer += piece
        taken, self.buffer = self.buffer[:count], self.buffer[count:]
        return taken

    def message(self):
        """The next message; answers pings, raises Closed."""
        whole = b""
        while True:
            first, second = self.take(2)
            length = second & 127
            if length > 125:
                length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
            payload, opcode = self.take(length), first & 15
            if opcode == CLOSE:
                self.send(CLOSE, payload[:2])
                raise Closed(struct.unpack("!H", payload[:2])[0] if payload else None)
            if opcode == PING:
                self.send(PONG, payload)
            if opcode in (0, TEXT, BINARY):
                whole += payload
                if first & 128:
                    return whole

    def send(self, opcode, payload):
        mask = os.urandom(4)
        length = len(payload)
        head = bytes([128 | opcode, 128 | length]) if length < 126 else (
            bytes([128 | opcode, 254]) + length.to_bytes(2, "big"))
        self.socket.sendall(head + mask + bytes(b ^ mask[i & 3] for i, b in enumerate(payload)))

    def say(self, message):
        self.send(TEXT, json.dumps(message).encode())

    def say_visible(self, is_visible):
        self.say({"type": "visibility", "visible": is_visible, "active": is_visible})

    def read(self):
        """Takes the next message in and returns it."""
        message = exact(self.message())
        if message["type"] == "hello":
            self.hello = message
        elif message["type"] == "frame":
            self.apply(message)
        return message

    def apply(self, frame):
        nodes = {} if frame.get("full") else dict(self.nodes)
        self.full_frames += frame.get("full", False)
        for name in frame.get("removed", []):
            del nodes[name]
        for name, change in by_id(frame["nodes"]).items():
            node = {**nodes.get(name, {}), **change}
            nodes[name] = {key: value for key, value in node.items() if value is not None}
        self.nodes = nodes
        self.frames.append((int(frame["time"][1:]), nodes))

    def record(self):
        """Reads on another thread until the connection ends."""

        def body():
            try:
                while True:
                    self.read()
            except Closed as closed:
                self.code = closed.code
            except (TimeoutError, OSError):
                pass

        self.socket.settimeout(60)
        self.thread = threading.Thread(target=body, daemon=True)
        self.thread.start()
        return self

    def close(self):
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        if self.thread:
            self.thread.join()
        self.socket.close()

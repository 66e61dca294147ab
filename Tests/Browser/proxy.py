"""A proxy between page and server whose connections can die silently."""

import contextlib
import selectors
import socket
import threading


class Proxy:
    """Forwards bytes inside a `with` block; cut connections stay open but forward no more bytes."""

    def __init__(self, port):
        self.target = port
        self.pairs = {}
        self.dead = set()
        self.swallows = False
        self.accepted = 0

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.running = True
        self.thread = threading.Thread(target=self.run)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.running = False
        self.thread.join()
        for side in [self.listener, *self.pairs]:
            side.close()

    def cut(self, new_ones_too=False):
        """Cuts all connections; new connections work, or are cut as well."""
        self.dead |= set(self.pairs)
        self.swallows = new_ones_too

    def run(self):
        while self.running:
            for key, _ in self.selector.select(0.05):
                if key.fileobj is self.listener:
                    self.accept()
                elif key.fileobj not in self.dead:
                    self.carry(key.fileobj)
                else:
                    self.selector.unregister(key.fileobj)

    def accept(self):
        near, _ = self.listener.accept()
        far = socket.create_connection(("127.0.0.1", self.target))
        self.accepted += 1
        self.pairs[near], self.pairs[far] = far, near
        if self.swallows:
            self.dead |= {near, far}
        for side in (near, far):
            self.selector.register(side, selectors.EVENT_READ)

    def carry(self, side):
        with contextlib.suppress(OSError):
            data = side.recv(1 << 16)
            if data:
                return self.pairs[side].sendall(data)
        self.selector.unregister(side)
        with contextlib.suppress(OSError):
            self.pairs[side].shutdown(socket.SHUT_WR)

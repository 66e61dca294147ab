"""A TCP proxy before a Redis, which a test may block, cut, and lead elsewhere."""

import contextlib
import select
import socket
import threading

from harness.ports import free_port


class Way:
    """Passes TCP connections on to a port of this machine.

    A blocked way holds all bytes back, without a loss. A cut way ends all connections and refuses new ones."""

    def __init__(self, target):
        self.target, self.port = target, free_port()
        self.open = threading.Event()
        self.open.set()
        self.lock = threading.Lock()
        self.pairs, self.forgotten, self.listener = [], [], None
        self.mend()

    @property
    def url(self):
        return f"redis://127.0.0.1:{self.port}"

    def mend(self):
        """Accepts new connections again."""
        self.open.set()
        self.listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def block(self):
        self.open.clear()

    def unblock(self):
        self.open.set()

    def cut(self):
        """Resets all connections and refuses new ones."""
        listener, self.listener = self.listener, None
        if listener is not None:
            listener.shutdown(socket.SHUT_RDWR)
            listener.close()
        with self.lock:
            pairs, self.pairs, self.forgotten = self.pairs + self.forgotten, [], []
        for pair in pairs:
            end(pair)
        self.open.set()

    def forget(self):
        """Makes the present connections silent for ever, without closing them."""
        with self.lock:
            self.forgotten, self.pairs = self.forgotten + self.pairs, []

    def lead_to(self, target):
        """Cuts the present connections and leads new ones to another port."""
        self.cut()
        self.target = target
        self.mend()

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                near = listener.accept()[0]
                threading.Thread(target=self.serve, args=[near, listener], daemon=True).start()

    def serve(self, near, listener):
        self.open.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.target), timeout=2)
        except OSError:
            near.close()
            return
        pair = near, far
        for side in pair:
            side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            side.settimeout(10)
        with self.lock:
            if self.listener is not listener:
                return end(pair)
            self.pairs.append(pair)
        with contextlib.suppress(OSError, ValueError):
            self.pass_on(pair)
        if pair not in self.forgotten:
            end(pair)

    def pass_on(self, pair):
        other = {pair[0]: pair[1], pair[1]: pair[0]}
        while pair not in self.forgotten:
            self.open.wait()
            for side in select.select(pair, [], [], 0.2)[0]:
                if not self.open.is_set() or pair in self.forgotten:
                    break
                piece = side.recv(1 << 16)
                if not piece:
                    return
                other[side].sendall(piece)


def end(pair):
    for side in pair:
        with contextlib.suppress(OSError):
            side.shutdown(socket.SHUT_RDWR)
        side.close()

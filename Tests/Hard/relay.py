"""Between a proxy and a server: passes bytes on and keeps what the server answered."""

import socket
import threading


class Relay:
    """Listens at `port`, connects to `target`, and counts the answers that come back."""

    def __init__(self, target):
        self.target = target
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.answers = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                client.close()
                continue
            answer = bytearray()
            self.answers.append(answer)
            threading.Thread(target=self.copy, args=(client, server, None), daemon=True).start()
            threading.Thread(target=self.copy, args=(server, client, answer), daemon=True).start()

    @staticmethod
    def copy(source, sink, record):
        try:
            while piece := source.recv(65536):
                if record is not None:
                    record += piece
                sink.sendall(piece)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def statuses(self):
        """Returns the statuses of all answers since `forget`, except 100 (Continue)."""
        found = [status for answer in list(self.answers) for status in statuses(bytes(answer))]
        return [status for status in found if status != 100]

    def forget(self):
        for answer in self.answers:
            answer.clear()

    def close(self):
        self.listener.close()


def statuses(data):
    """The statuses of the HTTP answers in a connection's bytes."""
    found = []
    while data.startswith(b"HTTP/1."):
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        found.append(int(lines[0].split()[1]))
        fields = {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(b":") for line in lines[1:])
        }
        if found[-1] == 101:
            return found
        if fields.get(b"transfer-encoding") == b"chunked":
            data = after_chunks(rest)
        else:
            data = rest[int(fields.get(b"content-length", b"0")):]
    return found


def after_chunks(data):
    while True:
        size, _, data = data.partition(b"\r\n")
        count = int(size.split(b";")[0] or b"0", 16)
        data = data[count + 2:]
        if count == 0:
            return data

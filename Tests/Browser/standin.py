"""A fake server: it serves the overlay's files and streams the messages of a test."""

import contextlib
import mimetypes
import threading
from pathlib import Path

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Response
from websockets.sync.server import serve

from harness.server import ROOT


class StandIn:
    """Listens inside a `with` block; calls `script` with each stream that a page opens."""

    def __init__(self, script, web=ROOT / "web", forms=("ovation.v1.binary", "ovation.v1.json")):
        self.script = script
        self.web = Path(web)
        self.forms = forms
        self.streams = 0
        self.heard = []
        self.loads = 0

    def __enter__(self):
        self.server = serve(
            self.converse, "127.0.0.1", 0, process_request=self.answer, subprotocols=self.forms,
            compression=None)
        self.port = self.server.socket.getsockname()[1]
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()

    @property
    def url(self):
        return f"http://localhost:{self.port}/overlay/main"

    def answer(self, _, request):
        """The response with a file of the pages; None: the request opens a stream."""
        path = request.path.split("?")[0]
        if path.startswith("/v1/"):
            return None
        # A page's check whether it could be loaded does not count.
        self.loads += request.headers.get("Sec-Fetch-Dest") == "document"
        file = (self.web / "overlay" / "index.html" if path.startswith("/overlay/")
                else self.web / path.removeprefix("/web/"))
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        body = file.read_bytes()
        return Response(200, "OK", Headers({
            "Content-Type": kind, "Content-Length": str(len(body)), "Connection": "close"}), body)

    def converse(self, stream):
        self.streams += 1
        with contextlib.suppress(ConnectionClosed):
            self.script(stream)
            for message in stream:
                self.heard.append(message)

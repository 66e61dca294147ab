"""An HTTP server in a thread that answers as a test decides."""

import http.server
import threading


class Front:
    """`answer(method, path, fields, body)` gives the status, the fields and the body of an answer."""

    def __init__(self, answer):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.reply(b"")

            def do_POST(self):
                self.reply(self.rfile.read(int(self.headers["Content-Length"])))

            def reply(self, body):
                status, fields, content = answer(self.command, self.path, self.headers, body)
                self.send_response(status)
                for name, value in fields.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

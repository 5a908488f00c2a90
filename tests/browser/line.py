"""The line between a phone and the server: it can be cut, lose answers on their way back, and count what it carries."""

import contextlib
import http.client
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit


class Line:
    """Carries everything to the server until told otherwise.

    `state`: up; down (nobody answers); away (a proxy says that the server does not); lossy (what is posted arrives,
    the answer does not); held (what is posted arrives, the answer waits until that is over); broken (the server fails
    at everything). `holds`: set once an answer waits. `carried`: of every answer, method, path, status and
    how many bytes it took.
    """

    def __init__(self, server):
        self.server, self.state, self.carried = server, "up", []
        self.holds = threading.Event()
        # Bound by port 0: a free one.
        self.http = ThreadingHTTPServer(("127.0.0.1", 0), handler_on(self))
        self.http.daemon_threads = True
        threading.Thread(target=self.http.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self.http.server_port}"

    def posted(self):
        return [(path, status) for method, path, status, _ in self.carried if method == "POST"]

    def close(self):
        self.http.shutdown()
        self.http.server_close()


def handler_on(line):
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def carry(self):
            sent = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            if line.state == "down":
                return self.hang_up()
            if line.state == "away":
                return self.pass_on(502, "Bad Gateway", [("Content-Length", "0")], b"")
            if line.state == "broken":
                page = b"<title>Something went wrong \xc2\xb7 Boston</title>"
                return self.pass_on(500, "Error", [("Content-Length", str(len(page)))], page)
            to = http.client.HTTPConnection(urlsplit(line.server).netloc, timeout=60)
            to.request(self.command, self.path, sent or None, dict(self.headers.items()))
            answer = to.getresponse()
            body = answer.read()
            to.close()
            if line.state == "lossy" and self.command == "POST":
                line.carried.append((self.command, self.path, answer.status, 0))
                return self.hang_up()
            while line.state == "held" and self.command == "POST":
                line.holds.set()
                time.sleep(0.02)
            self.pass_on(answer.status, answer.reason, answer.getheaders(), body)

        do_GET = do_POST = do_HEAD = carry

        def hang_up(self):
            self.close_connection = True
            self.connection.close()

        def pass_on(self, status, reason, headers, body):
            lines = [f"HTTP/1.1 {status} {reason}", *(f"{name}: {value}" for name, value in headers)]
            raw = "\r\n".join([*lines, "", ""]).encode("latin-1") + body
            line.carried.append((self.command, self.path, status, len(raw)))
            self.wfile.write(raw)

        def log_message(self, *args):
            pass

        def handle(self):
            # A browser that is gone, or a line that was cut, is no fault of the test.
            try:
                super().handle()
            except (OSError, ValueError):
                self.close_connection = True

        def finish(self):
            with contextlib.suppress(OSError, ValueError):
                super().finish()

    return Handler

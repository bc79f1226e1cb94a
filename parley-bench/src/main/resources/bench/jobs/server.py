#!/usr/bin/env python3
"""A web server that takes its time to come up and says when it has; an interrupt ends it in order."""
import http.server
import sys
import time


class Answer(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b"forty-two\n"
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


print("loading", flush=True)
time.sleep(2)
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Answer)
print("listening on", sys.argv[1], flush=True)
try:
    server.serve_forever()
except KeyboardInterrupt:
    server.server_close()
    open("stopped", "w").write("in order")
    print("stopped")

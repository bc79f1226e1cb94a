#!/usr/bin/env python3
"""One end of a conversation between two people: chat.py listen|join PORT."""
import select
import socket
import sys

role, port = sys.argv[1], int(sys.argv[2])
if role == "listen":
    door = socket.create_server(("127.0.0.1", port))
    print("nobody here yet", flush=True)
    other, _ = door.accept()
else:
    other = socket.create_connection(("127.0.0.1", port))
print("connected", flush=True)
log = open(role + ".log", "w")
while True:
    for ready in select.select([sys.stdin, other], [], [])[0]:
        if ready is other:
            said = other.recv(4096)
            if not said:
                sys.exit(0)
            print("friend:", said.decode().strip(), flush=True)
            log.write("heard " + said.decode().strip() + "\n")
        else:
            line = sys.stdin.readline()
            if not line:
                sys.exit(0)
            other.sendall(line.encode())
            log.write("said " + line.strip() + "\n")
        log.flush()

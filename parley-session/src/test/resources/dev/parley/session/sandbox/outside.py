"""The outside of a sandbox: listens where an attempt may want to get to, and says where as JSON."""
import ctypes
import json
import os
import socket
import sys
import threading

word, tmp, elsewhere, parley = sys.argv[1:5]
libc = ctypes.CDLL(None, use_errno=True)


def listening(family, address):
    one = socket.socket(family)
    one.bind(address)
    one.listen(20)
    return one


kept = [listening(socket.AF_UNIX, path) for path in (tmp, elsewhere, parley)]
abstract = "parley-attempt-%d" % os.getpid()
kept.append(listening(socket.AF_UNIX, "\0" + abstract))
tcp = listening(socket.AF_INET, ("127.0.0.1", 0))
try:
    tcp6 = listening(socket.AF_INET6, ("::1", 0))
    port6 = tcp6.getsockname()[1]
except OSError:
    port6 = 9
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.bind(("127.0.0.1", 0))


def pong():
    while True:
        _, sender = udp.recvfrom(9)
        udp.sendto(b"pong", sender)


threading.Thread(target=pong, daemon=True).start()
key = 0x50000000 | os.getpid()
shared = libc.shmget(key, 4096, 0o1000 | 0o600)
memory = "/dev/shm/parley-attempt-%d" % os.getpid()
open(memory, "w").write(word)
queue = "parley-attempt-%d" % os.getpid()
messages = libc.msgget(key, 0o1000 | 0o600)
number = 240 if os.uname().machine == "x86_64" else 180
made = libc.syscall(ctypes.c_long(number), queue.encode(), os.O_CREAT | os.O_RDWR, 0o600, None)
master, slave = os.openpty()
print(json.dumps({
    "pid": os.getpid(),
    "word": word,
    "user": os.getuid(),
    "socket_in_tmp": tmp,
    "socket_elsewhere": elsewhere,
    "parley_socket": parley,
    "abstract": abstract,
    "port": tcp.getsockname()[1],
    "port6": port6,
    "udp": udp.getsockname()[1],
    "shm_key": key,
    "queue": queue if made >= 0 else "",
    "interface": next((name for _, name in socket.if_nameindex() if name != "lo"), ""),
    "shared_memory": memory,
    "terminal": os.ttyname(slave),
    "terminal_device": os.stat(os.ttyname(slave)).st_dev,
}), flush=True)
sys.stdin.read()
os.unlink(memory)
libc.shmctl(shared, 0, None)
libc.msgctl(messages, 0, None)
libc.syscall(ctypes.c_long(number + 1), queue.encode())

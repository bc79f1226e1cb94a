"""Turns through pexpect and tmux. usage: peers.py pexpect|pexpect-default|tmux COUNT LINE PROMPT program args..."""
import subprocess
import sys
import time

peer, count, line, prompt, program = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5:]
if peer.startswith("pexpect"):
    import pexpect

    child = pexpect.spawn(program[0], program[1:], dimensions=(40, 120), echo=True)
    if peer == "pexpect":
        child.delaybeforesend = None
    if prompt:
        child.expect_exact(prompt)
    for _ in range(count):
        start = time.perf_counter()
        child.sendline(line)
        if prompt:
            child.expect_exact(prompt)
        else:
            child.expect_exact("\r\n" + line + "\r\n")
        print("%.1f" % ((time.perf_counter() - start) * 1e6))
    child.close(force=True)
else:
    name = "parley-bench-%d" % time.time_ns()
    tmux = ["tmux", "-L", name]
    subprocess.run(tmux + ["-f", "/dev/null", "new-session", "-d", "-x", "120", "-y", "40"] + program, check=True)

    def pane():
        return subprocess.run(tmux + ["capture-pane", "-p"], capture_output=True, check=True).stdout

    def settle():
        before, since = pane(), time.perf_counter()
        while time.perf_counter() - since < 0.1:
            shown = pane()
            if shown != before:
                before, since = shown, time.perf_counter()

    settle()
    for _ in range(count):
        start = time.perf_counter()
        subprocess.run(tmux + ["send-keys", "-l", line], check=True)
        subprocess.run(tmux + ["send-keys", "Enter"], check=True)
        settle()
        print("%.1f" % ((time.perf_counter() - start) * 1e6))
    subprocess.run(tmux + ["kill-server"])

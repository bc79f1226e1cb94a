#!/usr/bin/env python3
"""Takes no notice of an interrupt; quits on the quit key."""
import signal
import sys
import time


def leave(*_):
    open("left", "w").write("quit")
    sys.exit(0)


signal.signal(signal.SIGINT, lambda *_: print("I do not mind. ctrl+\\ is the way out", flush=True))
signal.signal(signal.SIGQUIT, leave)
print("at work", flush=True)
while True:
    time.sleep(0.1)

#!/usr/bin/env python3
"""Turns a wheel for three seconds, which is never quiet, and then asks."""
import sys
import time

for turn in range(30):
    sys.stdout.write("\r" + "|/-\\"[turn % 4] + " resolving %d of 30 " % (turn + 1))
    sys.stdout.flush()
    time.sleep(0.1)
sys.stdout.write("\rWhich mirror? ")
sys.stdout.flush()
open("mirror", "w").write(sys.stdin.readline())

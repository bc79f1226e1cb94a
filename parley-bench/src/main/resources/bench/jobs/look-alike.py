#!/usr/bin/env python3
"""Quotes its own question in a log line, works on for three seconds with the cursor behind it, and asks only then."""
import select
import sys
import time

print("Reading notes of the last release")
sys.stdout.write("The last run asked: Release name: ")
sys.stdout.flush()
until = time.monotonic() + 3
while time.monotonic() < until:
    sum(range(20000))
    time.sleep(0.002)
if select.select([sys.stdin], [], [], 0)[0]:
    open("too-early", "w").write(sys.stdin.readline())
    sys.exit("\nSomebody typed before being asked")
sys.stdout.write("1.3\nRelease name: ")
sys.stdout.flush()
open("released", "w").write(sys.stdin.readline())

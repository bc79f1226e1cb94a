#!/usr/bin/env python3
"""Prints slowly, rests for three seconds in the middle, and throws away what was typed before its question."""
import sys
import termios
import time

for part in range(1, 4):
    print("Copying part", part)
    time.sleep(0.3)
time.sleep(3)
for part in range(4, 6):
    print("Copying part", part)
    time.sleep(0.3)
if sys.stdin.isatty():
    termios.tcflush(sys.stdin, termios.TCIFLUSH)
sys.stdout.write("Keep the originals? [yes/no] ")
sys.stdout.flush()
open("answer", "w").write(sys.stdin.readline())

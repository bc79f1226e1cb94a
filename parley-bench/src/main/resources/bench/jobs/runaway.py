#!/usr/bin/env python3
"""Prints without an end until it is interrupted."""
line = 0
try:
    while True:
        line += 1
        print("line", line, "of a loop without an end")
except KeyboardInterrupt:
    open("interrupted", "w").write("yes")

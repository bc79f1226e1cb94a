#!/usr/bin/env python3
"""Prints 50,000 lines. It then asks for a number that it has just named, or fails with an error somewhere in the middle."""
import random
import sys

failing = "--fail" in sys.argv
number = open("number").read().strip()
out = []
for line in range(1, 50001):
    out.append("[%5d/50000] cc -O2 -c src/unit_%05d.c -o obj/unit_%05d.o" % (line, line, line))
    if failing and line == 31416:
        out.append("src/unit_31416.c:7: error: undeclared identifier 'part_%s'" % number)
print("\n".join(out))
if failing:
    print("1 error")
    sys.exit(2)
sys.stdout.write("Built. Type %s to install: " % number)
sys.stdout.flush()
open("installed", "w").write(sys.stdin.readline())

#!/usr/bin/env python3
"""Asks three times in a way that no list of prompts knows, and thinks a different time before each."""
import sys
import time

said = []
for sign, pause in (("say it \u29bf ", 0.2), ("\u2042 ", 1.6), ("and last ~ ", 0.7)):
    time.sleep(pause)
    sys.stdout.write(sign)
    sys.stdout.flush()
    said.append(sys.stdin.readline().strip())
open("said", "w").write(" ".join(said))

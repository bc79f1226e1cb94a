#!/usr/bin/env python3
"""Wants a password twice, without echo, and keeps its hash."""
import getpass
import hashlib

while True:
    first = getpass.getpass("New password: ")
    if first == getpass.getpass("Again: "):
        break
    print("They differ")
open("hash", "w").write(hashlib.sha256(first.encode()).hexdigest())

#!/usr/bin/env python3
"""Runs cells of Python that arrive as JSON strings, one a line, and returns what each has printed, likewise."""
import contextlib
import io
import json
import sys
import traceback

names = {}
for line in sys.stdin:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(json.loads(line), names)
        except Exception:
            print("".join(traceback.format_exception_only(*sys.exc_info()[:2])))
    sys.__stdout__.write(json.dumps(printed.getvalue()) + "\n")
    sys.__stdout__.flush()

#!/usr/bin/env python3
"""May be interrupted, but not everywhere."""
import sys
import time

phase = "before"
try:
    print("phase 1: reading", flush=True)
    time.sleep(1)
    phase = "critical"
    print("phase 2: writing, do not stop me now", flush=True)
    time.sleep(2.5)
    phase = "safe"
    print("phase 3: idle, you may stop me", flush=True)
    time.sleep(600)
except KeyboardInterrupt:
    open("stopped", "w").write(phase)
    sys.exit(130)

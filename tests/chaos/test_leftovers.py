"""The count of threads by their kinds, by which chaos finds those that stay."""

from __future__ import annotations

import subprocess
import sys

from leftovers import threads

PROGRAM = """
import ctypes, threading, time
def named(name):
    ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)
    time.sleep(60)
for i in range(7):
    threading.Thread(target=named, args=(f"worker-{i}",), daemon=True).start()
time.sleep(0.5)
print("started", flush=True)
time.sleep(60)
"""


def test_threads_are_counted_by_their_names_without_numbers() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        counted = threads(process.pid)
        process.kill()
    assert counted["worker-N"] == 7
    assert sum(counted.values()) == 8

"""The counts by kind, by which chaos finds what stays."""

from __future__ import annotations

import subprocess
import sys

from leftovers import grown, threads

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


def test_the_kinds_that_have_grown_most_come_first() -> None:
    before = {"lost": 5, "old": 1000, "shrunk": 9}
    now = {"old": 3000, "new": 7, "shrunk": 1}
    assert grown(before, now) == "+2,000 old, +7 new, -5 lost, -8 shrunk"

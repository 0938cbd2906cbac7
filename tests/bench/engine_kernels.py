"""The engine's kernels, timed by JMH: time and allocation per row, without HBase."""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import jvm_programs

# One fork of two warm-up and three measured seconds per figure: about three minutes in all.
_OPTIONS: Final = "-f 1 -wi 2 -w 1 -i 3 -r 1 -foe true -prof gc -rf json".split()


@dataclass(frozen=True, slots=True)
class Kernel:
    """Cost of one kernel or sub-plan; JMH counts a row as one operation."""

    name: str
    nanos_per_row: float
    error_nanos: float
    bytes_per_row: float


def measure() -> list[Kernel]:
    """Run every benchmark of module ``bench``."""
    class_path = jvm_programs.class_path("bench")
    with tempfile.TemporaryDirectory() as folder:
        results = Path(folder, "jmh.json")
        jvm_programs.run(class_path, "org.openjdk.jmh.Main", *_OPTIONS, "-rff", str(results))
        return [_kernel(result) for result in json.loads(results.read_text())]


def _kernel(result: dict[str, Any]) -> Kernel:
    time = result["primaryMetric"]
    allocated = result["secondaryMetrics"]["gc.alloc.rate.norm"]
    parameters = ", ".join(result["params"].values())
    return Kernel(
        name=f"{result['benchmark'].split('.')[-2]}: {parameters}",
        nanos_per_row=time["score"],
        error_nanos=float(time["scoreError"]),
        bytes_per_row=allocated["score"],
    )


def table(kernels: list[Kernel]) -> str:
    """Format as a table, one line per kernel."""
    lines = [f"{'kernel':48}{'ns/row':>10}{'+-':>8}{'bytes/row':>11}"]
    lines += [
        f"{k.name:48}{k.nanos_per_row:10.2f}{k.error_nanos:8.2f}{k.bytes_per_row:11.2f}"
        for k in kernels
    ]
    return "\n".join(lines)

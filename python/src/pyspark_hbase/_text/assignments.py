"""Settings given as ``--conf KEY=VALUE``."""

from __future__ import annotations

from collections.abc import Iterable

from pyspark_hbase.errors import SetupError


def settings(assignments: Iterable[str]) -> dict[str, str]:
    """Value by key; the last one of a key counts.

    Raises :class:`SetupError` for one without ``=``.

    >>> settings(["hbase.rpc.timeout=1000", "a=b=c"])
    {'hbase.rpc.timeout': '1000', 'a': 'b=c'}
    """
    found = {}
    for assignment in assignments:
        key, equals, value = assignment.partition("=")
        if not equals:
            raise SetupError(f"--conf expects KEY=VALUE, not {assignment}.")
        found[key] = value
    return found

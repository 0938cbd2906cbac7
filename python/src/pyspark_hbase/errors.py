"""What this package raises on its own account.

Errors of SQL statements stay PySpark's: their text starts with ``[SPARKSQL_HBASE.<CODE>]``.
"""

from __future__ import annotations


class PySparkHBaseError(Exception):
    """Base of every error this package raises."""


class SetupError(PySparkHBaseError):
    """Something around this package is missing or does not fit.

    The message says what, why, and what to do about it.
    """

"""The cluster that the options name."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyspark_hbase._text.assignments import settings
from pyspark_hbase.cli._quiet import check_level

if TYPE_CHECKING:
    from pyspark_hbase.admin import Cluster


def connect(arguments: argparse.Namespace) -> Cluster:
    """Connect; close the answer."""
    from pyspark_hbase.admin import Cluster  # noqa: PLC0415  (only these verbs need it)

    return Cluster.connect(
        arguments.quorum, conf=settings(arguments.conf), is_verbose=arguments.verbose
    )


def spark_settings(given: Sequence[str]) -> dict[str, str]:
    """The values of ``--conf`` for a session: what is not Spark's is HBase's, of the catalog.

    >>> spark_settings(["spark.ui.port=1", "hbase.rpc.timeout=2"])
    {'spark.ui.port': '1', 'spark.sql.catalog.hbase.hbase.rpc.timeout': '2'}
    """
    found = {
        key if key.startswith("spark.") else f"spark.sql.catalog.hbase.{key}": value
        for key, value in settings(given).items()
    }
    check_level(found)
    return found

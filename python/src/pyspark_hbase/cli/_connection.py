"""The cluster that the options name."""

from __future__ import annotations

import argparse

from pyspark_hbase._assignments import settings
from pyspark_hbase.admin import Cluster


def connect(arguments: argparse.Namespace) -> Cluster:
    """Connect; close the answer."""
    return Cluster.connect(
        arguments.quorum, conf=settings(arguments.conf), is_verbose=arguments.verbose
    )

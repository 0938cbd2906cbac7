"""The cluster that the options name."""

from __future__ import annotations

import argparse

from pyspark_hbase.admin import Cluster
from pyspark_hbase.errors import SetupError


def connect(arguments: argparse.Namespace) -> Cluster:
    """Connect; close the answer."""
    conf = {}
    for assignment in arguments.conf:
        key, equals, value = assignment.partition("=")
        if not equals:
            raise SetupError(f"--conf expects KEY=VALUE, not {assignment}.")
        conf[key] = value
    return Cluster.connect(arguments.quorum, conf=conf, is_verbose=arguments.verbose)

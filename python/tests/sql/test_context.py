"""HBaseSQLContext over something that is no Spark."""

from __future__ import annotations

from typing import Any

import pytest

from pyspark_hbase.sql import HBaseSQLContext


def test_something_else_than_spark_is_refused_with_what_it_takes() -> None:
    nothing: Any = 1
    with pytest.raises(TypeError, match="takes a SparkContext or a SparkSession, not 1"):
        HBaseSQLContext(nothing)

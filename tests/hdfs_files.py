"""The files of a test cluster on HDFS, through Hadoop's classes in Spark's JVM."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyspark.sql import SparkSession


def file_system(spark: SparkSession, settings: Path) -> Any:
    """Open the ``FileSystem`` that the ``*.xml`` files of a client's folder name."""
    assert spark._jvm is not None
    hadoop = spark._jvm.org.apache.hadoop
    conf = hadoop.conf.Configuration()
    for file in settings.glob("*.xml"):
        conf.addResource(hadoop.fs.Path(file.as_uri()))
    return hadoop.fs.FileSystem.newInstance(conf)

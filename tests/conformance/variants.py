"""The ways each case runs."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import SparkSession

from pyspark_hbase._explain.scans import HBaseScan
from pyspark_hbase._spark.jvm import java_class, java_map

EXTENSIONS: Final = "spark.sql.extensions"

LOS_ANGELES: Final = "America/Los_Angeles"
KOLKATA: Final = "Asia/Kolkata"


@dataclass(frozen=True, slots=True)
class Semantics:
    """Settings that change answers: plain Spark is asked under the same ones."""

    ansi: bool
    time_zone: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run a case on HBase."""

    semantics: Semantics
    # Whose tables, see tables.py: a layout, where rows lie, and whether they have the coprocessor.
    namespace: str
    coprocessor: bool = True
    adaptive: bool = True
    thrift: bool = False
    # Whether the text is asked without Spark, too.
    without_spark: bool = False
    # A session without our extensions pushes what Spark hands to any data source.
    extensions: bool = True

    # Of so many cases it runs one in each turn, so that as many turns run them all. In one turn,
    # another share runs others.
    one_in: int = 1
    share: int = 0

    def takes(self, case: str, turn: int) -> bool:
        """Whether the case of that name runs in this variant in that turn."""
        # A smoke goes by the lowest digits of this sum, and is to meet all variants.
        return ((zlib.crc32(case.encode()) >> 8) + turn) % self.one_in == self.share

    def __str__(self) -> str:
        ansi = "ansi" if self.semantics.ansi else "legacy"
        zone = self.semantics.time_zone.rpartition("/")[2]
        marks = ("" if self.coprocessor else "-off") + ("-thrift" if self.thrift else "")
        marks += "" if self.extensions else "-no-extensions"
        return f"{self.namespace}{marks}-{ansi}-{zone}" + ("" if self.adaptive else "-no-aqe")

    def apply(self, session: SparkSession) -> None:
        """Configure ``session`` so that bare table names are this variant's tables."""
        session.catalog.setCurrentCatalog("hbase")
        session.catalog.setCurrentDatabase(self.namespace)
        session.conf.set("spark.sql.hbase.coprocessor", str(self.coprocessor).lower())
        session.conf.set("spark.sql.adaptive.enabled", str(self.adaptive).lower())
        set_semantics(session, self.semantics)


def set_semantics(session: SparkSession, semantics: Semantics) -> None:
    """Apply the settings that change answers."""
    session.conf.set("spark.sql.ansi.enabled", str(semantics.ansi).lower())
    session.conf.set("spark.sql.session.timeZone", semantics.time_zone)


def session_without_extensions(spark: SparkSession) -> SparkSession:
    """A session of the same Spark that has the catalog, but not our extensions."""
    java: Any = spark._jsparkSession  # type: ignore[attr-defined]
    made_by = java_class(spark._jvm, java.getClass().getName())  # type: ignore[attr-defined]
    # A new session takes its extensions from the settings that Spark was started with.
    settings = java.sparkContext().conf()
    classes = settings.get(EXTENSIONS)
    settings.remove(EXTENSIONS)
    try:
        made = made_by(java.sparkContext(), java_map(spark._jvm, {}))  # type: ignore[attr-defined]
    finally:
        settings.set(EXTENSIONS, classes)
    return SparkSession(spark.sparkContext, made)


def check_where_it_ran(variant: Variant, scans: list[HBaseScan]) -> None:
    """The engine ran in the region servers, or in Spark where the tables have no coprocessor."""
    in_spark = sum(scan.metrics["hbaseLocalRowsScanned"] for scan in scans)
    in_servers = sum(scan.metrics["hbaseServerRowsScanned"] for scan in scans)
    assert (in_servers if variant.namespace.endswith("no_jar") else in_spark) == 0, scans


# Each case runs in at least one of them in a turn, unless few of them have its tables. Variants
# with the same semantics take the same cases, so that plain Spark is asked once.
VARIANTS: Final = (
    Variant(Semantics(ansi=True, time_zone="UTC"), "packed", one_in=2, share=1),
    # Groups of rows, and rows beside them.
    Variant(
        Semantics(ansi=True, time_zone="UTC"), "columnar", without_spark=True, one_in=8, share=3
    ),
    Variant(Semantics(ansi=True, time_zone=LOS_ANGELES), "columns_mixed", one_in=4, share=1),
    # The same sub-plans, run by the engine inside Spark.
    Variant(Semantics(ansi=True, time_zone=LOS_ANGELES), "no_jar", one_in=4, share=1),
    Variant(
        Semantics(ansi=False, time_zone=KOLKATA),
        "columns_scanner",
        without_spark=True,
        one_in=4,
        share=2,
    ),
    # No sub-plan at all: Spark computes as it does from Parquet, so few cases show what is read.
    Variant(
        Semantics(ansi=False, time_zone=KOLKATA), "packed", coprocessor=False, one_in=8, share=2
    ),
    Variant(Semantics(ansi=False, time_zone=LOS_ANGELES), "packed_files", adaptive=False, one_in=4),
    # Each sub-plan that Spark made goes through the Thrift gateway too.
    Variant(
        Semantics(ansi=True, time_zone=KOLKATA),
        "packed",
        thrift=True,
        without_spark=True,
        one_in=4,
    ),
    Variant(
        Semantics(ansi=True, time_zone=LOS_ANGELES),
        "columns_mixed",
        extensions=False,
        one_in=16,
        share=1,
    ),
    Variant(
        Semantics(ansi=False, time_zone=KOLKATA), "packed", extensions=False, one_in=16, share=2
    ),
)

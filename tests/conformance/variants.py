"""The ways each case runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from pyspark.sql import SparkSession

NEW_YORK: Final = "America/New_York"


@dataclass(frozen=True, slots=True)
class Semantics:
    """Settings that change answers: plain Spark is asked under the same ones."""

    ansi: bool
    time_zone: str


@dataclass(frozen=True, slots=True)
class Variant:
    """One way to run a case on HBase."""

    semantics: Semantics
    # Whose tables, see tables.py: a layout, and whether they have the coprocessor.
    namespace: str
    coprocessor: bool = True
    adaptive: bool = True

    def __str__(self) -> str:
        ansi = "ansi" if self.semantics.ansi else "legacy"
        zone = self.semantics.time_zone.rpartition("/")[2]
        mode = self.namespace if self.coprocessor else f"{self.namespace}-off"
        return f"{mode}-{ansi}-{zone}" + ("" if self.adaptive else "-no-aqe")

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


VARIANTS: Final = (
    Variant(Semantics(ansi=True, time_zone="UTC"), "packed"),
    Variant(Semantics(ansi=False, time_zone=NEW_YORK), "packed", adaptive=False),
    Variant(Semantics(ansi=True, time_zone=NEW_YORK), "columns"),
    Variant(Semantics(ansi=False, time_zone="UTC"), "columns"),
    # The same sub-plans, run by the engine inside Spark.
    Variant(Semantics(ansi=True, time_zone=NEW_YORK), "no_jar"),
    # No sub-plan at all.
    Variant(Semantics(ansi=False, time_zone="UTC"), "packed", coprocessor=False),
)

"""Explains frames of Spark Connect, whose physical plans stay on the server."""

from __future__ import annotations

import json
import uuid
from typing import TYPE_CHECKING, Final

from pyspark_hbase._explain.model import Counter, ScanExplanation, parse
from pyspark_hbase.errors import SetupError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_NOT_RUN: Final = (Counter("hbaseFallbacks", "fallbacks", 0),)
"""A counter as it is before a run, for scans whose counters are not known."""


def is_of_connect(frame: object) -> bool:
    """Whether a frame belongs to a session of Spark Connect."""
    return type(frame).__module__.startswith("pyspark.sql.connect.")


def connect_scans(frame: DataFrame) -> tuple[ScanExplanation, ...]:
    """Ask the server for the scans of a frame, by a view that is gone afterwards.

    They have no counters, even if the frame has run: the server keeps none for its clients.
    """
    from pyspark.errors import PySparkException  # noqa: PLC0415  (needs PySpark, as frames do)

    session = frame.sparkSession
    view = f"pyspark_hbase_explain_{uuid.uuid4().hex}"
    frame.createTempView(view)
    call = f"CALL hbase.system.explain(query => 'SELECT * FROM {view}')"
    try:
        [answer] = session.sql(call).collect()
    except PySparkException as error:
        reason = str(error).partition("\n")[0]
        raise SetupError(
            "The server of Spark Connect cannot explain the frame for pyspark_hbase.explain(): "
            f"{reason} It needs catalog hbase, with the jars of this version: "
            "pyspark_hbase.add_to(spark). frame.explain(mode='formatted') asks for Spark's own "
            "text, which needs neither."
        ) from error
    finally:
        session.catalog.dropTempView(view)
    return tuple(parse(json.dumps(each), _NOT_RUN) for each in json.loads(answer[0]))

"""The queries of the demo; ``{flights}`` stands for the table in HBase or its copy in Parquet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Query:
    """One query; ``ordered`` says that its rows come in a fixed order."""

    name: str
    sql: str
    ordered: bool = False


QUERIES: Final = (
    Query(
        "filter",
        "SELECT time_hour, carrier, flight, origin, dest, dep_delay FROM {flights}\n"
        "WHERE dep_delay > 900 OR (dest LIKE 'EGE%' AND arr_delay > 120)",
    ),
    Query("count", "SELECT count(*) AS flights FROM {flights}"),
    Query(
        "group by",
        "SELECT carrier, count(*) AS flights, sum(distance) AS miles, avg(dep_delay) AS delay,\n"
        "       min(dep_delay) AS earliest, max(arr_delay) AS latest\n"
        "FROM {flights} WHERE time_hour >= TIMESTAMP '2013-06-01' AND origin <> 'LGA'\n"
        "GROUP BY carrier ORDER BY carrier",
        ordered=True,
    ),
    Query(
        "expression",
        "SELECT distance DIV 500 * 500 AS miles_from, count(*) AS flights,\n"
        "       count(*) FILTER (WHERE dep_delay > 30) AS late,\n"
        "       avg(arr_delay) FILTER (WHERE origin = 'JFK') AS jfk_delay\n"
        "FROM {flights} GROUP BY distance DIV 500 * 500 ORDER BY miles_from",
        ordered=True,
    ),
    Query(
        "join",
        "SELECT name, count(*) AS flights, round(avg(arr_delay), 2) AS delay\n"
        "FROM {flights} JOIN airlines USING (carrier)\n"
        "WHERE dest = 'LAX' AND month = 7 GROUP BY name ORDER BY name",
        ordered=True,
    ),
    Query(
        "no rows",
        "SELECT sum(air_time) AS minutes, count(tailnum) AS planes FROM {flights}\n"
        "WHERE time_hour < TIMESTAMP '2013-01-01'",
    ),
)

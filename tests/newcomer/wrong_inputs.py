"""Wrong inputs of a newcomer, and the words that a refusal must have."""

from __future__ import annotations

from typing import Final

COMMANDS: Final[tuple[tuple[str, ...], ...]] = (
    # VARIABLE=value and words of the command; then what is said, a pattern. {quorum} and {gateway}
    # are addresses that answer; port 1 does not.
    ("pyspark-hbase", "deplyo", "orders", "deploy"),
    ("pyspark-hbase", "doctor", "--quorum", "127.0.0.1:1", "127.0.0.1:1.*refused"),
    ("pyspark-hbase", "doctor", "--quorum", "{gateway}", "ZooKeeper"),
    ("pyspark-hbase", "doctor", "--quorum", "thrift://{gateway}", "quorum"),
    ("HBASE_CONF_DIR=/nope", "pyspark-hbase", "doctor", "/nope"),
    ("pyspark-hbase", "status", "ordres", "no such HBase table"),
    ("pyspark-hbase", "deploy", "ordres", "no such HBase table"),
    ("pyspark-hbase", "deploy", "orders", "--jar", "/etc/passwd", "jar"),
    ("pyspark-hbase", "sql", "--quorum", "127.0.0.1:1", "-e", "SELECT 1", "127.0.0.1:1.*refused"),
    ("pyspark-hbase", "sql", "--connect", "thrift://127.0.0.1:1", "-e", "SELECT 1", "127.0.0.1:1"),
    ("pyspark-hbase", "sql", "--connect", "127.0.0.1:1", "-e", "SELECT 1", "thrift://"),
    ("pyspark-hbase", "sql", "--format", "xml", "-e", "SELECT 1", "tsv"),
    ("pyspark-hbase", "sql", "-f", "nothing.sql", "nothing.sql"),
    *(
        ("pyspark-hbase", "sql", "--connect", "thrift://{gateway}", "-e", question, expected)
        for question, expected in (
            ("SELECT n FROM default.ordres", "orders"),
            ("SELECT aera FROM default.orders", "area"),
            ("SELEC area FROM default.orders", "position: 1:"),
            ("SELECT * FROM default.orders a JOIN default.orders b USING (id)", "Spark"),
            ("SELECT 1 / 0 FROM default.orders", "DIVIDE_BY_ZERO|zero"),
        )
    ),
    ("pyspark-hbase", "sql", "-e", "SELECT 1 / 0", "DIVIDE_BY_ZERO"),
)

PROGRAM: Final = """
import re
import pyspark_hbase
from pyspark_hbase import connect, explain
from pyspark_hbase.sql import HBaseSQLContext

spark = pyspark_hbase.session()
reader = spark.read.format("hbase")
key = "PRIMARY KEY (k)) USING hbase"
CASES = {
    "a misspelt name": (lambda: pyspark_hbase.sesion, "sesion"),
    "a second cluster": (lambda: pyspark_hbase.session(quorum="127.0.0.1:1"), "live"),
    "no primary key": (
        lambda: spark.sql("CREATE TABLE hbase.default.t (k INT) USING hbase"), "PRIMARY KEY"),
    "a property": (
        lambda: spark.sql(f"CREATE TABLE hbase.default.t (k INT NOT NULL, {key} "
                          "TBLPROPERTIES ('hbase.layot' = 'packed')"), "hbase.layout"),
    "a type": (lambda: spark.sql(f"CREATE TABLE hbase.default.t (k INTERVAL DAY, {key}"), "k"),
    "a table": (lambda: spark.table("hbase.default.ordres"), "orders"),
    "a column": (lambda: spark.sql("SELECT aera FROM hbase.default.orders"), "area"),
    "an option": (lambda: reader.option("hbaseTabelName", "orders").load(), "hbaseTableName"),
    "a row key that is NULL": (
        lambda: spark.sql("INSERT INTO hbase.default.orders VALUES (NULL, 1, 1.0)"), "area"),
    "a context of nothing": (lambda: HBaseSQLContext(1), "SparkSession"),
    "an explanation of a text": (lambda: explain("x"), "DataFrame"),
    "a gateway that is away": (
        lambda: connect("thrift://127.0.0.1:1").sql("SELECT n FROM t"), "127.0.0.1"),
    "a setting": (
        lambda: (spark.conf.set("spark.sql.hbase.coprocesor", "true"),
                 spark.table("hbase.default.orders").count()), "spark.sql.hbase.coprocessor"),
}
for name, (wrong, expected) in CASES.items():
    try:
        wrong()
        said = "nothing is refused"
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
    ok = bool(re.search(expected, said)) and "py4j" not in said
    print("ok" if ok else "FAILED", name, "" if ok else said[:500].replace("\\n", " "), flush=True)
"""

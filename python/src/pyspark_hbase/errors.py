"""The errors of this package.

Errors of SQL statements stay PySpark's: their text starts with ``[SPARKSQL_HBASE.<CODE>]``. Errors
of sub-plans have a text of the same form and are :class:`SubPlanError`.

```python
from pyspark_hbase import connect
from pyspark_hbase.errors import CodedError, ServerError, SetupError, SubPlanError

hbase = connect("thrift://gateway-host:9090")
try:
    hbase.rows("SELECT gate FROM flights")
except ServerError as error:         # a matter of one server, now: try again
    raise
except SubPlanError as error:        # the query, the data, or the table
    print(error.code, dict(error.values))
except SetupError as error:          # this machine, the address, or the versions
    raise
```
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TypeVar

from pyspark_hbase._text import error_text

__all__ = [
    "AdminError",
    "CatalogError",
    "CodedError",
    "CoprocessorNotLoadedError",
    "CorruptDataError",
    "CoverageError",
    "EvaluationError",
    "FrameError",
    "InternalError",
    "InvalidPlanError",
    "NeedsSparkError",
    "PySparkHBaseError",
    "RightMissingError",
    "SQLSyntaxError",
    "ServerError",
    "SetupError",
    "ShellError",
    "SubPlanError",
    "TableNotFoundError",
    "VersionMismatchError",
    "find_error",
]


class PySparkHBaseError(Exception):
    """Base of every error this package raises."""


class SetupError(PySparkHBaseError):
    """Something around this package is missing or does not fit.

    The message says what, why, and what to do about it.
    """


class CodedError(PySparkHBaseError):
    """An error that programs can tell by its code.

    >>> error = AdminError("TABLE_NOT_FOUND", "There is no such table.", table="t")
    >>> print(error)
    [SPARKSQL_HBASE.TABLE_NOT_FOUND] There is no such table. table=t
    >>> error.code, dict(error.values)
    ('TABLE_NOT_FOUND', {'table': 't'})
    """

    code: str
    """Stable; what programs look at."""
    values: Mapping[str, str]
    """The values of the sentence."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code = code
        self.sentence = sentence
        self.values = MappingProxyType({key: str(value) for key, value in values.items()})
        super().__init__(error_text.format_error(code, sentence, self.values))

    def __reduce__(self) -> tuple[object, ...]:
        return _restore, (type(self), self.code, self.sentence, dict(self.values))


_Coded = TypeVar("_Coded", bound=CodedError)


class AdminError(CodedError):
    """A cluster cannot be looked at or changed as asked; no table was changed.

    Codes, with ``RIGHT_MISSING`` and ``TABLE_NOT_FOUND``:

    - ``CANARY_FAILED``: The jar does not work on this cluster. Read the logs of the region
      servers, which have the stack.
    - ``HBASE_REFUSED``: HBase does not do what was asked for. Mend what the reason, which is
      HBase's own, names.
    - ``JAR_DIFFERS``: The jar folder holds other bytes under the jar's name. Delete that file,
      and let only administrators write to the folder.
    - ``JAR_FOLDER_SHARED``: All clusters of this machine take their jars from this folder. Give
      --jar-folder to delete jars there all the same.
    - ``JAR_FOLDER_UNKNOWN``: No folder is known from which region servers can read a jar. Name
      one by --jar-folder, or set HBASE_CONF_DIR.
    - ``JAR_FOLDER_UNREACHABLE``: The file system of the jar folder cannot be used. Correct
      --jar-folder, or see whether its name node runs.
    - ``JAR_PATH_DENIED``: The master allows coprocessors from certain paths only. Name one of
      them by --jar-folder, or add the folder to hbase.coprocessor.region.whitelist.paths.
    - ``PREFLIGHT_FAILED``: The cluster is not ready for the coprocessor. Mend what the report
      says; see OPERATIONS.md, "Put the coprocessor on a table".
    """


class VersionMismatchError(SetupError, CodedError):
    """A jar is of another version than this package; together they are one product.

    - ``VERSION_MISMATCH``: This package and a jar of this product are of two versions. Install
      the wheel anew, and take other jars of this product from spark.jars and from the class
      path.
    """


class CatalogError(CodedError):
    """``INVALID_OPTION`` or ``FOREIGN_ENCODING``: a JSON catalog that cannot become a table."""


class ShellError(CodedError):
    """A command of the shell is used wrongly, or HBase refuses what it asks for.

    Codes, with ``HBASE_REFUSED``, ``INVALID_ARGUMENT``, ``RIGHT_MISSING`` and
    ``TABLE_NOT_FOUND``:

    - ``NEEDS_QUORUM``: HBase's Thrift gateway lacks what a command asks for. Connect to the
      cluster itself: shell.connect("zookeeper-host:2181"), or pyspark-hbase --quorum.
    - ``NOT_A_COUNTER``: The value of the cell has not the 8 bytes of a counter. Look at it:
      get(table, row).
    - ``TABLE_DISABLED``: The table is disabled. Call enable(table) first.
    - ``TABLE_EXISTS``: HBase has a table of this name already. Choose another name, or alter
      the table.
    - ``TABLE_NOT_DISABLED``: The command needs a disabled table. Call disable(table) first.
    - ``UNKNOWN_ARGUMENT``: The command has no argument of this name. Use the nearest name,
      which the message has; help(hbase.scan) lists all.
    - ``UNKNOWN_COMMAND``: The shell has no command of this name. Use the nearest name, which
      the message has; help(hbase) lists all.
    - ``UNKNOWN_FAMILY``: The table has no such column family. Look at it: describe(table).
    """


class SubPlanError(CodedError):
    """A sub-plan cannot be built, sent or answered.

    >>> error = InvalidPlanError("UNKNOWN_COLUMN", "The table has no such column.", column="qty")
    >>> print(error)
    [SPARKSQL_HBASE.UNKNOWN_COLUMN] The table has no such column. column=qty
    """


class InvalidPlanError(SubPlanError):
    """The sub-plan says something that has no meaning, or that its reader does not know.

    Codes, with ``UNKNOWN_COLUMN``, ``UNKNOWN_TABLE`` and the codes of region servers:

    - ``AGGREGATE_IN_WHERE``: WHERE looks at rows before they are aggregated. Use HAVING or
      FILTER.
    - ``AMBIGUOUS_COLUMN``: Two columns have this name. Put the name or alias of the table in
      front.
    - ``ANSI_MISMATCH``: The sub-plan and the session treat overflow differently. Give
      SubPlan.scan the ansi that spark.sql.ansi.enabled has.
    - ``DATATYPE_MISMATCH``: The types of the arguments do not go together. Cast one of them.
    - ``GROUP_BY_AGGREGATE``: GROUP BY cannot hold an aggregate. Group by columns.
    - ``INVALID_POSITION``: GROUP BY or ORDER BY names a position that no result column has.
      Count result columns from 1.
    - ``MISSING_AGGREGATION``: A column is neither grouped by nor inside an aggregate. Add it
      to GROUP BY, or aggregate it.
    - ``NESTED_AGGREGATE_FUNCTION``: An aggregate stands inside another one. Aggregate in two
      queries.
    - ``UNBOUND_SQL_PARAMETER``: A marker of the query has no value. Give args one for each
      :name or ?.
    - ``UNKNOWN_TIME_ZONE``: There is no time zone of this name. Use an IANA name, such as
      Europe/Berlin.
    - ``UNSUPPORTED_OPERATOR_ORDER``: A sub-plan ends with its aggregation, limit or order. Go
      on with the result, a DataFrame or an Arrow table.
    - ``WRONG_NUM_ARGS``: The function takes another number of arguments. Give it as many as
      the message says.
    """


class SQLSyntaxError(InvalidPlanError):
    """A text is not a query.

    - ``PARSE_SYNTAX_ERROR``: The text cannot be read as a query. Correct it at the position
      that the message has.
    """


class NeedsSparkError(InvalidPlanError):
    """A query asks for something that only Spark does.

    - ``NEEDS_SPARK``: A query through the Thrift gateway asks for something that only Spark
      does. Ask Spark, or write it in another way: construct and position say what and where.
    """


class EvaluationError(SubPlanError):
    """An expression over stored values has no result: overflow, division by zero, a bad cast.

    >>> error = EvaluationError("DIVIDE_BY_ZERO", "Division by zero.")
    >>> error.query_context = "== SQL (line 1, position 8) =="
    >>> print(error)
    [SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero.
    == SQL (line 1, position 8) ==
    """

    query_context: str = ""
    """The place of the expression in the text of the query, with its lines, as Spark's errors show
    it. Empty where there is no text, as of a sub-plan, or where the place is not known."""

    def __str__(self) -> str:
        line = super().__str__()
        return f"{line}\n{self.query_context}" if self.query_context else line

    def __reduce__(self) -> tuple[object, ...]:
        return *super().__reduce__(), {"query_context": self.query_context}


class CorruptDataError(SubPlanError):
    """Stored bytes are not what the table's schema says."""


class ServerError(SubPlanError):
    """A matter of one server, now: retry, or read without it.

    - ``READ_BY_FORKED_PROCESS``: A process that was forked reads on from batches of its parent.
      Ask the query again in that process.
    """


class CoprocessorNotLoadedError(ServerError):
    """The table, or one of its regions, answers with plain rows instead of result frames."""


class FrameError(ServerError):
    """Bytes are not a result frame of this version, or are damaged."""


class CoverageError(ServerError):
    """Frames leave out rows or repeat rows, so the answer would be wrong.

    - ``INCOMPLETE_ANSWER``: The answer does not prove that it has every row once. Repeat the
      query; if the error comes again, compare the versions of client and servers:
      pyspark-hbase doctor.
    - ``DIFFERENT_JAVA_RULES``: Region servers of one table run releases of Java whose time
      zones or numbers differ. Run one release of Java on all of them; pyspark-hbase doctor
      names them.
    """


class TableNotFoundError(SubPlanError):
    """There is no such SQL table or HBase table.

    - ``TABLE_NOT_FOUND``: There is no such table. List the SQL tables by connection.tables()
      and the HBase tables by list() of the shell.
    """


class RightMissingError(SubPlanError):
    """HBase does not let the user of the Thrift gateway read what is asked for."""


class InternalError(SubPlanError):
    """A defect, of this package or of a newer server's code that this package does not know."""


_PLAN_CODES = frozenset(
    {
        "INVALID_PLAN",
        "PLAN_TOO_LARGE",
        "UNSUPPORTED_PLAN_VERSION",
        "UNSUPPORTED_FEATURE",
        "UNSUPPORTED_FUNCTION",
    }
)
_DATA_CODES = frozenset(
    {
        "CORRUPT_VALUE",
        "ROW_KEY_TOO_SHORT",
        "ROW_KEY_TRAILING_BYTES",
        "ROW_KEY_TOO_LONG",
        "ROW_KEY_EMPTY",
        "NULL_IN_ROW_KEY",
        "NUL_IN_STRING_KEY",
        "DELIMITER_IN_KEY",
        "KEY_VALUE_LENGTH",
        "VALUE_OUT_OF_RANGE",
    }
)
_EVALUATION_CODES = frozenset(
    {
        "ARITHMETIC_OVERFLOW",
        "BINARY_ARITHMETIC_OVERFLOW",
        "CANNOT_PARSE_TIMESTAMP",
        "CAST_INVALID_INPUT",
        "CAST_OVERFLOW",
        "DATETIME_FIELD_OUT_OF_BOUNDS",
        "DATETIME_OVERFLOW",
        "DIVIDE_BY_ZERO",
        "INVALID_ARRAY_INDEX",
        "INVALID_ARRAY_INDEX_IN_ELEMENT_AT",
        "INVALID_INDEX_OF_ZERO",
        "NUMERIC_OUT_OF_SUPPORTED_RANGE",
        "NUMERIC_VALUE_OUT_OF_RANGE",
        "REMAINDER_BY_ZERO",
    }
)
_SERVER_CODES = frozenset(
    {"CLUSTER_UNREACHABLE", "COPROCESSOR_DISABLED", "NOT_AUTHENTICATED", "SERVER_OVERLOADED"}
)


def find_error(text: str, keys: Collection[str] | None = None) -> SubPlanError | None:
    """The first error of a region server inside ``text``, which may be a Java stack trace.

    ``keys`` are the names of its values, where they are known.

    >>> text = '''java.io.IOException: [SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero. row=AA
    ...     at org.apache.hadoop.hbase.ipc.RpcServer.call(RpcServer.java:1)'''
    >>> find_error(text)
    EvaluationError('[SPARKSQL_HBASE.DIVIDE_BY_ZERO] Division by zero. row=AA')
    >>> find_error("java.io.IOException: connection reset") is None
    True
    """
    found = error_text.find_error(text, keys)
    if found is None:
        return None
    code, sentence, values = found
    return _restore(_class_of(code), code, sentence, values)


def _class_of(code: str) -> type[SubPlanError]:
    for codes, kind in (
        (_PLAN_CODES, InvalidPlanError),
        (_DATA_CODES, CorruptDataError),
        (_EVALUATION_CODES, EvaluationError),
        (_SERVER_CODES, ServerError),
        ({"COPROCESSOR_MISSING"}, CoprocessorNotLoadedError),
        ({"CORRUPT_FRAME"}, FrameError),
    ):
        if code in codes:
            return kind
    return InternalError


def _restore(kind: type[_Coded], code: str, sentence: str, values: Mapping[str, str]) -> _Coded:
    error = kind.__new__(kind)
    CodedError.__init__(error, code, sentence, **values)
    return error

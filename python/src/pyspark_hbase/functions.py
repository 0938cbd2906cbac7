"""More functions of columns, with the names that they have in ``pyspark.sql.functions``.

Where an argument is called ``column`` it is a column or its name; other strings are values, as in
PySpark. What a function gives for NULL, its errors and its types are Spark's.

>>> print(upper(trim("name")))
upper(trim(name))
"""

from __future__ import annotations

from pyspark_hbase.expressions import Expression, _call, _column, lit

__all__ = [
    "abs_",
    "acos",
    "add_months",
    "asin",
    "atan",
    "atan2",
    "bit_count",
    "bitwise_not",
    "bround",
    "cbrt",
    "ceil",
    "concat",
    "concat_ws",
    "cos",
    "crc32",
    "date_add",
    "date_diff",
    "date_format",
    "date_sub",
    "degrees",
    "exp",
    "factorial",
    "floor",
    "greatest",
    "hex_",
    "hypot",
    "instr",
    "last_day",
    "least",
    "like",
    "ln",
    "log",
    "log10",
    "log2",
    "lower",
    "lpad",
    "ltrim",
    "make_date",
    "md5",
    "next_day",
    "overlay",
    "pmod",
    "power",
    "radians",
    "repeat",
    "replace",
    "reverse",
    "rint",
    "rlike",
    "round_",
    "rpad",
    "rtrim",
    "sha1",
    "sha2",
    "signum",
    "sin",
    "split_part",
    "sqrt",
    "substring_index",
    "tan",
    "timestamp_millis",
    "timestamp_seconds",
    "translate",
    "trim",
    "trunc",
    "unhex",
    "upper",
    "weekday",
    "weekofyear",
    "width_bucket",
    "xxhash64",
]

_HASH_SEED = 42
"""The seed of Spark's ``xxhash64``."""


def abs_(column: Expression | str) -> Expression:
    """The absolute value.

    ``abs_(lit(-5))`` is ``5``.
    """
    return _call("ABS", _column(column))


def bround(column: Expression | str, scale: int = 0) -> Expression:
    """A number rounded to ``scale`` digits after the point, half to the even neighbour.

    ``bround(lit(2.5))`` is ``2.0``.
    """
    return _call("BROUND", _column(column), scale)


def round_(column: Expression | str, scale: int = 0) -> Expression:
    """A number rounded to ``scale`` digits after the point, half away from zero.

    ``round_(lit(2.5))`` is ``3.0``.
    """
    return _call("ROUND", _column(column), scale)


def ceil(column: Expression | str) -> Expression:
    """The smallest whole number that is not below a number.

    ``ceil(lit(2.1))`` is ``3``.
    """
    return _call("CEIL", _column(column))


def floor(column: Expression | str) -> Expression:
    """The largest whole number that is not above a number.

    ``floor(lit(-2.1))`` is ``-3``.
    """
    return _call("FLOOR", _column(column))


def rint(column: Expression | str) -> Expression:
    """The nearest whole number as a DOUBLE, half to the even neighbour.

    ``rint(lit(2.5))`` is ``2.0``.
    """
    return _call("RINT", _column(column))


def signum(column: Expression | str) -> Expression:
    """The sign of a number: -1.0, 0.0 or 1.0.

    ``signum(lit(-5.0))`` is ``-1.0``.
    """
    return _call("SIGNUM", _column(column))


def sqrt(column: Expression | str) -> Expression:
    """The square root.

    ``sqrt(lit(9.0))`` is ``3.0``.
    """
    return _call("SQRT", _column(column))


def cbrt(column: Expression | str) -> Expression:
    """The cube root.

    ``cbrt(lit(27.0))`` is ``3.0``.
    """
    return _call("CBRT", _column(column))


def exp(column: Expression | str) -> Expression:
    """Euler's number to the power of a number.

    ``exp(lit(0.0))`` is ``1.0``.
    """
    return _call("EXP", _column(column))


def ln(column: Expression | str) -> Expression:
    """The natural logarithm; NULL at 0 and below.

    ``ln(lit(1.0))`` is ``0.0``.
    """
    return _call("LN", _column(column))


def log(base: float, column: Expression | str) -> Expression:
    """The logarithm of a number to ``base``; NULL where there is none.

    ``log(2.0, lit(8.0))`` is ``3.0``.
    """
    return _call("LOGARITHM", float(base), _column(column))


def log2(column: Expression | str) -> Expression:
    """The logarithm to the base 2; NULL at 0 and below.

    ``log2(lit(8.0))`` is ``3.0``.
    """
    return _call("LOG2", _column(column))


def log10(column: Expression | str) -> Expression:
    """The logarithm to the base 10; NULL at 0 and below.

    ``log10(lit(100.0))`` is ``2.0``.
    """
    return _call("LOG10", _column(column))


def power(column: Expression | str, exponent: object) -> Expression:
    """A number to the power of ``exponent``.

    ``power(lit(2.0), 10.0)`` is ``1024.0``.
    """
    return _call("POWER", _column(column), exponent)


def hypot(first: Expression | str, second: Expression | str) -> Expression:
    """The square root of the sum of two squares.

    ``hypot(lit(3.0), lit(4.0))`` is ``5.0``.
    """
    return _call("HYPOT", _column(first), _column(second))


def pmod(dividend: Expression | str, divisor: object) -> Expression:
    """The remainder, positive where the divisor is.

    ``pmod(lit(-7), 3)`` is ``2``.
    """
    return _call("PMOD", _column(dividend), divisor)


def factorial(column: Expression | str) -> Expression:
    """The factorial of an INT from 0 to 20, NULL of others.

    ``factorial(lit(5))`` is ``120``.
    """
    return _call("FACTORIAL", _column(column))


def width_bucket(
    column: Expression | str, first: object, last: object, buckets: object
) -> Expression:
    """The bucket of a number, of so many equally wide ones between two bounds, from 1.

    ``width_bucket(lit(5.0), 0.0, 10.0, 4)`` is ``3``.
    """
    return _call("WIDTH_BUCKET", _column(column), first, last, buckets)


def sin(column: Expression | str) -> Expression:
    """The sine of an angle in radians.

    ``sin(lit(0.0))`` is ``0.0``.
    """
    return _call("SIN", _column(column))


def cos(column: Expression | str) -> Expression:
    """The cosine of an angle in radians.

    ``cos(lit(0.0))`` is ``1.0``.
    """
    return _call("COS", _column(column))


def tan(column: Expression | str) -> Expression:
    """The tangent of an angle in radians.

    ``tan(lit(0.0))`` is ``0.0``.
    """
    return _call("TAN", _column(column))


def asin(column: Expression | str) -> Expression:
    """The angle of a sine, in radians.

    ``asin(lit(0.0))`` is ``0.0``.
    """
    return _call("ASIN", _column(column))


def acos(column: Expression | str) -> Expression:
    """The angle of a cosine, in radians.

    ``acos(lit(1.0))`` is ``0.0``.
    """
    return _call("ACOS", _column(column))


def atan(column: Expression | str) -> Expression:
    """The angle of a tangent, in radians.

    ``atan(lit(0.0))`` is ``0.0``.
    """
    return _call("ATAN", _column(column))


def atan2(y: Expression | str, x: Expression | str) -> Expression:
    """The angle of the point (``x``, ``y``), in radians.

    ``atan2(lit(0.0), lit(1.0))`` is ``0.0``.
    """
    return _call("ATAN2", _column(y), _column(x))


def degrees(column: Expression | str) -> Expression:
    """An angle in radians as degrees.

    ``degrees(lit(0.0))`` is ``0.0``.
    """
    return _call("DEGREES", _column(column))


def radians(column: Expression | str) -> Expression:
    """An angle in degrees as radians.

    ``radians(lit(0.0))`` is ``0.0``.
    """
    return _call("RADIANS", _column(column))


def bit_count(column: Expression | str) -> Expression:
    """Count the bits of an integer that are set.

    ``bit_count(lit(7))`` is ``3``.
    """
    return _call("BITWISE_COUNT", _column(column))


def bitwise_not(column: Expression | str) -> Expression:
    """All bits of an integer inverted.

    ``bitwise_not(lit(5))`` is ``-6``.
    """
    return _call("BITWISE_NOT", _column(column))


def greatest(*columns: Expression | str) -> Expression:
    """The largest of the values that are not NULL.

    ``greatest(lit(3), lit(7))`` is ``7``.
    """
    return _call("GREATEST", *map(_column, columns))


def least(*columns: Expression | str) -> Expression:
    """The smallest of the values that are not NULL.

    ``least(lit(3), lit(7))`` is ``3``.
    """
    return _call("LEAST", *map(_column, columns))


def upper(column: Expression | str) -> Expression:
    """A string in capital letters.

    ``upper(lit("Spark"))`` is ``'SPARK'``.
    """
    return _call("UPPER", _column(column))


def lower(column: Expression | str) -> Expression:
    """A string in small letters.

    ``lower(lit("Spark"))`` is ``'spark'``.
    """
    return _call("LOWER", _column(column))


def trim(column: Expression | str, characters: str | None = None) -> Expression:
    """A string without spaces, or without these characters, at both ends.

    ``trim(lit(" a "))`` is ``'a'``.
    """
    return _trimmed("TRIM", column, characters)


def ltrim(column: Expression | str, characters: str | None = None) -> Expression:
    """A string without spaces, or without these characters, at its start.

    ``ltrim(lit("  a "))`` is ``'a '``.
    """
    return _trimmed("TRIM_LEFT", column, characters)


def rtrim(column: Expression | str, characters: str | None = None) -> Expression:
    """A string without spaces, or without these characters, at its end.

    ``rtrim(lit(" a  "))`` is ``' a'``.
    """
    return _trimmed("TRIM_RIGHT", column, characters)


def _trimmed(function: str, column: Expression | str, characters: str | None) -> Expression:
    return _call(function, _column(column), *([] if characters is None else [characters]))


def concat(*columns: Expression | str) -> Expression:
    """Strings, or BINARY values, one behind the other.

    ``concat(lit("a"), lit("b"))`` is ``'ab'``.
    """
    return _call("CONCAT", *map(_column, columns))


def concat_ws(separator: str, *columns: Expression | str) -> Expression:
    """Strings with a separator between them; those that are NULL are left out.

    ``concat_ws("-", lit("a"), lit("b"))`` is ``'a-b'``.
    """
    return _call("CONCAT_WITH_SEPARATOR", separator, *map(_column, columns))


def like(column: Expression | str, pattern: str) -> Expression:
    """Whether all of a string matches: ``_`` is any character, ``%`` any number of them.

    ``like(lit("Spark"), "S%k")`` is ``True``.
    """
    return _call("LIKE", _column(column), pattern)


def rlike(column: Expression | str, pattern: str) -> Expression:
    """Whether a regular expression is found; of those that a linear-time engine knows.

    ``rlike(lit("Spark"), "^S.a")`` is ``True``.
    """
    return _call("RLIKE", _column(column), pattern)


def replace(column: Expression | str, searched: str, replacement: str = "") -> Expression:
    """A string with a replacement wherever the searched string is found.

    ``replace(lit("abab"), "a", "c")`` is ``'cbcb'``.
    """
    return _call("REPLACE", _column(column), searched, replacement)


def instr(column: Expression | str, searched: str) -> Expression:
    """Return the position of a string's first occurrence, counted from 1; 0 without one.

    ``instr(lit("Spark"), "ar")`` is ``3``.
    """
    return _call("POSITION", _column(column), searched, 1)


def lpad(column: Expression | str, length: int, fill: str = " ") -> Expression:
    """A string filled up in front, or cut off, to ``length`` characters.

    ``lpad(lit("7"), 3, "0")`` is ``'007'``.
    """
    return _call("PAD_LEFT", _column(column), length, fill)


def rpad(column: Expression | str, length: int, fill: str = " ") -> Expression:
    """A string filled up behind, or cut off, to ``length`` characters.

    ``rpad(lit("ab"), 4, ".")`` is ``'ab..'``.
    """
    return _call("PAD_RIGHT", _column(column), length, fill)


def repeat(column: Expression | str, count: int) -> Expression:
    """A string ``count`` times, one behind the other.

    ``repeat(lit("ab"), 2)`` is ``'abab'``.
    """
    return _call("REPEAT", _column(column), count)


def reverse(column: Expression | str) -> Expression:
    """A string with its last character first.

    ``reverse(lit("abc"))`` is ``'cba'``.
    """
    return _call("REVERSE", _column(column))


def translate(column: Expression | str, matching: str, replacement: str) -> Expression:
    """A string with each character of ``matching`` replaced by its counterpart, or left out.

    ``translate(lit("abc"), "ab", "x")`` is ``'xc'``.
    """
    return _call("TRANSLATE", _column(column), matching, replacement)


def split_part(column: Expression | str, delimiter: str, part: int) -> Expression:
    """Part number ``part`` of a string between delimiters, from 1; from the end if negative.

    ``split_part(lit("a-b-c"), "-", 2)`` is ``'b'``.
    """
    return _call("SPLIT_PART", _column(column), delimiter, part)


def substring_index(column: Expression | str, delimiter: str, count: int) -> Expression:
    """All before ``count`` delimiters of a string; counted from the right if negative.

    ``substring_index(lit("a.b.c"), ".", 2)`` is ``'a.b'``.
    """
    return _call("SUBSTRING_INDEX", _column(column), delimiter, count)


def overlay(
    column: Expression | str, replacement: str, position: int, length: int = -1
) -> Expression:
    """A string with a replacement for ``length`` characters from ``position`` on, counted from 1.

    A negative length, the default, is the length of the replacement.
    ``overlay(lit("Spark SQL"), "_", 6)`` is ``'Spark_SQL'``.
    """
    return _call("OVERLAY", _column(column), replacement, position, length)


def hex_(column: Expression | str) -> Expression:
    """Hexadecimal digits of an integer, a string or BINARY.

    ``hex_(lit(255))`` is ``'FF'``.
    """
    return _call("HEX", _column(column))


def unhex(column: Expression | str) -> Expression:
    r"""The bytes that hexadecimal digits stand for; NULL of other texts.

    ``unhex(lit("FF"))`` is ``b'\xff'``.
    """
    return _call("UNHEX", _column(column))


def md5(column: Expression | str) -> Expression:
    """The MD5 digest in hexadecimal digits.

    ``md5(lit("a").cast("binary"))`` is ``'0cc175b9c0f1b6a831c399e269772661'``.
    """
    return _call("MD5", _column(column))


def sha1(column: Expression | str) -> Expression:
    """The SHA-1 digest in hexadecimal digits.

    ``sha1(lit("a").cast("binary"))`` is ``'86f7e437faa5a7fce15d1ddcb9eaeaea377667b8'``.
    """
    return _call("SHA1", _column(column))


def sha2(column: Expression | str, bits: int) -> Expression:
    """The SHA-2 digest of 224, 256, 384 or 512 bits in hexadecimal digits.

    ``length(sha2(lit("a").cast("binary"), 256))`` is ``64``.
    """
    return _call("SHA2", _column(column), bits)


def crc32(column: Expression | str) -> Expression:
    """The cyclic redundancy check as BIGINT.

    ``crc32(lit("Spark").cast("binary"))`` is ``1557323817``.
    """
    return _call("CRC32", _column(column))


def xxhash64(*columns: Expression | str) -> Expression:
    """Spark's 64-bit hash of values of any type.

    ``xxhash64(lit("Spark"))`` is ``-4294468057691064905``.
    """
    seed = lit(_HASH_SEED).cast("bigint")
    return _call("XXHASH64", seed, *map(_column, columns))


def last_day(column: Expression | str) -> Expression:
    """The last day of a date's month.

    ``last_day(lit(date(2024, 2, 3)))`` is ``datetime.date(2024, 2, 29)``.
    """
    return _call("LAST_DAY", _column(column))


def next_day(column: Expression | str, day: str) -> Expression:
    """The first day of this name, such as ``"Mon"``, behind a date.

    ``next_day(lit(date(2024, 2, 29)), "Mon")`` is ``datetime.date(2024, 3, 4)``.
    """
    return _call("NEXT_DAY", _column(column), day)


def trunc(column: Expression | str, unit: str) -> Expression:
    """A date cut down to the start of its ``year``, ``quarter``, ``month`` or ``week``.

    ``trunc(lit(date(2024, 2, 29)), "year")`` is ``datetime.date(2024, 1, 1)``.
    """
    return _call("TRUNC", _column(column), unit)


def make_date(year: object, month: object, day: object) -> Expression:
    """The date of a year, a month and a day.

    ``make_date(lit(2024), lit(2), lit(29))`` is ``datetime.date(2024, 2, 29)``.
    """
    return _call("MAKE_DATE", year, month, day)


def date_add(column: Expression | str, days: object) -> Expression:
    """The date that is so many days later.

    ``date_add(lit(date(2024, 2, 29)), 1)`` is ``datetime.date(2024, 3, 1)``.
    """
    return _call("DATE_ADD", _column(column), days)


def date_sub(column: Expression | str, days: object) -> Expression:
    """The date that is so many days earlier.

    ``date_sub(lit(date(2024, 2, 29)), 1)`` is ``datetime.date(2024, 2, 28)``.
    """
    return _call("DATE_SUB", _column(column), days)


def date_diff(end: Expression | str, start: Expression | str) -> Expression:
    """The number of days from ``start`` to ``end``.

    ``date_diff(lit(date(2024, 2, 29)), lit(date(2024, 2, 1)))`` is ``28``.
    """
    return _call("DATE_DIFF", _column(end), _column(start))


def add_months(column: Expression | str, months: object) -> Expression:
    """The date that is so many months later, at most the last day of its month.

    ``add_months(lit(date(2024, 1, 31)), 1)`` is ``datetime.date(2024, 2, 29)``.
    """
    return _call("ADD_MONTHS", _column(column), months)


def date_format(column: Expression | str, pattern: str) -> Expression:
    """A date or timestamp as text, by a pattern such as ``yyyy-MM-dd``, in the plan's zone.

    ``date_format(lit("2024-02-29 13:05:09").cast("timestamp"), "dd.MM.yyyy HH:mm")`` is
    ``'29.02.2024 13:05'``.
    """
    return _call("DATE_FORMAT", _column(column), pattern)


def weekday(column: Expression | str) -> Expression:
    """The day of the week of a date or timestamp; 0 is Monday.

    ``weekday(lit(date(2024, 2, 29)))`` is ``3``.
    """
    return _call("WEEKDAY", _column(column))


def weekofyear(column: Expression | str) -> Expression:
    """The week of the year of a date or timestamp, as ISO 8601 counts.

    ``weekofyear(lit(date(2024, 2, 29)))`` is ``9``.
    """
    return _call("WEEK_OF_YEAR", _column(column))


def timestamp_seconds(column: Expression | str) -> Expression:
    """The TIMESTAMP that is so many seconds after 1970 began in UTC.

    ``date_format(timestamp_seconds(lit(90)), "HH:mm:ss")`` is ``'00:01:30'``.
    """
    return _call("TIMESTAMP_SECONDS", _column(column))


def timestamp_millis(column: Expression | str) -> Expression:
    """The TIMESTAMP that is so many milliseconds after 1970 began in UTC.

    ``date_format(timestamp_millis(lit(1500)), "HH:mm:ss.SSS")`` is ``'00:00:01.500'``.
    """
    return _call("TIMESTAMP_MILLIS", _column(column))

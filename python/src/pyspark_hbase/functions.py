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
    """The absolute value."""
    return _call("ABS", _column(column))


def bround(column: Expression | str, scale: int = 0) -> Expression:
    """Rounded to ``scale`` digits after the point, half to the even neighbour."""
    return _call("BROUND", _column(column), scale)


def round_(column: Expression | str, scale: int = 0) -> Expression:
    """Rounded to ``scale`` digits after the point, half away from zero."""
    return _call("ROUND", _column(column), scale)


def ceil(column: Expression | str) -> Expression:
    """The smallest whole number that is not below."""
    return _call("CEIL", _column(column))


def floor(column: Expression | str) -> Expression:
    """The largest whole number that is not above."""
    return _call("FLOOR", _column(column))


def rint(column: Expression | str) -> Expression:
    """The nearest whole number as a DOUBLE, half to the even neighbour."""
    return _call("RINT", _column(column))


def signum(column: Expression | str) -> Expression:
    """-1.0, 0.0 or 1.0."""
    return _call("SIGNUM", _column(column))


def sqrt(column: Expression | str) -> Expression:
    """The square root."""
    return _call("SQRT", _column(column))


def cbrt(column: Expression | str) -> Expression:
    """The cube root."""
    return _call("CBRT", _column(column))


def exp(column: Expression | str) -> Expression:
    """Euler's number to this power."""
    return _call("EXP", _column(column))


def ln(column: Expression | str) -> Expression:
    """The natural logarithm; NULL at 0 and below."""
    return _call("LN", _column(column))


def log(base: float, column: Expression | str) -> Expression:
    """The logarithm to a base; NULL where there is none."""
    return _call("LOGARITHM", float(base), _column(column))


def log2(column: Expression | str) -> Expression:
    """The logarithm to the base 2; NULL at 0 and below."""
    return _call("LOG2", _column(column))


def log10(column: Expression | str) -> Expression:
    """The logarithm to the base 10; NULL at 0 and below."""
    return _call("LOG10", _column(column))


def power(column: Expression | str, exponent: object) -> Expression:
    """A number to the power of another."""
    return _call("POWER", _column(column), exponent)


def hypot(first: Expression | str, second: Expression | str) -> Expression:
    """The square root of the sum of two squares."""
    return _call("HYPOT", _column(first), _column(second))


def pmod(dividend: Expression | str, divisor: object) -> Expression:
    """The remainder, positive where the divisor is."""
    return _call("PMOD", _column(dividend), divisor)


def factorial(column: Expression | str) -> Expression:
    """The factorial of an INT from 0 to 20, NULL of others."""
    return _call("FACTORIAL", _column(column))


def width_bucket(
    column: Expression | str, first: object, last: object, buckets: object
) -> Expression:
    """The bucket of a number, of so many equally wide ones between two bounds, from 1."""
    return _call("WIDTH_BUCKET", _column(column), first, last, buckets)


def sin(column: Expression | str) -> Expression:
    """The sine of an angle in radians."""
    return _call("SIN", _column(column))


def cos(column: Expression | str) -> Expression:
    """The cosine of an angle in radians."""
    return _call("COS", _column(column))


def tan(column: Expression | str) -> Expression:
    """The tangent of an angle in radians."""
    return _call("TAN", _column(column))


def asin(column: Expression | str) -> Expression:
    """The angle of a sine."""
    return _call("ASIN", _column(column))


def acos(column: Expression | str) -> Expression:
    """The angle of a cosine."""
    return _call("ACOS", _column(column))


def atan(column: Expression | str) -> Expression:
    """The angle of a tangent."""
    return _call("ATAN", _column(column))


def atan2(y: Expression | str, x: Expression | str) -> Expression:
    """The angle of a point."""
    return _call("ATAN2", _column(y), _column(x))


def degrees(column: Expression | str) -> Expression:
    """Radians as degrees."""
    return _call("DEGREES", _column(column))


def radians(column: Expression | str) -> Expression:
    """Degrees as radians."""
    return _call("RADIANS", _column(column))


def bit_count(column: Expression | str) -> Expression:
    """Count the bits of an integer that are set."""
    return _call("BITWISE_COUNT", _column(column))


def bitwise_not(column: Expression | str) -> Expression:
    """All bits of an integer inverted."""
    return _call("BITWISE_NOT", _column(column))


def greatest(*columns: Expression | str) -> Expression:
    """The largest of the values that are not NULL."""
    return _call("GREATEST", *map(_column, columns))


def least(*columns: Expression | str) -> Expression:
    """The smallest of the values that are not NULL."""
    return _call("LEAST", *map(_column, columns))


def upper(column: Expression | str) -> Expression:
    """In capital letters."""
    return _call("UPPER", _column(column))


def lower(column: Expression | str) -> Expression:
    """In small letters."""
    return _call("LOWER", _column(column))


def trim(column: Expression | str, characters: str | None = None) -> Expression:
    """Without spaces, or these characters, at both ends."""
    return _trimmed("TRIM", column, characters)


def ltrim(column: Expression | str, characters: str | None = None) -> Expression:
    """Without spaces, or these characters, at the start."""
    return _trimmed("TRIM_LEFT", column, characters)


def rtrim(column: Expression | str, characters: str | None = None) -> Expression:
    """Without spaces, or these characters, at the end."""
    return _trimmed("TRIM_RIGHT", column, characters)


def _trimmed(function: str, column: Expression | str, characters: str | None) -> Expression:
    return _call(function, _column(column), *([] if characters is None else [characters]))


def concat(*columns: Expression | str) -> Expression:
    """Strings, or BINARY values, one behind the other."""
    return _call("CONCAT", *map(_column, columns))


def concat_ws(separator: str, *columns: Expression | str) -> Expression:
    """Strings with a separator between them; those that are NULL are left out."""
    return _call("CONCAT_WITH_SEPARATOR", separator, *map(_column, columns))


def like(column: Expression | str, pattern: str) -> Expression:
    """Whether all of a string matches: ``_`` is any character, ``%`` any number of them."""
    return _call("LIKE", _column(column), pattern)


def rlike(column: Expression | str, pattern: str) -> Expression:
    """Whether a regular expression is found; of those that a linear-time engine knows."""
    return _call("RLIKE", _column(column), pattern)


def replace(column: Expression | str, searched: str, replacement: str = "") -> Expression:
    """With another string wherever one is found."""
    return _call("REPLACE", _column(column), searched, replacement)


def instr(column: Expression | str, searched: str) -> Expression:
    """Return the position of a string's first occurrence, counted from 1; 0 without one."""
    return _call("POSITION", _column(column), searched, 1)


def lpad(column: Expression | str, length: int, fill: str = " ") -> Expression:
    """Filled up in front, or cut off, to so many characters."""
    return _call("PAD_LEFT", _column(column), length, fill)


def rpad(column: Expression | str, length: int, fill: str = " ") -> Expression:
    """Filled up behind, or cut off, to so many characters."""
    return _call("PAD_RIGHT", _column(column), length, fill)


def repeat(column: Expression | str, count: int) -> Expression:
    """So many times one behind the other."""
    return _call("REPEAT", _column(column), count)


def reverse(column: Expression | str) -> Expression:
    """With the last character first."""
    return _call("REVERSE", _column(column))


def translate(column: Expression | str, matching: str, replacement: str) -> Expression:
    """With each character of ``matching`` turned into its counterpart; without one it vanishes."""
    return _call("TRANSLATE", _column(column), matching, replacement)


def split_part(column: Expression | str, delimiter: str, part: int) -> Expression:
    """A part of a string between delimiters, counted from 1, or from the end if negative."""
    return _call("SPLIT_PART", _column(column), delimiter, part)


def substring_index(column: Expression | str, delimiter: str, count: int) -> Expression:
    """All before so many delimiters; from the right if negative."""
    return _call("SUBSTRING_INDEX", _column(column), delimiter, count)


def hex_(column: Expression | str) -> Expression:
    """Hexadecimal digits of an integer, a string or BINARY."""
    return _call("HEX", _column(column))


def unhex(column: Expression | str) -> Expression:
    """The bytes that hexadecimal digits stand for; NULL of other texts."""
    return _call("UNHEX", _column(column))


def md5(column: Expression | str) -> Expression:
    """The MD5 digest in hexadecimal digits."""
    return _call("MD5", _column(column))


def sha1(column: Expression | str) -> Expression:
    """The SHA-1 digest in hexadecimal digits."""
    return _call("SHA1", _column(column))


def sha2(column: Expression | str, bits: int) -> Expression:
    """The SHA-2 digest of 224, 256, 384 or 512 bits in hexadecimal digits."""
    return _call("SHA2", _column(column), bits)


def crc32(column: Expression | str) -> Expression:
    """The cyclic redundancy check as BIGINT."""
    return _call("CRC32", _column(column))


def xxhash64(*columns: Expression | str) -> Expression:
    """Spark's 64-bit hash of values of any type."""
    seed = lit(_HASH_SEED).cast("bigint")
    return _call("XXHASH64", seed, *map(_column, columns))


def last_day(column: Expression | str) -> Expression:
    """The last day of a date's month."""
    return _call("LAST_DAY", _column(column))


def next_day(column: Expression | str, day: str) -> Expression:
    """The first day of this name, such as ``"Mon"``, behind a date."""
    return _call("NEXT_DAY", _column(column), day)


def trunc(column: Expression | str, unit: str) -> Expression:
    """A date cut down to the start of its ``year``, ``quarter``, ``month`` or ``week``."""
    return _call("TRUNC", _column(column), unit)


def make_date(year: object, month: object, day: object) -> Expression:
    """The date of a year, a month and a day."""
    return _call("MAKE_DATE", year, month, day)


def date_add(column: Expression | str, days: object) -> Expression:
    """So many days later."""
    return _call("DATE_ADD", _column(column), days)


def date_sub(column: Expression | str, days: object) -> Expression:
    """So many days earlier."""
    return _call("DATE_SUB", _column(column), days)


def date_diff(end: Expression | str, start: Expression | str) -> Expression:
    """Days from one date to another."""
    return _call("DATE_DIFF", _column(end), _column(start))


def add_months(column: Expression | str, months: object) -> Expression:
    """So many months later; a day that the month does not have becomes its last one."""
    return _call("ADD_MONTHS", _column(column), months)


def date_format(column: Expression | str, pattern: str) -> Expression:
    """A date or timestamp as text, by a pattern such as ``yyyy-MM-dd``, in the plan's zone."""
    return _call("DATE_FORMAT", _column(column), pattern)


def weekday(column: Expression | str) -> Expression:
    """The day of the week of a date or timestamp; 0 is Monday."""
    return _call("WEEKDAY", _column(column))


def weekofyear(column: Expression | str) -> Expression:
    """The week of the year of a date or timestamp, as ISO 8601 counts."""
    return _call("WEEK_OF_YEAR", _column(column))


def timestamp_seconds(column: Expression | str) -> Expression:
    """Seconds since 1970 as TIMESTAMP."""
    return _call("TIMESTAMP_SECONDS", _column(column))


def timestamp_millis(column: Expression | str) -> Expression:
    """Milliseconds since 1970 as TIMESTAMP."""
    return _call("TIMESTAMP_MILLIS", _column(column))

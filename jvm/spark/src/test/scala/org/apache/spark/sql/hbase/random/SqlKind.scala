package org.apache.spark.sql.hbase.random

/**
 * A type for the generator of random SQL: its name in a cast, the columns of [[WideTable]] that have it, and literals
 * at its edges. Decimals of every precision are one kind.
 *
 * @param calm columns on whose values arithmetic neither overflows nor divides by zero
 * @param edges columns with the smallest and largest values and the odd ones
 */
final case class SqlKind(
    name: String,
    sqlNames: Seq[String],
    calm: Seq[String],
    edges: Seq[String],
    literals: Seq[String]
)

object SqlKind {
  val boolean: SqlKind = kind("boolean", "BOOLEAN")("b", "c")()("true", "false")
  val tinyint: SqlKind = kind("tinyint", "TINYINT")("t")("u")("1Y", "0Y", "-128Y", "127Y")
  val smallint: SqlKind = kind("smallint", "SMALLINT")("s")("r")("3S", "0S", "-32768S", "32767S")
  val int: SqlKind = kind("int", "INT")("j", "k")("i")("7", "0", "1", "-1", "2147483647", "-2147483648")
  val bigint: SqlKind = kind("bigint", "BIGINT")("m")("l")("5L", "0L", "-1L", "9223372036854775807L")
  val float: SqlKind = kind("float", "FLOAT")("h")("f")("1.5F", "float('NaN')", "-0.0F", "3.4028234E38F")
  val double: SqlKind =
    kind("double", "DOUBLE")("e")("d")("0.25D", "double('NaN')", "-0.0D", "double('-Infinity')", "1e300D")

  val decimal: SqlKind =
    kind(
      "decimal",
      "DECIMAL(5,0)",
      "DECIMAL(7,7)",
      "DECIMAL(12,2)",
      "DECIMAL(18,6)",
      "DECIMAL(30,4)",
      "DECIMAL(38,0)",
      "DECIMAL(38,18)"
    )(
      "n",
      "p"
    )("p", "w", "z", "y")(
      "1.5",
      "0.00",
      "-99999.9",
      "12345678901234567890.12345",
      "99999999999999999999999999999999999999"
    )

  val string: SqlKind =
    kind("string", "STRING")("g", "str")("str", "txt", "raw")("'apple'", "''", "' 1 '", "'Ä😀'", "'a%'")
  val binary: SqlKind = kind("binary", "BINARY")("bin")()("X''", "X'00FF'", "X'61'")
  val date: SqlKind = kind("date", "DATE")("dt")("day")("DATE'2024-02-29'", "DATE'1582-10-10'", "DATE'0001-01-01'")

  val timestamp: SqlKind = kind("timestamp", "TIMESTAMP")("ts")("at")(
    "TIMESTAMP'2024-11-03 01:30:00'",
    "TIMESTAMP'1582-10-10 00:00:00.000001'",
    "TIMESTAMP'9999-12-31 23:59:59.999999'"
  )

  val ntz: SqlKind =
    kind("ntz", "TIMESTAMP_NTZ")("ntz")("wall")(
      "TIMESTAMP_NTZ'2024-03-10 02:30:00'",
      "TIMESTAMP_NTZ'0001-01-01 00:00:00'"
    )

  val integrals: Seq[SqlKind] = Seq(tinyint, smallint, int, bigint)
  val numbers: Seq[SqlKind] = integrals ++ Seq(float, double, decimal)
  val all: Seq[SqlKind] = boolean +: (numbers ++ Seq(string, binary, date, timestamp, ntz))

  def named(name: String): Option[SqlKind] = all.find(_.name == name)

  private def kind(name: String, sqlNames: String*)(calm: String*)(edges: String*)(literals: String*): SqlKind =
    SqlKind(name, sqlNames, calm, edges, literals)
}

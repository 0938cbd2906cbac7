package org.apache.spark.sql.hbase.random

/**
 * One way to write an expression.
 *
 * @param result a kind, or a type variable
 * @param template SQL with placeholders, see [[Signatures]]
 */
final case class Signature(result: String, template: String) {

  /** The kinds that the expression can have. */
  val results: Seq[SqlKind] = Signatures.kindsOf(result)
}

/**
 * The scalar functions of the random queries, one line each: `result <- template`. A template's placeholders are
 *
 *   - `{int}` and every other kind: an expression of that kind;
 *   - `{T}` any kind, `{N}` a number, `{I}` an integer: the same kind wherever it stands in the line;
 *   - `{any}`, `{number}`, `{integral}`: a kind of its own each time;
 *   - `{=int}`, `{=T}`: a literal;  `{@N}`: the name of the type in SQL;
 *   - `{:unit}`: one of the constants of that pool.
 */
object Signatures {
  val variables: Map[String, Seq[SqlKind]] = Map(
    "T" -> SqlKind.all,
    "any" -> SqlKind.all,
    "N" -> SqlKind.numbers,
    "number" -> SqlKind.numbers,
    "I" -> SqlKind.integrals,
    "integral" -> SqlKind.integrals
  )

  def kindsOf(name: String): Seq[SqlKind] =
    variables.getOrElse(name, SqlKind.named(name).toSeq)

  val pools: Map[String, Seq[String]] = Map(
    "row" -> Seq("0", "7", "31", "64", "99"),
    "cmp" -> Seq("=", "<", "<=", ">", ">=", "<>", "<=>"),
    "n" -> Seq("-7", "-2", "-1", "0", "1", "2", "3", "4", "9"),
    "size" -> Seq("-1", "0", "1", "2", "3", "5", "12"),
    "chars" -> Seq("' '", "'a'", "'ae'", "'Ä'", "''", "',x'", "'😀'"),
    "piece" -> Seq("'a'", "'pp'", "'Ä'", "''", "','", "'😀'", "'%'", "'1'", "' '"),
    "like" -> Seq(
      "'a%'",
      "'%e'",
      "'%p%'",
      "'a_%'",
      "'_'",
      "'%'",
      "''",
      "'a\\\\_b'",
      "'%Ä%'",
      "'a%e'",
      "'ab\\\\%c'",
      "'_pp__'",
      "'%a%b%'"
    ),
    "escaped" -> Seq("'a/_b'", "'%/%%'", "'//%'", "'a/%%'"),
    "regex" -> Seq(
      "'a.*'",
      "'^a'",
      "'e$'",
      "'[a-c]+'",
      "'p{2}'",
      "'a|x'",
      "'^$'",
      "'\\\\d+'",
      "'(?i)APPLE'",
      "'.'",
      "'^[^a]'",
      "'\\\\s'",
      "'a\\\\.b'",
      "'(ab)*c?'",
      "'Ä'",
      "'\\\\bx'"
    ),
    "unit" -> Seq(
      "'YEAR'",
      "'quarter'",
      "'MON'",
      "'WEEK'",
      "'DAY'",
      "'HOUR'",
      "'MINUTE'",
      "'SECOND'",
      "'MILLISECOND'",
      "'MICROSECOND'",
      "'yyyy'",
      "'MM'",
      "'DD'",
      "'nonsense'"
    ),
    "pattern" -> Seq(
      "'yyyy-MM-dd'",
      "'yyyy-MM-dd HH:mm:ss'",
      "'yyyyMMdd'",
      "'HH:mm'",
      "'yyyy'",
      "'MM/dd/yyyy'",
      "'yyyy-MM'",
      "'dd.MM.yyyy HH:mm:ss.SSS'",
      "'EEEE'",
      "'D'",
      "'hh a'",
      "'d MMM yyyy'",
      "'EEE, d MMMM'",
      "'yyyy-MM-dd\\'T\\'HH:mm:ss.SSSSSS'"
    ),
    "weekday" -> Seq("'MO'", "'sunday'", "'Fri'", "'xx'"),
    "zone" -> Seq("'Asia/Tokyo'", "'America/Los_Angeles'", "'+05:30'", "'UTC'"),
    "bits" -> Seq("0", "224", "256", "384", "512", "1"),
    "interval" -> Seq(
      "INTERVAL '1' DAY",
      "INTERVAL '-3' HOUR",
      "INTERVAL '1' MONTH",
      "INTERVAL '-13' MONTH",
      "INTERVAL '1 02:03:04.5' DAY TO SECOND",
      "INTERVAL '1' YEAR"
    ),
    "days" -> Seq("INTERVAL '1' DAY", "INTERVAL '40' DAY", "INTERVAL '-1' MONTH", "INTERVAL '14' MONTH"),
    "span" -> Seq("DAY", "WEEK", "MONTH", "QUARTER", "YEAR", "HOUR", "MINUTE", "SECOND"),
    "field" -> Seq("YEAR", "MONTH", "DAY", "QUARTER", "WEEK", "DOW", "DOY", "YEAROFWEEK", "DAYOFWEEK_ISO"),
    "sqlTime" -> Seq("DATE", "TIMESTAMP", "TIMESTAMP_NTZ", "STRING")
  )

  val all: Seq[Signature] = ScalarFunctions.lines.linesIterator.map(_.trim).filter(_.nonEmpty).map(parse).toSeq

  /** The signatures that can make an expression of a kind. */
  val byResult: Map[SqlKind, Seq[Signature]] =
    SqlKind.all.map(kind => kind -> all.filter(_.results.contains(kind))).toMap

  private def parse(line: String): Signature = line.split(" <- ", 2) match {
    case Array(result, template) if kindsOf(result).nonEmpty => Signature(result, template)
    case _ => throw new IllegalArgumentException(s"not a signature: $line")
  }
}

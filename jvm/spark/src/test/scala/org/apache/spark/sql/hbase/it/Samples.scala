package org.apache.spark.sql.hbase.it

/** Columns and values of every type, at their limits. */
private[it] object Samples {
  val AllTypesColumns: String =
    "ke INT, bo BOOLEAN, ti TINYINT, sm SMALLINT, bi BIGINT, fl FLOAT, do DOUBLE, d1 DECIMAL(12,2), d2 DECIMAL(38,10), " +
      "st STRING, by BINARY, da DATE, ts TIMESTAMP, tn TIMESTAMP_NTZ, PRIMARY KEY (ke)"

  /** The least values, NULLs, the greatest ones. */
  val AllTypesRows: String =
    """(1, true, -128Y, -32768S, -9223372036854775808, CAST('NaN' AS FLOAT), -0.0D, CAST(-9999999999.99 AS DECIMAL(12,2)),
      | CAST('-9999999999999999999999999999.9999999999' AS DECIMAL(38,10)), '', X'', DATE'0001-01-01',
      | TIMESTAMP'1883-11-18 12:03:58.000001', TIMESTAMP_NTZ'9999-12-31 23:59:59.999999'),
      |(2, CAST(NULL AS BOOLEAN), CAST(NULL AS TINYINT), CAST(NULL AS SMALLINT), CAST(NULL AS BIGINT), CAST(NULL AS FLOAT),
      | CAST(NULL AS DOUBLE), CAST(NULL AS DECIMAL(12,2)), CAST(NULL AS DECIMAL(38,10)), CAST(NULL AS STRING),
      | CAST(NULL AS BINARY), CAST(NULL AS DATE), CAST(NULL AS TIMESTAMP), CAST(NULL AS TIMESTAMP_NTZ)),
      |(3, false, 127Y, 32767S, 9223372036854775807, CAST(1.5 AS FLOAT), CAST('Infinity' AS DOUBLE),
      | CAST(0.01 AS DECIMAL(12,2)), CAST('0.0000000001' AS DECIMAL(38,10)), 'über', X'00FF', DATE'9999-12-31',
      | TIMESTAMP'2024-02-29 00:00:00', TIMESTAMP_NTZ'1970-01-01 00:00:00')""".stripMargin

  /** For each type, BINARY last, some values in ascending order, as SQL. */
  val KeyValues: Seq[(String, Seq[String])] = Seq(
    "BOOLEAN" -> Seq("false", "true"),
    "TINYINT" -> Seq("-128", "-1", "0", "127"),
    "SMALLINT" -> Seq("-32768", "0", "32767"),
    "INT" -> Seq("-2147483648", "-1", "0", "2147483647"),
    "BIGINT" -> Seq("-9223372036854775808", "0", "9223372036854775807"),
    "FLOAT" -> Seq("'-Infinity'", "-1.5", "0", "1e30", "'NaN'"),
    "DOUBLE" -> Seq("'-Infinity'", "-1.5", "0", "1e300", "'NaN'"),
    "DECIMAL(10,2)" -> Seq("-99999999.99", "-0.01", "0", "1.5"),
    "DECIMAL(38,0)" -> Seq(
      "'-99999999999999999999999999999999999999'",
      "-1",
      "0",
      "'99999999999999999999999999999999999999'"
    ),
    "STRING" -> Seq("'a'", "'a b'", "'ab'", "'ü'"),
    "DATE" -> Seq("'0001-01-01'", "'1969-12-31'", "'2024-02-29'"),
    "TIMESTAMP" -> Seq("'1900-01-01 00:00:00.000001'", "'1970-01-01 00:00:00'", "'2024-02-29 01:02:03'"),
    "TIMESTAMP_NTZ" -> Seq("'1900-01-01 00:00:00.000001'", "'1970-01-01 00:00:00'", "'2024-02-29 01:02:03'"),
    "BINARY" -> Seq("X'00'", "X'0001'", "X'FF'")
  )
}

package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

/**
 * Tests that the engine and plain Spark give the same rows or the same error class for a query. They run in ANSI mode
 * and without it, in two time zones.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestPushdownEqualsSpark extends SparkOracle {
  private val numbers = Seq("t", "s", "i", "l", "f", "d", "p", "w")

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("small", PlanFixtures.schema, PlanFixtures.small)
    PlanSession.create("edges", PlanFixtures.schema, PlanFixtures.edges)
  }

  @Test
  def comparisonsOfEveryType(): Unit = {
    val constants = Seq(
      "t" -> "3Y",
      "s" -> "3S",
      "i" -> "7",
      "l" -> "-5L",
      "f" -> "CAST(0 AS FLOAT)",
      "d" -> "0.0D",
      "p" -> "CAST(12.34 AS DECIMAL(12,2))",
      "w" -> "CAST(5 AS DECIMAL(30,4))",
      "b" -> "true",
      "str" -> "'apple'",
      "bin" -> "X'01'",
      "dt" -> "DATE'2024-06-01'",
      "ts" -> "TIMESTAMP'2024-06-01 12:00:00'",
      "ntz" -> "TIMESTAMP_NTZ'2024-06-01 12:00:00'"
    )
    checkAll(
      "edges",
      constants.flatMap { case (column, constant) =>
        Seq("=", "<", "<=", ">", ">=", "<>", "<=>").map(operator => s"$column $operator $constant") ++ Seq(
          s"$column IS NULL",
          s"$column IS NOT NULL",
          s"$column NOT IN ($constant, NULL)",
          s"$column IN ($constant)",
          s"$column <=> NULL",
          s"NOT ($column < $column)"
        )
      }
    )
  }

  @Test
  def logicAndLists(): Unit = checkAll(
    "edges",
    Seq(
      "b OR i > 0",
      "NOT (b AND i > 0)",
      "(b OR NULL) IS NULL",
      "i IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, NULL)",
      "str IN ('a', 'apple', '😀x')",
      "str NOT IN ('a', 'zzz')",
      "d IN (0.0D, double('NaN'))",
      "CASE WHEN b THEN i > 0 WHEN i < 0 THEN l > 0 END",
      "COALESCE(i, k) > 10",
      "IF(b, i, k) < 50",
      "nullif(g, 'AA') IS NULL"
    )
  )

  @Test
  def strings(): Unit = {
    val slices =
      for (position <- Seq(-7, -2, 0, 1, 2, 9); length <- Seq(-1, 0, 1, 3))
        yield s"substring(str, $position, $length) IN ('p', 'app', '', 'e', '😀')"
    checkAll(
      "edges",
      slices ++ Seq(
        "str LIKE 'a%'",
        "str LIKE '%e'",
        "str LIKE '%p%'",
        "str LIKE 'a%c'",
        "startswith(str, 'Ä') OR contains(str, '%')",
        "length(str) = 2",
        "left(str, 1) = 'a'"
      )
    )
  }

  @Test
  def arithmetic(): Unit =
    for (table <- Seq("small", "edges"); column <- numbers) {
      val binary =
        for (operator <- Seq("+", "-", "*"); other <- Seq(column, "k")) yield s"($column $operator $other) > 9"
      checkAll(
        table,
        binary ++ Seq(
          s"($column / k) < 1",
          s"($column % k) > 0",
          s"-$column > 2",
          s"abs($column) > 2",
          s"try_add($column, $column) IS NULL",
          s"try_divide($column, $column) IS NULL"
        )
      )
    }

  @Test
  def integerDivision(): Unit =
    for (table <- Seq("small", "edges"); column <- Seq("t", "s", "i", "l"))
      checkAll(table, Seq(s"($column div 3) = -1", s"($column div $column) = 1", s"($column div -1) > 0"))

  @Test
  def casts(): Unit = {
    val types = Seq("TINYINT", "SMALLINT", "INT", "BIGINT", "FLOAT", "DOUBLE", "DECIMAL(5,1)", "DECIMAL(38,10)")
    for (table <- Seq("small", "edges"); column <- numbers)
      checkAll(
        table,
        types.flatMap { target =>
          Seq(s"CAST($column AS $target) > 1", s"try_cast($column AS $target) IS NULL")
        }
      )
    checkAll(
      "edges",
      numbers.map(column => s"CAST($column AS BOOLEAN)") ++ types.map(target => s"CAST(b AS $target) = 1")
    )
    checkAll("edges", Seq("t", "i", "l", "b", "d", "dt").map(column => s"CAST($column AS STRING) > '2'"))
  }

  @Test
  def datesAndTimes(): Unit = {
    val dates =
      for (field <- Seq("year", "month", "day", "quarter", "dayofweek", "dayofyear"); column <- Seq("dt", "ts", "ntz"))
        yield s"$field($column) > 5"
    val times =
      for (field <- Seq("hour", "minute", "second"); column <- Seq("ts", "ntz")) yield s"$field($column) >= 12"
    val units = Seq("YEAR", "quarter", "MON", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND", "MILLISECOND", "nonsense")
    val truncations = units.flatMap { unit =>
      Seq(s"date_trunc('$unit', ts) = ts", s"date_trunc('$unit', ts) < TIMESTAMP'2024-09-01 00:00:00'")
    }
    checkAll(
      "edges",
      dates ++ times ++ truncations ++ Seq(
        "CAST(ts AS DATE) = dt",
        "CAST(ts AS DATE) > DATE'2024-10-01'",
        "CAST(dt AS TIMESTAMP) < ts",
        "CAST(ts AS TIMESTAMP_NTZ) < ntz",
        "CAST(ntz AS TIMESTAMP) < ts",
        "CAST(ts AS BIGINT) > 1720000000"
      ),
      modesAndZones
    )
  }

  @Test
  def errorsAppearOnlyForRowsThatSparkEvaluates(): Unit = {
    check("edges", "k > 0 AND 100 / k > 1")
    check("edges", "i <> 0 AND 100 div i > 1")
    check("edges", "g = 'AA' AND l + l > 0")
    check("edges", "CASE WHEN i = 0 THEN false ELSE 10 div i = 1 END")
    check("edges", "rlike(str, 'a.*') AND i + i > 0")
    checkQuery("SELECT sum(100 div i) FILTER (WHERE i <> 0), max(i + i) FILTER (WHERE abs(k) < 3) FROM @edges")
    checkQuery("SELECT g, sum(100 div i) FROM @edges WHERE i <> 0 GROUP BY g")
    checkQuery("SELECT g, sum(100 div i) FROM @edges GROUP BY g")
    checkQuery("SELECT 100 div i, count(*) FROM @edges WHERE k > 5 GROUP BY 100 div i")
  }

  @Test
  def aggregatesOfEveryType(): Unit = {
    // Sums whose terms cancel out depend on the order of the rows, in Spark too.
    val exact = Seq("t", "s", "i", "p", "w")
    for (group <- Seq("", "g", "b, g"); table <- Seq("small", "edges")) {
      val columns = PlanFixtures.schema.fieldNames.toSeq.filterNot(_ == "g")
      val counts = columns.flatMap(column => Seq(s"count($column)", s"min($column)", s"max($column)"))
      val sums = (if (table == "small") numbers else exact).flatMap(column => Seq(s"sum($column)", s"avg($column)"))
      val keys = if (group.isEmpty) Nil else Seq(group)
      val by = if (group.isEmpty) "" else s"GROUP BY $group"
      checkQuery(s"SELECT ${(keys ++ Seq("count(*)") ++ counts ++ sums).mkString(", ")} FROM @$table $by")
    }
  }

  @Test
  def groupsAndFiltersOfAggregates(): Unit = {
    for (key <- PlanFixtures.schema.fieldNames.filterNot(_ == "k"))
      checkQuery(s"SELECT $key, count(*) FROM @edges GROUP BY $key")
    checkQuery("SELECT CASE WHEN b THEN -d ELSE d END x, count(*) FROM @edges GROUP BY x")
    checkQuery("SELECT i % 3, sum(l) FILTER (WHERE b), count(*) FILTER (WHERE d > 0) FROM @small GROUP BY i % 3")
    checkQuery(
      "SELECT date_trunc('MONTH', ts) m, sum(p), avg(p) FROM @small WHERE k > 50 GROUP BY m HAVING count(*) > 2"
    )
    checkQuery("SELECT year(dt), hour(ts), max(str) FROM @small WHERE str LIKE 'a%' GROUP BY year(dt), hour(ts)")
    checkQuery("SELECT sum(p * (1 - p / 1000)), avg(i + 1), sum(CASE WHEN b THEN 1 ELSE 0 END) FROM @small")
    checkQuery("SELECT g, count(DISTINCT str), count(DISTINCT i), sum(l) FROM @small GROUP BY g")
    checkQuery("SELECT DISTINCT g, b FROM @small")
    checkQuery("SELECT count(DISTINCT str) FROM @small WHERE i > 0")
    checkQuery("SELECT g, b, sum(i) FROM @small GROUP BY ROLLUP(g, b)")
    checkQuery("SELECT stddev(d), count(i) FROM @small")
    checkQuery("SELECT try_sum(l), try_avg(l) FROM @small")
    checkQuery("SELECT count(*) FROM @small WHERE k < 0")
    checkQuery("SELECT g, count(*) FROM @small WHERE k < 0 GROUP BY g")
    checkQuery("SELECT sum(w), avg(w), sum(CAST(w AS DECIMAL(38,4))) FROM @edges")
  }

  @Test
  def joinsSubqueriesAndUnions(): Unit = {
    checkQuery("SELECT a.g, count(*) FROM @small a JOIN @edges b ON a.k = b.k WHERE a.i > 0 AND b.l < 0 GROUP BY a.g")
    checkQuery("SELECT k, i FROM @small WHERE i > (SELECT avg(i) FROM @edges WHERE i BETWEEN -50 AND 50)")
    checkQuery("SELECT g FROM @small WHERE k IN (SELECT k FROM @edges WHERE b) AND k > 10")
    checkQuery(
      "SELECT g, sum(n) FROM (SELECT g, count(*) n FROM @small GROUP BY g UNION ALL " +
        "SELECT g, count(*) FROM @edges GROUP BY g) GROUP BY g"
    )
    checkQuery("SELECT k, rank() OVER (PARTITION BY g ORDER BY k) FROM @small WHERE i > 10")
    checkQuery("SELECT k, str FROM @small WHERE i > 10 ORDER BY k LIMIT 7")
    checkQuery("SELECT 1 FROM @small WHERE b")
  }
}

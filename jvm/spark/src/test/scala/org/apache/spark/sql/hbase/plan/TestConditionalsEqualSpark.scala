package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test

import org.apache.spark.sql.DataFrame
import org.apache.spark.sql.functions.col

/** Arithmetic, bits and choices among values in the engine and in Spark, in ANSI mode and without it. */
class TestConditionalsEqualSpark {
  private val table = NumberFixtures.table

  @Test
  def remaindersOfEveryType(): Unit = {
    val pairs =
      Seq(
        "t" -> "t",
        "t" -> "-7Y",
        "s" -> "s",
        "s" -> "300S",
        "i" -> "j",
        "l" -> "n",
        "f" -> "f",
        "d" -> "x",
        "d" -> "0.3D"
      )
    check(pairs.flatMap { case (a, b) => Seq(s"pmod($a, $b)", s"$a % $b", s"try_mod($a, $b)") })
    check(Seq("i div j", "l div n", "-l", "abs(i)", "try_add(i, j)", "try_subtract(l, n)", "try_multiply(l, n)"))
  }

  @Test
  def bits(): Unit = {
    val integers = Seq("t", "s", "i", "l")
    check(
      integers.flatMap(c => Seq(s"$c & 77", s"$c | $c", s"$c ^ 5", s"~$c", s"bit_count($c)", s"getbit($c, 7)")) ++
        Seq("i & j", "l | n", "l ^ i", "bit_count(b)", "getbit(l, 63)", "getbit(i, 31)") ++
        Seq("i", "l").flatMap(c => Seq(s"shiftleft($c, t)", s"$c >> j", s"$c >>> j", s"$c << 35", s"$c >>> 1"))
    )
  }

  @Test
  def extremesOfEveryType(): Unit = {
    val lists = Seq(
      "i, j",
      "t, s, i, l",
      "f, d, x",
      "d, x",
      "x, d, 0.0D",
      "p, q",
      "p, w, h",
      "z, z, 1",
      "b, b, false",
      "bin, X'00FF'",
      "CAST(i AS STRING), '5'",
      "f, CAST(0 AS FLOAT)",
      "CAST(NULL AS INT), i"
    )
    check(lists.flatMap(list => Seq(s"greatest($list)", s"least($list)")))
  }

  @Test
  def choices(): Unit = {
    val branches = (0 until 60).map(n => s"WHEN i % 61 = $n THEN ${n * n}").mkString(" ")
    check(
      Seq(
        "nvl(i, j)",
        "nvl2(i, j, t)",
        "ifnull(d, x)",
        "nullif(i, j)",
        "nanvl(d, x)",
        "nanvl(f, d)",
        "coalesce(d, x, 1)",
        "nullifzero(i)",
        "zeroifnull(l)",
        "equal_null(d, x)",
        s"CASE $branches ELSE -1 END",
        "if(isnan(d), x, d)",
        "d <=> x",
        "b < (i > 0)",
        "bin < X'80'",
        "CASE bin WHEN X'FF' THEN 1 WHEN X'' THEN 2 END"
      )
    )
  }

  @Test
  def lists(): Unit = {
    def list(column: String, count: Int): String =
      s"$column IN (${(0 until count).map(n => n * 3 - count).mkString(", ")})"
    check(Seq(list("i", 3), list("i", 5000), list("l", 20), "i NOT IN (1, NULL)", "i IN (NULL, 5, 6)"))
    check(
      Seq(
        "d IN (0.0D, 0.5D, double('NaN'))",
        "f IN (CAST(0 AS FLOAT), CAST('NaN' AS FLOAT))",
        "b IN (true)",
        "p IN (1.25, 100, -3.5)",
        "z IN (1, 99999999999999999999999999999999999999)",
        "bin IN (X'', X'FF')"
      )
    )
  }

  @Test
  def longListsArePushedAsFarAsASubPlanHoldsThem(): Unit = {
    PlanSession.create("numbers", NumberFixtures.schema, NumberFixtures.rows)
    def refusals(frame: DataFrame): Seq[String] = PlanSession.scans(frame).flatMap(_.report.refusals.map(_.toString))
    val Seq(expected, long) = Seq("numbers", "inproc.numbers").map { name =>
      PlanSession.spark.table(name).where(col("i").isin((0 until 100000).map(_ * 7 - 900): _*)).select("k")
    }
    assertEquals(expected.collect().toSet, long.collect().toSet)
    assertEquals(Nil, refusals(long))
    PlanSession.create("texts", PlanFixtures.schema, PlanFixtures.small)
    val texts = (0 until 2000).map(i => s"$i${" " * 1000}")
    val tooLong = refusals(PlanSession.spark.table("inproc.texts").where(col("str").isin(texts: _*)).select("k"))
    assertTrue(tooLong.exists(_.contains("too many bytes")), tooLong.toString.take(1000))
  }

  @Test
  def rowsWithEnoughValues(): Unit = {
    PlanSession.create("numbers", NumberFixtures.schema, NumberFixtures.rows)
    for (how <- Seq("any", "all")) {
      val answers = Seq("numbers", "inproc.numbers").map { name =>
        val kept = PlanSession.spark.table(name).na.drop(how, Seq("d", "f", "i")).select("k")
        kept.collect().map(_.getInt(0)).sorted.toSeq
      }
      assertEquals(answers.head, answers.last)
    }
  }

  private def check(expressions: Seq[String]): Unit = table.assertSame(expressions: _*)
}

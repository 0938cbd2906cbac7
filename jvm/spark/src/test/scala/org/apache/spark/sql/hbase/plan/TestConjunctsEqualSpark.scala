package org.apache.spark.sql.hbase.plan

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.types._

/** Conditions of which one raises an error in a row that another drops: the order decides, wherever each is evaluated. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestConjunctsEqualSpark extends SparkOracle {
  private val schema = new StructType()
    .add("k", IntegerType, nullable = false)
    .add("n", IntegerType)
    .add("l", LongType)
    .add("str", StringType)

  /** In the second row `10 / n` and `str LIKE str` raise. */
  private val values =
    Seq(Row(1, 5, 1L, "a"), Row(2, 0, null, "b\\"), Row(3, null, 3L, null), Row(4, 2, 200L, "x"))

  private val raising = Seq("10 / n > 1", "str LIKE str", "CAST(str AS INT) > 1")
  private val dropping = Seq("l > 100", "k <> 2", "n <> 0", "soundex(str) = 'X000'", "l IS NOT NULL", "k IN (3, 4)")

  private val generated: Seq[Settings] = modes.map(_ ++ PlanSession.generatedCode)

  @BeforeAll
  def createTable(): Unit = PlanSession.create("conjuncts", schema, values)

  @Test
  def eitherOrder(): Unit =
    for (first <- raising; second <- dropping; pair <- Seq(Seq(first, second), Seq(second, first)))
      checkQuery(filter("conjuncts", pair.mkString(" AND ")), modes ++ generated)

  @Test
  def moreThanTwo(): Unit = Seq(
    "soundex(str) <> 'A' AND 10 / n > 1 AND l > 100",
    "l > 100 AND soundex(str) <> 'A' AND 10 / n > 1",
    "str LIKE str AND 10 / n > 1 AND k <> 2",
    "k <> 2 AND str LIKE str AND 10 / n > 1",
    "10 / n > 1 AND str LIKE str AND l > 100"
  ).foreach(predicate => checkQuery(filter("conjuncts", predicate), modes ++ generated))

  /** Generated code drops the row at the first condition that is not true; the interpreter goes on behind NULL. */
  @Test
  def nullBeforeAnError(): Unit = {
    checkQuery(filter("conjuncts", "IF(n = 0, NULL, true) AND 10 / n > 1"), generated)
    checkQuery(filter("conjuncts", "(IF(n = 0, NULL, true) AND 10 / n > 1) OR k > 3"), modes ++ generated)
  }

  @Test
  def someOfThemRaise(): Unit = PlanSession.withConf(generated.head: _*) {
    assertEquals("DIVIDE_BY_ZERO", answer(filter("conjuncts", "10 / n > 1 AND l > 100").replace("@", "inproc.")))
    assertEquals("INVALID_FORMAT", answer(filter("conjuncts", "str LIKE str AND k <> 2").replace("@", "inproc.")))
  }
}

package org.apache.spark.sql.hbase.plan

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.Turns

/** Joins by columns of every type with a small side without a condition: the answer is Spark's, by whichever keys. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestValueJoinsEqualSpark extends SparkOracle {
  import PlanSession.{spark, withConf}

  private val columns = PlanFixtures.schema.fieldNames.toSeq.filterNot(_ == "k")

  private val partners = PlanFixtures.edges.zipWithIndex.collect { case (row, i) if i % 15 == 0 => row }

  /** Both modes, each with another zone, and with joins that are planned in another way. */
  private val broadcast: Seq[Settings] =
    Seq(modesAndZones(0) ++ adaptive("true"), modesAndZones(3) ++ adaptive("false"))

  private val shuffled: Seq[Settings] = Seq(modesAndZones(1) ++ adaptive("false"), modesAndZones(2) ++ adaptive("true"))
    .map(_ :+ ("spark.sql.autoBroadcastJoinThreshold" -> "-1"))

  private def adaptive(enabled: String): Settings = Seq("spark.sql.adaptive.enabled" -> enabled)

  @BeforeAll
  def createTables(): Unit = {
    PlanSession.create("valued", PlanFixtures.schema, PlanFixtures.edges)
    spark.createDataFrame(partners.asJava, PlanFixtures.schema).createOrReplaceTempView("partners_of_values")
    spark.createDataFrame(Seq.empty[Row].asJava, PlanFixtures.schema).createOrReplaceTempView("nothing")
    spark.createDataFrame(Seq.fill(9)(partners(1)).asJava, PlanFixtures.schema).createOrReplaceTempView("one_value")
  }

  /** One query of all columns. */
  private def check(variants: Seq[Settings])(query: String => String): Unit =
    checkQuery(columns.map(column => s"(${query(column)})").mkString(" UNION ALL "), variants)

  @Test
  def joinsThatDropRowsWithoutAPartner(): Unit = {
    for (variants <- Seq(broadcast, shuffled))
      check(variants)(c => s"SELECT '$c' AS c, a.k, b.k AS x FROM @valued a JOIN partners_of_values b ON a.$c = b.$c")
    for (c <- Seq("i", "d", "str")) {
      checkQuery(s"SELECT k FROM @valued WHERE $c IN (SELECT $c FROM partners_of_values)", broadcast)
      checkQuery(s"SELECT a.k, b.k FROM @valued a JOIN partners_of_values b ON a.$c <=> b.$c", broadcast)
    }
  }

  @Test
  def joinsThatKeepThem(): Unit = {
    check(broadcast)(c =>
      s"SELECT '$c' AS c, a.k, b.k AS x FROM @valued a LEFT JOIN partners_of_values b ON a.$c = b.$c"
    )
    check(shuffled)(c =>
      s"SELECT '$c' AS c, b.k, a.k AS x FROM partners_of_values b LEFT JOIN @valued a ON a.$c = b.$c"
    )
    for (variants <- Seq(broadcast, shuffled)) {
      checkQuery("SELECT a.k FROM @valued a LEFT ANTI JOIN partners_of_values b ON a.i = b.i", variants)
      checkQuery("SELECT b.k FROM partners_of_values b LEFT ANTI JOIN @valued a ON a.i = b.i", variants)
    }
  }

  @Test
  def keysOfOtherTypesAndTexts(): Unit = {
    val pairs = Seq("i" -> "l", "p" -> "w", "w" -> "p", "f" -> "d", "i" -> "d", "dt" -> "ts", "ts" -> "ntz", "d" -> "w")
    def joins(side: String): String = pairs
      .map { case (c, x) => s"(SELECT '$c' AS c, a.k, b.k AS x FROM @valued a JOIN $side b ON a.$c = b.$x)" }
      .mkString(" UNION ALL ")
    checkQuery(joins("partners_of_values"), broadcast)
    withConf(fewListed, notPlanned)(Seq(broadcast, shuffled).foreach(checkQuery(joins(some), _)))
    // Spark raises an error in ANSI mode, whether rows with the texts have a partner or not.
    checkQuery("SELECT a.k, b.k FROM @valued a JOIN partners_of_values b ON CAST(a.str AS INT) = b.i", broadcast)
    checkQuery("SELECT a.k, b.k FROM @valued a JOIN partners_of_values b ON 7 / a.i = b.d", broadcast)
    checkQuery("SELECT a.k, b.k FROM @valued a JOIN partners_of_values b ON upper(a.str) = upper(b.str)", broadcast)
  }

  @Test
  def smallSidesOfAllForms(): Unit = for (join <- Seq("JOIN", "LEFT SEMI JOIN", "LEFT JOIN", "LEFT ANTI JOIN")) {
    for (side <- Seq("nothing", "one_value"))
      checkQuery(s"SELECT a.k FROM @valued a $join $side b ON a.i = b.i", broadcast)
    checkQuery(s"SELECT a.k FROM @valued a $join @valued b ON a.i = b.l", shuffled)
    checkQuery(
      s"SELECT a.k FROM @valued a $join partners_of_values b ON a.i = b.i AND a.g = b.g $join one_value c ON a.i = c.i",
      broadcast
    )
  }

  @Test
  def onlyPartnersAreSentAndNoneAreMissed(): Unit =
    for (column <- Seq("i", "p", "str", "dt"); settings <- Turns.half(broadcast, column))
      withConf(settings: _*) {
        val wanted =
          spark.sql(s"SELECT k FROM valued WHERE $column IN (SELECT $column FROM partners_of_values)").count()
        assertTrue(wanted > 0 && wanted < PlanFixtures.edges.size)
        val query = s"SELECT a.k FROM inproc.valued a JOIN partners_of_values b ON a.$column = b.$column"
        assertEquals(wanted, withRowsSent("valued")(rows(query))._2, s"$settings: $query")
        withConf("spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false") {
          val all = spark.sql(s"SELECT k FROM valued WHERE $column IS NOT NULL").count()
          assertEquals(all, withRowsSent("valued")(rows(query))._2, s"$settings: $query")
        }
        withConf(fewListed)(assertEquals(wanted, withRowsSent("valued")(rows(query))._2, s"$settings: $query"))
      }

  private val fewListed = "spark.sql.hbase.join.runtime.keys" -> "3"

  /** A side of a condition, which Spark must not compute while it plans. */
  private val some = "(SELECT * FROM partners_of_values WHERE hash(k) % 3 < 3)"
  private val notPlanned =
    "spark.sql.optimizer.excludedRules" -> "org.apache.spark.sql.catalyst.optimizer.ConvertToLocalRelation"

  @Test
  def bloomFiltersOfKeysOfAllTypes(): Unit = withConf(fewListed, notPlanned) {
    for (variants <- Seq(broadcast, shuffled))
      check(variants)(c => s"SELECT '$c' AS c, a.k, b.k AS x FROM @valued a JOIN $some b ON a.$c = b.$c")
    check(shuffled)(c => s"SELECT '$c' AS c, b.k, a.k AS x FROM $some b LEFT JOIN @valued a ON a.$c = b.$c")
    for (c <- Seq("i", "d", "str"))
      checkQuery(s"SELECT a.k FROM @valued a LEFT ANTI JOIN $some b ON a.$c = b.$c", shuffled)
    for (c <- Seq("i", "p", "str", "dt"); settings <- Turns.half(shuffled, c)) withConf(settings: _*) {
      val query = s"SELECT a.k FROM inproc.valued a JOIN $some b ON a.$c = b.$c"
      val wanted = spark.sql(s"SELECT k FROM valued WHERE $c IN (SELECT $c FROM partners_of_values)").count()
      assertEquals(wanted, withRowsSent("valued")(rows(query))._2, s"$settings: $query")
    }
  }

  /** Counts the rows of a star that are sent where one dimension has a condition and the other has none. */
  @Test
  def severalJoinsByOneColumnGoTogether(): Unit = {
    spark.sql("CREATE OR REPLACE TEMP VIEW all_i AS SELECT i AS x FROM partners_of_values")
    val some = "(SELECT CAST(id - 100 AS INT) AS x FROM range(201) WHERE id % 50 = 0)"
    for (sides <- Seq(Seq("all_i", some), Seq(some, "all_i")); settings <- Turns.half(broadcast, sides.head))
      withConf(settings: _*) {
        val query = s"SELECT a.k FROM @valued a JOIN ${sides(0)} b ON a.i = b.x JOIN ${sides(1)} c ON a.i = c.x"
        checkQuery(query, Seq(settings))
        val most = spark.sql(s"SELECT k FROM valued WHERE i IN (SELECT x FROM $some)").count()
        assertTrue(withRowsSent("valued")(rows(query.replace("@", "inproc.")))._2 <= most, query)
      }
  }
}

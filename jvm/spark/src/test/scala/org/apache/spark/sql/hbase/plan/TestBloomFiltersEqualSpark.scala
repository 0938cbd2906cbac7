package org.apache.spark.sql.hbase.plan

import java.io.ByteArrayOutputStream

import scala.jdk.CollectionConverters._
import scala.util.Random

import com.google.protobuf.ByteString
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.engine.hash.BloomFilter
import org.apache.spark.sql.hbase.plan.catalyst.SubPlanAssembly
import org.apache.spark.sql.hbase.plan.runtime.BloomFilters
import org.apache.spark.sql.hbase.wire.proto.{Function, Operator, SubPlan}
import org.apache.spark.util.sketch.{BloomFilter => SparkBloomFilter}

/** Bloom filters that Spark makes of a join's other side run in the engine, with Spark's answers. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestBloomFiltersEqualSpark extends SparkOracle {
  import PlanSession.{spark, withConf}

  /** Spark then makes a filter for each join of a large side with one that has a condition, the row key included. */
  private val made = Seq(
    "spark.sql.optimizer.dynamicPartitionPruning.enabled" -> "false",
    "spark.sql.autoBroadcastJoinThreshold" -> "-1",
    "spark.sql.optimizer.runtime.bloomFilter.applicationSideScanSizeThreshold" -> "0"
  )

  private val keys = Seq(
    "k" -> "CAST(id AS INT)",
    "l" -> "id - 20",
    "i" -> "CAST(id AS INT) - 20",
    "str" -> "substring('apple', 1, CAST(id AS INT))",
    "dt" -> "date_add(DATE'2024-03-01', CAST(id AS INT))",
    "p" -> "CAST(id * 3 AS DECIMAL(12,2))",
    "d" -> "CAST(id / 8 AS DOUBLE)",
    "b" -> "id = 3"
  )

  @BeforeAll
  def createTables(): Unit = PlanSession.create("bloomed", PlanFixtures.schema, PlanFixtures.small)

  private def query(column: String, key: String, kind: String = "JOIN", below: Int = 5): String =
    s"SELECT a.k FROM @bloomed a $kind (SELECT $key AS other FROM range(40) WHERE id < $below) b ON a.$column = b.other"

  @Test
  def keysOfEachTypeAreLookedUp(): Unit = withConf(made: _*) {
    for ((column, key) <- keys; kind <- Seq("JOIN", "LEFT SEMI JOIN")) {
      checkQuery(query(column, key, kind))
      // Adaptive execution drops a scan that finds no partner.
      if (column != "d") withConf("spark.sql.adaptive.enabled" -> "false") {
        assertEquals(1, filtersOf(query(column, key, kind)).size, column)
      }
    }
  }

  @Test
  def adaptiveExecutionChangesNothing(): Unit = withConf(made :+ ("spark.sql.adaptive.enabled" -> "false"): _*) {
    for ((column, key) <- keys) checkQuery(query(column, key))
  }

  @Test
  def anEmptySideLetsNoRowPass(): Unit = withConf(made: _*) {
    val none = query("l", "id", below = -1)
    checkQuery(none)
    val (_, sent) = withRowsSent("bloomed")(rows(none.replace("@", "inproc.")))
    assertEquals(0L, sent)
  }

  @Test
  def rowsWithoutAPartnerStayWhereTheyAre(): Unit = withConf(made: _*) {
    val (found, sent) = withRowsSent("bloomed")(rows(query("k", "CAST(id AS INT)").replace("@", "inproc.")))
    assertEquals((5, 5L), (found.get.size, sent))
  }

  @Test
  def aFilterThatIsOptionalIsMarked(): Unit = withConf(made: _*) {
    assertTrue(filtersOf(query("k", "CAST(id AS INT)")).forall(_.getFilter.getOptional))
  }

  @Test
  def theEngineReadsWhatSparkWrites(): Unit = {
    val random = new Random(3)
    for (version <- SparkBloomFilter.Version.values; bits <- Seq(64L, 1000L, 1L << 16); seed <- Seq(0, 17, -5)) {
      val filter = SparkBloomFilter.create(version, 200 + bits / 50, bits, seed)
      val values = Seq.fill(150)(random.nextLong())
      values.foreach(filter.putLong(_))
      val ours = BloomFilter.parse(serialized(filter)).orElseThrow()
      val probes = values ++ Seq.fill(3000)(random.nextLong()) ++ Seq(0L, -1L, Long.MinValue, Long.MaxValue)
      probes.foreach(value => assertEquals(filter.mightContainLong(value), ours.mightContain(value)))
      val folded = SparkBloomFilter.readFrom(ours.folded.toByteArray)
      values.foreach(value => assertTrue(folded.mightContainLong(value)))
    }
  }

  @Test
  def aFilterThatIsTooLargeLetsEveryRowPass(): Unit = {
    val dense = SparkBloomFilter.create(1000000L, 8L << 20)
    (0L until 1000000L).foreach(dense.putLong(_))
    val sparse = SparkBloomFilter.create(1000000L, 8L << 20)
    sparse.putLong(5)
    val (left, refused) = BloomFilters.checked(planWith(serialized(dense)))
    assertEquals(SubPlanAssembly.passing, left.getOperators(0))
    assertTrue(refused.exists(_.why.contains("too large")), refused.toString)
    val (kept, none) = BloomFilters.checked(planWith(serialized(sparse)))
    assertEquals(Nil, none)
    assertTrue(kept.getSerializedSize < 10000, kept.getSerializedSize.toString)
    val (unknown, reasons) = BloomFilters.checked(planWith(Array[Byte](1, 2)))
    assertEquals(SubPlanAssembly.passing, unknown.getOperators(0))
    assertTrue(reasons.exists(_.why.contains("unknown form")), reasons.toString)
  }

  private def serialized(filter: SparkBloomFilter): Array[Byte] = {
    val out = new ByteArrayOutputStream
    filter.writeTo(out)
    out.toByteArray
  }

  private def planWith(filter: Array[Byte]): SubPlan = {
    val operator = SubPlanAssembly.optionalFilter(SubPlanAssembly.passing.getFilter.getPredicate).toBuilder
    val call = operator.getFilterBuilder.getPredicateBuilder.getCallBuilder.setFunction(Function.MIGHT_CONTAIN)
    call.addArgumentsBuilder().getLiteralBuilder.setBinary(ByteString.copyFrom(filter))
    SubPlan.newBuilder().addOperators(operator).build()
  }

  /** Returns the filters of the table's scan in the query, once it has run. */
  private def filtersOf(query: String): Seq[Operator] = {
    val frame = spark.sql(query.replace("@", "inproc."))
    frame.collect(): Array[Row]
    for {
      scan <- PlanSession.ranScans(frame)
      operator <- scan.sentSubPlan.getOperatorsList.asScala
      if operator.getFilter.getPredicate.getCall.getFunction == Function.MIGHT_CONTAIN
    } yield operator
  }
}

package org.apache.spark.sql.hbase.plan

import java.math.BigDecimal
import java.time.{Instant, LocalDate}

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.{BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}

import org.apache.spark.sql.Row
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.testkit.{EngineRun, InMemoryRowSource}
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.types._

/** Structs, arrays and maps give the rows and errors of plain Spark, and only their needed fields leave the engine. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TestNestedEqualsSpark extends SparkOracle {
  import TestNestedEqualsSpark._

  @BeforeAll
  def createTable(): Unit = PlanSession.create("nested", schema, nestedRows)

  @Test
  def wholeValuesAreReadAsTheyWereWritten(): Unit = Seq(
    "SELECT * FROM @nested",
    "SELECT k, s FROM @nested WHERE s IS NOT NULL",
    "SELECT a, m FROM @nested WHERE k > 1",
    "SELECT deep FROM @nested WHERE deep IS NULL OR k = 2"
  ).foreach(checkQuery(_, modesAndZones))

  @Test
  def predicatesOnFields(): Unit = checkPushed(
    Seq(
      "s.i > 1",
      "s.i IS NULL",
      "s.d = double('NaN')",
      "s.d = 0.0",
      "s.t.name = 'x'",
      "s.t.name IS NOT NULL AND s.i < 3",
      "s.t.p > 1",
      "s.t.at > TIMESTAMP'2020-01-01 00:00:00'",
      "hour(s.t.at) = 17",
      "date_trunc('DAY', s.t.at) = s.t.at",
      "CAST(s.t.at AS DATE) = DATE'2020-05-31'",
      "s.t.day <= DATE'2020-01-01'",
      "s.t.w IS NOT NULL",
      "s.t IS NULL",
      "deep[0].inner['a'][1] = 5",
      "year(s.t.day) = 2020"
    )
  )

  @Test
  def functionsOfArrays(): Unit = {
    checkPushed(
      Seq(
        "size(a) > 1",
        "size(a) IS NULL",
        "cardinality(m) = 0",
        "array_contains(a, 1)",
        "array_contains(a, 9) IS NULL",
        "NOT array_contains(a, 9)",
        "array_contains(texts, 'x')",
        "array_contains(doubles, double('NaN'))",
        "array_contains(doubles, 0.0D)",
        "try_element_at(a, 1) = 1",
        "try_element_at(a, -1) IS NULL",
        "get(a, 1) > 0",
        "get(a, -1) IS NULL"
      )
    )
    checkPushed(
      Seq("a[0] = 1", "a[7] = 1", "element_at(a, 2) > 0", "element_at(a, -2) > 0", "element_at(a, 0) > 0", "a[k] > 0")
    )
  }

  @Test
  def functionsOfMaps(): Unit = checkPushed(
    Seq(
      "m['a'] = 1",
      "m['nothing'] IS NULL",
      "element_at(m, 'b') IS NULL",
      "try_element_at(m, 'a') > 0",
      "size(m) = 2",
      "byInt[1].name = 'one'",
      "byInt[k].name IS NOT NULL"
    )
  )

  @Test
  def castsOfWholeValues(): Unit = {
    checkPushed(
      Seq(
        "CAST(s AS STRING) LIKE '{1, NaN, {x, %'",
        "CAST(s.t AS STRING) LIKE '%2020-06-01 05:30:00.000001%'",
        "CAST(a AS STRING) = '[1, 2, 3]'",
        "CAST(m AS STRING) = '{a -> 1, b -> null}'",
        "try_cast(deep AS STRING) LIKE '[null, {null, NaN}]'",
        "length(CAST(people AS STRING)) > 10",
        "CAST(texts AS ARRAY<BINARY>)[0] = X'78'",
        "CAST(a AS ARRAY<BIGINT>)[0] + 3000000000 > 0",
        "try_element_at(CAST(texts AS ARRAY<INT>), 1) IS NULL",
        "CAST(byInt AS MAP<STRING, STRING>)['1'] = '{one, 1}'",
        "CAST(s AS STRUCT<a: STRING, b: STRING, c: STRING, d: STRING>).b = 'NaN'"
      )
    )
    for (column <- Seq("s", "s.t", "a", "texts", "doubles", "m", "byInt", "people", "deep")) {
      val query = s"SELECT CAST($column AS STRING), count(*), max(CAST($column AS STRING)) FROM @nested GROUP BY ALL"
      checkQuery(query, modesAndZones)
      assertEquals(Seq.empty, scan(query).report.refusals.map(_.toString), query)
    }
  }

  @Test
  def fieldsAreGroupedAndAggregated(): Unit = {
    for (
      query <- Seq(
        "SELECT s.t.name, count(*), sum(s.i), max(s.d) FROM @nested GROUP BY s.t.name",
        "SELECT s.i, min(s.t.day) FROM @nested WHERE k > 0 GROUP BY s.i",
        "SELECT sum(get(a, 0)), max(m['a']), count(s), count(deep) FROM @nested",
        "SELECT count(*) FROM @nested WHERE s.i = 1"
      )
    ) {
      checkQuery(query, modesAndZones)
      assertEquals(Seq.empty, scan(query).report.refusals.map(_.toString), query)
    }
    checkQuery("SELECT s, count(*) FROM @nested GROUP BY s", modesAndZones)
    checkQuery("SELECT a, count(*) FROM @nested GROUP BY a", modesAndZones)
    checkQuery("SELECT max(s), min(a) FROM @nested", modesAndZones)
    checkQuery("SELECT k FROM @nested WHERE a = array(1, 2)", modesAndZones)
    checkQuery("SELECT people.name, people.age FROM @nested WHERE k >= 0", modesAndZones)
  }

  @Test
  def wholeNestedValuesAreNotCompared(): Unit = {
    val refused = scan("SELECT k FROM @nested WHERE a = array(1, 2)").report.refusals.map(_.toString)
    assertEquals(1, refused.size)
    val grouped = scan("SELECT a, count(*) FROM @nested GROUP BY a").report.refusals.map(_.toString)
    assertTrue(grouped.exists(_.contains("group by nested values")), grouped.mkString)
  }

  @Test
  def onlyNeededFieldsLeaveTheEngine(): Unit = {
    def wire(query: String) = {
      checkQuery(query, modesAndZones)
      scan(query).readSchema.simpleString
    }
    assertEquals("struct<i:int>", wire("SELECT s.i FROM @nested"))
    assertEquals("struct<i:int,p:decimal(12,2)>", wire("SELECT s.i, s.t.p FROM @nested WHERE s.d > 0"))
    assertEquals("struct<age:array<int>>", wire("SELECT people.age FROM @nested"))
    // What Spark computes itself gets structs of the fields that it needs, at any depth.
    assertEquals("struct<s:struct<t:struct<name:string>>>", wire("SELECT rlike(s.t.name, '(?=x)') FROM @nested"))
    assertEquals("struct<people:array<struct<age:int>>>", wire("SELECT transform(people, x -> x.age) FROM @nested"))
    assertTrue(bytesOf("SELECT s.i FROM @nested") < bytesOf("SELECT s FROM @nested") / 2)
  }

  private def checkPushed(predicates: Seq[String]): Unit = {
    checkAll("nested", predicates, modesAndZones)
    predicates.foreach(p =>
      assertEquals(Seq.empty, scan(s"SELECT k FROM @nested WHERE $p").report.refusals.map(_.toString), p)
    )
  }
}

object TestNestedEqualsSpark {
  private val person = new StructType().add("name", StringType).add("age", IntegerType)

  private val inner = new StructType()
    .add("name", StringType)
    .add("p", DecimalType(12, 2))
    .add("w", DecimalType(30, 4))
    .add("day", DateType)
    .add("at", TimestampType)
    .add("bin", BinaryType)

  val schema: StructType = new StructType()
    .add("k", IntegerType, nullable = false)
    .add("s", new StructType().add("i", IntegerType).add("d", DoubleType).add("t", inner).add("b", BooleanType))
    .add("a", ArrayType(IntegerType))
    .add("texts", ArrayType(StringType))
    .add("doubles", ArrayType(DoubleType))
    .add("m", MapType(StringType, LongType))
    .add("byInt", MapType(IntegerType, person))
    .add("people", ArrayType(person))
    .add(
      "deep",
      ArrayType(new StructType().add("inner", MapType(StringType, ArrayType(ShortType))).add("f", FloatType))
    )

  private val full = Row(
    1,
    Row(
      1,
      Double.NaN,
      Row(
        "x",
        new BigDecimal("12.50"),
        new BigDecimal("12345678901234567890.1234"),
        LocalDate.of(2020, 1, 1),
        Instant.parse("2020-06-01T00:00:00.000001Z"),
        Array[Byte](0, -1)
      ),
      true
    ),
    Seq(1, 2, 3),
    Seq("x", "", null),
    Seq(-0.0, Double.NaN),
    Map("a" -> 1L, "b" -> null),
    Map(1 -> Row("one", 1), 2 -> null),
    Seq(Row("ada", 36), null, Row(null, 1)),
    Seq(Row(Map("a" -> Seq[Any](4.toShort, 5.toShort, null)), 1.5f))
  )

  private val nestedRows: Seq[Row] = Seq(
    full,
    Row.fromSeq(0 +: Seq.fill(schema.size - 1)(null)),
    Row(2, Row(null, -0.0, null, null), Seq(null, 9), Seq(), Seq(), Map(), Map(), Seq(), Seq()),
    Row(
      3,
      Row(2, 1e300, Row("Äpfel", null, null, LocalDate.of(1, 1, 1), null, Array[Byte]()), false),
      Seq(1, null),
      Seq("Äpfel"),
      Seq(null, 0.0),
      Map("a" -> -5L),
      Map(3 -> Row(null, null)),
      Seq(Row("bob", null)),
      Seq(null, Row(null, Float.NaN))
    ),
    Row(
      4,
      Row(1, 0.0, Row("x", new BigDecimal("-1"), null, null, null, null), null),
      Seq(),
      null,
      null,
      null,
      null,
      null,
      null
    )
  )

  private def scan(query: String): InProcessScan =
    PlanSession.withConf("spark.sql.ansi.enabled" -> "true") {
      PlanSession.scans(PlanSession.spark.sql(query.replace("@", "inproc."))).head
    }

  /** Bytes of the values that the engine sends for a query. */
  private def bytesOf(query: String): Long = {
    val pushed = scan(query)
    val plan = CompiledSubPlan.compile(SubPlans.parse(pushed.subPlan.toByteArray))
    val run = EngineRun.of(plan, new InMemoryRowSource(plan, pushed.table.fixture.rows), EngineRun.WIDE)
    run.emissions.asScala.flatMap(_.columns.asScala).map(_.data.length.toLong).sum
  }
}

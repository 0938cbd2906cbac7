package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.{AfterAll, BeforeAll, Test, TestInstance}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertNotEquals, assertTrue}

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.hbase.HBaseSQLContext
import org.apache.spark.sql.hbase.plan.HBasePlannerStrategy

/** A context over a Spark that knows nothing of HBase, as programs in Scala use it; tests/java has one in Java. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ITHBaseSQLContext {
  private val hbase = SharedClusters.of()
  private val spark = SparkSession
    .builder()
    .master(SqlFixture.Master)
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "2")
    .config("spark.sql.hbase.coprocessor.jar", SharedClusters.jar.toUri.toString)
    .getOrCreate()
  private lazy val context = new HBaseSQLContext(spark, hbase.quorum)

  @BeforeAll
  def createTable(): Unit = {
    context.sql("CREATE TABLE told (area STRING, id INT, amount INT, PRIMARY KEY (area, id)) USING hbase")
    context.sql("INSERT INTO told VALUES ('n', 1, 10), ('n', 2, 20), ('s', 1, 5)")
  }

  @AfterAll
  def stop(): Unit = {
    context.sql("DROP TABLE told PURGE")
    spark.stop()
  }

  private val sums = "SELECT area, sum(amount) FROM told GROUP BY area ORDER BY area"

  @Test
  def aBareNameIsATableOfHBase(): Unit = {
    assertEquals(Seq(Row("n", 30), Row("s", 5)), context.sql(sums).collect().toSeq.map(longsAsInts))
    assertEquals(3, context.table("told").count())
    assertEquals(Seq("told"), context.tables().collect().toSeq.map(_.getString(1)))
    val args = Map[String, Any]("area" -> "s").asJava
    assertEquals(1, context.sql("SELECT * FROM hbase.default.told WHERE area = :area", args).count())
  }

  @Test
  def theReportSaysWhereAQueryRunsAndTheSettingMovesIt(): Unit = {
    assertTrue(context.explain(sums).contains("PartialAggregate"), context.explain(sums))
    val another = new HBaseSQLContext(spark, hbase.quorum)
    another.session.conf.set("spark.sql.hbase.coprocessor", "off")
    assertEquals(context.sql(sums).collect().toSeq, another.sql(sums).collect().toSeq)
    assertNotEquals(context.explain(sums), another.explain(sums))
  }

  @Test
  def theSessionThatIsGivenStaysAsItWas(): Unit = {
    assertFalse(spark.conf.getAll.contains("spark.sql.catalog.hbase"))
    assertEquals("spark_catalog", spark.catalog.currentCatalog())
    assertEquals(0, strategies(spark))
  }

  @Test
  def theContextBeginsWithTheSettingsOfTheSession(): Unit = {
    val settings = Map(
      "spark.sql.session.timeZone" -> "Asia/Kolkata",
      "spark.sql.ansi.enabled" -> "false",
      "spark.sql.hbase.coprocessor" -> "off"
    )
    val given = spark.newSession()
    settings.foreach { case (key, value) => given.conf.set(key, value) }
    val session = new HBaseSQLContext(given, hbase.quorum).session
    assertEquals(settings, settings.keys.map(key => key -> session.conf.get(key)).toMap)
  }

  @Test
  def theRulesArePlannedWithOnce(): Unit =
    Seq(context, new HBaseSQLContext(spark, hbase.quorum), new HBaseSQLContext(spark.sparkContext, hbase.quorum))
      .foreach(each => assertEquals(1, strategies(each.session)))

  @Test
  def aBuilderThatIsConfiguredHasTheCatalog(): Unit = {
    val built = HBaseSQLContext.configure(SparkSession.builder(), hbase.quorum).getOrCreate()
    try assertEquals(3, built.table("hbase.default.told").count())
    finally Seq("", ".quorum").foreach(key => spark.conf.unset(s"spark.sql.catalog.hbase$key"))
  }

  private def longsAsInts(row: Row): Row = Row(row.getString(0), row.getLong(1).toInt)

  private def strategies(session: SparkSession): Int =
    session
      .asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      .sessionState
      .planner
      .strategies
      .count(_.isInstanceOf[HBasePlannerStrategy])
}

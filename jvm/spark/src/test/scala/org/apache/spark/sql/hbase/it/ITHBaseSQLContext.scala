package org.apache.spark.sql.hbase.it

import scala.jdk.CollectionConverters._

import org.junit.jupiter.api.{AfterAll, BeforeAll, MethodOrderer, Order, Test, TestInstance, TestMethodOrder}
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}

import org.apache.spark.sql.{Row, SparkSession}
import org.apache.spark.sql.hbase.HBaseSQLContext
import org.apache.spark.sql.hbase.plan.HBasePlannerStrategy

/** A context over a Spark that knows nothing of HBase, as programs in Scala use it; tests/java has one in Java. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(classOf[MethodOrderer.OrderAnnotation])
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
    val last = configured()
    last.sql("DROP TABLE hbase.default.told PURGE")
    last.stop()
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
    val another = new HBaseSQLContext(spark, hbase.quorum)
    another.session.conf.set("spark.sql.hbase.coprocessor", "off")
    assertExplained(context, "RunsIn: region servers (coprocessor version ")
    assertExplained(context, "PartialAggregate(")
    assertExplained(another, "RunsIn: Spark, because spark.sql.hbase.coprocessor is off: ")
    val answer = Seq(Row("n", 30L), Row("s", 5L))
    Seq(context, another).foreach(each => assertEquals(answer, each.sql(sums).collect().toSeq))
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
  def contextsOverOneSparkShareGlobalViewsAndNoSettings(): Unit = {
    val another = new HBaseSQLContext(spark, hbase.quorum)
    context.table("told").createGlobalTempView("seen")
    assertEquals(3, another.table("global_temp.seen").count())
    another.session.conf.set("spark.sql.session.timeZone", "Asia/Kolkata")
    assertEquals(spark.conf.get("spark.sql.session.timeZone"), context.session.conf.get("spark.sql.session.timeZone"))
  }

  @Test
  def theRulesArePlannedWithOnce(): Unit =
    Seq(context, new HBaseSQLContext(spark, hbase.quorum), new HBaseSQLContext(spark.sparkContext, hbase.quorum))
      .foreach(each => assertEquals(1, strategies(each.session)))

  @Test
  @Order(Int.MaxValue)
  def aBuilderThatIsConfiguredHasTheCatalogAndTheRules(): Unit = {
    // Rules come with a Spark, so this one has to be another.
    spark.stop()
    val built = configured()
    assertEquals(1, strategies(built))
    assertEquals(3, built.table("hbase.default.told").count())
    assertExplained(new HBaseSQLContext(built), "RunsIn: region servers (coprocessor version ")
  }

  private def configured(): SparkSession =
    HBaseSQLContext
      .configure(SparkSession.builder().master(SqlFixture.Master).config("spark.ui.enabled", "false"), hbase.quorum)
      .getOrCreate()

  private def assertExplained(by: HBaseSQLContext, text: String): Unit =
    assertTrue(by.explain(sums).contains(text), by.explain(sums))

  private def longsAsInts(row: Row): Row = Row(row.getString(0), row.getLong(1).toInt)

  private def strategies(session: SparkSession): Int =
    session
      .asInstanceOf[org.apache.spark.sql.classic.SparkSession]
      .sessionState
      .planner
      .strategies
      .count(_.isInstanceOf[HBasePlannerStrategy])
}

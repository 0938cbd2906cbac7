package org.apache.spark.sql.hbase.plan

import org.apache.spark.sql.{DataFrame, Row}
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.execution.adaptive.{AdaptiveSparkPlanExec, AdaptiveSparkPlanHelper}
import org.apache.spark.sql.execution.datasources.v2.BatchScanExec
import org.apache.spark.sql.hbase.plan.push.NullConditionsInOrder
import org.apache.spark.sql.hbase.plan.runtime.{InjectRuntimeKeyFilters, PhysicalRules, PruneOuterSide}
import org.apache.spark.sql.hbase.shim.classic.{Dataset, SparkSession => ClassicSession}
import org.apache.spark.sql.types.StructType

/** One Spark session with the planner strategy, shared by the tests of this JVM. */
object PlanSession extends AdaptiveSparkPlanHelper {
  lazy val spark: ClassicSession = ClassicSession
    .builder()
    .master("local[2]")
    .appName("plan tests")
    .config("spark.ui.enabled", "false")
    .config("spark.sql.shuffle.partitions", "2")
    // Janino would compile every expression of every query: where it matters, see generatedCode.
    .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
    .config("spark.sql.codegen.wholeStage", "false")
    .config("spark.sql.session.timeZone", "America/Los_Angeles")
    .config("spark.sql.catalog.inproc", classOf[InProcessCatalog].getName)
    .withExtensions { extensions =>
      extensions.injectPlannerStrategy(session => new HBasePlannerStrategy(session.asInstanceOf[ClassicSession]))
      extensions.injectPreCBORule(_ => PruneOuterSide)
      extensions.injectPreCBORule(_ => NullConditionsInOrder)
      extensions.injectColumnar(_ => PhysicalRules)
      extensions.injectQueryStagePrepRule(_ => InjectRuntimeKeyFilters)
    }
    .getOrCreate()

  /** Spark's own default. */
  val generatedCode: Seq[(String, String)] =
    Seq("spark.sql.codegen.wholeStage" -> "true", "spark.sql.codegen.factoryMode" -> "FALLBACK")

  /**
   * Makes the rows twice: as table `inproc.<name>`, whose sub-plans the engine runs, and as view `<name>` of plain
   * Spark.
   */
  def create(name: String, schema: StructType, rows: Seq[Row]): Unit = {
    val toCatalyst = CatalystTypeConverters.createToCatalystConverter(schema)
    val internalRows = rows.map(toCatalyst(_).asInstanceOf[InternalRow])
    InProcessCatalog.put(new InProcessTable(name, schema, internalRows))
    createView(name, schema, internalRows)
  }

  /**
   * A view of plain Spark over rows in Catalyst's own form, which can hold strings that are not UTF-8.
   *
   * Its partitions are the regions of an in-process table of the same rows. The rows that meet decide which keys of an
   * ORDER BY with LIMIT Spark computes.
   */
  def createView(name: String, schema: StructType, rows: Seq[InternalRow]): Unit = {
    val regions = InProcessTable.regions(rows)
    // Of an RDD: the optimizer would compute a query over local rows itself, before it has simplified it.
    val inRegions = spark.sparkContext.parallelize(regions, math.max(1, regions.size)).flatMap(identity)
    spark.internalCreateDataFrame(inRegions, schema).createOrReplaceTempView(name)
  }

  def withConf[T](settings: (String, String)*)(action: => T): T = {
    val before = settings.map { case (key, _) => key -> spark.conf.getOption(key) }
    settings.foreach { case (key, value) => spark.conf.set(key, value) }
    try action
    finally before.foreach { case (key, value) => value.fold(spark.conf.unset(key))(spark.conf.set(key, _)) }
  }

  /** The scans of in-process tables in a query's physical plan, before it has run. */
  def scans(query: DataFrame): Seq[InProcessScan] = {
    val plan = query.asInstanceOf[Dataset[Row]].queryExecution.executedPlan
    leaves(plan)
  }

  /** The scan of a query that has one. */
  def onlyScan(query: String): InProcessScan = {
    val found = scans(spark.sql(query))
    require(found.size == 1, s"${found.size} scans: $query")
    found.head
  }

  /** The scans of in-process tables in a query's physical plan, after it has run. */
  def ranScans(query: DataFrame): Seq[InProcessScan] =
    scansBelow(query.asInstanceOf[Dataset[Row]].queryExecution.executedPlan)

  private def leaves(plan: SparkPlan): Seq[InProcessScan] = plan match {
    case adaptive: AdaptiveSparkPlanExec => scansBelow(adaptive.initialPlan)
    case other => scansBelow(other)
  }

  private def scansBelow(plan: SparkPlan): Seq[InProcessScan] =
    collectWithSubqueries(plan) { case BatchScanExec(_, scan: InProcessScan, _, _, _, _) => scan }
}

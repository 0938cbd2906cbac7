package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference, SortOrder}
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.partitioning.{Partitioning, UnknownPartitioning}
import org.apache.spark.sql.execution.SparkPlan
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.client.scan.CoprocessorMode
import org.apache.spark.sql.hbase.conf.ReadConf
import org.apache.spark.sql.hbase.plan.catalyst.{PushdownReport, QueryContexts, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.access.{PushableScan, SourceColumn}
import org.apache.spark.sql.hbase.plan.runtime.RuntimeFilters
import org.apache.spark.sql.hbase.read.estimate.{AnalyzedGroups, GroupingHistory}
import org.apache.spark.sql.hbase.read.partition.{Bucketing, RowKeyOrdering}
import org.apache.spark.sql.hbase.read.report.{CoprocessorStates, ReadMetrics, SparkSteps}
import org.apache.spark.sql.hbase.schema.{AssembledStructs, TableLayouts, TableSchema}
import org.apache.spark.sql.hbase.shim.RuntimeFilteringShim
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, BroadcastJoin, SubPlan, TableLayout}
import org.apache.spark.sql.internal.connector.SupportsMetadata
import org.apache.spark.sql.types.StructType

/**
 * A scan whose rows are the output of a sub-plan: columns of the table, filtered rows, or partial aggregates. Two scans are
 * equal when they read the same bytes of the same table in the same way, so that Spark can share their exchanges. What
 * EXPLAIN says besides is not part of that. Immutable but for what Spark learns at run time ([[RuntimeNarrowing]]). The
 * planner gives each node of a plan that learns something a scan of its own. Used on the driver only.
 *
 * {{{
 * SubPlanScan         which bytes of which table (SubPlanRead), and how the planner refines them
 *   ScanKeys          the row keys that they lie under
 *   RuntimeNarrowing  values that Spark learns while the query runs
 *   ScanTasks         tasks and their readers
 *   ScanReport        EXPLAIN and statistics
 * }}}
 *
 * @param subPlan a serialized `SubPlan`, sent to HBase as it is
 * @param keyConditions another one, whose filters limit the row keys; without it those of the sub-plan do
 * @param bucketing what Spark is told of the buckets of a salted table
 * @param readSchema names and types of the sub-plan's output
 * @param isPlain the sub-plan only picks columns of the table, under their SQL names
 */
final case class SubPlanScan(
    settings: ClusterSettings,
    table: ScannedTable,
    subPlan: ByteString,
    conf: ReadConf,
    keyConditions: Option[ByteString] = None,
    bucketing: Option[Bucketing] = None
)(
    override val readSchema: StructType,
    val isPlain: Boolean,
    val report: PushdownReport
) extends PushableScan
    with SubPlanRead
    with SupportsReportPartitioning
    with SupportsReportOrdering
    with SupportsReportStatistics
    with RuntimeFilteringShim
    with SupportsMetadata {

  override def acceptsPushdown: Boolean =
    conf.hasPlanner && isPlain && table.schema.isDefined && conf.mode != CoprocessorMode.OFF

  override def acceptsKeys: Boolean =
    conf.hasPlanner && isPlain && table.schema.isDefined && conf.mode == CoprocessorMode.OFF && keyConditions.isEmpty

  override def layout(columns: Seq[String]): TableLayout = TableLayouts.of(ownSchema.asRead(readSchema), columns.toSet)

  override def structs(columns: Seq[String]): Map[String, ProtoExpression] =
    AssembledStructs.of(ownSchema.asRead(readSchema), columns.toSet)

  private def ownSchema: TableSchema =
    table.schema.getOrElse(throw new IllegalStateException("a scan of a given sub-plan has no table schema"))

  override def withSubPlan(pushed: SubPlan, output: StructType, report: PushdownReport): SubPlanScan = {
    val (sent, contexts) = QueryContexts.numbered(pushed)
    copy(subPlan = sent.toByteString)(output, isPlain = false, report.copy(contexts = contexts))
  }

  override def withKeys(conditions: SubPlan, texts: Seq[String]): PushableScan =
    copy(keyConditions = Some(QueryContexts.removed(conditions).toByteString))(
      readSchema,
      isPlain,
      report.copy(keyConditions = texts)
    )

  override def withReport(report: PushdownReport): Scan = copy()(readSchema, isPlain, report)

  override def sourceColumn(output: Int): Option[SourceColumn] =
    if (conf.mode == CoprocessorMode.OFF || table.schema.isEmpty) None else SourceColumn.of(plan, output)

  override def isSelective: Boolean = SubPlanAssembly.isSelective(plan)

  override def wastefulGrouping: Option[String] =
    grouping.flatMap(GroupingHistory.ofDriver.wasteful(_).orElse(table.schema.flatMap(wastefulBeforeItRuns)))

  private def wastefulBeforeItRuns(schema: TableSchema): Option[String] = table.statistics match {
    case Some(found) => AnalyzedGroups.wasteful(plan, schema, found)
    case None => new FirstKeys(this).wasteful(schema, AnalyzedGroups.keys(plan))
  }

  /** The grouping of a sub-plan that groups rows by keys. */
  private[hbase] lazy val grouping: Option[GroupingHistory.Grouping] = Option.when(
    plan.getOperatorsList.asScala.lastOption.exists(last => last.hasAggregate && last.getAggregate.getGroupByCount > 0)
  )(GroupingHistory.Grouping(settings, table.hbaseTable, subPlan.toByteArray))

  override def alone(tried: Set[String]): PushableScan = copy()(readSchema, isPlain, report.copy(tried = tried))

  /**
   * Columns of the row key. Others get their values from [[org.apache.spark.sql.hbase.plan.runtime.PruneByBroadcast]], or Bloom filters,
   * which Spark does not make for columns that it could prune by.
   */
  override def filterAttributes(): Array[NamedReference] =
    if (conf.learns && (acceptsPushdown || isFilteredBySource))
      RuntimeFilters.keyColumns(plan, readSchema).map(FieldReference.column(_): NamedReference).toArray
    else Array.empty

  /** A scan that no planner of ours refines yields rows of the table, though its sub-plan filters them. */
  private def isFilteredBySource: Boolean =
    !conf.hasPlanner && table.schema.isDefined && conf.mode != CoprocessorMode.OFF && yieldsRows

  private def yieldsRows: Boolean =
    plan.getOperatorsList.asScala.forall(operator => operator.hasFilter || operator.hasProject)

  private val runtime = new RuntimeNarrowing[SubPlanScan](
    this,
    (narrower, report) => copy(subPlan = narrower)(readSchema, isPlain, report)
  )

  override def maxBuildBytes: Long = conf.maxBuildBytes

  override def learnBuildRows(joins: Seq[BroadcastJoin]): Either[Refusal, Unit] = runtime.learnBuildRows(joins)

  override private[hbase] def learn(filters: Seq[Expression]): Unit = runtime.learn(filters)

  /** The scan with all that Spark has told so far. */
  def known: SubPlanScan = runtime.narrowed.getOrElse(this)

  override def outputPartitioning(): Partitioning =
    bucketing.fold[Partitioning](new UnknownPartitioning(0))(_.partitioning)

  /** Within a task, which reads its ranges one behind the other: only of buckets, because Spark has no use for it otherwise. */
  override def outputOrdering(): Array[SortOrder] =
    if (keepsRowKeyOrder) table.schema.fold(Array.empty[SortOrder])(RowKeyOrdering.of) else Array.empty

  /** Row keys that are known one by one are read by tasks of several buckets, until Spark narrows the scan. */
  override def keepsRowKeyOrder: Boolean = bucketing.isDefined && keys.single.isEmpty && yieldsRows

  override def toBatch: Batch = SubPlanBatch(this)

  private[read] def planInputPartitions(): Array[InputPartition] = {
    if (runtime.lacksBuildRows)
      throw new IllegalStateException("a sub-plan runs before the build rows of its joins are known")
    known.tasks.partitions(isNarrowed = runtime.narrowed.isDefined)
  }

  override def columnarSupportMode(): Scan.ColumnarSupportMode = Scan.ColumnarSupportMode.UNSUPPORTED

  override def description(): String = known.explained.description.line

  override def getMetaData(): Map[String, String] = known.explained.description.metadata

  /** Writes the document of [[ScanExplanation]], which `pyspark_hbase.explain` shows. */
  def explanation(): String = known.explained.document(Nil)

  /**
   * Writes the same document with what Spark does above the scan.
   *
   * @param nodes of the physical plan, from its root to the scan
   */
  def explanation(nodes: java.util.List[SparkPlan]): String =
    known.explained.document(SparkSteps.of(nodes.asScala.toSeq))

  /**
   * Writes the counters in their order, one a line: name, text and value, with tabs between. Python would need hundreds of
   * messages to ask for each.
   *
   * @param node of the physical plan, which runs this scan
   */
  def counters(node: SparkPlan): String =
    ReadMetrics.all.map(c => s"${c.name()}\t${c.description()}\t${node.metrics(c.name()).value}").mkString("\n")

  override val lastRun = new LastRun(grouping, () => CoprocessorStates.doubt(settings, table.hbaseTable))
  private lazy val explained = new ScanReport(this)
  private[read] lazy val tasks = new ScanTasks(this, explained)

  override def supportedCustomMetrics(): Array[CustomMetric] = ReadMetrics.all

  override def reportDriverMetrics(): Array[CustomTaskMetric] =
    ReadMetrics.ofPlan(known.lastRun.regionsPruned)

  override def estimateStatistics(): Statistics = explained.estimated
}

/** The scan as Spark runs it. Spark shares an exchange between batches that are equal, so a batch is its scan alone. */
private[read] final case class SubPlanBatch(scan: SubPlanScan) extends Batch {
  override def planInputPartitions(): Array[InputPartition] = scan.planInputPartitions()

  override def createReaderFactory(): PartitionReaderFactory = scan.known.tasks.readerFactory
}

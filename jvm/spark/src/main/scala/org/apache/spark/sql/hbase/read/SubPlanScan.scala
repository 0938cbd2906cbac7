package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.util.{Failure, Success, Try}

import com.google.protobuf.ByteString
import org.apache.hadoop.hbase.TableName

import org.apache.spark.SparkContext
import org.apache.spark.internal.Logging
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference, SortOrder}
import org.apache.spark.sql.connector.metric.{CustomMetric, CustomTaskMetric}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.connector.read.partitioning.{Partitioning, UnknownPartitioning}
import org.apache.spark.sql.hbase.{HBaseCluster, HBaseErrors}
import org.apache.spark.sql.hbase.client.{
  ClusterSettings,
  ExecutionMode,
  RegionCuts,
  RegionLocations,
  RegionSpan,
  SharedConnection
}
import org.apache.spark.sql.hbase.engine.CompiledSubPlan
import org.apache.spark.sql.hbase.engine.keyrange.{KeyRanges, NarrowingFilters}
import org.apache.spark.sql.hbase.plan.{
  Placeholders,
  PushableScan,
  PushdownReport,
  PushedOperator,
  Refusal,
  RuntimeFilters,
  SourceColumn,
  SubPlans
}
import org.apache.spark.sql.hbase.schema.{AssembledStructs, TableLayouts, TableSchema, TableStatistics}
import org.apache.spark.sql.hbase.wire.{KnownValues, PlanException, SubPlans => WireSubPlans}
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, LookupJoin, SubPlan, TableLayout}
import org.apache.spark.sql.internal.connector.{SupportsMetadata, SupportsRuntimeCatalystFiltering}
import org.apache.spark.sql.types.StructType

/**
 * The HBase table a scan reads.
 *
 * @param schema absent where only a sub-plan is known, which says itself how the table lies
 * @param time which of its cells count
 * @param statistics of the whole table, for estimates only
 * @param conditions that Spark checks above the scan, for estimates only
 */
final case class ScannedTable(hbaseTable: String, schema: Option[TableSchema], time: ReadTime = ReadTime.Present)(
    val statistics: Option[TableStatistics] = None,
    private[read] val conditions: Option[EstimatedConditions] = None
) {
  def sqlName: String = schema.fold(hbaseTable)(_.fullName)
}

object ScannedTable {
  def of(schema: TableSchema): ScannedTable = of(schema, ReadTime.Present, None, None)

  private[read] def of(
      schema: TableSchema,
      time: ReadTime,
      statistics: Option[TableStatistics],
      conditions: Option[EstimatedConditions]
  ): ScannedTable = ScannedTable(schema.hbaseTable, Some(schema), time)(statistics, conditions)
}

/**
 * A scan whose rows are the output of a sub-plan: columns of the table, filtered rows, or partial aggregates. Two scans are
 * equal when they read the same bytes of the same table in the same way, so that Spark can share their exchanges; what
 * EXPLAIN says besides is not part of that. Immutable but for what Spark learns at run time ([[filter]]); the planner
 * gives each node of a plan that learns something a scan of its own. Used on the driver only.
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
    with Batch
    with SupportsReportPartitioning
    with SupportsReportOrdering
    with SupportsReportStatistics
    with SupportsRuntimeCatalystFiltering
    with SupportsMetadata
    with Logging {

  override def acceptsPushdown: Boolean = isPlain && table.schema.isDefined && conf.mode != ExecutionMode.OFF

  override def acceptsKeys: Boolean =
    isPlain && table.schema.isDefined && conf.mode == ExecutionMode.OFF && keyConditions.isEmpty

  override def layout(columns: Seq[String]): TableLayout = TableLayouts.of(ownSchema.asRead(readSchema), columns.toSet)

  override def structs(columns: Seq[String]): Map[String, ProtoExpression] =
    AssembledStructs.of(ownSchema.asRead(readSchema), columns.toSet)

  private def ownSchema: TableSchema =
    table.schema.getOrElse(throw new IllegalStateException("a scan of a given sub-plan has no table schema"))

  override def withSubPlan(pushed: SubPlan, output: StructType, report: PushdownReport): PushableScan =
    copy(subPlan = pushed.toByteString)(output, isPlain = false, report)

  override def withKeys(conditions: SubPlan, texts: Seq[String]): PushableScan =
    copy(keyConditions = Some(conditions.toByteString))(readSchema, isPlain, report.copy(keyConditions = texts))

  override def withReport(report: PushdownReport): Scan = copy()(readSchema, isPlain, report)

  override def sourceColumn(output: Int): Option[SourceColumn] =
    if (conf.mode == ExecutionMode.OFF || table.schema.isEmpty) None else SourceColumn.of(plan, output)

  override def isSelective: Boolean = SubPlans.isSelective(plan)

  override def wastefulGrouping: Option[String] = grouping.flatMap { known =>
    GroupingHistory.ofDriver.wasteful(known).orElse {
      for (schema <- table.schema; found <- table.statistics; reason <- AnalyzedGroups.wasteful(plan, schema, found))
        yield reason
    }
  }

  /** Of a sub-plan that groups rows by keys. */
  private[hbase] lazy val grouping: Option[GroupingHistory.Grouping] = Option.when(
    plan.getOperatorsList.asScala.lastOption.exists(last => last.hasAggregate && last.getAggregate.getGroupByCount > 0)
  )(GroupingHistory.Grouping(settings, table.hbaseTable, subPlan.toByteArray))

  override def alone: PushableScan = copy()(readSchema, isPlain, report)

  /**
   * Columns of the row key. Others get their values from [[org.apache.spark.sql.hbase.plan.PruneByBroadcast]], or Bloom filters,
   * which Spark does not make for columns that it could prune by.
   */
  override def filterAttributes(): Array[NamedReference] =
    if (acceptsPushdown && conf.learns)
      RuntimeFilters.keyColumns(plan, readSchema).map(FieldReference.column(_): NamedReference).toArray
    else Array.empty

  // All that Spark has told of what it learned at run time, and the same scan with it.
  @volatile private var learned: Seq[Expression] = Nil
  @volatile private var narrowed: Option[SubPlanScan] = None

  /** The sub-plan with the build rows of its joins, once Spark has told them. */
  @volatile private var joined: Option[SubPlan] = None

  override def maxBuildBytes: Long = conf.maxBuildBytes

  override def learnBuildRows(joins: Seq[LookupJoin]): Either[Refusal, Unit] = synchronized {
    SubPlans.withJoins(plan, joins).map { subPlan =>
      joined = Some(subPlan)
      narrowed = Some(withLearned)
    }
  }

  /** Build rows come with the query; a sub-plan that was given has its own. */
  private def lacksBuildRows: Boolean =
    table.schema.isDefined && joined.isEmpty && plan.getOperatorsList.asScala.exists(_.hasLookupJoin)

  override def filter(conditions: Array[Expression]): Unit = synchronized {
    learned = (conditions.toSeq ++ learned).distinct
    narrowed = Some(withLearned)
  }

  private def withLearned: SubPlanScan = {
    val base = joined.getOrElse(plan)
    table.schema.filter(_ => learned.nonEmpty) match {
      case None => copy(subPlan = base.toByteString)(readSchema, isPlain, report)
      case Some(schema) =>
        val filled = RuntimeFilters.filled(base, learned).fold(subqueryValueRefused, identity)
        val found = RuntimeFilters.narrow(filled.subPlan, schema.sparkSchema, learned)
        val known = report.learning(found.added, filled.refused ++ found.refused)
        copy(subPlan = found.subPlan.toByteString)(readSchema, isPlain, known)
    }
  }

  private def subqueryValueRefused(refusal: Refusal): Nothing =
    throw HBaseErrors.SubqueryValueRefused.runtime("table" -> table.sqlName, "reason" -> refusal)

  override def outputPartitioning(): Partitioning =
    bucketing.fold[Partitioning](new UnknownPartitioning(0))(_.partitioning)

  /** Within a task, which reads its ranges one behind the other: only of buckets, because Spark has no use for it otherwise. */
  override def outputOrdering(): Array[SortOrder] =
    if (keepsRowKeyOrder) table.schema.fold(Array.empty[SortOrder])(RowKeyOrdering.of) else Array.empty

  /** Row keys that are known one by one are read by tasks of several buckets, until Spark narrows the scan. */
  override def keepsRowKeyOrder: Boolean = bucketing.isDefined && rowKeys.isEmpty &&
    plan.getOperatorsList.asScala.forall(operator => operator.hasFilter || operator.hasProject)

  override def toBatch: Batch = this

  override def columnarSupportMode(): Scan.ColumnarSupportMode = Scan.ColumnarSupportMode.UNSUPPORTED

  /** What is read, with all that Spark has told so far. */
  def known: SubPlanScan = narrowed.getOrElse(this)

  override def description(): String = known.shown.line

  override def getMetaData(): Map[String, String] = known.shown.metadata

  /** What `pyspark_hbase.explain` shows, as [[ScanExplanation]] writes it. */
  def explanation(): String = known.ownExplanation

  private def ownExplanation: String = {
    val regions = lastRun.explained(Try(HBaseCluster.use(settings)(measured)).toOption)
    ScanExplanation.of(shown, table, surePlan, regions.map(found => found.copy(known = knownValues(found))))
  }

  private def knownValues(regions: ExplainedRegions): Seq[KnownValues] = {
    val asked = regions.spans.filter(span => keyRanges.reachInto(span.startRow, span.stopRow))
    if (conf.mode == ExecutionMode.OFF) Nil
    else HBaseCluster.use(settings)(LearnedValues.ask(_, table.hbaseTable, surePlan, asked))
  }

  private lazy val shown: ScanDescription = ScanDescription(
    table.sqlName + table.time.text + modeText,
    conf.mode,
    plan.getTable.getColumnsList.asScala.find(_.hasKey).map(_.getName),
    keyRanges,
    regionsRead,
    operators,
    report.refusals,
    narrowingConditions,
    rowKeys,
    conf.modeSetBy,
    coprocessor
  )

  private def modeText: String =
    if (plan.getTable.getUndecodableAsNull) " with NULL for what does not decode, without rows whose row keys do not"
    else ""

  /** What HBase tells of it; nobody asks for a query that does not use it. */
  private def coprocessor: Option[CoprocessorState] =
    if (conf.mode == ExecutionMode.OFF) None
    else regions.toOption.flatMap(CoprocessorStates.of(settings, table.hbaseTable, _))

  private lazy val plan: SubPlan = SubPlan.parseFrom(subPlan)

  /** What is known of the sub-plan before the query runs. */
  private lazy val surePlan: SubPlan = Placeholders.withoutValues(plan)

  /** The report names the first operators of the sub-plan, each by itself. */
  private def operators: Seq[ShownOperator] =
    if (report.operators.isEmpty)
      Seq(ShownOperator(PushedOperator(readSchema.fieldNames.mkString("Columns(", ", ", ")")), narrows = false))
    else {
      val narrowing =
        if (keyConditions.isDefined) Set.empty[Int] else NarrowingFilters.of(surePlan).asScala.map(_.toInt).toSet
      report.operators.zipWithIndex.map { case (operator, i) => ShownOperator(operator, narrowing(i)) }
    }

  /** Of those that only limit the row keys. */
  private def narrowingConditions: Seq[String] = keyConditions.toSeq.flatMap { conditions =>
    NarrowingFilters.of(SubPlan.parseFrom(conditions)).asScala.map(i => report.keyConditions(i))
  }

  /** A plan can be shown though HBase does not answer; whoever runs it gets the error. */
  private def regionsRead: Option[RegionsRead] = regions match {
    case Success(all) => Some(RegionsRead.of(all, keyRanges))
    case Failure(e) =>
      logInfo(s"The regions of table ${table.sqlName} are not known to EXPLAIN: ${e.getMessage}")
      None
  }

  private def regions: Try[Seq[RegionSpan]] = Try {
    HBaseCluster.use(settings) { shared =>
      TableRegions.of(shared.regionLocations, table, conf.partitionExpirationSeconds)
    }
  }

  override def planInputPartitions(): Array[InputPartition] = {
    if (lacksBuildRows) throw new IllegalStateException("a sub-plan runs before the build rows of its joins are known")
    narrowed.fold(newPartitions(isNarrowed = false))(_.newPartitions(isNarrowed = true))
  }

  private def newPartitions(isNarrowed: Boolean): Array[InputPartition] = HBaseCluster.use(settings) { shared =>
    if (Placeholders.areIn(plan)) throw new IllegalStateException("Spark has not told the values of scalar subqueries")
    // Spark asks for the buckets of scans that it only shows, or narrows before it runs them.
    if (bucketing.isEmpty) checkFullScan()
    keyRanges.ranges.asScala.headOption.foreach(first => MappedFamilies.check(shared, settings, table, first.start))
    val parallelism = SparkContext.getActive.fold(1)(_.defaultParallelism)
    val regions = TableRegions.of(shared.regionLocations, table, conf.partitionExpirationSeconds)
    // What Spark knows of the buckets must stay as it was: it takes fewer tasks of each, not more.
    val partitions: Seq[HostedPartition] = (rowKeys, bucketing) match {
      case (Some(rowKeys), Some(_)) if isNarrowed => BucketPartitions.ofRowKeys(rowKeys, regions)
      case (Some(rowKeys), _) => PointPartitions.of(rowKeys, regions, parallelism)
      case (None, Some(buckets)) => planner(shared).planBuckets(buckets, isNarrowed, parallelism)
      case (None, None) => planner(shared).plan(parallelism)
    }
    regionsPruned = math.max(0, regions.size - partitions.map(regionsOf).sum)
    lastRun.planned(regions)
    ExecutorHosts.ofDriver.place(partitions).toArray
  }

  private def cuts(shared: SharedConnection, requests: Seq[RegionCuts.Request]): Seq[Seq[Array[Byte]]] = {
    val families = plan.getTable.getFamiliesList.asScala.map(_.toByteArray)
    RegionCuts
      .ask(shared.connection, TableName.valueOf(table.hbaseTable), families.asJava, requests.asJava)
      .asScala
      .map(_.asScala.toSeq)
      .toSeq
  }

  private def checkFullScan(): Unit =
    if (shown.readsWholeTable && !FullScanCheck.endsEarly(plan)) FullScanCheck.check(conf.fullScan, shown)

  private def planner(shared: SharedConnection): RangePlanner =
    new RangePlanner(shared.regionLocations, table, keyRanges, plan.getSerializedSize, conf, cuts(shared, _))

  private def regionsOf(partition: HostedPartition): Int = partition match {
    case scanned: HBaseInputPartition => scanned.ranges.count(_.beginsRegion)
    case points: PointInputPartition => points.regions
    case BucketPartition(rows, _) => regionsOf(rows)
  }

  /** Where they are few and known one by one, gets read them. */
  private lazy val rowKeys: Option[Seq[Array[Byte]]] =
    keyRanges.rowKeys(maxGets).toScala.map(_.asScala.toSeq)

  /** A get brings all rows of a group here; a region server picks the wanted ones. */
  private def maxGets: Int =
    if (plan.getTable.hasColumnar && conf.mode != ExecutionMode.OFF) math.min(conf.maxGets, SubPlanScan.MaxGroupGets)
    else conf.maxGets

  private lazy val keyRanges: KeyRanges = table.schema.fold(plannedRanges)(s => plannedRanges.within(s.rowRange))

  private def plannedRanges: KeyRanges =
    try
      CompiledSubPlan.compile(WireSubPlans.parse(keyConditions.getOrElse(surePlan.toByteString).toByteArray)).keyRanges
    catch {
      // Whoever runs the plan says what is wrong with it.
      case _: PlanException => KeyRanges.ALL
    }

  override def createReaderFactory(): PartitionReaderFactory = known.newReaderFactory()

  private def newReaderFactory(): PartitionReaderFactory = {
    if (bucketing.isDefined) checkFullScan()
    val planBytes = subPlan.toByteArray
    SubPlanReaderFactory(
      settings,
      table.hbaseTable,
      planBytes,
      sentWhole = table.schema.isEmpty,
      // The same array travels once.
      keyConditions.fold(planBytes)(_.toByteArray),
      readSchema,
      conf,
      table.time.bounds,
      lastRun.work
    )
  }

  private val lastRun = new LastRun(grouping)

  override def supportedCustomMetrics(): Array[CustomMetric] = ReadMetrics.all

  /** Of the last planning of the tasks. */
  @volatile private var regionsPruned = 0L

  override def reportDriverMetrics(): Array[CustomTaskMetric] =
    ReadMetrics.ofPlan(known.regionsPruned)

  override def estimateStatistics(): Statistics = estimated

  private def measured(shared: SharedConnection): RegionLocations.Sized =
    TableRegions.sized(shared.regionLocations, table, conf.partitionExpirationSeconds)

  // Asked several times while one query is planned.
  private lazy val estimated: Statistics = {
    val sized = HBaseCluster.use(settings)(measured)
    PlannedStatistics.of(sized, table, table.conditions.fold(keyRanges)(_.keys), readSchema)
  }
}

object SubPlanScan {

  /** About a MiB of groups. */
  private val MaxGroupGets = 16
}

package org.apache.spark.sql.hbase.plan

import java.util
import java.util.concurrent.atomic.AtomicLong

import scala.jdk.CollectionConverters._

import com.google.protobuf.ByteString

import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Expression
import org.apache.spark.sql.catalyst.util.{ArrayData, CharVarcharUtils, MapData}
import org.apache.spark.sql.connector.catalog.{SupportsRead, Table, TableCapability}
import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference}
import org.apache.spark.sql.connector.read._
import org.apache.spark.sql.hbase.client.scan.FrameBatch
import org.apache.spark.sql.hbase.conf.HBaseConf
import org.apache.spark.sql.hbase.codec.packed.PackedCodec
import org.apache.spark.sql.hbase.engine.{CompiledSubPlan, RunBounds}
import org.apache.spark.sql.hbase.plan.catalyst.{CatalystTypes, PushdownReport, QueryContexts, Refusal, SubPlanAssembly}
import org.apache.spark.sql.hbase.plan.push.RowKeyTable
import org.apache.spark.sql.hbase.plan.push.access.{PushableScan, SourceColumn}
import org.apache.spark.sql.hbase.plan.runtime.{RuntimeFilters, TriedKeys}
import org.apache.spark.sql.hbase.read.reader.ArrowRows
import org.apache.spark.sql.hbase.schema.{CatalystValues, NestedPruning, SparkTypes}
import org.apache.spark.sql.hbase.testkit.{EngineRun, FixtureColumn, FixtureRow, FixtureTable, InMemoryRowSource}
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.hbase.shim.RuntimeFilteringShim
import org.apache.spark.sql.hbase.wire.proto.{Expression => ProtoExpression, BroadcastJoin, SubPlan, TableLayout}
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types._
import org.apache.spark.sql.util.CaseInsensitiveStringMap
import org.apache.spark.unsafe.types.UTF8String

/**
 * A table whose rows are in this JVM and whose sub-plans the engine runs in the tasks. The planner rules and the engine
 * meet here without a cluster. The first column is the row key; rows are read as several regions, in small frames.
 *
 * @param mutation what happens to sub-plans on their way to the engine: tests that break it on purpose see it noticed
 */
final class InProcessTable(
    val name: String,
    override val schema: StructType,
    internalRows: Seq[InternalRow],
    val mutation: SubPlan => SubPlan = identity
) extends Table
    with SupportsRead
    with RowKeyTable {
  private val types = schema.fields.map { f =>
    CatalystTypes
      .toProto(CharVarcharUtils.replaceCharVarcharWithString(f.dataType))
      .fold(refusal => sys.error(s"$refusal"), identity)
  }

  val fixture: FixtureTable = {
    val columns = schema.fieldNames.zip(types).map { case (column, wireType) =>
      new FixtureColumn(column, org.apache.spark.sql.hbase.engine.types.SqlTypes.of(wireType))
    }
    val table = new FixtureTable(columns.toSeq.asJava, 1, FixtureTable.Layout.PACKED)
    internalRows.foreach { row =>
      table.add(schema.fields.indices.map(i => InProcessTable.fixtureValue(row, i, schema(i).dataType)): _*)
    }
    table
  }

  /** Rows that sub-plans over this table have sent to Spark. */
  val rowsSent = new AtomicLong()

  override def rowKeyColumns: Seq[String] = schema.fieldNames.take(1).toSeq

  override def capabilities(): util.Set[TableCapability] = util.EnumSet.of(TableCapability.BATCH_READ)

  override def newScanBuilder(options: CaseInsensitiveStringMap): ScanBuilder =
    new ScanBuilder with SupportsPushDownRequiredColumns {
      private var required = schema

      override def pruneColumns(requiredSchema: StructType): Unit = required = requiredSchema

      override def build(): Scan = {
        val project = SubPlanAssembly.project(required.fields.toSeq.map { field =>
          val ordinal = schema.fieldIndex(field.name)
          val column = ProtoExpression.newBuilder().setType(types(ordinal)).setColumn(ordinal).build()
          NestedPruning.narrowed(column, field.dataType)
        })
        val subPlan = SubPlan.newBuilder().setFormatVersion(1).setTable(fixture.toMessage).addOperators(project)
        InProcessScan(InProcessTable.this, subPlan.build().toByteString)(
          required,
          isPlain = true,
          PushdownReport.nothing
        )
      }
    }
}

object InProcessTable {

  /** At most three, of as many rows each as can be. */
  def regions[A](rows: Seq[A]): Seq[Seq[A]] = rows.grouped(math.max(1, (rows.size + 2) / 3)).toSeq

  private def fixtureValue(row: InternalRow, ordinal: Int, dataType: DataType): AnyRef =
    if (row.isNullAt(ordinal)) null
    else
      row.get(ordinal, dataType) match {
        case text: UTF8String => text.getBytes
        case decimal: Decimal => decimal.toJavaBigDecimal.unscaledValue
        case _: InternalRow | _: ArrayData | _: MapData => binaryForm(row, ordinal, dataType)
        case other => other.asInstanceOf[AnyRef]
      }

  /** Returns the bytes that the connector writes for a nested value. */
  private def binaryForm(row: InternalRow, ordinal: Int, dataType: DataType): Array[Byte] = {
    val sqlType = SparkTypes.fromSpark(dataType).get
    val writer = new PackedCodec(Seq(sqlType).asJava).newWriter()
    CatalystValues.putter(sqlType)(row, ordinal, writer)
    val cell = writer.toByteArray
    // Of a cell of one field: the format, the count, the bitmap and the end in the tail stand before the tail.
    cell.drop(8)
  }
}

/** Reads an [[InProcessTable]]. As for real scans, equality is that of the table and the sub-plan's bytes. */
final case class InProcessScan(table: InProcessTable, subPlan: ByteString)(
    override val readSchema: StructType,
    isPlain: Boolean,
    val report: PushdownReport
) extends PushableScan
    with Batch
    with RuntimeFilteringShim {

  // What is read, once Spark has told what it learned at run time.
  @volatile private var known: SubPlan = SubPlan.parseFrom(subPlan)

  override def acceptsPushdown: Boolean = isPlain

  override def acceptsKeys: Boolean = false

  override def withKeys(conditions: SubPlan, texts: Seq[String]): PushableScan = this

  override def layout(columns: Seq[String]): TableLayout = table.fixture.toMessage

  override def structs(columns: Seq[String]): Map[String, ProtoExpression] = Map.empty

  override def withSubPlan(pushed: SubPlan, output: StructType, report: PushdownReport): PushableScan = {
    val (sent, contexts) = QueryContexts.numbered(pushed)
    copy(subPlan = sent.toByteString)(output, isPlain = false, report.copy(contexts = contexts))
  }

  override def withReport(report: PushdownReport): Scan = copy()(readSchema, isPlain, report)

  override def maxBuildBytes: Long = SparkSession.active.conf.get(InProcessScan.MaxBuildBytes, "100000").toLong

  @volatile private var joined: Option[SubPlan] = None

  override def learnBuildRows(joins: Seq[BroadcastJoin]): Either[Refusal, Unit] =
    SubPlanAssembly.withJoins(SubPlan.parseFrom(subPlan), joins).map { plan =>
      joined = Some(plan)
      known = plan
    }

  override def sourceColumn(output: Int): Option[SourceColumn] = SourceColumn.of(SubPlan.parseFrom(subPlan), output)

  override def keepsRowKeyOrder: Boolean = false

  override def isSelective: Boolean = SubPlanAssembly.isSelective(SubPlan.parseFrom(subPlan))

  override def wastefulGrouping: Option[String] = None

  override def alone(tried: Set[String]): PushableScan = copy()(readSchema, isPlain, report.copy(tried = tried))

  override def filterAttributes(): Array[NamedReference] =
    if (isPlain)
      RuntimeFilters
        .keyColumns(SubPlan.parseFrom(subPlan), readSchema)
        .map(FieldReference.column(_): NamedReference)
        .toArray
    else Array.empty

  override private[hbase] def learn(learned: Seq[Expression]): Unit = {
    val filled =
      RuntimeFilters
        .filled(joined.getOrElse(SubPlan.parseFrom(subPlan)), learned)
        .fold(refusal => sys.error(s"$refusal"), _.subPlan)
    val limits = report.tried.map(_ -> TriedKeys.Limit(SQLConf.get.getConf(HBaseConf.MaxRuntimeKeys), None)).toMap
    known = RuntimeFilters.narrow(filled, table.schema, learned, limits).subPlan
  }

  /** The sub-plan that ran. */
  def sentSubPlan: SubPlan = known

  override def toBatch: Batch = this

  override def description(): String =
    s"InProcessScan ${table.name} pushed: ${report.operators.map(_.text).mkString("; ")} refused: ${report.refusals.map(_.toString).mkString("; ")}"

  override def columnarSupportMode(): Scan.ColumnarSupportMode = Scan.ColumnarSupportMode.UNSUPPORTED

  override def planInputPartitions(): Array[InputPartition] =
    InProcessTable.regions(table.fixture.rows.asScala.toSeq).map(InProcessRegion).toArray[InputPartition]

  override def createReaderFactory(): PartitionReaderFactory = {
    val bytes = table.mutation(known).toByteArray
    val schema = readSchema
    val name = table.name
    partition => {
      val sent = InProcessCatalog.table(name).rowsSent
      new InProcessReader(bytes, schema, partition.asInstanceOf[InProcessRegion].rows, sent)
    }
  }
}

object InProcessScan {
  val MaxBuildBytes = "inproc.maxBuildBytes"
}

final case class InProcessRegion(@transient rows: Seq[FixtureRow]) extends InputPartition {
  // Cells hold byte arrays only; they are passed by reference within this JVM.
  private def writeReplace(): AnyRef = InProcessRegion.remember(this)
}

object InProcessRegion {
  private val known = new util.concurrent.ConcurrentHashMap[Integer, InProcessRegion]()
  private val ids = new util.concurrent.atomic.AtomicInteger()

  private def remember(region: InProcessRegion): AnyRef = {
    val id = ids.incrementAndGet()
    known.put(id, region)
    new Reference(id)
  }

  private final class Reference(id: Int) extends Serializable {
    // Each task is read once.
    private def readResolve(): AnyRef = known.remove(id)
  }
}

private final class InProcessReader(
    subPlan: Array[Byte],
    schema: StructType,
    rows: Seq[FixtureRow],
    sent: AtomicLong
) extends PartitionReader[InternalRow] {
  private val reader = new ArrowRows(schema)
  private val results: Iterator[InternalRow] = {
    val plan = CompiledSubPlan.compile(SubPlans.parse(subPlan))
    // Small batches and little state, so that every group arrives in several pieces.
    val bounds = new RunBounds(16, 1 << 20, 2048, Long.MaxValue / 4, 7)
    val inOrder = if (plan.readsBackward) rows.reverse else rows
    val run = EngineRun.of(plan, new InMemoryRowSource(plan, inOrder.asJava), bounds)
    run.emissions.forEach(emission => sent.addAndGet(emission.rowCount.toLong))
    run.emissions.asScala.iterator.flatMap { emission =>
      reader.bind(new FrameBatch(emission.columns, emission.rowCount))
      (0 until emission.rowCount).iterator.map(reader.row)
    }
  }
  private var current: InternalRow = _

  override def next(): Boolean = {
    val found = results.hasNext
    if (found) current = results.next()
    found
  }

  override def get(): InternalRow = current

  override def close(): Unit = ()
}

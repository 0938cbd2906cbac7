package org.apache.spark.sql.hbase.read

import scala.collection.mutable
import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.hbase.TableName

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.{RegionLocations, SharedConnection}
import org.apache.spark.sql.hbase.client.scan.{CoprocessorMode, SubPlanReader, SubPlanRequest}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.engine.keyrange.interval.KeyRange
import org.apache.spark.sql.hbase.plan.catalyst.SubPlanAssembly
import org.apache.spark.sql.hbase.read.estimate.{GroupingHistory, SampledGroups}
import org.apache.spark.sql.hbase.read.estimate.SampledGroups.{Keys, Sample}
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.wire.proto.{
  Call,
  DataType => ProtoType,
  Expression => ProtoExpression,
  Function => ProtoFunction,
  Literal => ProtoLiteral,
  SubPlan,
  TypeKind
}
import org.apache.spark.util.collection.OpenHashSet

/**
 * Reads the keys of a grouping in the first rows of the largest regions of a table, as hashes, before the query runs.
 * Conditions are left out: they only take rows away, so that of keys which are all different the rest is too. Stateless
 * but for its scans.
 */
private[read] final class FirstKeys(read: SubPlanRead) extends Logging {
  import FirstKeys._
  import read.{conf, keys, plan, settings, table}

  /**
   * Returns the reason why Spark should group the rows; None if there is no known reason, or if the table is small.
   *
   * @param columns of the table among the keys: each more of them can only make more groups
   */
  def wasteful(schema: TableSchema, columns: Set[String]): Option[String] =
    if (columns.isEmpty || conf.mode == CoprocessorMode.OFF || keys.ranges.mostRows < GroupingHistory.MinRows) None
    else
      orUnknown[Option[String]](None) {
        HBaseCluster.use(settings) { shared =>
          val sized = TableRegions.sized(shared.regionLocations, table, conf.partitionExpirationSeconds)
          if (sized.sizes.toScala.exists(_.sum < SmallTableBytes)) None
          else if (schema.keyColumns.forall(key => columns(key.name))) Some(OneRowEach)
          else
            SampledGroups.ofDriver.wasteful(
              sized,
              Keys(schema.id, columns, table.time),
              orUnknown(SampledGroups.Unknown)(sample(shared, largest(sized), columns))
            )
        }
      }

  /**
   * The query can be planned without a sample, so whatever is wrong with the table, those who run it say. Only who is
   * interrupted plans no more.
   */
  private def orUnknown[A](unknown: A)(action: => A): A =
    try action
    catch {
      case NonFatal(e) if !Thread.currentThread.isInterrupted =>
        logInfo(s"The keys of a grouping are not known to the planner. table=${table.sqlName} reason=${e.getMessage}")
        unknown
    }

  /** The rows of this table in its largest regions, with the bytes of these; all count alike where HBase does not tell. */
  private def largest(sized: RegionLocations.Sized): Seq[(KeyRange, Long)] =
    sized.regions.asScala.toSeq
      .map { region =>
        val stop = Option.when(region.stopRow.nonEmpty)(region.stopRow).orNull
        new KeyRange(region.startRow, stop) -> sized.sizes.toScala.fold(1L)(_.of(region))
      }
      .filter { case (rows, bytes) => bytes > 0 && rows.overlaps(table.rows) }
      .sortBy { case (_, bytes) => -bytes }
      .take(MaxRegions)
      .map { case (rows, bytes) => rows.within(table.rows.start, table.rows.stop) -> bytes }

  private def hashes(columns: Set[String], rows: Long): SubPlan = {
    val positions = plan.getTable.getColumnsList.asScala.zipWithIndex.filter(column => columns(column._1.getName))
    val values = positions.map { case (column, position) =>
      ProtoExpression.newBuilder().setType(column.getType).setColumn(position).build()
    }
    val call =
      Call.newBuilder().setFunction(ProtoFunction.XXHASH64).addArguments(Seed).addAllArguments(values.asJava)
    val hash = ProtoExpression.newBuilder().setType(Bigint).setCall(call).build()
    SubPlanAssembly.checked(plan.getTable, Seq(SubPlanAssembly.project(Seq(hash)), SubPlanAssembly.limit(rows))) match {
      case Right(subPlan) => subPlan
      case Left(refusal) => throw new IllegalArgumentException(refusal.toString)
    }
  }

  /** Reads of all regions at once, and stops as soon as the answer is known. */
  private def sample(shared: SharedConnection, regions: Seq[(KeyRange, Long)], columns: Set[String]): Sample =
    Using.Manager { use =>
      val bytes = regions.map(_._2).sum
      val readers = regions.map { case (rows, share) =>
        // A quarter more than its part, as the rows of some regions are longer than those of others.
        val limit = math.ceil(1.25 * GroupingHistory.MinRows * share / bytes).toLong
        use(SubPlanReader.open(shared.connection, request(hashes(columns, limit), rows)))
      }
      readers.foreach(_.start())
      val unread = mutable.Queue(readers: _*)
      val groups = new OpenHashSet[Long](2 * GroupingHistory.MinRows.toInt)
      var found = SampledGroups.Unknown
      while (unread.nonEmpty && !found.isEnough) {
        val reader = unread.dequeue()
        if (reader.next()) {
          val batch = reader.current()
          val column = batch.columns.get(0)
          var row = 0
          while (row < batch.rowCount) {
            groups.add(column.getLong(row))
            row += 1
          }
          found = Sample(found.rows + batch.rowCount, groups.size)
          unread.enqueue(reader)
        }
      }
      found
    }.get

  private def request(hashes: SubPlan, rows: KeyRange): SubPlanRequest = {
    val bytes = hashes.toByteArray
    new SubPlanRequest(
      TableName.valueOf(table.hbaseTable),
      bytes,
      rows.start,
      Option(rows.stop).getOrElse(Array.emptyByteArray),
      conf.readerOptions.withMode(CoprocessorMode.REQUIRE).withAttempts(1, 0, 0),
      bytes,
      table.time.bounds
    )
  }
}

private object FirstKeys {

  /** The sample would be most of a table that is smaller. */
  private val SmallTableBytes = 16L << 20

  /** As many as are read at once. */
  private val MaxRegions = 8

  private val OneRowEach = "the row key is among its keys, so each row is a group"

  private val Bigint = ProtoType.newBuilder().setKind(TypeKind.BIGINT).build()
  private val Seed =
    ProtoExpression.newBuilder().setType(Bigint).setLiteral(ProtoLiteral.newBuilder().setInteger(42)).build()
}

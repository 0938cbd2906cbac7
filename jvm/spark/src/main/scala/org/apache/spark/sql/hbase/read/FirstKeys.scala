package org.apache.spark.sql.hbase.read

import scala.jdk.CollectionConverters._
import scala.util.Using
import scala.util.control.NonFatal

import org.apache.hadoop.hbase.TableName

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.client.cluster.SharedConnection
import org.apache.spark.sql.hbase.client.scan.{CoprocessorMode, SubPlanReader, SubPlanRequest}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.plan.catalyst.SubPlanAssembly
import org.apache.spark.sql.hbase.read.estimate.{GroupingHistory, SampledGroups}
import org.apache.spark.sql.hbase.shim.Optionals._
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
 * Reads the keys of a grouping in the first rows of a table, as hashes, before the query runs. Conditions are left out:
 * they only take rows away, so that of keys which are all different the rest is too. Stateless but for its scan.
 */
private[read] final class FirstKeys(read: SubPlanRead) extends Logging {
  import read.{conf, keys, plan, settings, table}

  /**
   * Returns the reason why Spark should group the rows; None if there is no known reason, or if the table is small.
   *
   * @param columns of the table among the keys: each more of them can only make more groups
   */
  def wasteful(columns: Set[String]): Option[String] =
    if (columns.isEmpty || conf.mode == CoprocessorMode.OFF || keys.ranges.mostRows < GroupingHistory.MinRows) None
    else
      SampledGroups.ofDriver.wasteful(SampledGroups.Keys(settings, table.hbaseTable, columns), sample(columns, _))

  /** The query can be planned without it, so whatever is wrong with the table, those who run it say. */
  private def sample(columns: Set[String], rows: Long): SampledGroups.Sample =
    try
      HBaseCluster.use(settings)(shared =>
        if (isSmall(shared)) FirstKeys.Nothing else count(shared, hashes(columns, rows))
      )
    catch {
      case NonFatal(e) =>
        logInfo(s"The keys of a grouping are not known to the planner. table=${table.sqlName} reason=${e.getMessage}")
        FirstKeys.Nothing
    }

  private def isSmall(shared: SharedConnection): Boolean =
    TableRegions
      .sized(shared.regionLocations, table, conf.partitionExpirationSeconds)
      .sizes
      .toScala
      .exists(_.sum < FirstKeys.SmallTableBytes)

  private def hashes(columns: Set[String], rows: Long): SubPlan = {
    val positions = plan.getTable.getColumnsList.asScala.zipWithIndex.filter(column => columns(column._1.getName))
    val values = positions.map { case (column, position) =>
      ProtoExpression.newBuilder().setType(column.getType).setColumn(position).build()
    }
    val call =
      Call.newBuilder().setFunction(ProtoFunction.XXHASH64).addArguments(FirstKeys.Seed).addAllArguments(values.asJava)
    val hash = ProtoExpression.newBuilder().setType(FirstKeys.Bigint).setCall(call).build()
    SubPlanAssembly.checked(plan.getTable, Seq(SubPlanAssembly.project(Seq(hash)), SubPlanAssembly.limit(rows))) match {
      case Right(subPlan) => subPlan
      case Left(refusal) => throw new IllegalArgumentException(refusal.toString)
    }
  }

  private def count(shared: SharedConnection, hashes: SubPlan): SampledGroups.Sample = {
    val ranges = keys.ranges.ranges.asScala
    val options = conf.readerOptions.withMode(CoprocessorMode.REQUIRE).withAttempts(1, 0, 0)
    val bytes = hashes.toByteArray
    val request = new SubPlanRequest(
      TableName.valueOf(table.hbaseTable),
      bytes,
      ranges.head.start,
      Option(ranges.last.stop).getOrElse(Array.emptyByteArray),
      options,
      bytes,
      table.time.bounds
    )
    Using.resource(SubPlanReader.open(shared.connection, request)) { reader =>
      val groups = new OpenHashSet[Long]
      var rows = 0L
      while (reader.next()) {
        val batch = reader.current()
        val column = batch.columns.get(0)
        (0 until batch.rowCount).foreach(i => groups.add(column.getLong(i)))
        rows += batch.rowCount
      }
      SampledGroups.Sample(rows, groups.size)
    }
  }
}

private object FirstKeys {

  /** The sample would be most of a table that is smaller. */
  private val SmallTableBytes = 16L << 20

  private val Nothing = SampledGroups.Sample(0, 0)
  private val Bigint = ProtoType.newBuilder().setKind(TypeKind.BIGINT).build()
  private val Seed =
    ProtoExpression.newBuilder().setType(Bigint).setLiteral(ProtoLiteral.newBuilder().setInteger(42)).build()
}

package org.apache.spark.sql.hbase.read.estimate

import java.util
import java.util.{Optional, OptionalLong}

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.connector.expressions.{FieldReference, NamedReference}
import org.apache.spark.sql.connector.read.{colstats, Statistics}
import org.apache.spark.sql.hbase.schema.{ColumnStatistics, TableStatistics}

/** The statistics of a scan for Spark's planner. Immutable. */
private[read] final class ReportedStatistics(estimate: ScanEstimate, columns: Seq[ColumnStatistics])
    extends Statistics {
  import ReportedStatistics._

  override def sizeInBytes(): OptionalLong = optional(estimate.bytes)

  override def numRows(): OptionalLong = optional(estimate.rows)

  override def columnStats(): util.Map[NamedReference, colstats.ColumnStatistics] =
    columns.map(ofColumn).toMap.asJava

  private def ofColumn(column: ColumnStatistics): (NamedReference, colstats.ColumnStatistics) =
    FieldReference.column(column.name) -> new OfColumn(column, estimate.rows)
}

private[read] object ReportedStatistics {

  /**
   * The columns that Spark may estimate with. Those whose conditions limited the row keys are left out: the number of rows
   * takes them into account already, and Spark would do it again.
   */
  def columns(analyzed: TableStatistics, read: Set[String], limiting: Set[String]): Seq[ColumnStatistics] =
    analyzed.columns.filter(c => read(c.name) && !limiting(c.name) && isFinite(c))

  /** Spark's intervals are of decimal numbers. */
  private def isFinite(column: ColumnStatistics): Boolean = column.range.forall { case (least, greatest) =>
    Seq(least, greatest).forall {
      case d: Double => !d.isNaN && !d.isInfinite
      case f: Float => !f.isNaN && !f.isInfinite
      case _ => true
    }
  }

  private final class OfColumn(column: ColumnStatistics, rows: Option[Long]) extends colstats.ColumnStatistics {
    private def bounded(count: Long): Long = rows.fold(count)(math.min(count, _))

    override def distinctCount(): OptionalLong = OptionalLong.of(bounded(column.distinct))
    override def nullCount(): OptionalLong = OptionalLong.of(bounded(column.nulls))
    override def min(): Optional[Object] = optionalValue(column.range.map(_._1))
    override def max(): Optional[Object] = optionalValue(column.range.map(_._2))
  }

  private def optional(value: Option[Long]): OptionalLong = value.fold(OptionalLong.empty())(OptionalLong.of)

  private def optionalValue(value: Option[Any]): Optional[Object] =
    value.fold(Optional.empty[Object]())(v => Optional.of(v.asInstanceOf[Object]))
}

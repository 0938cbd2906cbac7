package org.apache.spark.sql.hbase.schema

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.wire.ErrorCode
import org.apache.spark.sql.hbase.wire.plan.{PlanException, SubPlans}
import org.apache.spark.sql.types.{StructField, StructType}

/** Bounds what a table may have, so that no statement over it fails for its size alone. docs/LIMITS.md lists all limits. */
private[hbase] object TableLimits {

  /** Regions of a new HBase table: a master opens some hundred in a second. */
  val MaxRegions = 10000

  /** Refuses a table of which one query could not read all columns, with those of [[MetadataColumns]]. */
  def check(table: TableSchema): Unit = {
    val metadata = MetadataColumns.forSpark(table).map(c => StructField(c.name, c.dataType, c.isNullable))
    val everything = TableLayouts.projection(table, StructType(table.sparkSchema.fields ++ metadata))
    try SubPlans.parse(everything.toByteArray)
    catch {
      case e: PlanException if e.error.code == ErrorCode.PLAN_TOO_LARGE =>
        val values = Seq("table" -> table.fullName, "columns" -> table.columns.flatMap(_.leaves).size)
        throw HBaseErrors.TooManyColumns.analysis(values ++ e.error.values.asScala: _*)
    }
  }
}

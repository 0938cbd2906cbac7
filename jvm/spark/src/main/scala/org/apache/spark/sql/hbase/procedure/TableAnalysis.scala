package org.apache.spark.sql.hbase.procedure

import java.time.Instant
import java.time.temporal.ChronoUnit

import scala.jdk.CollectionConverters._

import org.apache.spark.internal.Logging
import org.apache.spark.sql.{Column, Row}
import org.apache.spark.sql.catalyst.CatalystTypeConverters
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.functions
import org.apache.spark.sql.hbase.client.cluster.SharedConnection
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.classic.{Dataset, SparkSession}
import org.apache.spark.sql.hbase.shim.ScalaShim._
import org.apache.spark.sql.hbase.table.HBaseTable
import org.apache.spark.sql.types.DataType

/** Computes the statistics of a table: one aggregation over all of its rows, which runs in the region servers. */
private[procedure] object TableAnalysis extends Logging {

  /** A column whose statistics are kept, with the place of its first aggregate in the answer. */
  private final case class Summarized(column: String, dataType: DataType, position: Int) {
    def hasRange: Boolean = StatisticsJson.hasRange(dataType)
    def next: Int = position + (if (hasRange) 4 else 2)
  }

  def of(session: SparkSession, table: HBaseTable, shared: SharedConnection): TableStatistics = {
    val schema = table.tableSchema
    val analyzedAt = Instant.now.truncatedTo(ChronoUnit.MILLIS)
    val columns = summarized(schema)
    // Without a name, under which Spark would load the table anew, with the statistics that are to be replaced.
    val row = answer(session, DataSourceV2Relation.create(table, None, None), schema, columns)
    val rows = row.getLong(0)
    TableStatistics(
      schema.id,
      schema.schemaVersion,
      analyzedAt,
      rows,
      columns.map { c =>
        val range = Option.when(c.hasRange && !row.isNullAt(c.position + 2))(value(row, c, 2), value(row, c, 3))
        ColumnStatistics(c.column, row.getLong(c.position), rows - row.getLong(c.position + 1), range)
      },
      KeySample.of(shared, schema)
    )
  }

  private def summarized(schema: TableSchema): Seq[Summarized] =
    schema.columns
      .map(c => c.name -> SparkTypes.toSpark(c.sqlType))
      .filter { case (_, dataType) => StatisticsJson.isEstimated(dataType) }
      .foldLeft(Vector.empty[Summarized]) { case (before, (name, dataType)) =>
        before :+ Summarized(name, dataType, before.lastOption.fold(1)(_.next))
      }

  private def answer(
      session: SparkSession,
      relation: DataSourceV2Relation,
      schema: TableSchema,
      columns: Seq[Summarized]
  ): Row = {
    // Names of the user's may hold dots and quotes.
    val numbered = Dataset.ofRows(session, relation).toDF(schema.columns.indices.map(i => s"c$i"): _*)
    val aggregates = columns.flatMap { c =>
      val column = functions.col(s"c${schema.columns.indexWhere(_.name == c.column)}")
      val counts = Seq(functions.approx_count_distinct(column), functions.count(column))
      if (c.hasRange) counts ++ Seq(functions.min(column), functions.max(column)) else counts
    }
    val all: Seq[Column] = functions.count(functions.lit(1)) +: aggregates
    numbered.agg(all.head, all.tail: _*).head()
  }

  private def value(row: Row, column: Summarized, offset: Int): Any =
    CatalystTypeConverters.createToCatalystConverter(column.dataType)(row.get(column.position + offset))
}

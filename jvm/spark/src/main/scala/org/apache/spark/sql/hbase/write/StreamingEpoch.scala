package org.apache.spark.sql.hbase.write

import scala.jdk.CollectionConverters._

import org.apache.spark.sql.catalyst.expressions.{Alias, BindReferences, Expression}
import org.apache.spark.sql.catalyst.optimizer.{ComputeCurrentTime, ReplaceExpressions}
import org.apache.spark.sql.catalyst.plans.logical.{LocalRelation, Project}
import org.apache.spark.sql.catalyst.types.DataTypeUtils
import org.apache.spark.sql.connector.catalog.Table
import org.apache.spark.sql.connector.write.LogicalWriteInfo
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2Relation
import org.apache.spark.sql.hbase.shim.{StreamShim, WriteShim}
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.StructType

/**
 * One epoch (micro-batch) of a streaming query, on the driver.
 *
 * @param checkpoint the folder in which Spark keeps the query's progress
 * @param columns those of the table, computed from the query's
 */
private[hbase] final case class StreamingEpoch(number: Long, checkpoint: String, columns: Seq[Expression]) {

  /** Returns the times of the epoch, which are equal whenever it runs. */
  def times: JobTimes = new EpochTimes(SparkSession.active, checkpoint, JobClock.shared).of(number)
}

private[hbase] object StreamingEpoch {

  /** None of a write that is no micro-batch. Spark plans each micro-batch in the query's own thread. */
  def of(info: LogicalWriteInfo, table: Table): Option[StreamingEpoch] = {
    val session = SparkSession.active
    for {
      query <- session.sharedState.activeStreamingQueries.values.asScala.find(_.id.toString == info.queryId)
      number <- Option(session.sparkContext.getLocalProperty(StreamShim.BatchIdKey))
    } yield StreamingEpoch(number.toLong, query.resolvedCheckpointRoot, columns(table, info.schema))
  }

  /**
   * Spark does this for other writes. Columns go by name, those that are not there get their default, and casts, checks
   * and errors are those of an INSERT BY NAME.
   */
  private[write] def columns(table: Table, query: StructType): Seq[Expression] = {
    val given = LocalRelation(DataTypeUtils.toAttributes(query))
    val expected = DataSourceV2Relation.create(table, None, None).output
    val resolved = WriteShim.columnsByName(table.name(), expected, given, SparkSession.active.sessionState.conf)
    // What the optimizer does to defaults such as current_date().
    val columns = ReplaceExpressions(ComputeCurrentTime(resolved)) match {
      case Project(columns, _) => columns
      case other => other.output
    }
    columns.map {
      case Alias(column, _) => BindReferences.bindReference(column, given.output)
      case column => BindReferences.bindReference[Expression](column, given.output)
    }
  }
}

package org.apache.spark.sql.hbase.read.estimate

import org.json4s.JsonAST.JValue
import org.json4s.JsonDSL._

import org.apache.spark.sql.catalyst.expressions.Literal
import org.apache.spark.sql.hbase.schema.{ColumnStatistics, TableSchema, TableStatistics}
import org.apache.spark.sql.types.DataType

/** The statistics of `CALL hbase.system.analyze` about a table, in a [[ScanExplanation]]; values as SQL writes them. */
private[read] object ExplainedStatistics {
  def of(known: TableStatistics, table: Option[TableSchema]): JValue = {
    val types = table.toSeq.flatMap(_.sparkSchema).map(field => field.name -> field.dataType).toMap
    ("analyzedAt" -> known.analyzedAt.toString) ~
      ("rows" -> known.rows) ~
      ("keyParts" -> known.keyParts.size) ~
      ("columns" -> known.columns.map(column => of(column, types.get(column.name))))
  }

  private def of(column: ColumnStatistics, dataType: Option[DataType]): JValue = {
    val ends = for (found <- dataType; (least, greatest) <- column.range) yield Seq(least, greatest).map(sql(_, found))
    ("name" -> column.name) ~
      ("distinct" -> column.distinct) ~
      ("nulls" -> column.nulls) ~
      ("least" -> ends.map(_.head)) ~
      ("greatest" -> ends.map(_.last))
  }

  private def sql(value: Any, dataType: DataType): String = Literal(value, dataType).sql
}

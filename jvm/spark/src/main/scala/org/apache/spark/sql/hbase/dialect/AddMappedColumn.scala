package org.apache.spark.sql.hbase.dialect

import org.apache.spark.sql.catalyst.plans.logical.{AlterTableCommand, LogicalPlan}
import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.types.DataType

/**
 * `ALTER TABLE t ADD c TYPE MAPPED BY (c = cf.q)`, or a field of a STRUCT as `s.x`. Spark resolves and runs it as its own changes of tables; the catalog gets
 * the column together with the properties that say where it lies.
 */
private[hbase] final case class AddMappedColumn(
    table: LogicalPlan,
    column: Seq[String],
    dataType: DataType,
    nullable: Boolean,
    comment: Option[String],
    properties: Seq[(String, String)]
) extends AlterTableCommand {

  override def changes: Seq[TableChange] =
    properties.map { case (name, value) => TableChange.setProperty(name, value) } :+
      TableChange.addColumn(column.toArray, dataType, nullable, comment.orNull)

  override protected def withNewChildInternal(newChild: LogicalPlan): LogicalPlan = copy(table = newChild)
}

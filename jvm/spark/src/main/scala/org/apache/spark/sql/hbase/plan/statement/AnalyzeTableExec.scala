package org.apache.spark.sql.hbase.plan.statement

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.expressions.Attribute
import org.apache.spark.sql.connector.catalog.Identifier
import org.apache.spark.sql.execution.datasources.v2.LeafV2CommandExec
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog

/** Spark's `ANALYZE TABLE` and `ANALYZE TABLES`: what `CALL hbase.system.analyze` does, for each table. */
private[plan] final case class AnalyzeTableExec(catalog: HBaseTableCatalog, tables: Seq[Identifier])
    extends LeafV2CommandExec {
  override def output: Seq[Attribute] = Nil

  override protected def run(): Seq[InternalRow] = {
    tables.foreach(catalog.analyze)
    Nil
  }
}

package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.connector.write._
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema

/** Plans an append: rows whose key exists are replaced. */
final class HBaseWriteBuilder(settings: ClusterSettings, table: TableSchema) extends WriteBuilder {
  override def build(): Write = new Write {
    override def description(): String = s"HBaseWrite ${table.fullName}"

    override def toBatch: BatchWrite = new HBaseBatchWrite(settings, table)
  }
}

package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.connector.write.{Write, WriteBuilder}
import org.apache.spark.sql.hbase.client.ClusterSettings
import org.apache.spark.sql.hbase.schema.TableSchema

/** Plans an append whose rows replace those with their keys; other writes are not made by store files. */
final class BulkLoadWriteBuilder(
    settings: ClusterSettings,
    table: TableSchema,
    parallel: Boolean,
    loaded: BulkLoadResult => Unit = _ => ()
) extends WriteBuilder {
  override def build(): Write = new BulkLoadWrite(settings, table, parallel, loaded)
}

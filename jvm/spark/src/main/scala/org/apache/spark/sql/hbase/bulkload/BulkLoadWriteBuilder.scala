package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.connector.write.{Write, WriteBuilder}

/** Plans an append whose rows replace those with their keys; other writes are not made by store files. */
final class BulkLoadWriteBuilder(
    target: BulkLoadTarget,
    parallel: Boolean,
    loaded: BulkLoadResult => Unit = _ => ()
) extends WriteBuilder {
  override def build(): Write = new BulkLoadWrite(target, parallel, loaded)
}

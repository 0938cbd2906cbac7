package org.apache.spark.sql.hbase.bulkload

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.conf.WrittenNulls
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.write.ShapeCheck

/**
 * The table of a bulk load.
 *
 * @param hasCatalog Spark finds the functions of the table's catalog
 * @param canResume the table is still there when the load has failed
 * @param nulls of the rows
 */
final case class BulkLoadTarget(
    settings: ClusterSettings,
    table: TableSchema,
    shape: ShapeCheck,
    hasCatalog: Boolean,
    canResume: Boolean = true,
    nulls: WrittenNulls = WrittenNulls.Delete
)

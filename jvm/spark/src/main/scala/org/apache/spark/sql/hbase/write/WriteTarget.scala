package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.conf.{WriteOptions, WrittenNulls}
import org.apache.spark.sql.hbase.schema.{SchemaJson, TableSchema}

/**
 * The table of a write job, and how rows go there. Travels to the tasks, so it holds the schema as text.
 *
 * @param hasServerTime region servers give cells their time
 * @param refusesDuplicates rows come in row-key order, and two of one key are an error
 */
private[hbase] final case class WriteTarget(
    settings: ClusterSettings,
    schemaJson: String,
    nulls: WrittenNulls = WrittenNulls.Delete,
    refusesDuplicates: Boolean = false,
    hasServerTime: Boolean = false
) {
  @transient lazy val table: TableSchema = SchemaJson.readWhole(schemaJson)

  /** The planner forgets how large the table was; on the driver, when rows were written or deleted. */
  def forgetSizes(): Unit = HBaseCluster.use(settings)(_.regionLocations.forgetSizes(table.tableName))
}

private[hbase] object WriteTarget {
  def of(settings: ClusterSettings, table: TableSchema): WriteTarget = WriteTarget(settings, SchemaJson.whole(table))

  /** The target of a write by puts, with the options that its rows have. */
  def of(settings: ClusterSettings, table: TableSchema, options: WriteOptions): WriteTarget =
    of(settings, table).copy(
      nulls = options.nulls,
      refusesDuplicates = options.refusesDuplicates,
      hasServerTime = options.hasServerTime
    )
}

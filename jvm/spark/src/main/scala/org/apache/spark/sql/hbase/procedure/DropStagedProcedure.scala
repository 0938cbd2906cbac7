package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.LeftTables
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/**
 * `CALL hbase.system.drop_staged(table => 'ns.t')`: what CREATE or REPLACE TABLE ... AS SELECT has left whose driver died. Such a
 * statement that still runs fails. Called on the driver.
 */
private[hbase] final class DropStagedProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CatalogProcedure {
  override def name(): String = "drop_staged"

  override def description(): String =
    "Drops the HBase tables that CREATE or REPLACE TABLE ... AS SELECT of a table has made, and not finished."

  override protected def arguments: Seq[Parameter] = Seq(TableArgument.Table)

  override protected val output: StructType = new StructType().add("hbase_tables", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val ident = TableArgument.identifier(SparkSession.active, catalog, TableArgument.text(arguments, 0))
    val dropped = HBaseCluster.use(settings) { shared =>
      LeftTables.drop(shared.connection, ident.namespace.head, ident.name)(_ => true)
    }
    InternalRow(UTF8String.fromString(dropped.mkString(",")))
  }
}

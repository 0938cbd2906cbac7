package org.apache.spark.sql.hbase.procedure

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.{MetadataStore, Snapshots}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.schema.TableSchema
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types._
import org.apache.spark.unsafe.types.UTF8String

/**
 * Procedures about an HBase snapshot of the HBase table below a SQL table, `(table => 'ns.t', name => 's')`. They return
 * when HBase is done. Called on the driver.
 */
private[hbase] final class SnapshotProcedure(
    catalog: HBaseTableCatalog,
    settings: => ClusterSettings,
    override val name: String,
    override val description: String,
    action: (Snapshots, TableSchema, String) => Unit
) extends CatalogProcedure {

  override protected def arguments: Seq[Parameter] = Seq(
    TableArgument.Table,
    Parameter("name", StringType, "name of the snapshot, as HBase allows it")
  )

  override protected val output: StructType = new StructType()
    .add("snapshot", StringType, nullable = false)
    .add("table", StringType, nullable = false)
    .add("hbase_table", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val given = TableArgument.text(arguments, 0)
    val ident = TableArgument.identifier(SparkSession.active, catalog, given)
    val snapshot = TableArgument.text(arguments, 1)
    HBaseCluster.use(settings) { shared =>
      val schema = new MetadataStore(shared.connection)
        .load(ident.namespace.head, ident.name)
        .getOrElse(throw TableArgument.unknown(catalog, given))
        .schema
      action(new Snapshots(shared.connection), schema, snapshot)
      InternalRow(
        UTF8String.fromString(snapshot),
        UTF8String.fromString(schema.fullName),
        UTF8String.fromString(schema.hbaseTable)
      )
    }
  }
}

private[hbase] object SnapshotProcedure {

  def all(catalog: HBaseTableCatalog, settings: => ClusterSettings): Seq[SnapshotProcedure] = Seq(
    new SnapshotProcedure(
      catalog,
      settings,
      "snapshot",
      "Makes an HBase snapshot of the HBase table below a table.",
      (snapshots, schema, snapshot) => snapshots.make(schema, snapshot)
    ),
    new SnapshotProcedure(
      catalog,
      settings,
      "open_snapshot",
      "Makes a snapshot readable by VERSION AS OF: a read-only HBase table shares its files.",
      (snapshots, schema, snapshot) => snapshots.open(schema, snapshot)
    ),
    new SnapshotProcedure(
      catalog,
      settings,
      "close_snapshot",
      "Drops that HBase table again; the snapshot stays.",
      (snapshots, schema, snapshot) => snapshots.close(schema, snapshot)
    )
  )
}

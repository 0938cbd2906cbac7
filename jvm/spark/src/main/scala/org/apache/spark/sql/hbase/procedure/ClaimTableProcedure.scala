package org.apache.spark.sql.hbase.procedure

import org.apache.hadoop.hbase.TableName

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.hbase.catalog.HBaseTableCatalog
import org.apache.spark.sql.hbase.catalog.store.{MetadataStore, TableOwners}
import org.apache.spark.sql.hbase.client.cluster.ClusterSettings
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.shim.Parameter
import org.apache.spark.sql.hbase.shim.classic.SparkSession
import org.apache.spark.sql.types.{StringType, StructType}
import org.apache.spark.unsafe.types.UTF8String

/**
 * `CALL hbase.system.claim_table(table => 'ns.t', hbase_table => 'ns:u')`: the user says in words which HBase table a SQL table
 * may empty, drop and change. Called on the driver.
 */
private[hbase] final class ClaimTableProcedure(catalog: HBaseTableCatalog, settings: => ClusterSettings)
    extends CatalogProcedure {
  override def name(): String = "claim_table"

  override def description(): String =
    "Makes a table an owner of its HBase table, which it may empty, drop and change from then on."

  override protected def arguments: Seq[Parameter] = Seq(
    TableArgument.Table,
    Parameter("hbase_table", StringType, "the HBase table, so that it is the one you mean")
  )

  override protected val output: StructType = new StructType()
    .add("table", StringType, nullable = false)
    .add("hbase_table", StringType, nullable = false)

  override protected def run(arguments: InternalRow): InternalRow = {
    val given = TableArgument.text(arguments, 0)
    val ident = TableArgument.identifier(SparkSession.active, catalog, given)
    val meant = TableArgument.text(arguments, 1)
    HBaseCluster.use(settings) { shared =>
      val table = new MetadataStore(shared.connection)
        .load(ident.namespace.head, ident.name)
        .getOrElse(throw TableArgument.unknown(catalog, given))
        .schema
      if (scala.util.Try(TableName.valueOf(meant)).toOption.forall(_ != table.tableName)) {
        throw HBaseErrors.NotOwned.analysis(
          "table" -> table.fullName,
          "hbaseTable" -> table.hbaseTable,
          "named" -> meant
        )
      }
      new TableOwners(shared.connection).claim(table)
      InternalRow(UTF8String.fromString(table.fullName), UTF8String.fromString(table.hbaseTable))
    }
  }
}

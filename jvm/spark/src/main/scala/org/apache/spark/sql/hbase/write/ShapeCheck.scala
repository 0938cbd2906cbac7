package org.apache.spark.sql.hbase.write

import org.apache.spark.sql.hbase.catalog.store.MetadataStore
import org.apache.spark.sql.hbase.client.cluster.{ClusterSettings, Masters}
import org.apache.spark.sql.hbase.cluster.HBaseCluster
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * Whether rows of a write still have the shape of their table. Asked on the driver, before the first task and after the
 * last. Rows that tasks wrote while the table was altered stay readable, as rows from before the change do. But they do
 * not know columns that were added, so the statement must be repeated. Of a table that others write too, a delete does
 * not know the cells of such columns.
 */
trait ShapeCheck {

  /** Raises `WRITE_OUTDATED` if not, and `HBASE_TABLE_MISSING` where the HBase table is gone. */
  def check(settings: ClusterSettings): Unit
}

object ShapeCheck {

  /** The table is in no metadata table (yet). */
  val none: ShapeCheck = _ => ()

  /** The table is in the metadata table, where others may alter it. */
  def stored(planned: TableSchema): ShapeCheck = settings => {
    val now = HBaseCluster.use(settings) { shared =>
      if (!Masters.ask[Boolean](shared.connection, _.tableExists(planned.tableName))) {
        throw HBaseErrors.HBaseTableMissing.analysis("table" -> planned.fullName, "hbaseTable" -> planned.hbaseTable)
      }
      new MetadataStore(shared.connection).load(planned.namespace, planned.name).map(_.schema)
    }
    if (!now.exists(hasSameRows(_, planned))) {
      throw HBaseErrors.WriteOutdated.runtime(
        "table" -> planned.fullName,
        "plannedVersion" -> planned.schemaVersion,
        "currentVersion" -> now.fold("none")(_.schemaVersion.toString)
      )
    }
  }

  /** Comments, properties and defaults may differ. */
  private def hasSameRows(a: TableSchema, b: TableSchema): Boolean = {
    def cells(table: TableSchema) = table.columns.map(c => (c.name, c.sqlType, c.nullable, c.place)).toSet
    a.id == b.id && a.hbaseTable == b.hbaseTable && cells(a) == cells(b) && a.packedCells == b.packedCells
  }
}

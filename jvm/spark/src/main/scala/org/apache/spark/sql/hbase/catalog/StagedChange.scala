package org.apache.spark.sql.hbase.catalog

import org.apache.hadoop.hbase.client.Connection

import org.apache.spark.sql.hbase.schema.TableSchema

/**
 * A SQL table that nobody sees yet, made by [[TableCreator.stage]]. Immutable.
 *
 * @param isNew its HBase table was made for it, and goes when it is aborted
 * @param replaced the SQL table that it takes the place of
 * @param sampledRegions into how many regions its rows say where to split the HBase table
 */
private[hbase] final case class StagedChange(
    schema: TableSchema,
    isNew: Boolean,
    replaced: Option[StoredTable],
    sampledRegions: Option[Int] = None
) {

  /** Before the first row is written. */
  def split(connection: Connection, splits: Array[Array[Byte]]): Unit =
    new PhysicalTables(connection).split(schema, splits)

  /** False: another session was faster, and nothing is left of this table. */
  def commit(connection: Connection): Boolean = {
    val store = new MetadataStore(connection)
    val done = store.publish(schema, replaced)
    if (done) replaced.foreach(before => dropReplaced(connection, before.schema)) else abort(connection)
    done
  }

  /** Rows that were written to an HBase table that was there before stay. */
  def abort(connection: Connection): Unit = if (isNew) {
    val store = new MetadataStore(connection)
    if (store.mappedTo(schema.hbaseTable).isEmpty) new PhysicalTables(connection).drop(schema.tableName)
    store.unstage(schema)
  }

  /** HBase tables that others made, or that another SQL table shows, stay. */
  private def dropReplaced(connection: Connection, before: TableSchema): Unit = {
    val tables = new PhysicalTables(connection)
    val isUsed =
      before.hbaseTable == schema.hbaseTable || new MetadataStore(connection).mappedTo(before.hbaseTable).nonEmpty
    if (!isUsed && tables.descriptor(before.tableName).exists(PhysicalTables.signature(_).isDefined)) {
      tables.drop(before.tableName)
    }
  }
}

package org.apache.spark.sql.hbase.catalog.store

import org.apache.hadoop.hbase.TableName
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
    val done = publish(connection)
    if (done) LeftTables.drop(connection, schema.namespace, schema.name)(_.isReplaced) else abort(connection)
    done
  }

  /** The first step of [[commit]]: who dies behind it leaves a mark by which the next statement drops what is replaced. */
  private[hbase] def publish(connection: Connection): Boolean = {
    val before = replaced.map(_.schema).filter(_.hbaseTable != schema.hbaseTable)
    val dropped = before.filter(_.rowPrefix.isEmpty).filter(new TableOwners(connection).owns)
    // Tables that were made before HBase tables named their owners; the mark alone would not let them be dropped.
    dropped.foreach(new TableOwners(connection).claim)
    new MetadataStore(connection).publish(schema, replaced, dropped.map(_.hbaseTable))
  }

  /** Rows that were written to an HBase table that was there before stay. */
  def abort(connection: Connection): Unit =
    if (isNew) LeftTables.drop(connection, schema.namespace, schema.name)(_.hbaseTable == schema.hbaseTable)
}

/** HBase tables of statements that failed, or whose driver died. */
private[hbase] object LeftTables {

  /**
   * Drops the marked HBase tables of a SQL table, or of a name that has none, and their marks. Those that others made, that
   * another SQL table owns, or that a SQL table shows, stay.
   *
   * @return those that are gone
   */
  def drop(connection: Connection, namespace: String, name: String)(isLeft: StagedMark => Boolean): Seq[String] = {
    val store = new MetadataStore(connection)
    val tables = new PhysicalTables(connection)
    store.staged(namespace, name).filter(isLeft).map(_.hbaseTable).filter { left =>
      val table = TableName.valueOf(left)
      val isOurs = tables.descriptor(table).exists { existing =>
        PhysicalTables.signature(existing).isDefined && OwnerAttributes.isOwner(existing, namespace, name)
      }
      val isDropped = isOurs && store.mappedTo(left).isEmpty
      if (isDropped) tables.drop(table)
      store.unstage(namespace, name, left)
      isDropped
    }
  }
}

package org.apache.spark.sql.hbase.source

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{
  ColumnFamilyDescriptorBuilder,
  Connection,
  TableDescriptor,
  TableDescriptorBuilder
}

import org.apache.spark.internal.Logging
import org.apache.spark.sql.hbase.catalog.store.{MetadataStore, PhysicalTables}
import org.apache.spark.sql.hbase.client.cluster.Masters
import org.apache.spark.sql.hbase.schema.CellNames
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/**
 * Finds out what an HBase table is before rows of it are read or written. Only masters have descriptors, and rows need
 * none. Where the master does not answer in time, the metadata table tells whether this connector made the table.
 */
private[hbase] object ExistingTable extends Logging {
  private val PatienceSeconds = 5

  /**
   * @param families that the options name
   * @return None: there is no such HBase table
   */
  def of(connection: Connection, table: TableName, families: Seq[String]): Option[TableDescriptor] = {
    val answer = Masters.askFor[Option[TableDescriptor]](
      PatienceSeconds,
      connection,
      admin => if (admin.tableExists(table)) Some(admin.getDescriptor(table)) else None
    )
    answer.toScala.getOrElse {
      logWarning(
        s"The master of HBase does not answer; table $table is taken for what the metadata table says of it."
      )
      withoutMaster(connection, table, families)
    }
  }

  private def withoutMaster(connection: Connection, table: TableName, families: Seq[String]): Option[TableDescriptor] =
    Option.when(Masters.ask[Boolean](connection, _.tableExists(table))) {
      val made = new MetadataStore(connection).over(table.getNameAsString).find(!_.adopted)
      val builder = TableDescriptorBuilder.newBuilder(table)
      made.fold(families)(_.families).distinct.foreach { family =>
        builder.setColumnFamily(ColumnFamilyDescriptorBuilder.of(CellNames.bytes(family)))
      }
      made.foreach(schema => builder.setValue(PhysicalTables.SignatureAttribute, PhysicalTables.signature(schema)))
      builder.build()
    }
}

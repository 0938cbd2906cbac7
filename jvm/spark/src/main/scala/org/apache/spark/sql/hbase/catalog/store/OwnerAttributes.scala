package org.apache.spark.sql.hbase.catalog.store

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{TableDescriptor, TableDescriptorBuilder}
import org.apache.hadoop.hbase.util.Bytes

import org.apache.spark.sql.hbase.catalog.definition.LegalNames
import org.apache.spark.sql.hbase.schema.TableSchema

/** The attributes of an HBase table that name the SQL tables which own it. */
private[store] object OwnerAttributes {

  /** Before the full name of a SQL table in the key of a table attribute. */
  private val Prefix = "SPARKSQL.OWNER."
  private val Owner = "true"

  def attribute(table: TableSchema): String = Prefix + table.fullName

  def add(builder: TableDescriptorBuilder, table: TableSchema): TableDescriptorBuilder =
    builder.setValue(attribute(table), Owner)

  def isOwner(existing: TableDescriptor, table: TableSchema): Boolean = isOwner(existing, table.namespace, table.name)

  def isOwner(existing: TableDescriptor, namespace: String, name: String): Boolean =
    existing.getValue(s"$Prefix$namespace.$name") != null

  def isNamesake(table: TableSchema): Boolean =
    LegalNames.table(table.namespace, table.name).contains(TableName.valueOf(table.hbaseTable))

  def owners(existing: TableDescriptor): Seq[String] =
    existing.getValues.keySet.asScala.toSeq
      .map(key => Bytes.toString(key.get, key.getOffset, key.getLength))
      .filter(_.startsWith(Prefix))
      .map(_.drop(Prefix.length))
      .sorted
}

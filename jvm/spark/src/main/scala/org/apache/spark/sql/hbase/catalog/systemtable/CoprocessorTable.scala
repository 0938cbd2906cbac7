package org.apache.spark.sql.hbase.catalog.systemtable

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.{Connection, CoprocessorDescriptor, TableDescriptor}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData
import org.apache.spark.sql.hbase.client.cluster.Masters
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.types._

/** `t.coprocessors`: those that the table's descriptor names; what a server loads for all tables is not among them. */
private[catalog] object CoprocessorTable extends MetadataTableKind {
  override val name = "coprocessors"

  override val columns: StructType = new StructType()
    .add("class", StringType, nullable = false)
    .add("jar", StringType, nullable = true, "path of its jar; NULL: on the region servers' class path")
    .add("priority", IntegerType, nullable = false, "the lowest number of several is called first")
    .add("properties", MapType(StringType, StringType), nullable = false)

  override def rows(connection: Connection, table: TableName): Seq[InternalRow] =
    Masters.ask[TableDescriptor](connection, _.getDescriptor(table)).getCoprocessorDescriptors.asScala.toSeq.map(row)

  private def row(coprocessor: CoprocessorDescriptor): InternalRow = {
    val properties = coprocessor.getProperties.asScala.map { case (name, value) => text(name) -> text(value) }
    InternalRow(
      text(coprocessor.getClassName),
      coprocessor.getJarPath.toScala.map(text).orNull,
      coprocessor.getPriority,
      ArrayBasedMapData(properties, (key: Any) => key, (value: Any) => value)
    )
  }
}

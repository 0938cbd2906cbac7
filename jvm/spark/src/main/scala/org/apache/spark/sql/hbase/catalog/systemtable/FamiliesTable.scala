package org.apache.spark.sql.hbase.catalog.systemtable

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.{HConstants, TableName}
import org.apache.hadoop.hbase.client.{ColumnFamilyDescriptor, Connection, TableDescriptor}

import org.apache.spark.sql.catalyst.InternalRow
import org.apache.spark.sql.catalyst.util.ArrayBasedMapData
import org.apache.spark.sql.hbase.client.cluster.Masters
import org.apache.spark.sql.hbase.schema.CellNames
import org.apache.spark.sql.types._

/** `t.families`: the column families with HBase's settings of each. */
private[catalog] object FamiliesTable extends MetadataTableKind {
  override val name = "families"

  override val columns: StructType = new StructType()
    .add("family", StringType, nullable = false)
    .add("versions", IntegerType, nullable = false, "newest versions of a cell that are kept")
    .add("min_versions", IntegerType, nullable = false, "versions that are kept beyond the TTL")
    .add("ttl_seconds", IntegerType, nullable = true, "NULL: cells are kept for ever")
    .add("keep_deleted_cells", StringType, nullable = false)
    .add("compression", StringType, nullable = false)
    .add("data_block_encoding", StringType, nullable = false)
    .add("bloom_filter", StringType, nullable = false)
    .add("block_bytes", IntegerType, nullable = false)
    .add("block_cache", BooleanType, nullable = false, "whether blocks that are read may enter the block cache")
    .add("in_memory", BooleanType, nullable = false)
    .add("replication_scope", IntegerType, nullable = false)
    .add("settings", MapType(StringType, StringType), nullable = false, "all that is set, under HBase's names")

  override def rows(connection: Connection, table: TableName): Seq[InternalRow] =
    Masters.ask[TableDescriptor](connection, _.getDescriptor(table)).getColumnFamilies.toSeq.map(row)

  private def row(family: ColumnFamilyDescriptor): InternalRow = {
    val settings = family.getValues.asScala.map { case (name, value) =>
      text(CellNames.text(name.copyBytes)) -> text(CellNames.text(value.copyBytes))
    }
    InternalRow(
      text(CellNames.text(family.getName)),
      family.getMaxVersions,
      family.getMinVersions,
      if (family.getTimeToLive == HConstants.FOREVER) null else family.getTimeToLive,
      text(family.getKeepDeletedCells.name),
      text(family.getCompressionType.name),
      text(family.getDataBlockEncoding.name),
      text(family.getBloomFilterType.name),
      family.getBlocksize,
      family.isBlockCacheEnabled,
      family.isInMemory,
      family.getScope,
      ArrayBasedMapData(settings, (key: Any) => key, (value: Any) => value)
    )
  }
}

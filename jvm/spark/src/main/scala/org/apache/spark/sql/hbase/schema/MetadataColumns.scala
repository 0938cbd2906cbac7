package org.apache.spark.sql.hbase.schema

import org.apache.spark.sql.connector.catalog.MetadataColumn
import org.apache.spark.sql.hbase.client.row.RowMetadata
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.types.DataType

/**
 * Columns that tables have and none declares: what HBase's client knows of a row besides its values. A query that
 * names one reads all families in which rows exist, and the engine runs in Spark on its rows. A declared column of the same name hides one. A
 * table in layout columnar has none: what the client knows of an HBase row is not of one row of the table.
 */
private[hbase] object MetadataColumns {
  private final case class Column(mapping: ColumnMapping) extends MetadataColumn {
    override def name(): String = mapping.name
    override def dataType(): DataType = mapping.sparkType
    override def isNullable: Boolean = mapping.nullable
    override def comment(): String = mapping.comment.orNull
  }

  private def column(name: String, sqlType: SqlType, metadata: String, comment: String): ColumnMapping = ColumnMapping(
    name,
    sqlType,
    nullable = false,
    Place.Cell(RowMetadata.FAMILY, metadata, ValueEncoding.ORDERED),
    Some(comment)
  )

  private val all: Seq[ColumnMapping] = Seq(
    column("_rowkey", SqlType.BINARY, RowMetadata.ROW_KEY, "the row key as HBase has it"),
    column("_timestamp", SqlType.TIMESTAMP, RowMetadata.TIMESTAMP, "the newest timestamp of a cell of the row"),
    column("_region", SqlType.STRING, RowMetadata.REGION, "HBase's encoded name of the region that holds the row")
  )

  private def of(table: TableSchema): Seq[ColumnMapping] =
    all.filterNot(c => table.layout == Layout.Columnar || table.columns.exists(_.name.equalsIgnoreCase(c.name)))

  /** For Spark. */
  def forSpark(table: TableSchema): Array[MetadataColumn] = of(table).map(Column(_): MetadataColumn).toArray

  /** Returns the metadata columns that a query names. */
  def among(table: TableSchema, names: Set[String]): Seq[ColumnMapping] = of(table).filter(column => names(column.name))
}

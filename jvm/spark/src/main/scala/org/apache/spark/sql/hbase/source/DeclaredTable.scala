package org.apache.spark.sql.hbase.source

import java.nio.charset.StandardCharsets.UTF_8
import java.util.{Locale, UUID}

import scala.jdk.CollectionConverters._

import org.apache.hadoop.hbase.TableName
import org.apache.hadoop.hbase.client.TableDescriptor

import org.apache.spark.sql.connector.catalog.Column
import org.apache.spark.sql.hbase.catalog.definition.{PropertyParser, TableDefinition, TableProperties}
import org.apache.spark.sql.hbase.catalog.store.PhysicalTables
import org.apache.spark.sql.hbase.codec.rowkey.KeyForm
import org.apache.spark.sql.hbase.codec.types.ValueEncoding
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema.{CellNames, KeyForms, Layout, SchemaJson, TableSchema}
import org.apache.spark.sql.hbase.shim.TableDeclaration
import org.apache.spark.sql.types.DataType

/**
 * A column that options declare.
 *
 * @param cell family and qualifier, as bytes stand for themselves in UTF-8; None of a part of the row key
 * @param encoding None for the default of its type
 * @param keyLength bytes of each value of a part of the row key that could have others
 */
private[hbase] final case class DeclaredColumn(
    name: String,
    dataType: DataType,
    cell: Option[(String, String)],
    encoding: Option[ValueEncoding],
    keyLength: Option[Int] = None
)

/**
 * The table that the options of one query declare: what CREATE TABLE would say of an HBase table of another program.
 * Nothing of it is stored. Immutable.
 *
 * @param columns in SQL order
 * @param key names of columns, in row-key order
 */
private[hbase] final case class DeclaredTable(
    namespace: String,
    name: String,
    hbaseTable: TableName,
    columns: Seq[DeclaredColumn],
    key: Seq[String]
) {

  /**
   * The schema, with all the checks of CREATE TABLE.
   *
   * @param existing the HBase table, None if it is not there
   */
  def schema(existing: Option[TableDescriptor]): TableSchema = {
    checkNames()
    val ours = existing.flatMap(PhysicalTables.signature(_)).isDefined
    val families = existing.toSeq.flatMap(_.getColumnFamilyNames.asScala.map(CellNames.text(_)))
    // Only then it is known which family proves that a row of ours exists.
    val isKnown = ours && families.size == 1
    val declared = columns.flatMap(_.cell).map(_._1).headOption
    val family = if (isKnown) families.headOption else declared.orElse(families.headOption)
    val given = properties ++ family.map(TableProperties.Family.name -> _)
    val ofStatement = columns.map(c => Column.create(c.name, c.dataType, !key.contains(c.name)))
    val statement = TableDeclaration(ofStatement, Nil, given.asJava, Some(key))
    val parsed = PropertyParser.parse(given, columns.map(_.name))
    val escapesKeys = existing.exists(PhysicalTables.escapesKeys)
    val schema = TableDefinition.schema(namespace, name, statement, parsed, newHBaseTable = isKnown, escapesKeys)
    existing.foreach(PhysicalTables.check(schema, _))
    // The same options are the same table to Spark, however often they are given.
    schema.copy(id = UUID.nameUUIDFromBytes(toString.getBytes(UTF_8)).toString)
  }

  private def checkNames(): Unit = {
    val names = columns.map(_.name.toLowerCase(Locale.ROOT))
    names.diff(names.distinct).headOption.foreach { name =>
      throw HBaseErrors.InvalidOption.analysis("column" -> name, "reason" -> "the options declare the column twice")
    }
  }

  /** Returns the properties of a CREATE TABLE for this table. */
  def properties: Map[String, String] = {
    val ofTable = Map(
      TableProperties.Table.name -> hbaseTable.getNameAsString,
      TableProperties.LayoutName.name -> Layout.Columns.name
    )
    ofTable ++ columns.flatMap { c =>
      def property(p: TableProperties.Property): String = s"${TableProperties.ColumnPrefix}${c.name}.${p.name}"
      val cell = c.cell.toSeq.flatMap { case (family, qualifier) =>
        Seq(
          property(TableProperties.ColumnFamily) -> family,
          property(TableProperties.ColumnQualifier) -> CellNames.ofColumn(qualifier)
        )
      }
      cell ++ c.encoding.map(e => property(TableProperties.ColumnEncoding) -> SchemaJson.encodingName(e)) ++
        c.keyLength.map(n => property(TableProperties.ColumnForm) -> KeyForms.name(KeyForm.fixed(n)))
    }
  }
}

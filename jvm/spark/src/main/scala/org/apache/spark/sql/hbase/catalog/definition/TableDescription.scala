package org.apache.spark.sql.hbase.catalog.definition

import org.apache.hadoop.hbase.client.TableDescriptor

import org.apache.spark.sql.hbase.client.admin.TableCoprocessor
import org.apache.spark.sql.hbase.codec.rowkey.{KeyForm, KeyPrefix}
import org.apache.spark.sql.hbase.plan.push.ColumnConditions
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.hbase.shim.Optionals._
import org.apache.spark.sql.hbase.shim.ScalaShim._

/** Shows a table's mapping as table properties, for DESCRIBE and SHOW CREATE TABLE. */
object TableDescription {
  def properties(table: TableSchema): Map[String, String] = {
    val ofTable = Map(
      TableProperties.Table.name -> table.hbaseTable,
      TableProperties.Family.name -> table.family,
      TableProperties.LayoutName.name -> table.layout.name,
      TableProperties.Mapping.name -> mapping(table).mkString("; ")
    )
    ofTable ++ Some(table.rowFamilies).filter(_.nonEmpty).map(TableProperties.RowFamilies.name -> _.mkString(",")) ++
      table.rowPrefix.map(TableProperties.RowPrefix.name -> _) ++
      table.groups.map(groups => TableProperties.GroupBits.name -> groups.bits.toString) ++ table.encoding.map(
        TableProperties.Encoding.name -> SchemaJson.encodingName(_)
      ) ++ hash(table) ++
      table.columns.flatMap(ofColumn(table, _)) ++
      PackedFields.describe(table).map(TableProperties.FieldsOfCells.name -> _) ++
      DroppedCells.describe(table).map(TableProperties.CellsDropped.name -> _)
  }

  private def mapping(table: TableSchema): Seq[String] = {
    val conditions = new ColumnConditions(table)
    describePrefix(table).toSeq ++ describeGroups(table) ++
      table.columns.map(c => s"${describe(table, c)}; ${conditions.describe(c)}") ++ describeMetadata(table)
  }

  private def describeMetadata(table: TableSchema): Option[String] = {
    val names = MetadataColumns.forSpark(table).map(_.name)
    Option.when(names.nonEmpty)(s"${names.mkString(", ")}: filtered in Spark")
  }

  /** Returns the properties that HBase keeps; if families differ, only the properties that they have in common. */
  def ofHBase(table: TableSchema, descriptor: TableDescriptor): Map[String, String] = {
    val families = table.families.map(f => descriptor.getColumnFamily(CellNames.bytes(f))).filter(_ != null)
    val common = families.map(f => FamilySettings.of(f).toSet).reduceOption(_ intersect _).getOrElse(Set.empty)
    (common ++ TableCoprocessor.jar(descriptor).toScala.map(TableProperties.CoprocessorJar.name -> _)).toMap
  }

  /** A salt is not among the properties: it is the table's partitioning. */
  private def hash(table: TableSchema): Map[String, String] =
    table.keyPrefix.filter(_.kind == KeyPrefix.Kind.HASH).fold(Map.empty[String, String]) { prefix =>
      Map(
        TableProperties.HashBytes.name -> prefix.size.toString,
        TableProperties.HashColumns.name -> ColumnList.text(table.prefixColumns.map(_.name))
      )
    }

  private def describePrefix(table: TableSchema): Option[String] = table.keyPrefix.map { prefix =>
    val of = table.prefixColumns.map(_.name).mkString(", ")
    prefix.kind match {
      case KeyPrefix.Kind.SALT => s"salt of $of in front of the row key, ${prefix.size} buckets"
      case KeyPrefix.Kind.HASH => s"hash of $of in front of the row key, ${prefix.size} bytes"
    }
  }

  private def describeGroups(table: TableSchema): Option[String] =
    table.groups.map(groups => s"rows whose row keys start with the same ${groups.bits} bits are one HBase row")

  /** Returns the properties with which CREATE TABLE maps the column in this way again. */
  private def ofColumn(table: TableSchema, c: ColumnMapping): Seq[(String, String)] = {
    def property(p: TableProperties.Property): String = s"${TableProperties.ColumnPrefix}${c.name}.${p.name}"
    c.place match {
      case Place.Key(_, encoding, descending, form) =>
        Seq(property(TableProperties.ColumnEncoding) -> SchemaJson.encodingName(encoding)) ++
          Option.when(descending)(property(TableProperties.ColumnOrder) -> "desc") ++
          Option.when(form != KeyForm.PLAIN || form != formOfNewTable(table, c))(
            property(TableProperties.ColumnForm) -> KeyForms.name(form)
          ) ++
          KeyForms.delimiter(form).map(property(TableProperties.ColumnDelimiter) -> _)
      case Place.Cell(family, qualifier, encoding) =>
        Seq(
          property(TableProperties.ColumnFamily) -> family,
          property(TableProperties.ColumnQualifier) -> FamilyMaps.literal(qualifier),
          property(TableProperties.ColumnEncoding) -> SchemaJson.encodingName(encoding)
        )
      case Place.FamilyMap(family, encoding) =>
        Seq(
          property(TableProperties.ColumnFamily) -> family,
          property(TableProperties.ColumnQualifier) -> FamilyMaps.Qualifier,
          property(TableProperties.ColumnEncoding) -> SchemaJson.encodingName(encoding)
        )
      case _: Place.StructCells => c.leaves.flatMap(ofColumn(table, _))
      case Place.Packed(cell, _) => Seq(property(TableProperties.ColumnFamily) -> table.packedCells(cell).family)
    }
  }

  private def formOfNewTable(table: TableSchema, c: ColumnMapping): KeyForm = {
    val key = c.place.asInstanceOf[Place.Key]
    KeyForms.ofNewTable(c.sqlType, key.encoding, key.descending, key.position == table.keyColumns.size - 1)
  }

  private def describe(table: TableSchema, c: ColumnMapping): String = c.place match {
    case Place.Key(position, encoding, descending, form) =>
      val direction = Option.when(form.kind.keepsOrder)(if (descending) "descending" else "ascending")
      val order = (direction ++ Option.when(form != KeyForm.PLAIN)(KeyForms.name(form))).mkString(", ")
      s"${c.name}: row key part ${position + 1}, ${SchemaJson.encodingName(encoding)}, $order"
    case Place.Cell(family, qualifier, encoding) =>
      s"${c.name}: cell $family:$qualifier, ${SchemaJson.encodingName(encoding)}"
    case Place.FamilyMap(family, encoding) =>
      s"${c.name}: cells of family $family in no other column, ${SchemaJson.encodingName(encoding)}"
    case Place.StructCells(fields) =>
      val cells = c.leaves.zip(fields).map { case (leaf, cell) =>
        s"${leaf.name} in ${cell.family}:${cell.qualifier}, ${SchemaJson.encodingName(cell.encoding)}"
      }
      s"${c.name}: a cell for each field, ${cells.mkString(", ")}"
    case Place.Packed(_, field) if table.groups.isDefined =>
      s"${c.name}: column $field of the groups"
    case Place.Packed(cell, field) =>
      val packed = table.packedCells(cell)
      s"${c.name}: field $field of cell ${packed.family}:${packed.qualifier}"
  }
}

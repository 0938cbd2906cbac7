package org.apache.spark.sql.hbase.schema

import com.google.protobuf.ByteString

import org.apache.spark.sql.hbase.codec.rowkey.KeyPrefix
import org.apache.spark.sql.hbase.codec.types.{SqlType, ValueEncoding}
import org.apache.spark.sql.hbase.wire.proto
import org.apache.spark.sql.hbase.wire.plan.SubPlans
import org.apache.spark.sql.types.StructType

/** Turns a table's schema into what a sub-plan says of it. */
object TableLayouts {

  /**
   * The layout with all key columns and, of the value columns, those asked for.
   *
   * {{{
   * table (a key, v, b key, w), needed {w}            ->  columns a, b, w
   * table (a key, s STRUCT<x, y> in cells), needed {s}  ->  columns a, s.x, s.y      see [[AssembledStructs]]
   * }}}
   *
   * @param needed names of value columns and of [[MetadataColumns]], which come last; names of key columns may be among
   *   them
   */
  def of(table: TableSchema, needed: Set[String]): proto.TableLayout = {
    val columns = LayoutColumns.of(table, needed)
    val usedCells =
      if (table.groups.isDefined) table.packedCells.indices
      else columns.map(_.place).collect { case p: Place.Packed => p.cell }.distinct
    val layout = proto.TableLayout
      .newBuilder()
      .setName(table.fullName)
      .setUndecodableAsNull(table.undecodableAsNull)
      .setSetsAsideForeignRows(table.undecodableAsNull)
    columns.foreach(c => layout.addColumns(column(table, c, usedCells)))
    usedCells.foreach(cell => layout.addPackedCells(packedCell(table.packedCells(cell))))
    table.keyPrefix.foreach(prefix => layout.setKeyPrefix(keyPrefix(prefix)))
    table.groups.foreach(groups => layout.setColumnar(proto.ColumnarGroups.newBuilder().setGroupBits(groups.bits)))
    scannedFamilies(table, columns).foreach(family => layout.addFamilies(byteString(family)))
    layout.build()
  }

  /**
   * Families that a scan must read to see every row once. Empty means all. In an adopted table any cell may be the only
   * one of its row, and the newest one. The table may say by which families rows exist. In tables of ours each packed
   * cell, or the marker cell, proves the row.
   */
  private def scannedFamilies(table: TableSchema, columns: Seq[ColumnMapping]): Seq[String] =
    if (table.rowFamilies.nonEmpty) {
      // The families of all columns, whatever a query needs, so that all queries see the same rows.
      (table.rowFamilies ++ (table.valueColumns ++ columns).flatMap(c => Place.families(c.place))).distinct
    } else if (table.adopted || MetadataColumns.among(table, columns.map(_.name).toSet).nonEmpty) Seq.empty
    else
      table.layout match {
        case Layout.Columns =>
          (table.family +: columns.flatMap(c => Place.families(c.place))).distinct
        case Layout.Columnar => table.families
        case Layout.Packed =>
          val cells = columns.map(_.place).collect { case p: Place.Packed => table.packedCells(p.cell).family }.distinct
          if (cells.isEmpty) Seq(table.packedCells.head.family) else cells
      }

  /** Reads the given columns of every row, in the given order, nested ones with the given fields only. */
  def projection(table: TableSchema, required: StructType): proto.SubPlan = {
    val columnNames = required.fieldNames.toSet
    val references = LayoutColumns.references(table, columnNames)
    val structs = AssembledStructs.of(table, columnNames)
    val project = proto.Project.newBuilder()
    required.fields.foreach { field =>
      val value = structs.getOrElse(field.name, references(field.name))
      project.addExpressions(NestedPruning.narrowed(value, field.dataType))
    }
    proto.SubPlan
      .newBuilder()
      .setFormatVersion(SubPlans.FORMAT_VERSION)
      .setTable(of(table, columnNames))
      .addOperators(proto.Operator.newBuilder().setProject(project))
      .build()
  }

  private def keyPrefix(prefix: KeyPrefix): proto.KeyPrefix = {
    val message = proto.KeyPrefix.newBuilder().addAllParts(prefix.parts)
    prefix.kind match {
      case KeyPrefix.Kind.SALT => message.setSaltBuckets(prefix.size).build()
      case KeyPrefix.Kind.HASH => message.setHashBytes(prefix.size).build()
    }
  }

  private def column(table: TableSchema, c: ColumnMapping, usedCells: Seq[Int]): proto.Column = {
    val column =
      proto.Column.newBuilder().setName(c.name).setType(SparkTypes.toProto(c.sqlType)).setNullable(c.nullable)
    c.place match {
      case Place.Key(_, valueEncoding, descending, form) =>
        column.setKey(
          proto.KeyPart
            .newBuilder()
            .setEncoding(encoding(valueEncoding))
            .setDescending(descending)
            .setForm(proto.KeyForm.valueOf(form.kind.name))
            .setDelimiter(form.delimiter)
            .setWidth(form.width)
        )
      case Place.Cell(family, qualifier, valueEncoding) =>
        column.setCell(
          proto.ValueCell
            .newBuilder()
            .setFamily(byteString(family))
            .setQualifier(byteString(qualifier))
            .setEncoding(cellEncoding(valueEncoding, c.sqlType))
        )
      case Place.FamilyMap(family, valueEncoding) =>
        val ofValues = cellEncoding(valueEncoding, c.sqlType.fieldType(1))
        val map = proto.FamilyMap.newBuilder().setFamily(byteString(family)).setEncoding(ofValues)
        table.qualifiersOutsideMap(family).map(byteString).foreach(map.addExcludedQualifiers)
        column.setFamilyMap(map)
      case Place.Packed(cell, field) =>
        column.setPacked(proto.PackedField.newBuilder().setCell(usedCells.indexOf(cell)).setField(field))
      case _: Place.StructCells => throw new IllegalStateException(s"column ${c.name} is not one column of a layout")
    }
    column.build()
  }

  private def packedCell(cell: PackedCellMapping): proto.PackedCell = {
    val packed =
      proto.PackedCell.newBuilder().setFamily(byteString(cell.family)).setQualifier(byteString(cell.qualifier))
    cell.fields.foreach(t => packed.addFields(SparkTypes.toProto(t)))
    packed.build()
  }

  /** Texts in cells are read as Spark's CAST reads them. Row keys are not: another text of a value is another row. */
  private def cellEncoding(e: ValueEncoding, sqlType: SqlType): proto.Encoding =
    if (e == ValueEncoding.TEXT && sqlType.physical != SqlType.Physical.BYTES) proto.Encoding.CAST_TEXT else encoding(e)

  private def encoding(e: ValueEncoding): proto.Encoding = proto.Encoding.valueOf(e.name)

  private def byteString(name: String): ByteString = ByteString.copyFrom(CellNames.bytes(name))
}

package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.connector.catalog.TableChange._
import org.apache.spark.sql.hbase.catalog.definition.{ColumnTypes, StructFields, TableProperties}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.types.StructField

/**
 * ALTER TABLE inside of a STRUCT whose fields lie in cells of their own: fields are added, dropped and renamed as columns are. Other
 * STRUCTs are one value, whose stored bytes say which fields there are.
 */
private[catalog] object FieldAlteration {
  def addTo(table: TableSchema, add: AddColumn, settings: TableProperties.OfColumns): TableSchema = {
    val column = struct(table, add.fieldNames)
    val name = add.fieldNames.last
    val leaf = ColumnMapping.leaf(column.name, name)
    val fields = StructFields.of(column)
    checkFree(table, column, name)
    if (!add.isNullable) throw refused(table, leaf, "it is NOT NULL")
    if (add.defaultValue != null) throw refused(table, leaf, "it has a DEFAULT")
    val sqlType = ColumnTypes.sqlType(table.fullName, leaf, add.dataType)
    val given = settings.collectFirst { case (field, own) if field.equalsIgnoreCase(leaf) => own }
    val own = given.getOrElse(TableProperties.ColumnSettings.None)
    val family = own.family.getOrElse(fields.head._2.family)
    val qualifier = own.qualifier.getOrElse(AddedColumn.freeQualifier(table, family, leaf))
    val defaults = StructFields.Defaults(family, table.encoding)
    val cell = StructFields.cell(table.fullName, leaf, sqlType, own.copy(qualifier = Some(qualifier)), defaults)
    val rest = AddedColumn.withoutDropped(table, ColumnMapping(leaf, sqlType, nullable = true, cell))
    val at = add.position match {
      case null => fields.size
      case _: First => 0
      case after: After => position(table, column, after.column) + 1
    }
    StructFields.changed(rest, column, fields.patch(at, Seq(StructField(name, add.dataType) -> cell), 0))
  }

  def alter(table: TableSchema, change: ColumnChange): TableSchema = {
    val column = struct(table, change.fieldNames)
    val name = change.fieldNames.last
    val fields = StructFields.of(column)
    change match {
      case drop: DeleteColumn if drop.ifExists && !fields.exists(_._1.name.equalsIgnoreCase(name)) => table
      case _: DeleteColumn if fields.size == 1 =>
        throw StructFields.refused(table.fullName, column.name, "a STRUCT has at least one field; drop the column")
      case _: DeleteColumn =>
        val at = position(table, column, name)
        StructFields.changed(dropping(table, column.leaves(at)), column, fields.patch(at, Nil, 1))
      case rename: RenameColumn =>
        val at = position(table, column, name)
        if (!rename.newName.equalsIgnoreCase(name)) checkFree(table, column, rename.newName)
        val (field, cell) = fields(at)
        StructFields.changed(table, column, fields.updated(at, field.copy(name = rename.newName) -> cell))
      case other => throw AlteredColumns.unsupported(table, s"${other.getClass.getSimpleName} of a field")
    }
  }

  /** Its cells may be there still. */
  def dropping(table: TableSchema, leaf: ColumnMapping): TableSchema = leaf.place match {
    case Place.Cell(family, qualifier, encoding) if !table.adopted =>
      table.copy(droppedCells = table.droppedCells :+ DroppedCell(family, qualifier, leaf.sqlType, encoding))
    case _ => table
  }

  private def struct(table: TableSchema, path: Array[String]): ColumnMapping =
    table.columns
      .find(c => c.name.equalsIgnoreCase(path.head) && path.length == 2 && c.place.isInstanceOf[Place.StructCells])
      .getOrElse(
        throw AlteredColumns.unsupported(table, "a change inside of a STRUCT, ARRAY or MAP that is one value")
      )

  private def position(table: TableSchema, column: ColumnMapping, field: String): Int = {
    val at = StructFields.of(column).indexWhere(_._1.name.equalsIgnoreCase(field))
    if (at < 0) {
      val leaf = ColumnMapping.leaf(column.name, field)
      throw HBaseErrors.UnknownColumn.analysis("table" -> table.fullName, "column" -> leaf)
    }
    at
  }

  private def checkFree(table: TableSchema, column: ColumnMapping, field: String): Unit =
    if (StructFields.of(column).exists(_._1.name.equalsIgnoreCase(field))) {
      val leaf = ColumnMapping.leaf(column.name, field)
      throw HBaseErrors.ColumnExists.analysis("table" -> table.fullName, "column" -> leaf)
    }

  private def refused(table: TableSchema, field: String, reason: String): Exception =
    HBaseErrors.CannotFillAddedColumn.analysis("table" -> table.fullName, "column" -> field, "reason" -> reason)
}

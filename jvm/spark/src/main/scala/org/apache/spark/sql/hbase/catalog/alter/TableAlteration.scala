package org.apache.spark.sql.hbase.catalog.alter

import org.apache.spark.sql.catalyst.util.CharVarcharUtils
import org.apache.spark.sql.connector.catalog.TableChange
import org.apache.spark.sql.connector.catalog.TableChange._
import org.apache.spark.sql.hbase.catalog.definition.{PropertyParser, StructFields, TableDefinition, TableProperties}
import org.apache.spark.sql.hbase.error.HBaseErrors
import org.apache.spark.sql.hbase.schema._
import org.apache.spark.sql.types.DataType

/**
 * Checks an ALTER TABLE and applies it to a [[TableSchema]]. No change alters what stored bytes mean, so rows need not
 * be written again. Knows nothing of the HBase cluster.
 *
 * {{{
 * ADD COLUMN c      packed:  a field at the end of the family's cell        columns:  a cell of its own
 * DROP COLUMN c     packed:  the field stays, without a column, NULL in new rows    columns:  cells stay, nobody reads them
 * RENAME COLUMN c   the place stays
 * s.x               of a STRUCT over several cells: as a column is
 * }}}
 */
private[catalog] object TableAlteration {

  /** @param changes properties `hbase.column.<c>.<p>` among them say where a column c lies that they add too */
  def of(table: TableSchema, changes: Seq[TableChange]): AlteredTable = {
    val added = changes.collect { case a: AddColumn => a.fieldNames.mkString(".") -> a.dataType }
    val addedNames = added.map(_._1) ++ StructFields.names(added)
    val (places, others) = changes.partition {
      case p: SetProperty => addedNames.exists(isOfColumn(p.property, _))
      case _ => false
    }
    val settings =
      PropertyParser.parse(places.collect { case p: SetProperty => p.property -> p.value }.toMap, addedNames).columns
    val altered = others.foldLeft(AlteredTable(table, Map.empty)) {
      case (before, add: AddColumn) if add.fieldNames.length != 1 =>
        before.copy(schema = FieldAlteration.addTo(before.schema, add, settings))
      case (before, add: AddColumn) =>
        before.copy(schema = AddedColumn.addTo(before.schema, add, settings))
      case (before, column: ColumnChange) => before.copy(schema = alterColumn(before.schema, column))
      case (before, set: SetProperty) => PropertyChange.of(before, set.property, Some(set.value))
      case (before, remove: RemoveProperty) => PropertyChange.of(before, remove.property, None)
      case (before, other) => throw AlteredColumns.unsupported(before.schema, other.getClass.getSimpleName)
    }
    TableDefinition.checkEncodings(table.fullName, altered.schema.columns)
    TableDefinition.checkDuplicates(table.fullName, table.family, altered.schema.columns)
    if (added.nonEmpty) TableLimits.check(altered.schema)
    altered.copy(schema = altered.schema.copy(schemaVersion = table.schemaVersion + 1))
  }

  private def isOfColumn(property: String, column: String): Boolean = {
    val prefix = TableProperties.ColumnPrefix + column + "."
    property.regionMatches(true, 0, prefix, 0, prefix.length) && property.indexOf('.', prefix.length) < 0
  }

  private def alterColumn(table: TableSchema, change: ColumnChange): TableSchema = {
    val name = change.fieldNames.head
    (change, table.columns.find(_.name.equalsIgnoreCase(name))) match {
      case _ if change.fieldNames.length != 1 => FieldAlteration.alter(table, change)
      case (drop: DeleteColumn, None) if drop.ifExists => table
      case (_, None) => throw HBaseErrors.UnknownColumn.analysis("table" -> table.fullName, "column" -> name)
      case (_: DeleteColumn, Some(column)) => drop(table, column)
      case (rename: RenameColumn, Some(column)) =>
        AlteredColumns.checkFree(table, rename.newName, except = Some(column))
        replace(table, column, column.copy(name = rename.newName))
      case (comment: UpdateColumnComment, Some(column)) =>
        replace(table, column, column.copy(comment = Option(comment.newComment).filter(_.nonEmpty)))
      case (default: UpdateColumnDefaultValue, Some(column)) =>
        replace(table, column, column.copy(default = Option(default.newDefaultValue).filter(_.nonEmpty)))
      case (position: UpdateColumnPosition, Some(column)) =>
        AlteredColumns.inserted(table.copy(columns = table.columns.filterNot(_ == column)), column, position.position)
      case (nullability: UpdateColumnNullability, Some(column)) => setNullable(table, column, nullability.nullable)
      case (update: UpdateColumnType, Some(column)) => setType(table, column, update.newDataType)
      case (other, _) => throw AlteredColumns.unsupported(table, other.getClass.getSimpleName)
    }
  }

  private def drop(table: TableSchema, column: ColumnMapping): TableSchema = {
    refuseKey(table, column)
    val left = column.leaves.foldLeft(table)(FieldAlteration.dropping)
    left.copy(columns = table.columns.filterNot(_ == column))
  }

  private def setNullable(table: TableSchema, column: ColumnMapping, nullable: Boolean): TableSchema = {
    refuseKey(table, column)
    if (column.nullable && !nullable) {
      throw HBaseErrors.CannotSetNotNull.analysis("table" -> table.fullName, "column" -> column.name)
    }
    replace(table, column, column.copy(nullable = nullable))
  }

  /** Spark has checked that no length of CHAR and VARCHAR becomes shorter. */
  private def setType(table: TableSchema, column: ColumnMapping, dataType: DataType): TableSchema = {
    val same = SparkTypes.fromSpark(CharVarcharUtils.replaceCharVarcharWithString(dataType)).contains(column.sqlType)
    if (dataType != column.sparkType) {
      refuseKey(table, column)
      if (!same || column.sqlType.isNested) {
        throw HBaseErrors.CannotChangeType.analysis(
          "table" -> table.fullName,
          "column" -> column.name,
          "type" -> column.sparkType.sql,
          "newType" -> dataType.sql
        )
      }
    }
    replace(table, column, column.copy(declared = SparkTypes.declared(dataType, column.sqlType)))
  }

  private def refuseKey(table: TableSchema, column: ColumnMapping): Unit =
    if (column.isKey) throw HBaseErrors.CannotChangeKey.analysis("table" -> table.fullName, "column" -> column.name)

  private def replace(table: TableSchema, old: ColumnMapping, column: ColumnMapping): TableSchema =
    table.copy(columns = table.columns.map(c => if (c == old) column else c))
}
